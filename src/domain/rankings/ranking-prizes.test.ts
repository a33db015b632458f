/** The prizes of rankings: who can win them, how they are divided, and that published ones are only raised (domain 2.11). */
import { describe, expect, it, test } from 'vitest';
import type { PrizeDivision } from '#domain/seasons/prize-division-rule.ts';
import { prizesTogether } from '#domain/seasons/prizes.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { defaultDivision } from '#domain/seasons/rulebook-parts.ts';
import { whyNotPrizes } from './prized.ts';
import { whyNotChangeRanking } from './published.ts';
import { exampleOf, prizesOfRanking } from './ranking-prizes.ts';
import { type Grouping, rankingBy } from './ranking-rule.ts';

const step = (from: number, to: number, value: number) => ({ from, to, value });
const amounts = (...steps: PrizeTemplate['steps']): PrizeTemplate => ({ basis: 'amount', steps });
const rows = (...places: number[]) => places.map((place, i) => ({ key: i + 1, place }));
const rule = rankingBy({ by: 'rank_sum' });
const by = (division: Partial<PrizeDivision>) => ({ division: { ...defaultDivision, ...division } });

describe('the prizes of a ranking', () => {
  it.each([
    ['go to the places', { division: null }, [1, 2, 3], [500, 250, 100]],
    ['of equal ones are those of the places they cover', { division: null }, [1, 1, 3], [375, 375, 100]],
    ['with an odd cent: to the first of them', { division: null }, [1, 2, 2], [500, 175, 175]],
    ['of places that nobody has are the loft’s', { division: null }, [1], [500]],
    ['of places that nobody has are everybody’s who is ranked', by({ undistributed: 'clocked' }), [1, 2], [550, 300]],
  ] as const)('%s', (_what, of, places, expected) => {
    const won = prizesOfRanking(of, amounts(step(1, 1, 500), step(2, 2, 250), step(3, 3, 100)), rows(...places), 0);
    expect(places.map((_, i) => won.get(i + 1) ?? 0)).toEqual(expected);
  });

  it('an odd cent is that of the first, of the last, or the loft’s', () => {
    const odd = amounts(step(1, 1, 101), step(2, 2, 50));
    expect(exampleOf({ division: null }, odd)).toEqual([76, 75]);
    expect(exampleOf(by({ odd_cent: 'last_place' }), odd)).toEqual([75, 76]);
    expect(exampleOf(by({ odd_cent: 'loft' }), odd)).toEqual([75, 75]);
  });

  it('in percent are shares of the fund', () => {
    const won = prizesOfRanking(rule, { basis: 'percent', steps: [step(1, 2, 2_500)] }, rows(1, 2, 3), 100_000);
    expect([...won]).toEqual([
      [1, 25_000],
      [2, 25_000],
    ]);
  });

  it('are at least what is guaranteed, together to the cent, as the money of the season says (domain 2.11)', () => {
    const template: PrizeTemplate = { basis: 'percent', steps: [step(1, 3, 1_000)], at_least_cents: 10_000 };
    const won = (fund_cents: number) => [...prizesOfRanking(rule, template, rows(1, 2, 3), fund_cents).values()];
    expect(won(1_000)).toEqual([3_334, 3_333, 3_333]);
    expect(won(100_000)).toEqual([10_000, 10_000, 10_000]);
    for (const fund_cents of [0, 1_000, 33_333, 100_000])
      expect(won(fund_cents).reduce((sum, cents) => sum + cents, 0)).toBe(prizesTogether({ template }, fund_cents));
  });

  it('of names without an account are in the order of the names, whatever the order of the lines', () => {
    const equal = [
      { key: 'Zoe', place: 1 },
      { key: 'Adam', place: 1 },
    ];
    expect(prizesOfRanking(rule, amounts(step(1, 1, 101)), equal, 0)).toEqual(
      new Map([
        ['Adam', 51],
        ['Zoe', 50],
      ]),
    );
  });
});

test.each([
  ['pigeon', null],
  ['team', null],
  ['fancier', null],
  ['country', 'ranking_prizes_of_nobody'],
  ['agent', 'ranking_prizes_of_nobody'],
  ['colour', 'ranking_prizes_of_nobody'],
] as const)('a ranking of %s: %s', (of, code) => {
  const group = (grouping: Grouping) => ({ of: grouping, birds: 2, named: false, complete: true });
  const subject = of === 'pigeon' ? { of } : group(of);
  const no = whyNotPrizes({ rule: { ...rule, subject }, prizes: amounts(step(1, 1, 5)) });
  expect(no?.errors?.prizes?.[0]?.code ?? null).toBe(code);
  expect(whyNotPrizes({ rule: { ...rule, subject }, prizes: null })).toBeNull();
});

test.each([
  ['a draft may lower them', null, amounts(step(1, 1, 400)), null],
  ['a published one may raise them', '2026-01-01T00:00:00.000Z', amounts(step(1, 1, 600), step(2, 4, 10)), null],
  ['and keeps them', '2026-01-01T00:00:00.000Z', amounts(step(1, 1, 500)), null],
  ['but not lower them', '2026-01-01T00:00:00.000Z', amounts(step(1, 1, 499)), 'ranking_prizes_lowered'],
  ['nor take them away', '2026-01-01T00:00:00.000Z', null, 'ranking_prizes_lowered'],
])('%s', (_what, published_at, prizes, code) => {
  const no = whyNotChangeRanking({ published_at, rule, prizes: amounts(step(1, 1, 500)) }, { rule, prizes });
  expect(no?.errors?.prizes?.[0]?.code ?? null).toBe(code);
});
