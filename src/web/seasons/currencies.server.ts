/** The currencies to choose from, by their names in the reader's language. */
import { type Locale, localeFacts } from '#domain/locales.ts';

const cache = new Map<Locale, { code: string; name: string }[]>();

/** All currencies by code; cached by language. */
export function currenciesIn(locale: Locale): { code: string; name: string }[] {
  const known = cache.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(localeFacts[locale].tag, { type: 'currency' });
  const list = Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code }));
  cache.set(locale, list);
  return list;
}
