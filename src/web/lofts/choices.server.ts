/** The options of a loft's forms, in the reader's language. */
import { type Country, countriesIn } from '#domain/countries.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { currencies } from '#domain/money.ts';

interface Choices {
  zones: readonly string[];
  currencies: readonly { code: string; name: string }[];
  countries: readonly Country[];
}

/** All time zones; the chosen one is added where the runtime lists it under another name. */
export function choicesFor(locale: Locale, chosen?: string): Choices {
  const names = new Intl.DisplayNames(localeFacts[locale].tag, { type: 'currency' });
  return {
    zones: [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])])].sort(),
    currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
    countries: countriesIn(locale),
  };
}
