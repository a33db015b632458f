/** The countries of a choice, by their names. */
import type { Country } from '#domain/countries.ts';

export function CountryOptions({ countries }: { countries: readonly Country[] }) {
  return countries.map(({ key, name }) => (
    // Names of countries come from Intl, and those of a browser may differ.
    <option key={key} value={key} suppressHydrationWarning>
      {name}
    </option>
  ));
}
