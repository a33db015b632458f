import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsIn, split, sum } from '#domain/money.ts';

const cents = fc.integer({ min: -2_147_483_647, max: 2_147_483_647 });

describe('money', () => {
  it('split shares add up to the cent and differ by at most one', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 500 }), (amount_cents, parts) => {
        const shares = split({ amount_cents, currency: 'EUR' }, parts);
        const values = shares.map((share) => share.amount_cents);
        expect(shares).toHaveLength(parts);
        expect(sum(shares, 'EUR').amount_cents).toBe(amount_cents);
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('a split by rounding each share loses cents (control)', () => {
    const naive = (amount: number, parts: number) => Array.from({ length: parts }, () => Math.round(amount / parts));
    expect(naive(10_000, 3).reduce((a, b) => a + b)).not.toBe(10_000);
  });

  it('refuses fractions of a cent and mixed currencies', () => {
    expect(() => sum([{ amount_cents: 0.5, currency: 'EUR' }], 'EUR')).toThrow(RangeError);
    expect(() => sum([{ amount_cents: 1, currency: 'USD' }], 'EUR')).toThrow(RangeError);
  });
});

it.each<[string, number | null]>([
  ['150', 15_000],
  ['1.5', 150],
  [' 1,50 ', 150],
  ['18,400', null],
  ['18.400', null],
  ['1,234,567', 123_456_700],
  ['18 400', 1_840_000],
  ['1,234.56', 123_456],
  ['1.234,56', 123_456],
  ['1 234 567,8', 123_456_780],
  ['1\u202f234', 123_400],
  ['1’234.5', 123_450],
  ['1,23,456', null],
  ['1,234,56', null],
  ['1.234.56', null],
  ['1.2345', null],
  ['-5', null],
  ['1e3', null],
  ['', null],
])('the typed amount %j is %j hundredths', (typed, hundredths) => {
  expect(hundredthsIn(typed)).toBe(hundredths);
});
