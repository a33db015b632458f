// Looking for birds and teams, as people do at the board: by some digits of a ring, a name, a country. The server's
// lists and the browser's live board ask this one rule.

import { ringKey } from '#domain/pigeons/ring.ts';
import { plainText } from '#domain/plain-text.ts';

/** What a bird or a team can be found by. */
export interface Findable {
  ring?: string;
  pigeon_name?: string | null;
  team: string | null;
  fancier: string | null;
  country: string | null;
}

/**
 * Tells what is found by `wanted`. Blanks part words, and all of them must be found: as letters and digits that follow
 * each other in the ring, however it is written (`4023187` and `23-187` find BE 26-4023187), or in the names of bird,
 * team and fancier, without regard to case and accents, or as the country's code or the beginning of its name.
 * Nothing asked for finds everything.
 *
 * @param countryNames what a country is called in the reader's language and in others, by its two-letter code
 */
export function finder(
  wanted: string,
  countryNames: (code: string) => readonly string[] = () => [],
): (one: Findable) => boolean {
  const words = wanted
    .split(/\s+/u)
    .map((word) => ({ plain: plainText(word), ring: ringKey(word) }))
    .filter(({ plain, ring }) => plain !== '' || ring !== '');
  const named = new Map<string, string[]>();
  const namesOf = (code: string) => {
    let names = named.get(code);
    if (!names) {
      names = countryNames(code).map(plainText);
      named.set(code, names);
    }
    return names;
  };
  return (one) => {
    if (!words.length) return true;
    const { ring, texts, country } = madeReady(one);
    return words.every(
      (word) =>
        (word.ring !== '' && ring.includes(word.ring)) ||
        (word.plain !== '' &&
          (texts.some((text) => text.includes(word.plain)) ||
            (country !== null &&
              (plainText(country) === word.plain || namesOf(country).some((name) => name.startsWith(word.plain)))))),
    );
  };
}

interface Ready {
  ring: string;
  texts: readonly string[];
  country: string | null;
}

/** A list is searched again with every letter that is typed; what is read in it never changes. */
const ready = new WeakMap<Findable, Ready>();

function madeReady(one: Findable): Ready {
  let known = ready.get(one);
  if (!known) {
    const { ring, pigeon_name, team, fancier, country } = one;
    const texts = [pigeon_name, team, fancier].flatMap((text) => (text ? plainText(text) : []));
    known = { ring: ring === undefined ? '' : ringKey(ring), texts, country };
    ready.set(one, known);
  }
  return known;
}
