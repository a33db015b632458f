// What countries are called: in all languages of the platform, because people search in their own.

import { localeFacts, locales } from '#domain/locales.ts';

let tellers: Intl.DisplayNames[] | undefined;
const known = new Map<string, readonly string[]>();

/** The names of a country by its two-letter code; none for what is no such code. */
export function countryNames(code: string): readonly string[] {
  let names = known.get(code);
  if (!names) {
    tellers ??= locales.map((locale) => new Intl.DisplayNames(localeFacts[locale].tag, { type: 'region' }));
    names = /^[A-Za-z]{2}$/.test(code) ? [...new Set(tellers.flatMap((teller) => teller.of(code) ?? []))] : [];
    known.set(code, names);
  }
  return names;
}
