import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Findable, finder } from './search.ts';

const kleine: Findable = {
  ring: 'BE 26-4023187',
  pigeon_name: 'Kleine Witpen',
  team: 'Van Aerde & Zoon',
  fancier: 'Luc van Aerde',
  country: 'BE',
};
const relampago: Findable = {
  ring: 'ESP 26-118459',
  pigeon_name: 'Relámpago',
  team: 'Hermanos Ortuño',
  fancier: 'Paco Ortuño',
  country: 'ES',
};
const nameless: Findable = { ring: 'PL 0214-26-3737', pigeon_name: null, team: null, fancier: null, country: null };
const names = (code: string) => ({ BE: ['Belgien', 'Belgium'], ES: ['Spanien', 'Spain'] })[code] ?? [];
const found = (wanted: string) =>
  [kleine, relampago, nameless].filter(finder(wanted, names)).map(({ ring }) => ring!.split(' ')[0]);

describe('looking for a bird', () => {
  test.each([
    ['187', ['BE']],
    ['4023', ['BE']],
    ['26-4023187', ['BE']],
    ['be26.4023 187', ['BE']],
    // The year behind the number, as other lists have it.
    ['4023187-26', ['BE']],
    ['BE4023187/26', ['BE']],
    ['4023187-2026', ['BE']],
    // As it is stamped on the ring.
    ['BELG 26-4023187', ['BE']],
    ['belg26/4023187', ['BE']],
    ['BE2025-4023187', []],
    ['BE4023187-25', []],
    ['26', ['BE', 'ESP', 'PL']],
    ['118 459', ['ESP']],
    ['１８７', ['BE']],
    ['ortuno', ['ESP']],
    ['RELAMPAGO', ['ESP']],
    ['aerde zoon', ['BE']],
    ['zoon 459', []],
    ['belg', ['BE']],
    ['Spain', ['ESP']],
    ['es 459', ['ESP']],
    ['  ', ['BE', 'ESP', 'PL']],
    ['', ['BE', 'ESP', 'PL']],
    ['…', []],
  ])('%j finds %j', (wanted, birds) => {
    expect(found(wanted)).toEqual(birds);
  });

  test('any run of a ring finds its bird, with or without separators', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 5 }), (from, length) => {
        const digits = '264023187'.slice(from, from + length);
        expect(finder(digits)(kleine)).toBe(true);
        expect(finder(digits.split('').join('-'))(kleine)).toBe(true);
      }),
    );
  });

  test('a further word never finds more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (one, more) => {
        const all = [kleine, relampago, nameless];
        const some = all.filter(finder(one, names));
        expect(all.filter(finder(`${one} ${more}`, names)).every((bird) => some.includes(bird))).toBe(true);
      }),
    );
  });
});
