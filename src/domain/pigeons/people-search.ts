/** Looking for people and teams as those do who work with them: by name, e-mail address, team, ring or country. */
import { plainText } from '#domain/plain-text.ts';
import { ringKey } from './ring.ts';

/** What somebody can be found by. */
export interface FindablePerson {
  texts: readonly (string | null)[];
  countries: readonly (string | null)[];
  /** The keys of rings, parted by blanks. */
  rings: string;
}

/**
 * Tells who is found by `wanted`: blanks part words, and all of them must be found, in a name or an address, as letters
 * and digits that follow each other in a ring, as a country's code or the beginning of its name.
 */
export function peopleFinder(
  wanted: string,
  countryNames: (code: string) => readonly string[],
): (one: FindablePerson) => boolean {
  const words = wanted
    .split(/\s+/u)
    .map((word) => ({ plain: plainText(word), ring: ringKey(word) }))
    .filter(({ plain, ring }) => plain !== '' || ring !== '');
  return ({ texts, countries, rings }) => {
    const said = texts.flatMap((text) => (text ? plainText(text) : []));
    return words.every(
      ({ plain, ring }) =>
        (ring !== '' && rings.includes(ring)) ||
        (plain !== '' &&
          (said.some((text) => text.includes(plain)) ||
            countries.some(
              (code) =>
                code !== null &&
                (plainText(code) === plain || countryNames(code).some((name) => plainText(name).startsWith(plain))),
            ))),
    );
  };
}
