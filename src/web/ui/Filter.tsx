/** A filter of a list, beside its search field. The selection is in the address. */
import { useSearchParams } from 'react-router';

export interface FilterProps {
  /** The name of the query parameter, and the label for screen readers. */
  name: string;
  label: string;
  /** The option for no filter. */
  all: string;
  options: readonly { value: string; word: string }[];
}

export function Filter({ name, label, all, options }: FilterProps) {
  const chosen = useSearchParams()[0].get(name) ?? '';
  return (
    // Keyed, so that navigating back shows the selection of that page.
    <select key={chosen} name={name} aria-label={label} defaultValue={chosen}>
      <option value="">{all}</option>
      {options.map(({ value, word }) => (
        // A browser may have other names of countries than the server.
        <option key={value} value={value} suppressHydrationWarning>
          {word}
        </option>
      ))}
    </select>
  );
}
