/** A choice that narrows a list, beside the field of its search. What is chosen stands in the address. */
import { useSearchParams } from 'react-router';

export interface NarrowProps {
  /** What it is called in the address, and aloud. */
  name: string;
  label: string;
  /** The word for no choice. */
  all: string;
  options: readonly { value: string; word: string }[];
}

export function Narrow({ name, label, all, options }: NarrowProps) {
  const chosen = useSearchParams()[0].get(name) ?? '';
  return (
    // Keyed, so that going back shows what is chosen there.
    <select key={chosen} name={name} aria-label={label} defaultValue={chosen}>
      <option value="">{all}</option>
      {options.map(({ value, word }) => (
        // A browser may know other names of countries.
        <option key={value} value={value} suppressHydrationWarning>
          {word}
        </option>
      ))}
    </select>
  );
}
