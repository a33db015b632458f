import { describe, expect, test } from 'vitest';
import { asTyped, hundredthsIn } from '#domain/money.ts';
import {
  changedParts,
  defaultRulebook,
  givenPrizes,
  givenRulebook,
  type PrizeStep,
  prizeTemplate,
  rulebook,
} from './rulebook.ts';

const byDefault = defaultRulebook('km');

describe('a rulebook', () => {
  test('the first one of a season is valid, in the unit of the loft (9.6)', () => {
    for (const unit of ['km', 'mile'] as const) expect(rulebook.parse(defaultRulebook(unit))).toBeTruthy();
    expect(defaultRulebook('mile').rules.speed.unit).toBe('yd/min');
  });

  const ace = { method: 'coefficient', kinds: ['hot_spot'], best: null } as const;
  test.each([
    ['an ace of the best three', { ...byDefault, aces: [{ ...ace, best: 3 }] }, true],
    ['an ace of no flights', { ...byDefault, aces: [{ ...ace, kinds: [] }] }, false],
    ['an ace of the best none', { ...byDefault, aces: [{ ...ace, best: 0 }] }, false],
    ['more aces than the maximum', { ...byDefault, aces: Array(5).fill(ace) }, false],
    ['an unknown method to find an ace', { ...byDefault, aces: [{ ...ace, method: 'lot' }] }, false],
    ['prizes for training', { ...byDefault, prizes: { training: {} } }, false],
    ['an unknown refund', { ...byDefault, refunds: { entry: 'half', activation: 'none' } }, false],
    ['no time for disputes', { ...byDefault, disputes: { hours: 0 } }, true],
    ['disputes for longer than two weeks', { ...byDefault, disputes: { hours: 337 } }, false],
    ['disputes for less than no time', { ...byDefault, disputes: { hours: -1 } }, false],
    ['an unknown field', { ...byDefault, pools: true }, false],
  ])('%s', (_, given, valid) => {
    expect(rulebook.safeParse(given).success).toBe(valid);
  });

  test('lists the parts in which it differs from another, in whatever order its fields stand', () => {
    const { rules, ...rest } = byDefault;
    expect(
      changedParts(byDefault, { ...rest, rules: { ...rules, speed: { ...rules.speed, yards_per_metre: null } } }),
    ).toEqual([]);
    expect(
      changedParts(byDefault, {
        ...byDefault,
        rules: { ...rules, precision_ms: 1000, closing: { kind: 'hours', hours: 48 } },
        prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 1, value: 100_000 }] } },
        refunds: { ...byDefault.refunds, activation: 'money' },
      }),
    ).toEqual(['ties', 'closing', 'prizes', 'refunds']);
    expect(changedParts(byDefault, { ...byDefault, ties_share_prizes: false })).toEqual(['prizes']);
    expect(changedParts(byDefault, { ...byDefault, disputes: { hours: 48 } })).toEqual(['disputes']);
    // A rulebook from before prizes had a rule of division divides them by default.
    const { division, ...earlier } = byDefault;
    expect(changedParts(earlier, byDefault)).toEqual([]);
    expect(changedParts(earlier, { ...byDefault, division: { ...division!, odd_cent: 'loft' } })).toEqual(['prizes']);
    // A rulebook from before there were disputes gives no time for them.
    const { disputes: _, ...older } = byDefault;
    expect(changedParts(older, { ...byDefault, disputes: { hours: 0 } })).toEqual([]);
  });
});

describe('prizes by place (domain 2.11)', () => {
  const step = (from: number, to: number, value: number): PrizeStep => ({ from, to, value });
  // Champion 1-Loft 2009: 40/20/15/10/5 and 6th to 10th two each, which is the whole fund.
  const whole = [4000, 2000, 1500, 1000, 500].map((value, i) => step(i + 1, i + 1, value)).concat(step(6, 10, 200));
  test.each([
    ['shares that make up the whole fund', 'percent', whole, null],
    ['shares that are more', 'percent', [...whole, step(11, 11, 1)], 'prize_fund_exceeded'],
    ['amounts have no such end', 'amount', [...whole, step(11, 100, 900_000)], null],
    ['places in a gap', 'amount', [step(1, 1, 5), step(4, 6, 3)], null],
    ['a place twice', 'amount', [step(1, 3, 5), step(3, 3, 4)], 'prize_places_wrong'],
    ['places backwards', 'amount', [step(5, 4, 5)], 'prize_places_wrong'],
    ['a later place that has more, from before the rule', 'amount', [step(1, 1, 5), step(2, 2, 6)], null],
    ['a guarantee of shares', 'percent', whole, null, 100_000],
    ['a guarantee of amounts, which are guaranteed anyway', 'amount', whole, 'guarantee_of_amounts', 100_000],
  ] as const)('%s', (_, basis, steps, code, at_least_cents?: number) => {
    const { error } = prizeTemplate.safeParse({ basis, steps, ...(at_least_cents && { at_least_cents }) });
    expect(error?.issues.map((issue) => ('params' in issue ? issue.params?.code : issue.code)) ?? null).toEqual(
      code && [code],
    );
  });
});

test.each([
  [
    'equal and falling prizes',
    [
      [1, 1, 5],
      [2, 4, 5],
      [5, 5, 1],
    ],
    null,
  ],
  [
    'a place without a prize before one with a prize',
    [
      [1, 1, 5],
      [3, 3, 4],
    ],
    { code: 'prize_places_gap', params: { place: 2 } },
  ],
  ['no first place', [[2, 3, 5]], { code: 'prize_places_gap', params: { place: 1 } }],
  [
    'a later place with more',
    [
      [1, 1, 5],
      [2, 2, 6],
    ],
    { code: 'prize_rising', params: { place: 2 } },
  ],
] as const)('prizes that are given now: %s (domain 2.11)', (_, places, wrong) => {
  const steps = places.map(([from, to, value]) => ({ from, to, value }));
  const book = { ...byDefault, prizes: { final: { basis: 'amount' as const, steps } } };
  const codes = (result: { error?: { issues: readonly object[] } | undefined }) =>
    result.error?.issues.map((issue) => ('params' in issue ? issue.params : issue)) ?? [];
  expect(codes(givenRulebook.safeParse(book))).toEqual(wrong ? [wrong] : []);
  expect(codes(givenPrizes.safeParse(book.prizes.final))).toEqual(wrong ? [wrong] : []);
  // One that is kept from before is read.
  expect(codes(rulebook.safeParse(book))).toEqual([]);
});

test.each([
  ['150', 15_000, '150'],
  ['1.5', 150, '1.50'],
  ['1,05', 105, '1.05'],
  [' 0 ', 0, '0'],
  ['1.005', null, null],
  ['1e3', null, null],
  ['-1', null, null],
  ['', null, null],
])('an amount typed as “%s” is %s hundredths', (typed, hundredths, again) => {
  expect(hundredthsIn(typed)).toBe(hundredths);
  if (hundredths !== null) expect(asTyped(hundredths)).toBe(again);
});
