import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBirds, indexBirds } from './find-bird.ts';
import { ringKey, ringParts } from './ring.ts';

const chips = { 'NL 26-1563187': 'AA00000002', 'BE 26-4023187': 'AA00000001' } as Record<string, string>;
const season = (...rings: string[]) =>
  indexBirds(
    rings.map((ring) => ({
      ring,
      chip: chips[ring] ?? null,
      former_chips: ring === 'BE 26-4023187' ? ['AA00000009'] : [],
    })),
  );
const found = (index: ReturnType<typeof season>, text: string) => {
  const { birds, isSure, chip } = findBirds(index, text);
  return { rings: birds.map(({ ring }) => ring), isSure, chip };
};

describe('findBirds: a scan finds a bird', () => {
  const index = season('BE 26-4023187', 'NL 26-1563187', 'BE 6108536 .24');
  it.each<[string, string, string[], string | null]>([
    ['its chip, however it is typed', 'aa 0000 0002', ['NL 26-1563187'], 'AA00000002'],
    ['its ring', 'be26 4023187', ['BE 26-4023187'], null],
    ['a chip that it wore before', 'AA00000009', ['BE 26-4023187'], 'AA00000009'],
    ['the last digits of its ring', '023187', ['BE 26-4023187'], null],
    ['digits that end several rings', '187', ['BE 26-4023187', 'NL 26-1563187'], null],
    ['digits before the year', '536', ['BE 6108536 .24'], null],
    ['one digit', '7', [], null],
    ['letters', 'BE', [], null],
    ['nothing', '', [], null],
    ['a chip that nobody wears', 'FF00000000', [], null],
  ])('by %s', (_, text, rings, chip) => {
    expect(found(index, text)).toMatchObject({ rings, chip });
  });
});

describe('findBirds: the end of a ring and its year', () => {
  const meant = 'BE1686990-16';
  const other = 'BE4199016-15';
  const index = season(meant, other, 'BE6266158-14');

  it.each([
    ['990-16', [meant]],
    ['990/16', [meant]],
    ['90.16', [meant]],
    ['990 16', [meant]],
    ['990-2016', [meant]],
    ['٩٩٠-١٦', [meant]],
    ['1686990-16', [meant]],
    ['1686990', [meant]],
    ['BE1686990', [meant]],
    ['16-1686990', [meant]],
    ['158-14', ['BE6266158-14']],
    ['016-15', [other]],
    ['199016', [other]],
    // Digits alone: the end of one ring with its year, or of another without.
    ['99016', [meant, other]],
    ['9016', [meant, other]],
  ])('%s means %s', (text, rings) => {
    expect(found(index, text)).toMatchObject({ rings, isSure: true });
  });

  it('a year that no ring with these digits has is never taken for digits of a running number', () => {
    const { rings, isSure } = found(season(other), '990-16');
    expect({ rings, isSure }).toEqual({ rings: [other], isSure: false });
    expect(found(season('BE1686990-15'), '990-16').rings).toEqual([]);
    expect(found(season('BE 26-4023129'), '12-9')).toMatchObject({ rings: ['BE 26-4023129'], isSure: false });
  });

  it('a whole ring of digits only is asked for where it ends another ring', () => {
    expect(found(season('87777', 'BE 26-4087777'), '87777').rings).toHaveLength(2);
    expect(found(season('87777'), '87777')).toMatchObject({ rings: ['87777'], isSure: true });
  });
});

describe('findBirds: rings as published', () => {
  const file = new URL('../../../dev/results/ring-numbers.json', import.meta.url);
  const published: string[] = JSON.parse(readFileSync(file, 'utf8')).rings.map(({ ring }: { ring: string }) => ring);
  const index = season(...published);
  // A chip is read before a ring, and none of these is one.
  it.each(published)('%s is found by each end that it has on the ring, with any separator', (ring) => {
    const { digits, after } = ringParts(ring);
    for (const end of [digits, digits + after, ringKey(digits + after), (digits + after).replaceAll(/[./ -]/g, '/')]) {
      const { rings, isSure } = found(index, end);
      expect([rings.includes(ring), isSure], end).toEqual([true, true]);
    }
    expect(found(index, ring)).toMatchObject({ rings: [ring], isSure: true });
  });
});
