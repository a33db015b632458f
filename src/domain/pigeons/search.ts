// The search for birds and teams at the board: by some digits of a ring, a name, a country. The server's lists and the
// browser's live board use this one rule.

import { latinDigits, ringKey } from '#domain/pigeons/ring.ts';
import { plainText } from '#domain/plain-text.ts';

/** The searched fields of a bird or a team. */
export interface Findable {
  ring?: string;
  pigeon_name?: string | null;
  team: string | null;
  fancier: string | null;
  country: string | null;
}

/**
 * A predicate for the search `wanted`. Blanks separate words, all of which must match: as consecutive letters and
 * digits of the ring, however it is written (`4023187` and `23-187` find BE 26-4023187, `26-4023187` also
 * BE4023187-26), or in the names of bird, team
 * and fancier, without regard to case and accents, or as the country's code or the beginning of its name. An empty
 * search matches everything.
 *
 * @param countryNames the names of a country in the reader's language and in others, by its two-letter code
 */
export function finder(
  wanted: string,
  countryNames: (code: string) => readonly string[] = () => [],
): (one: Findable) => boolean {
  const words = asListed(wanted)
    .split(/\s+/u)
    .map((word) => ({ plain: plainText(word), parts: partsOfTyped(word) }))
    .filter(({ plain, parts }) => plain !== '' || parts[0] !== '');
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
        word.parts.every((part) => part !== '' && ring.includes(part)) ||
        (word.plain !== '' &&
          (texts.some((text) => text.includes(word.plain)) ||
            (country !== null &&
              (plainText(country) === word.plain || namesOf(country).some((name) => name.startsWith(word.plain)))))),
    );
  };
}

/** A search with the letters of Belgian rings as lists have them: rings are stamped BELG. */
export const asListed = (wanted: string): string => wanted.replaceAll(/\bBELG(?=[\s./\p{Dash}]*\d)/giu, 'BE');

/**
 * What the ring of a typed word has in any order: its letters and numbers, where a running number tells rings apart, as
 * the year may stand elsewhere in the list, or be written whole (`BE2015-1040050` is BE1040050-15); else the whole word.
 */
export function partsOfTyped(word: string): readonly string[] {
  const text = latinDigits(word).toUpperCase();
  const parts = /\d{5}/.test(text) && text.match(/\p{L}+|\d+/gu);
  return parts ? parts.map((part) => part.replace(/^(?:19|20)(?=..$)/, '')) : [ringKey(text)];
}

interface Ready {
  ring: string;
  texts: readonly string[];
  country: string | null;
}

/**
 * The prepared texts of a list's items: the list is searched again with every typed character, and its items never
 * change.
 */
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
