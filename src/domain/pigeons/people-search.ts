/** The search for people and teams by those who work with them: name, e-mail address, team, ring or country. */
import { plainText } from '#domain/plain-text.ts';
import { latinDigits, ringKey } from './ring.ts';

/** The searched fields of a person or team. */
export interface FindablePerson {
  texts: readonly (string | null)[];
  countries: readonly (string | null)[];
  /** The keys of rings, separated by blanks. */
  rings: string;
}

/**
 * A predicate for the search `wanted`: blanks separate words, all of which must match: in a name or an address, as
 * consecutive characters of a ring, or as a country's code or the beginning of its name.
 */
export function peopleFinder(
  wanted: string,
  countryNames: (code: string) => readonly string[],
): (one: FindablePerson) => boolean {
  const words = wanted
    .split(/\s+/u)
    .map((word) => ({ plain: plainText(word), ring: ringKey(latinDigits(word)) }))
    .filter(({ plain, ring }) => plain !== '' || ring !== '');
  return ({ texts, countries, rings }) => {
    const plainTexts = texts.flatMap((text) => (text ? plainText(text) : []));
    return words.every(
      ({ plain, ring }) =>
        (ring !== '' && rings.includes(ring)) ||
        (plain !== '' &&
          (plainTexts.some((text) => text.includes(plain)) ||
            countries.some(
              (code) =>
                code !== null &&
                (plainText(code) === plain || countryNames(code).some((name) => plainText(name).startsWith(plain))),
            ))),
    );
  };
}
