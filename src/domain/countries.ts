// The names of countries, in all languages of the platform, because people search in their own.

import { type Locale, localeFacts, locales } from '#domain/locales.ts';
import { plainText } from '#domain/plain-text.ts';

/** A country to choose from: its two-letter code and its name. */
export interface Country {
  key: string;
  name: string;
}

/**
 * The countries of ISO 3166-1, and Kosovo. Other codes on rings are no countries to choose: XX (none), WA, XS and EN
 * (parts of Britain), II and EU (7.1).
 */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

const ofCountries = new Set(codes);

/** Those whose post has no postcodes (Universal Postal Union). */
const withoutPostcodes = new Set(
  `AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP ML MO MR MW NR NU QA RW
  SB SC SL SR ST SY TD TG TK TL TO TV UG VU YE ZW`.split(/\s+/),
);

/** Whether an address has a postcode; where the country is not known it does. */
export const hasPostcodes = (country: string | null): boolean => !withoutPostcodes.has(country ?? '');

/** Whether a text is the code of a country in the list. */
export function isCountry(code: string): boolean {
  return ofCountries.has(code);
}

const lists = new Map<Locale, readonly Country[]>();

/** All countries by their names in a language, in its alphabetical order (7.1). */
export function countriesIn(locale: Locale): readonly Country[] {
  let list = lists.get(locale);
  if (!list) {
    const { tag } = localeFacts[locale];
    const teller = new Intl.DisplayNames(tag, { type: 'region' });
    const { compare } = new Intl.Collator(tag);
    list = codes.map((key) => ({ key, name: teller.of(key)! })).sort((a, b) => compare(a.name, b.name));
    lists.set(locale, list);
  }
  return list;
}

/** The countries whose name or code contains the typed text, without regard to case and accents (5.17). */
export function filterCountries(list: readonly Country[], typed: string): readonly Country[] {
  const wanted = plainText(typed.trim());
  return list.filter(({ key, name }) => plainText(name).includes(wanted) || plainText(key).includes(wanted));
}

let tellers: Intl.DisplayNames[] | undefined;
const known = new Map<string, readonly string[]>();

/** The names of a country by its two-letter code; empty for any other text. */
export function countryNames(code: string): readonly string[] {
  let names = known.get(code);
  if (!names) {
    tellers ??= locales.map((locale) => new Intl.DisplayNames(localeFacts[locale].tag, { type: 'region' }));
    names = /^[A-Za-z]{2}$/.test(code) ? [...new Set(tellers.flatMap((teller) => teller.of(code) ?? []))] : [];
    known.set(code, names);
  }
  return names;
}

let folded: { code: string; names: readonly string[] }[] | undefined;

/**
 * The codes of the countries that a word matches: by their code or the start of a name, or by any part of a name, in
 * any language.
 * @param word as `plainText` makes it
 */
export function countriesCalled(word: string, by: 'start' | 'part'): string[] {
  folded ??= [...codes, ...onRings].map((code) => ({ code, names: countryNames(code).map(plainText) }));
  const isCalled = (name: string) => (by === 'start' ? name.startsWith(word) : name.includes(word));
  const named = folded.flatMap(({ code, names }) => (names.some(isCalled) ? code : []));
  return by === 'start' && /^[a-z]{2}$/.test(word) ? [...new Set([...named, word.toUpperCase()])] : named;
}

/** Codes on rings that are no countries to choose. */
const onRings = ['XX', 'WA', 'XS', 'EN', 'II', 'EU'];
