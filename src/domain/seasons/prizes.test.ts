import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PrizeDivision } from './prize-division-rule.ts';
import {
  birdsInPrizes,
  type Finish,
  lastPrize,
  missedPrizeBy,
  prizesOf,
  prizesTogether,
  restOf,
  sharersOf,
} from './prizes.ts';
import type { PrizeTemplate } from './rulebook.ts';
import { defaultDivision } from './rulebook-parts.ts';

const step = (from: number, to: number, value: number) => ({ from, to, value });
const fixed: PrizeTemplate = {
  basis: 'amount',
  steps: [step(1, 1, 900_000), step(2, 2, 600_000), step(3, 3, 500_000), step(4, 4, 400_000), step(5, 5, 300_000)],
};
/** Birds of a rank an hour apart each, so that none is of the drop of another rank. */
const alone = (ranks: readonly number[]) => ranks.map((rank) => ({ rank, time_ms: rank * 3_600_000 }));
const inAir: Finish = { is_together: true, lost: null };
const planOf = (template: PrizeTemplate, ties_share = true, division: PrizeDivision = defaultDivision) => ({
  template,
  ties_share,
  division,
});
/** Each bird's value, also behind the prizes. */
const valuesOf = (
  plan: ReturnType<typeof planOf>,
  ranked: readonly { rank: number; time_ms: number }[],
  fund_cents: number | null = null,
  finish = inAir,
) => {
  const { values } = prizesOf(plan, ranked, finish, fund_cents);
  return ranked.map((_, index) => values[index] ?? 0);
};
const share: PrizeTemplate = { basis: 'percent', steps: [step(1, 1, 4000), step(2, 10, 333)] };

describe('prizes by rank (domain 2.11)', () => {
  test.each<[string, number[], PrizeTemplate, boolean, number[]]>([
    ['one place after the other', [1, 2, 3], fixed, true, [900_000, 600_000, 500_000]],
    // 5000 + 4000 + 3000 are three times 4000.
    ['places 3 to 5 shared', [1, 2, 3, 3, 3], fixed, true, [900_000, 600_000, 400_000, 400_000, 400_000]],
    [
      'a place shared with the last prize',
      [1, 2, 3, 4, 5, 5],
      fixed,
      true,
      [900_000, 600_000, 500_000, 400_000, 150_000, 150_000],
    ],
    ['what does not divide goes to the first', [1, 1, 1], { ...fixed, steps: [step(1, 1, 100)] }, true, [34, 33, 33]],
    ['each the whole prize of the place', [1, 1, 3], fixed, false, [900_000, 900_000, 500_000]],
    [
      'no prize behind the last place',
      [1, 2, 3, 4, 5, 6],
      fixed,
      true,
      [900_000, 600_000, 500_000, 400_000, 300_000, 0],
    ],
    ['shares of the fund, rounded down', [1, 2], share, true, [400_04, 33_30]],
  ])('%s', (_, ranks, template, ties_share, expected) => {
    expect(valuesOf(planOf(template, ties_share), alone(ranks), 100_010)).toEqual(expected);
  });

  test('of birds that tie for a place add up to those of the places, and never exceed the fund', () => {
    const all = valuesOf(planOf(share), alone([1, 1, 1, 4, 5, 6, 7, 8, 9, 10]), 77_777);
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
  return sorted.map((net_ms) => ({ net_ms, time_ms: net_ms, rank: sorted.indexOf(net_ms) + 1 }));
});

describe('the prize line (domain 2.11)', () => {
  test('stands after the last bird with a prize, wherever places are shared', () => {
    fc.assert(
      fc.property(plans, rankings, fc.boolean(), (template, ranked, ties_share) => {
        const values = valuesOf(planOf(template, ties_share), ranked);
        const line = birdsInPrizes(planOf(template), ranked, inAir);
        expect(values).toHaveLength(ranked.length);
        expect(values.slice(line).every((value) => value === 0)).toBe(true);
        for (const { rank } of ranked.slice(0, line)) expect(rank).toBeLessThanOrEqual(lastPrize({ template }).place);
      }),
    );
  });

  test('what is shown beside the places never exceeds what the plan pays, where shared places share', () => {
    fc.assert(
      fc.property(plans, rankings, (template, ranked) => {
        const paid = valuesOf(planOf(template), ranked).reduce((sum, value) => sum + value, 0);
        expect(paid).toBeLessThanOrEqual(prizesTogether({ template }));
        if (ranked.length >= lastPrize({ template }).place) expect(paid).toBe(prizesTogether({ template }));
      }),
    );
  });

  test('control: where each has the whole prize of a shared place, it does exceed it', () => {
    const two = alone([1, 1]);
    const template: PrizeTemplate = { basis: 'amount', steps: [step(1, 1, 100)] };
    expect(valuesOf(planOf(template, false), two)).toEqual([100, 100]);
  });

  test('a near miss is of a bird without a prize, and as long as its time is behind the last with one', () => {
    fc.assert(
      fc.property(plans, rankings, (template, ranked) => {
        const values = valuesOf(planOf(template), ranked);
        const last = ranked[birdsInPrizes(planOf(template), ranked, inAir) - 1];
        ranked.forEach((line, index) => {
          const missed_ms = missedPrizeBy(planOf(template), ranked, line, inAir);
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
    const ranked = Array.from({ length: 50 }, (_place, index) => ({
      rank: index + 1,
      net_ms: 999_951 + index,
      time_ms: 999_951 + index,
    }));
    const line = { rank, net_ms, time_ms: net_ms };
    expect(missedPrizeBy(planOf(template), [...ranked, line], line, inAir)).toBe(missed_ms);
  });
});

test('a guarantee is shared to the cent where the fund is less, and the fund where it is more (domain 2.11)', () => {
  const template: PrizeTemplate = {
    basis: 'percent',
    steps: [step(1, 1, 3333), step(2, 3, 2000), step(4, 6, 500)],
    at_least_cents: 100_001,
  };
  const plan = planOf(template);
  const six = alone([1, 2, 3, 4, 5, 6]);
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  expect(prizesTogether(plan, 0)).toBe(100_001);
  expect(sum(valuesOf(plan, six, 100_000))).toBe(100_001);
  expect(valuesOf(plan, six, 100_000)).toEqual([37_737, 22_642, 22_642, 5660, 5660, 5660]);
  for (const fund_cents of [0, 100_000, 113_213]) expect(sum(valuesOf(plan, six, fund_cents))).toBe(100_001);
  expect(valuesOf(plan, six, 200_000)).toEqual([66_660, 40_000, 40_000, 10_000, 10_000, 10_000]);
  fc.assert(
    fc.property(
      plans,
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (table, least, fund) => {
        const percent: PrizeTemplate = { ...table, basis: 'percent', at_least_cents: least };
        expect(prizesTogether({ template: percent }, fund)).toBeGreaterThanOrEqual(least);
      },
    ),
  );
});

describe('the division by the rulebook (domain 2.9, A16)', () => {
  const drop = (most_birds: number | null): PrizeDivision => ({
    ...defaultDivision,
    first_drop: { most_birds, at_tie: 'with_it' },
  });
  /** Home after so many seconds. */
  const home = (...seconds: number[]) =>
    seconds.map((after, i) => ({ rank: i + 1, time_ms: after * 1000, net_ms: after * 1000 }));
  const four: PrizeTemplate = {
    basis: 'amount',
    steps: [1000, 500, 300, 100].map((one, i) => step(i + 1, i + 1, one)),
  };

  test.each<[string, PrizeDivision, number[], Finish, number[]]>([
    ['birds within ten seconds of each other share', drop(null), [0, 10, 20, 31], inAir, [600, 600, 600, 100]],
    ['at most so many', drop(2), [0, 10, 20, 31], inAir, [750, 750, 300, 100]],
    ['a drop behind the last place shares with it', drop(null), [0, 1, 2, 3, 4], inAir, [380, 380, 380, 380, 380]],
    ['nobody else was near', drop(null), [0, 11, 12, 13], inAir, [1000, 500, 300, 100]],
    ['groups have no drop', drop(null), [0, 1, 2, 3], { ...inAir, is_together: false }, [1000, 500, 300, 100]],
    ['without such a rule nobody shares', defaultDivision, [0, 1, 2, 3], inAir, [1000, 500, 300, 100]],
  ])('%s', (_, division, seconds, finish, expected) => {
    const plan = planOf(four, true, division);
    const ranked = home(...seconds);
    expect(valuesOf(plan, ranked, null, finish)).toEqual(expected);
    // Who shares is the same everywhere.
    const groups = sharersOf(plan, ranked, finish);
    expect(groups.flatMap(({ birds }) => birds)).toEqual(ranked);
    expect(birdsInPrizes(plan, ranked, finish)).toBe(seconds.length);
  });

  test('prizes of places without a bird are given to nobody while more can come home', () => {
    const plan = planOf(four, true, { ...defaultDivision, undistributed: 'clocked' });
    expect(valuesOf(plan, home(0, 60))).toEqual([1000, 500]);
    const over = { is_together: true, lost: 0 };
    expect(valuesOf(plan, home(0, 60), null, over)).toEqual([1200, 700]);
    // All at home share, also those behind the last place.
    const one: PrizeTemplate = { basis: 'amount', steps: [step(1, 1, 100), step(3, 4, 100)] };
    expect(valuesOf({ ...plan, template: one }, home(0, 60, 120), null, over)).toEqual([134, 33, 133]);
  });

  test('birds that are not home share only by the rule that says so, and what is left stays with the loft', () => {
    const china = planOf(four, true, { ...defaultDivision, undistributed: 'winners_or_basketed' });
    const { values, lost, kept } = prizesOf(china, home(0, 60), { is_together: true, lost: 2 });
    expect([values, lost, kept]).toEqual([[1100, 600], [100, 100], 0]);
    expect(restOf(china, 2, 0)).toEqual({ cents: 400, to: 'basketed' });
    expect(restOf(china, 3, 0)).toEqual({ cents: 100, to: 'winners' });
    const usual = prizesOf(planOf(four), home(0, 60), { is_together: true, lost: 0 });
    expect([usual.values, usual.kept]).toEqual([[1000, 500], 400]);
  });

  test('to the cent what is paid and kept is the table, whatever the rule', () => {
    const divisions = fc.record<PrizeDivision>({
      odd_cent: fc.constantFrom('first_place', 'last_place', 'loft'),
      undistributed: fc.constantFrom('loft', 'clocked', 'winners_or_basketed'),
      first_drop: fc.option(
        fc.record({
          most_birds: fc.option(fc.integer({ min: 1, max: 30 })),
          at_tie: fc.constantFrom('with_it', 'before_it'),
        }),
      ),
    });
    fc.assert(
      fc.property(plans, rankings, divisions, fc.integer({ min: 0, max: 9 }), (template, ranked, division, count) => {
        const plan = planOf(template, true, division);
        const { values, lost, kept } = prizesOf(plan, ranked, { is_together: true, lost: count });
        const paid = [...values, ...lost].reduce((sum, one) => sum + one, 0);
        expect(paid + kept).toBe(prizesTogether(plan));
      }),
    );
  });
});
