/** The figures of a pedigree, by worked examples (domain 5.2). */
import { describe, expect, it } from 'vitest';
import { bloodOf, commonAncestors, completenessOf, cutStock, generationsOf } from './ancestors.ts';
import { kinshipIn } from './kinship.ts';
import { testMating } from './mating.ts';
import { whyNotParent } from './parents.ts';
import { leftBehind, offspringFlown, relativesOf } from './relatives.ts';
import { type BirdWithParents, descentOf, stockOf } from './stock.ts';

/** Birds by lines of “bird sire dam”; 0: not known. */
const birdsFrom = (text: string): BirdWithParents[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([id, sire, dam]) => ({ id: id!, sire_id: sire || null, dam_id: dam || null }));
const stockFrom = (text: string) => stockOf(birdsFrom(text));

/** Sire 1 and dam 2 with full siblings 3 and 4; 5 is half by 1; 6 and 7 have nothing in common with them. */
const family = `
  1 0 0
  2 0 0
  3 1 2
  4 1 2
  5 1 6
  6 0 0
  7 0 0
  8 3 6
  9 4 7`;

describe('the inbreeding of offspring', () => {
  it.each([
    ['of full siblings', 3, 4, 0.25],
    ['of half siblings', 3, 5, 0.125],
    ['of parent and young', 1, 3, 0.25],
    ['of first cousins', 8, 9, 0.0625],
    ['of birds without a common ancestor', 3, 7, 0],
  ])('%s', (_name, sire_id, dam_id, coefficient) => {
    const stock = stockFrom(family);
    expect(kinshipIn(stock).kinship(sire_id, dam_id)).toBe(coefficient);
    expect(testMating(stock, { sire_id, dam_id }, 5).inbreeding).toBe(coefficient);
  });

  it('grows over generations of full siblings as the series 1/4, 3/8, 1/2, 19/32 (Wright 1921)', () => {
    const pairs = Array.from({ length: 5 }, (_, i) => [
      [10 * i + 11, 10 * i + 1, 10 * i + 2],
      [10 * i + 12, 10 * i + 1, 10 * i + 2],
    ]).flat();
    const stock = stockOf(
      [[1, 0, 0], [2, 0, 0], ...pairs].map(([id, sire, dam]) => ({
        id: id!,
        sire_id: sire || null,
        dam_id: dam || null,
      })),
    );
    const kinship = kinshipIn(stock);
    expect([11, 21, 31, 41, 51].map((id) => kinship.inbreeding(id))).toEqual([0, 0.25, 0.375, 0.5, 0.59375]);
  });

  it('counts the inbreeding of the common ancestor itself', () => {
    // 5 is out of full siblings (F = 1/4); its half siblings 8 and 9 have it alone in common: 1/8 × 5/4.
    const stock = stockFrom('1 0 0\n2 0 0\n3 1 2\n4 1 2\n5 3 4\n6 0 0\n7 0 0\n8 5 6\n9 5 7');
    expect(kinshipIn(stock).kinship(8, 9)).toBe(0.15625);
  });

  it('knows founders as not inbred, and a bird as related to itself wholly', () => {
    const kinship = kinshipIn(stockFrom(family));
    expect([kinship.inbreeding(1), kinship.kinship(1, 1), kinship.relationship(1, 1)]).toEqual([0, 0.5, 1]);
    expect([kinship.relationship(1, 3), kinship.relationship(3, 4), kinship.relationship(3, 5)]).toEqual([
      0.5, 0.5, 0.25,
    ]);
    expect(() => kinship.inbreeding(99)).toThrow(RangeError);
  });
});

describe('common ancestors', () => {
  it('add up to the coefficient; who is reached only through another adds nothing', () => {
    // 3 and 4 are full siblings out of 1 and 2; 10 is the sire of 1.
    const stock = stockFrom('10 0 0\n1 10 0\n2 0 0\n3 1 2\n4 1 2');
    const common = commonAncestors(stock, kinshipIn(stock), 3, 4);
    expect(common).toEqual([
      { id: 1, adds: 0.125, above_sire: 1, above_dam: 1 },
      { id: 2, adds: 0.125, above_sire: 1, above_dam: 1 },
      { id: 10, adds: 0, above_sire: 2, above_dam: 2 },
    ]);
  });

  it('are also the parent itself, and an ancestor that is reached through another and beside it', () => {
    const stock = stockFrom('10 0 0\n1 10 0\n2 10 0\n3 1 2');
    // Sire 1 with its own daughter 3: through 1, and through 10 by 2.
    expect(commonAncestors(stock, kinshipIn(stock), 1, 3)).toEqual([
      { id: 1, adds: 0.25, above_sire: 0, above_dam: 1 },
      { id: 10, adds: 0.0625, above_sire: 1, above_dam: 2 },
    ]);
  });
});

describe('the ancestors of a bird', () => {
  const stock = stockFrom('1 0 0\n2 0 0\n3 1 2\n4 1 0\n5 3 4');

  it('are counted by generation, with those that stand in it twice', () => {
    expect(generationsOf(stock, 5, 3)).toEqual([
      { generation: 1, possible: 2, known: 2, distinct: 2 },
      { generation: 2, possible: 4, known: 3, distinct: 2 },
      { generation: 3, possible: 8, known: 0, distinct: 0 },
    ]);
    expect(completenessOf(stock, 5, 2)).toEqual({ completeness: 5 / 6, distinct_share: 4 / 5, known: 5, distinct: 4 });
    expect(completenessOf(stock, 1, 4)).toMatchObject({ completeness: 0, distinct_share: 1 });
  });

  it('have the share of their blood by all their places', () => {
    expect(bloodOf(stock, 5)).toEqual([
      { id: 3, share: 0.5, times: 1, nearest: 1, farthest: 1 },
      { id: 4, share: 0.5, times: 1, nearest: 1, farthest: 1 },
      { id: 1, share: 0.5, times: 2, nearest: 2, farthest: 2 },
      { id: 2, share: 0.25, times: 1, nearest: 2, farthest: 2 },
    ]);
  });

  it('end with the last generation that is asked for, and the figures with them', () => {
    const kinship = (generations: number) => kinshipIn(cutStock(stock, [5], generations)).inbreeding(5);
    expect([1, 2].map(kinship)).toEqual([0, 0.125]);
    expect(testMating(stock, { sire_id: 3, dam_id: 4 }, 1)).toMatchObject({ inbreeding: 0, common: [] });
    expect(testMating(stock, { sire_id: 3, dam_id: 4 }, 2)).toMatchObject({
      inbreeding: 0.125,
      completeness: { completeness: 5 / 6 },
    });
  });
});

describe('a stock', () => {
  it('with a loop leaves out the parent that closes it, says the way, and has all its figures', () => {
    const stock = stockFrom('1 3 0\n2 1 0\n3 2 4\n4 0 0\n5 5 0');
    expect(stock.loops).toEqual([[2, 3, 1], [5]]);
    expect(kinshipIn(stock).inbreeding(3)).toBe(0);
    expect(stock.order).toHaveLength(5);
  });

  it('of a line of 50,000 birds is put in order without recursion, whatever stands first', () => {
    const line = Array.from({ length: 50_000 }, (_, i) => ({ id: i + 1, sire_id: i || null, dam_id: null }));
    const { order, loops } = stockOf(line.toReversed());
    expect([order[0], order.at(-1), loops]).toEqual([1, 50_000, []]);
  });

  it('knows no parent that is not in it', () => {
    expect(stockFrom('1 8 9').sires[0]).toBe(-1);
  });
});

describe('a parent', () => {
  const bird = (id: number, more: object = {}) => ({
    id,
    name: `B${id}`,
    sex: 'unknown' as const,
    hatched: null,
    ...more,
  });
  const stock = stockFrom('1 0 0\n2 1 0\n3 2 0');
  const why = (own: ReturnType<typeof bird>, parent: ReturnType<typeof bird>, as: 'sire' | 'dam' = 'sire') =>
    whyNotParent(stock, { bird: own, parent, as }, (id) => `B${id}`);

  it('is never the bird itself, a descendant, of the other sex, or younger', () => {
    expect(why(bird(1), bird(1))).toMatchObject({ code: 'pedigree_own_parent' });
    expect(why(bird(1), bird(3))).toMatchObject({ code: 'pedigree_loop', params: { way: 'B1 → B2 → B3' } });
    expect(why(bird(9), bird(8, { sex: 'hen' }))).toMatchObject({ code: 'pedigree_sire_is_hen' });
    expect(why(bird(9), bird(8, { sex: 'cock' }), 'dam')).toMatchObject({ code: 'pedigree_dam_is_cock' });
    expect(why(bird(9, { hatched: '2024' }), bird(8, { hatched: '2025' }))).toMatchObject({
      code: 'pedigree_parent_younger',
      params: { bird: 'B9', parent: 'B8' },
    });
    expect(why(bird(9, { hatched: '2024-03-01' }), bird(8, { hatched: '2024-03-01' }))).toMatchObject({
      code: 'pedigree_parent_younger',
    });
  });

  it('may be anything else: of the same year, without a day, of a sex that is not known', () => {
    expect(why(bird(3), bird(1))).toBeNull();
    expect(why(bird(9, { hatched: '2024-11-01' }), bird(8, { hatched: '2024' }))).toBeNull();
    expect(why(bird(9, { hatched: '2024-11-01' }), bird(8, { hatched: '2024-02-01' }))).toBeNull();
    expect(descentOf(stock, 3, 1)).toBeNull();
  });
});

describe('relatives', () => {
  it('are siblings of both parents, half siblings of one, and offspring', () => {
    expect(relativesOf(birdsFrom(family), 3)).toEqual({
      siblings: [4],
      half_by_sire: [5],
      half_by_dam: [],
      offspring: [8],
    });
    // Parents that are not known make nobody siblings.
    expect(relativesOf(birdsFrom(family), 7).siblings).toEqual([]);
  });

  it('fly as they do by the birds that they left behind, each bird once', () => {
    expect([leftBehind({ rank: 1, birds: 500 }), leftBehind({ rank: 500, birds: 500 })]).toEqual([1, 0]);
    expect([leftBehind({ rank: null, birds: 500 }), leftBehind({ rank: 1, birds: 1 })]).toEqual([0, 1]);
    const races = new Map([
      [
        1,
        [
          { rank: 1, birds: 101 },
          { rank: 51, birds: 101 },
        ],
      ],
      [2, [{ rank: null, birds: 101 }]],
      [3, []],
    ]);
    expect(offspringFlown(races)).toEqual({ birds: 2, races: 3, mean: 0.375, error: 0.375 });
    expect(offspringFlown(new Map([[1, [{ rank: 1, birds: 3 }]]]))).toMatchObject({ error: null });
    expect(offspringFlown(new Map())).toBeNull();
  });
});
