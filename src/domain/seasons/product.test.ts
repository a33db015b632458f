import { describe, expect, test } from 'vitest';
import type { Refusal } from '#domain/refusal.ts';
import { type ProductTerms, saleOf, whyNotChangeProduct, whyNotProduct, whyNotRemoveProduct } from './product.ts';

const entry: ProductTerms = {
  product_category_id: 1,
  name: 'Five pigeons',
  description: '',
  amount_cents: 100_000,
  pigeons_active: 2,
  pigeons_reserve: 3,
  max_quantity: 10,
  starts_at: null,
  ends_at: null,
};
const due_dates = [
  { due_date_category_id: 1, starts_at: '2027-01-01', ends_at: '2027-02-28' },
  { due_date_category_id: 6, starts_at: '2027-06-01', ends_at: '2027-06-30' },
] as const;
const none = { pigeons_active: 0, pigeons_reserve: 0 } as const;
const reserve = { ...entry, ...none, product_category_id: 3 } as const;
const said = (no: Refusal | null) => no && [no.code, ...Object.keys(no.errors ?? {})].join('.');

describe('the terms of a product', () => {
  test.each<[string, ProductTerms, string | null]>([
    ['without a period of its own', entry, null],
    ['for its whole due date', { ...entry, starts_at: '2027-01-01', ends_at: '2027-02-28' }, null],
    [
      'from the day before its due date (5.6)',
      { ...entry, starts_at: '2026-12-31' },
      'product_outside_due_date.starts_at',
    ],
    ['from the day after it', { ...entry, starts_at: '2027-03-01' }, 'product_outside_due_date.starts_at'],
    ['to the day after it', { ...entry, ends_at: '2027-03-01' }, 'product_outside_due_date.ends_at'],
    ['to its last day alone', { ...entry, ends_at: '2027-02-28' }, null],
    [
      'that end before they start',
      { ...entry, starts_at: '2027-01-02', ends_at: '2027-01-01' },
      'due_date_range_invalid.ends_at',
    ],
    ['for one day', { ...entry, starts_at: '2027-01-02', ends_at: '2027-01-02' }, null],
    ['within the due date of their category', { ...reserve, starts_at: '2027-06-01' }, null],
    ['within that of another category', { ...reserve, starts_at: '2027-01-01' }, 'product_outside_due_date.starts_at'],
    ['of a category without a due date', { ...entry, ...none, product_category_id: 2 }, null],
    [
      'with a period and no due date',
      { ...entry, ...none, product_category_id: 2, ends_at: '2027-01-01' },
      'product_due_date_missing.ends_at',
    ],
    [
      'an entry of no pigeon',
      { ...entry, pigeons_active: 0, pigeons_reserve: 0 },
      'product_without_pigeons.pigeons_active',
    ],
    ['an entry of a reserve alone', { ...entry, pigeons_active: 0, pigeons_reserve: 1 }, null],
    ...([2, 3, 4, 5] as const).flatMap((product_category_id): [string, ProductTerms, string][] => [
      [
        `an active pigeon of category ${product_category_id}`,
        { ...entry, product_category_id, pigeons_reserve: 0 },
        'product_with_pigeons.pigeons_active',
      ],
      [
        `a reserve of category ${product_category_id}`,
        { ...entry, product_category_id, pigeons_active: 0 },
        'product_with_pigeons.pigeons_active',
      ],
    ]),
    ['an add-on of no pigeon', { ...entry, product_category_id: 5, pigeons_active: 0, pigeons_reserve: 0 }, null],
  ])('%s', (_, product, code) => {
    expect(said(whyNotProduct(product, due_dates))).toBe(code);
  });
});

describe('a change of a product', () => {
  const sold = { ...entry, sold: 4, in_use: true };
  const fresh = { ...entry, sold: 0, in_use: false };
  test.each<[string, typeof sold, ProductTerms, number, string | null]>([
    ['of the price, never sold', fresh, { ...entry, amount_cents: 1 }, 1, null],
    ['of the price, sold (5.5, 8.20)', sold, { ...entry, amount_cents: 1 }, 2, 'product_in_use'],
    ['of the name, sold', sold, { ...entry, name: 'Six' }, 2, 'product_in_use'],
    ['of the description, sold', sold, { ...entry, description: 'More' }, 2, 'product_in_use'],
    ['of the pigeons, sold', sold, { ...entry, pigeons_reserve: 2 }, 2, 'product_in_use'],
    ['of the category, sold', sold, { ...entry, product_category_id: 5 }, 2, 'product_in_use'],
    ['of the price, sold and cancelled', { ...sold, sold: 0 }, { ...entry, amount_cents: 1 }, 2, 'product_in_use'],
    ['of period and quantity, sold', sold, { ...entry, max_quantity: null, ends_at: '2027-02-01' }, 1, null],
    ['to as many as were sold', sold, { ...entry, max_quantity: 4 }, 1, null],
    ['to one fewer than were sold', sold, { ...entry, max_quantity: 3 }, 1, 'error_min_value.max_quantity'],
    [
      'that takes the last entry fee (5.4, 8.21)',
      fresh,
      { ...entry, product_category_id: 5 },
      1,
      'entry_fee_product_needed',
    ],
    ['that leaves another entry fee', fresh, { ...entry, product_category_id: 5 }, 2, null],
  ])('%s', (_, before, after, entry_fees, code) => {
    expect(said(whyNotChangeProduct(before, after, entry_fees))).toBe(code);
  });

  test('a product is removed unless it was sold (5.5) or is the last entry fee (5.4)', () => {
    expect(whyNotRemoveProduct(fresh, 2)).toBeNull();
    expect(said(whyNotRemoveProduct(fresh, 1))).toBe('entry_fee_product_needed');
    expect(said(whyNotRemoveProduct(sold, 2))).toBe('product_in_use');
    expect(whyNotRemoveProduct({ ...reserve, sold: 0, in_use: false }, 1)).toBeNull();
  });
});

describe('the sale of a product (5.6)', () => {
  const fresh = { ...entry, starts_at: '2027-01-10', ends_at: '2027-01-20', sold: 0 };
  test.each([
    ['the day before', fresh, '2027-01-09', 'ahead'],
    ['the first day', fresh, '2027-01-10', 'open'],
    ['the last day', fresh, '2027-01-20', 'open'],
    ['the day after: max product lifetime reached (8.33)', fresh, '2027-01-21', 'over'],
    ['the last one left', { ...fresh, sold: 9 }, '2027-01-15', 'open'],
    ['none left', { ...fresh, sold: 10 }, '2027-01-15', 'sold_out'],
    ['none left, and over', { ...fresh, sold: 10 }, '2027-01-21', 'over'],
    ['no own period, within the due date', { ...entry, sold: 0 }, '2027-02-28', 'open'],
    ['no own period, after the due date', { ...entry, sold: 0 }, '2027-03-01', 'over'],
    ['no due date', { ...entry, product_category_id: 2 as const, sold: 0 }, '2027-01-15', 'unset'],
    ['a due date that was moved away', { ...fresh, starts_at: '2027-03-05', ends_at: null }, '2027-01-15', 'over'],
  ])('%s', (_, product, today, state) => {
    expect(saleOf(product, due_dates, today).state).toBe(state);
  });

  test('runs on the days of both, and the number left follows from the number sold', () => {
    expect(saleOf({ ...fresh, sold: 4 }, due_dates, '2027-01-15')).toEqual({
      state: 'open',
      from: '2027-01-10',
      to: '2027-01-20',
      remaining: 6,
    });
    expect(saleOf({ ...fresh, max_quantity: null, ends_at: null, sold: 4 }, due_dates, '2027-01-15')).toMatchObject({
      to: '2027-02-28',
      remaining: null,
    });
  });
});
