/** What the forms of a loft let choose from, in the reader's language. */
import { type Country, countriesIn } from '#domain/countries.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { currencies } from '#domain/money.ts';

interface Choices {
  zones: readonly string[];
  currencies: readonly { code: string; name: string }[];
  countries: readonly Country[];
}

/** All zones, with the one that is chosen even where the list calls it otherwise. */
export function choicesFor(locale: Locale, chosen?: string): Choices {
  const teller = new Intl.DisplayNames(localeFacts[locale].tag, { type: 'currency' });
  return {
    zones: [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])])].sort(),
    currencies: currencies.map((code) => ({ code, name: teller.of(code) ?? code })),
    countries: countriesIn(locale),
  };
}
