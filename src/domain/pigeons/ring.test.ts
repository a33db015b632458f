import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ringKey, ringParts } from '#domain/pigeons/ring.ts';

const file = new URL('../../../dev/results/ring-numbers.json', import.meta.url);
const published: { ring: string }[] = JSON.parse(readFileSync(file, 'utf8')).rings;

describe('comparing rings', () => {
  test('spaces, dots, dashes, slashes and small letters make no difference', () => {
    const writings = [
      'BE-22-6020369',
      'be22 6020369',
      'BE.22.6020369',
      'BE22/6020369',
      ' BE–22—6020369 ',
      'BE\u00a022\u20116020369',
      'ＢＥ２２-6020369',
      '\u200eBE22-6020369',
    ];
    expect(new Set(writings.map(ringKey))).toEqual(new Set(['BE226020369']));
  });

  test('letters, digits and plus signs do', () => {
    expect(ringKey('62489C+')).toBe('62489C+');
    expect(new Set(['75037H+', '75037C+', '75037H', '7503H+'].map(ringKey)).size).toBe(4);
  });

  test('no published ring is refused, and no two of them become one', () => {
    expect(published.length).toBeGreaterThan(40);
    const keys = published.map(({ ring }) => ringKey(ring));
    expect(keys.every((key) => /^[0-9A-Z+]+$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(new Set(published.map(({ ring }) => ring)).size);
  });

  test('a key is its own key', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => ringKey(ringKey(text)) === ringKey(text)));
  });
});

describe('the digits that people use', () => {
  test.each([
    ['BE 26-4023187', 'BE 26-4023', '187', ''],
    ['BE6108536.24', 'BE6108', '536', '.24'],
    ['BE3109330-15', 'BE3109', '330', '-15'],
    ['7116587/17', '7116', '587', '/17'],
    ['GB18V02185', 'GB18V02', '185', ''],
    ['2017320265791yd', '2017320265', '791', 'yd'],
    ['75037H+', '75', '037', 'H+'],
    ['24-52228-h', '24-52', '228', '-h'],
    ['04306-13-600', '04306-13-', '600', ''],
    ['DV-06914-12-79', 'DV-06914-12-', '79', ''],
    ['NL.23-238', 'NL.23-', '238', ''],
    ['87777', '87', '777', ''],
    ['no number', 'no number', '', ''],
    ['', '', '', ''],
  ])('%s', (ring, before, digits, after) => {
    expect(ringParts(ring)).toEqual({ before, digits, after });
  });

  test('the parts joined are the ring as published, with three digits in bold', () => {
    for (const { ring } of published) {
      const { before, digits, after } = ringParts(ring);
      expect(before + digits + after).toBe(ring);
      expect(digits).toMatch(/^\d{3}$/);
    }
  });
});
