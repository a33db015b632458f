import { describe, expect, test } from 'vitest';
import { prizesOf } from './prizes.ts';
import type { PrizeTemplate } from './rulebook.ts';

const step = (from: number, to: number, value: number) => ({ from, to, value });
const fixed: PrizeTemplate = {
  basis: 'amount',
  steps: [step(1, 1, 900_000), step(2, 2, 600_000), step(3, 3, 500_000), step(4, 4, 400_000), step(5, 5, 300_000)],
};
const share: PrizeTemplate = { basis: 'percent', steps: [step(1, 1, 4000), step(2, 10, 333)] };

describe('prizes by rank (domain 2.11)', () => {
  test.each<[string, number[], PrizeTemplate, boolean, number[]]>([
    ['one place after the other', [1, 2, 3], fixed, true, [900_000, 600_000, 500_000]],
    // 5000 + 4000 + 3000 are three times 4000.
    ['places 3 to 5 shared', [1, 2, 3, 3, 3], fixed, true, [900_000, 600_000, 400_000, 400_000, 400_000]],
    ['a place shared with the last prize', [5, 5], fixed, true, [150_000, 150_000]],
    ['what does not divide goes to the first', [1, 1, 1], { ...fixed, steps: [step(1, 1, 100)] }, true, [34, 33, 33]],
    ['each the whole prize of the place', [1, 1, 3], fixed, false, [900_000, 900_000, 500_000]],
    ['no prize behind the last place', [5, 6], fixed, true, [300_000, 0]],
    ['shares of the fund, rounded down', [1, 2], share, true, [400_04, 33_30]],
  ])('%s', (_, ranks, template, ties_share, expected) => {
    expect(prizesOf(ranks, template, { fund_cents: 100_010, ties_share })).toEqual(expected);
  });

  test('of birds that tie for a place add up to those of the places, and never exceed the fund', () => {
    const all = prizesOf([1, 1, 1, 4, 5, 6, 7, 8, 9, 10], share, { fund_cents: 77_777, ties_share: true });
    expect(all.reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(77_777 * 0.7);
  });
});
