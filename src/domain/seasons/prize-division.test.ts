import { describe, expect, test } from 'vitest';
import { dividePrizes, isRaised, type Prizes } from './prize-division.ts';
import type { PrizeDivision } from './prize-division-rule.ts';
import type { PrizeTemplate } from './rulebook.ts';

const step = (from: number, to: number, value: number) => ({ from, to, value });
const amounts = (...values: number[]): PrizeTemplate => ({
  basis: 'amount',
  steps: values.map((value, i) => step(i + 1, i + 1, value)),
});
const kept: PrizeDivision = { odd_cent: 'first_place', undistributed: 'loft', first_drop: null };
/** Birds 1, 2, 3 … with these ranks. */
const birds = (...ranks: number[]) => ranks.map((rank, i) => ({ pigeon_id: i + 1, rank }));

const divided = (division: Partial<PrizeDivision>, prizes: Partial<Prizes> & Pick<Prizes, 'template' | 'result'>) => {
  const found = dividePrizes({ ...kept, ...division }, { fund_cents: 0, first_drop: 0, basketed: [], ...prizes });
  const most = Math.max(0, ...found.payouts.keys());
  return [...Array.from({ length: most }, (_, i) => found.payouts.get(i + 1) ?? 0), `loft ${found.loft_cents}`];
};
const drop = (most_birds: number | null, at_tie: 'with_it' | 'before_it') => ({ most_birds, at_tie });

describe('the division of prizes (domain 2.9, 2.11, A16)', () => {
  const prizes = amounts(5000, 4000, 3000, 200, 100);
  test.each<
    [string, Partial<PrizeDivision>, Partial<Prizes> & Pick<Prizes, 'template' | 'result'>, (number | string)[]]
  >([
    ['one after the other', {}, { template: prizes, result: birds(1, 2, 3) }, [5000, 4000, 3000, 'loft 300']],
    // 5000 + 4000 + 3000 are three times 4000 (Royal Cup 14).
    ['a shared place', {}, { template: prizes, result: birds(1, 1, 1, 4, 5) }, [4000, 4000, 4000, 200, 100, 'loft 0']],
    ['the odd cent to the first', {}, { template: amounts(100), result: birds(1, 1, 1) }, [34, 33, 33, 'loft 0']],
    [
      'to the last',
      { odd_cent: 'last_place' },
      { template: amounts(100), result: birds(1, 1, 1) },
      [33, 33, 34, 'loft 0'],
    ],
    ['to the loft', { odd_cent: 'loft' }, { template: amounts(100), result: birds(1, 1, 1) }, [33, 33, 33, 'loft 1']],
    [
      'shares of a fund, to the cent',
      {},
      {
        template: { basis: 'percent', steps: [step(1, 3, 3333), step(4, 4, 1)] },
        fund_cents: 100,
        result: birds(1, 2, 3, 4),
      },
      [34, 33, 33, 'loft 0'],
    ],
    [
      'the first drop of five (Golden Pigeon Classic 8)',
      { first_drop: drop(20, 'with_it') },
      { template: prizes, result: birds(1, 2, 3, 4, 5), first_drop: 5 },
      [2460, 2460, 2460, 2460, 2460, 'loft 0'],
    ],
    [
      'at most so many of it (Spring Break 8)',
      { first_drop: drop(2, 'with_it') },
      { template: prizes, result: birds(1, 2, 3, 4), first_drop: 4 },
      [4500, 4500, 3000, 200, 'loft 100'],
    ],
    [
      'a tie at its edge shares with it',
      { first_drop: drop(2, 'with_it') },
      { template: prizes, result: birds(1, 2, 2, 4), first_drop: 4 },
      [4000, 4000, 4000, 200, 'loft 100'],
    ],
    [
      'or stands behind it',
      { first_drop: drop(2, 'before_it') },
      { template: prizes, result: birds(1, 2, 2, 4), first_drop: 4 },
      [5000, 3500, 3500, 200, 'loft 100'],
    ],
    [
      'a drop that begins with such a tie is none',
      { first_drop: drop(2, 'before_it') },
      { template: prizes, result: birds(1, 1, 1), first_drop: 2 },
      [4000, 4000, 4000, 'loft 300'],
    ],
    [
      'a drop of which the rule says nothing',
      {},
      { template: prizes, result: birds(1, 2), first_drop: 2 },
      [5000, 4000, 'loft 3300'],
    ],
    [
      'what is left to all at home (Somerset 21)',
      { undistributed: 'clocked' },
      { template: prizes, result: birds(1, 2, 3) },
      [5100, 4100, 3100, 'loft 0'],
    ],
    [
      'to the winners, more than half of the places being filled (China)',
      { undistributed: 'winners_or_basketed' },
      { template: prizes, result: birds(1, 2, 3), basketed: [1, 2, 3, 4] },
      [5100, 4100, 3100, 'loft 0'],
    ],
    [
      'to all basketed, where they are not',
      { undistributed: 'winners_or_basketed' },
      { template: prizes, result: birds(1, 2), basketed: [1, 2, 3, 4] },
      [5825, 4825, 825, 825, 'loft 0'],
    ],
    [
      'each the whole prize of its place, where places do not share',
      {},
      { template: prizes, result: birds(1, 1, 3, 4), ties_share: false },
      [5000, 5000, 3000, 200, 'loft 100'],
    ],
    [
      'the first drop shares also there, and those behind it do not',
      { first_drop: drop(null, 'with_it') },
      { template: prizes, result: birds(1, 2, 3, 3), first_drop: 2, ties_share: false },
      [4500, 4500, 3000, 3000, 'loft 100'],
    ],
    ['nobody is home', { undistributed: 'clocked' }, { template: prizes, result: [] }, ['loft 12300']],
  ])('%s', (_, division, given, expected) => {
    expect(divided(division, given)).toEqual(expected);
  });

  test('a published table may only be raised', () => {
    const before: PrizeTemplate = { basis: 'amount', steps: [step(1, 1, 500), step(2, 10, 50)] };
    const table = (...steps: PrizeTemplate['steps']): PrizeTemplate => ({ basis: 'amount', steps });
    expect(isRaised(before, table(step(1, 2, 500), step(3, 12, 50)))).toBe(true);
    expect(isRaised(before, before)).toBe(true);
    expect(isRaised(before, table(step(1, 1, 500), step(2, 9, 50)))).toBe(false);
    expect(isRaised(before, table(step(1, 1, 900), step(2, 5, 90), step(6, 10, 49)))).toBe(false);
    expect(isRaised(before, { ...before, basis: 'percent' })).toBe(false);
    const share: PrizeTemplate = { basis: 'percent', steps: [step(1, 1, 5000)], at_least_cents: 100 };
    expect(isRaised(share, { ...share, at_least_cents: 101 })).toBe(true);
    expect(isRaised(share, { basis: 'percent', steps: share.steps })).toBe(false);
  });
});
