import { expect, test } from 'vitest';
import { defaultRulebook, type PrizeTemplate, type Rulebook } from '#domain/seasons/rulebook.ts';
import { mostSimulated, simulate, simulatedKinds } from './prize-simulator.ts';

const percent: PrizeTemplate = {
  basis: 'percent',
  steps: [
    { from: 1, to: 1, value: 5000 },
    { from: 2, to: 4, value: 1000 },
  ],
};
const book: Rulebook = { ...defaultRulebook('km'), prizes: { final: percent } };
const field = { basketed: 100, home: 50, drop: 1, countries: 0, fee_cents: 1_000 };

test('a table is tried out by the function that pays it (domain 2.11)', () => {
  expect(simulatedKinds(book)).toEqual(['final']);
  expect(simulate(book, 'hot_spot', field)).toBeNull();
  expect(simulate(book, 'final', field)).toEqual({
    lines: [
      { from: 1, to: 1, cents: 50_000 },
      { from: 2, to: 4, cents: 10_000 },
    ],
    specials: [],
    paid_cents: 80_000,
    kept_cents: 0,
    prizes_cents: 80_000,
  });
  // Two are home: the loft keeps what is left.
  expect(simulate(book, 'final', { ...field, home: 2 })).toMatchObject({ paid_cents: 60_000, kept_cents: 20_000 });
});

test('the first drop, a guarantee and places without a bird are in it', () => {
  const division = {
    odd_cent: 'first_place',
    undistributed: 'winners_or_basketed',
    first_drop: { most_birds: null, at_tie: 'with_it' },
  } as const;
  const drop = simulate({ ...book, division }, 'final', { ...field, drop: 4 });
  expect(drop?.lines).toEqual([{ from: 1, to: 4, cents: 20_000 }]);
  const guaranteed = { final: { ...percent, at_least_cents: 1_600_000 } };
  expect(simulate({ ...book, prizes: guaranteed }, 'final', field)?.prizes_cents).toBe(1_600_000);
  // One of four places is filled: all basketed share the rest.
  const one = simulate({ ...book, division }, 'final', { ...field, basketed: 30, home: 1, fee_cents: 1_000 });
  expect(one).toMatchObject({
    lines: [
      { from: 1, to: 1, cents: 15_300 },
      { from: null, to: null, cents: 300 },
    ],
    paid_cents: 24_000,
  });
});

test('special prizes are counted, in money and in kind (domain 2.11)', () => {
  const hen = { to: 'first_hen', every: null, amount_cents: null, in_kind: 'A clock' } as const;
  const tenth = { to: 'every_nth', every: 10, amount_cents: 500, in_kind: null } as const;
  const countries = { to: 'first_of_country', every: null, amount_cents: 1_000, in_kind: null } as const;
  const special = { final: [hen, tenth, countries] };
  expect(simulate({ ...book, special }, 'final', { ...field, home: 49, countries: 7 })).toMatchObject({
    specials: [
      { prize: hen, count: 1, cents: 0 },
      { prize: tenth, count: 4, cents: 2_000 },
      { prize: countries, count: 7, cents: 7_000 },
    ],
    paid_cents: 89_000,
    kept_cents: 0,
    prizes_cents: 89_000,
  });
  expect(simulate({ ...book, special }, 'final', { ...field, home: 0, countries: 7 })?.specials).toEqual([]);
});

test('as many birds as there can be are tried out while somebody types', () => {
  const division = { odd_cent: 'loft', undistributed: 'clocked', first_drop: null } as const;
  const whole = { final: { basis: 'amount' as const, steps: [{ from: 1, to: 100_000, value: 100 }] } };
  const from = performance.now();
  const special = { final: [{ to: 'every_nth' as const, every: 2, amount_cents: null, in_kind: 'A ring' }] };
  const all = simulate({ ...book, prizes: whole, division, special }, 'final', {
    ...field,
    basketed: mostSimulated,
    home: mostSimulated,
    countries: 100,
  });
  expect(all).toMatchObject({ prizes_cents: 10_000_000, kept_cents: 0 });
  expect(performance.now() - from).toBeLessThan(2_000);
});
