import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import type { ParentDueDate } from '#domain/seasons/product.ts';
import { amountOf, type OrderLine, placesLeft, placesOf, saleIn, type TakenCapacity, whyNotOrder } from './cart.ts';

const five: OrderLine['product'] = {
  product_category_id: 1,
  name: 'Team of five',
  description: '',
  amount_cents: 65_000,
  pigeons_active: 5,
  pigeons_reserve: 3,
  max_quantity: 10,
  starts_at: null,
  ends_at: null,
  sold: 8,
};
const open: ParentDueDate[] = [{ due_date_category_id: 1, starts_at: '2027-01-01', ends_at: '2027-02-28' }];
const season: TakenCapacity = {
  max_pigeons: 100,
  max_active_pigeons: 60,
  max_reserve_pigeons: 40,
  taken_active_pigeons: 50,
  taken_reserve_pigeons: 31,
  activated_reserve_pigeons: 0,
  outside_order_pigeons: 0,
};
const said = (lines: OrderLine[], given: Partial<TakenCapacity> = {}, today = '2027-02-28') => {
  const no = whyNotOrder(lines, { ...season, ...given }, open, today);
  expect(no === null || isRefusal(no)).toBe(true);
  return no && [no.code, no.params, Object.keys(no.errors ?? {})];
};
const one = (quantity: number, product: Partial<OrderLine['product']> = {}): OrderLine => ({
  product: { ...five, ...product },
  quantity,
});

describe('an order', () => {
  it('within all limits is taken, to the last place', () => {
    expect(said([one(1)])).toBeNull();
    expect(said([one(2)], { max_pigeons: 97 })).toBeNull();
    expect(said([one(2)], { max_pigeons: null, max_active_pigeons: null, max_reserve_pigeons: null })).toBeNull();
  });

  it.each<[string, OrderLine[], Partial<TakenCapacity>, string, unknown]>([
    ['of nothing', [], {}, '2027-02-28', ['order_empty', {}, ['lines']]],
    ['after the last day (8.13)', [one(1)], {}, '2027-03-01', ['registration_ends', { date: '2027-02-28' }, []]],
    [
      'before the first day',
      [one(1)],
      {},
      '2026-12-31',
      ['product_not_yet', { date: '2027-01-01' }, ['lines.0.quantity']],
    ],
    [
      'of a package that is over (8.33)',
      [one(1), one(1, { ends_at: '2027-02-01' })],
      {},
      '2027-02-28',
      ['product_lifetime_reached', {}, ['lines.1.quantity']],
    ],
    ['of more than are left of it', [one(3)], {}, '2027-02-28', ['error_max_value', { max: 2 }, ['lines.0.quantity']]],
    [
      'of more than are free (8.14)',
      [one(2)],
      { max_pigeons: 96 },
      '2027-02-28',
      ['spots_left', { spots: 15, pigeonCountFromThisOrder: 16 }, []],
    ],
    [
      'of more than there is at all (5.3)',
      [one(1)],
      { max_pigeons: 7 },
      '2027-02-28',
      ['error_registration_pigeons', { max: 7 }, []],
    ],
    [
      'of too many that fly (8.15)',
      [one(1)],
      { taken_active_pigeons: 56 },
      '2027-02-28',
      ['most_active_pigeons', {}, []],
    ],
    [
      'of too many reserves (8.16)',
      [one(1)],
      { taken_reserve_pigeons: 38 },
      '2027-02-28',
      ['most_reserve_pigeons', {}, []],
    ],
  ])('%s is refused', (_, lines, given, today, no) => {
    expect(said(lines, given, today)).toEqual(no);
  });

  it('that costs more than a card can be charged is refused', () => {
    expect(said([one(1, { amount_cents: 99_999_999_999 })])).toBeNull();
    expect(said([one(1, { amount_cents: 100_000_000_000 })])).toEqual([
      'error_max_value',
      { max: 999_999_999 },
      ['lines'],
    ]);
  });

  it('counts reserves that race in addition among the active birds (8.15)', () => {
    expect(said([one(1)], { activated_reserve_pigeons: 5 })).toBeNull();
    expect(said([one(1)], { activated_reserve_pigeons: 6 })?.[0]).toBe('most_active_pigeons');
    expect(said([one(1)], { outside_order_pigeons: 6 })?.[0]).toBe('most_active_pigeons');
  });
  it('of activations takes no place of its own', () => {
    expect(placesOf([{ ...one(4, { product_category_id: 3 }) }])).toEqual({ active: 0, reserve: 0 });
  });

  it('shows how much is left, never less than zero', () => {
    expect(placesLeft(season)).toEqual({ all: 19, active: 10, reserve: 9 });
    expect(placesLeft({ ...season, max_pigeons: 80, max_active_pigeons: null })).toEqual({
      all: 0,
      active: null,
      reserve: 9,
    });
  });
});

test('an order costs and takes the sum of its lines, to the cent (M1)', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 1000 }),
    amount_cents: fc.integer({ min: 0, max: 100_000_000 }),
    active: fc.integer({ min: 0, max: 1000 }),
    reserve: fc.integer({ min: 0, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (drawn) => {
      const lines = drawn.map(({ quantity, amount_cents, active, reserve }) =>
        one(quantity, { amount_cents, pigeons_active: active, pigeons_reserve: reserve }),
      );
      const exact = drawn.reduce(
        (total, { quantity, amount_cents }) => total + BigInt(quantity) * BigInt(amount_cents),
        0n,
      );
      expect(BigInt(amountOf(lines, 'EUR').amount_cents)).toBe(exact);
      const birds = placesOf(lines);
      expect(birds.active + birds.reserve).toBe(drawn.reduce((n, d) => n + d.quantity * (d.active + d.reserve), 0));
    }),
    { numRuns: Number(process.env.PROVE ?? 0) ? 1_000_000 : 1000 },
  );
});

describe('what is left of a package (5.3)', () => {
  const sale = { state: 'open' as const, from: null, to: null, remaining: 26 };
  // 19 places are left in all, 10 of them active, and 9 reserves.
  const left = (
    given: Partial<TakenCapacity>,
    product: Partial<OrderLine['product']> = {},
    remaining: number | null = 26,
  ) => saleIn({ ...five, ...product, sale: { ...sale, remaining } }, { ...season, ...given });

  it.each<[string, Partial<TakenCapacity>, Partial<OrderLine['product']>, number | null, number | null, string]>([
    ['its own rest', {}, {}, 1, 1, 'open'],
    ['as many as have active places', { max_pigeons: null }, { pigeons_reserve: 0 }, 26, 2, 'open'],
    ['as many as have places in all', { max_active_pigeons: null }, { pigeons_reserve: 0 }, 26, 3, 'open'],
    ['as many as have reserve places', { max_pigeons: null, max_active_pigeons: null }, {}, null, 3, 'open'],
    ['none without a place', { max_pigeons: 88 }, {}, 26, 0, 'sold_out'],
    ['any number of what takes no place', {}, { product_category_id: 2 }, null, null, 'open'],
  ])('is %s', (_, given, product, own, remaining, state) => {
    expect(left(given, product, own)).toMatchObject({ remaining, state });
  });

  it('can be ordered, and no more', () => {
    const season_left = { max_reserve_pigeons: null, max_pigeons: null };
    const { remaining } = left(season_left);
    expect(said([one(remaining!, { max_quantity: null })], season_left)).toBeNull();
    expect(said([one(remaining! + 1, { max_quantity: null })], season_left)).not.toBeNull();
  });
});
