import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birdsInPrizes, lastPrize, missedPrizeBy, prizesOf, prizesTogether, valuesOf } from './prizes.ts';
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

/** Plans of up to ten steps, and rankings with shared places. */
const plans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 900 })), { minLength: 1, maxLength: 10 })
  .map((steps): PrizeTemplate => {
    let from = 1;
    return {
      basis: 'amount',
      steps: steps.map(([places, value]) => {
        const one = step(from, from + places - 1, value);
        from += places;
        return one;
      }),
    };
  });
const rankings = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 80 }).map((times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.map((net_ms) => ({ net_ms, rank: sorted.indexOf(net_ms) + 1 }));
});

describe('the prize line (domain 2.11)', () => {
  test('stands after the last bird with a prize, wherever places are shared', () => {
    fc.assert(
      fc.property(plans, rankings, fc.boolean(), (template, ranked, ties_share) => {
        const values = valuesOf({ template, ties_share }, ranked);
        const line = birdsInPrizes({ template }, ranked);
        expect(values).toHaveLength(ranked.length);
        expect(values.slice(line).every((value) => value === 0)).toBe(true);
        for (const { rank } of ranked.slice(0, line)) expect(rank).toBeLessThanOrEqual(lastPrize({ template }).place);
      }),
    );
  });

  test('what is shown beside the places never exceeds what the plan pays, where shared places share', () => {
    fc.assert(
      fc.property(plans, rankings, (template, ranked) => {
        const paid = valuesOf({ template, ties_share: true }, ranked).reduce((sum, value) => sum + value, 0);
        expect(paid).toBeLessThanOrEqual(prizesTogether({ template }));
        if (ranked.length >= lastPrize({ template }).place) expect(paid).toBe(prizesTogether({ template }));
      }),
    );
  });

  test('control: where each has the whole prize of a shared place, it does exceed it', () => {
    const two = [1, 1].map((rank) => ({ rank }));
    const template: PrizeTemplate = { basis: 'amount', steps: [step(1, 1, 100)] };
    expect(valuesOf({ template, ties_share: false }, two)).toEqual([100, 100]);
  });

  test('a near miss is of a bird without a prize, and as long as its time is behind the last with one', () => {
    fc.assert(
      fc.property(plans, rankings, (template, ranked) => {
        const values = valuesOf({ template, ties_share: true }, ranked);
        const last = ranked[birdsInPrizes({ template }, ranked) - 1];
        ranked.forEach((line, index) => {
          const missed_ms = missedPrizeBy({ template }, ranked, line);
          if (missed_ms === null) return;
          expect(values[index]).toBe(0);
          expect(line.net_ms - missed_ms).toBe(last!.net_ms);
        });
      }),
    );
  });

  test.each<[string, number, number, number | null]>([
    ['2.6 s behind the fiftieth', 51, 1_002_587, 2_587],
    ['with the last prize', 50, 1_000_000, null],
    ['more than a minute behind', 60, 1_060_001, null],
    ['behind it by a ruling, at the same time', 51, 1_000_000, null],
  ])('%s', (_, rank, net_ms, missed_ms) => {
    const template: PrizeTemplate = { basis: 'amount', steps: [step(1, 50, 25_000)] };
    const ranked = Array.from({ length: 50 }, (_place, index) => ({ rank: index + 1, net_ms: 999_951 + index }));
    ranked[49]!.net_ms = 1_000_000;
    expect(missedPrizeBy({ template }, [...ranked, { rank, net_ms }], { rank, net_ms })).toBe(missed_ms);
  });
});
