import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';
import { type CheckoutLine, highestOrder, sharesOfSellers, sumOfCheckout, sumOfSeller } from './checkout.ts';
import { shippingCents, zoneOf } from './shipping.ts';
import { rateIn, taxIn, taxOfReceipt } from './tax.ts';
import { discountOf, type Voucher, whyNotVoucher } from './voucher.ts';

const line = (unit_cents: number, given: Partial<CheckoutLine> = {}): CheckoutLine => ({
  unit_cents,
  quantity: 1,
  rate: 2_100,
  isGiftCard: false,
  ...given,
});

describe('what a cart costs (1.7, M1)', () => {
  it('sums by seller, taxes each receipt, and takes the gift card off the whole', () => {
    const sum = sumOfCheckout(
      [
        { lines: [line(24_00), line(18_00)], discount_cents: 0, shipping_cents: 6_90 },
        { lines: [line(36_00)], discount_cents: 0, shipping_cents: 0 },
      ],
      [50_00],
    );
    expect(sum.sellers.map(({ total_cents, taxes }) => [total_cents, taxes[0]!.tax_cents])).toEqual([
      [48_90, 8_49],
      [36_00, 6_25],
    ]);
    expect(sum).toMatchObject({ total_cents: 84_90, tax_cents: 14_74, gift_cents: [50_00], to_pay_cents: 34_90 });
    // One calculation over both receipts would be a cent less: each seller owes what its own says.
    expect(taxIn(84_90, 2_100)).toBe(14_73);
  });

  it('takes a discount and adds shipping by the prices of the goods, also over two rates', () => {
    const sum = sumOfSeller({
      lines: [line(10_00), line(20_00, { rate: 600 })],
      discount_cents: 3_00,
      shipping_cents: 6_00,
    });
    expect(sum).toMatchObject({ goods_cents: 30_00, discount_cents: 3_00, total_cents: 33_00 });
    expect(sum.taxes).toEqual([
      { rate: 2_100, amount_cents: 11_00, tax_cents: 1_91 },
      { rate: 600, amount_cents: 22_00, tax_cents: 1_25 },
    ]);
  });

  it('takes no tax on a gift card, lowers none by a voucher, and pays none by another', () => {
    const card = line(150_00, { isGiftCard: true });
    const sum = sumOfCheckout([{ lines: [card, line(36_00)], discount_cents: 40_00, shipping_cents: 0 }], [500_00]);
    expect(sum.sellers[0]).toMatchObject({ discount_cents: 36_00, total_cents: 150_00 });
    expect(sumOfSeller({ lines: [card], discount_cents: 10_00, shipping_cents: 0 })).toMatchObject({
      total_cents: 150_00,
      discount_cents: 0,
      taxes: [{ rate: 0, tax_cents: 0 }],
    });
    expect(
      sumOfCheckout([{ lines: [card, line(36_00)], discount_cents: 0, shipping_cents: 0 }], [500_00]),
    ).toMatchObject({
      gift_cents: [36_00],
      to_pay_cents: 150_00,
    });
  });

  it('pays by several gift cards in their order', () => {
    const of = [{ lines: [line(100_00)], discount_cents: 0, shipping_cents: 0 }];
    expect(sumOfCheckout(of, [30_00, 0, 90_00, 10_00])).toMatchObject({
      gift_cents: [30_00, 0, 70_00, 0],
      to_pay_cents: 0,
    });
  });

  it('is exact at the highest amount', () => {
    const of = [{ lines: [line(highestOrder)], discount_cents: 0, shipping_cents: 0 }];
    expect(sumOfCheckout(of, [1])).toMatchObject({ total_cents: highestOrder, to_pay_cents: highestOrder - 1 });
    expect(taxIn(highestOrder, 2_100)).toBe(372_703_773);
  });

  it('divides what pays an order among its sellers, never more than one is owed', () => {
    expect(sharesOfSellers(50_00, [48_90, 36_00])).toEqual([28_80, 21_20]);
    expect(sharesOfSellers(84_90, [48_90, 36_00])).toEqual([48_90, 36_00]);
    expect(sharesOfSellers(0, [0, 0])).toEqual([0, 0]);
  });
});

describe('dividing by weights', () => {
  it('gives the cents that are left to the largest remainders, of equal ones to the first', () => {
    expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(apportion(10, [1, 2, 0])).toEqual([3, 7, 0]);
    expect(() => apportion(10, [0, 0])).toThrow(RangeError);
  });
});

describe('tax (1.7)', () => {
  const rates = [
    { country: 'BE', tax_class: 'standard', rate: 2_100 },
    { country: 'BE', tax_class: 'reduced', rate: 600 },
  ] as const;

  it('has the rate of the country that goods go to, none on exports and on claims', () => {
    expect(rateIn(rates, 'BE', 'reduced')).toBe(600);
    expect(rateIn(rates, 'US', 'standard')).toBe(0);
    expect(rateIn(rates, 'BE', 'none')).toBe(0);
  });

  it('rounds half a cent upwards, once for each rate', () => {
    expect(taxIn(3, 2_000)).toBe(1);
    expect(taxIn(1, 10_000)).toBe(1);
    expect(taxOfReceipt([1, 1, 1].map((amount_cents) => ({ rate: 2_000, amount_cents })))).toEqual([
      { rate: 2_000, amount_cents: 3, tax_cents: 1 },
    ]);
    expect(taxOfReceipt([{ rate: 600, amount_cents: 0 }])).toEqual([]);
  });
});

describe('shipping by weight and country (1.7)', () => {
  const zones = [
    { countries: ['BE', 'NL'], steps: [{ up_to_g: 1_000, amount_cents: 6_90 }], days: { min: 2, max: 4 } },
    { countries: [], steps: [{ up_to_g: 500, amount_cents: 19_00 }], days: { min: 5, max: 15 } },
  ];

  it.each([
    ['BE', 900, 6_90],
    ['BE', 1_000, 6_90],
    ['BE', 1_001, null],
    ['TH', 500, 19_00],
    ['TH', 501, null],
  ])('to %s with %d g costs %s', (country, weight, cents) => expect(shippingCents(zones, country, weight)).toBe(cents));

  it('goes nowhere where no zone is', () => expect(zoneOf(zones.slice(0, 1), 'TH')).toBeNull());
});

describe('vouchers (1.7)', () => {
  const voucher: Voucher = {
    percent: 1_000,
    amount_cents: null,
    from_cents: 20_00,
    starts_on: '2026-09-01',
    ends_on: '2026-09-30',
    max_orders: 100,
    max_per_person: 1,
  };
  const unused = { orders: 0, by_person: 0 };

  it.each([
    ['the day before it begins', voucher, unused, 50_00, '2026-08-31', 'voucher_not_now'],
    ['its first day', voucher, unused, 50_00, '2026-09-01', undefined],
    ['its last day', voucher, unused, 50_00, '2026-09-30', undefined],
    ['the day after its end', voucher, unused, 50_00, '2026-10-01', 'voucher_not_now'],
    ['the first so many are through', voucher, { orders: 100, by_person: 0 }, 50_00, '2026-09-02', 'voucher_used_up'],
    ['the person has used it', voucher, { orders: 1, by_person: 1 }, 50_00, '2026-09-02', 'voucher_used_by_you'],
    ['the goods cost less', voucher, unused, 19_99, '2026-09-02', 'voucher_from_amount'],
    ['there are no goods', { ...voucher, from_cents: 0 }, unused, 0, '2026-09-02', 'voucher_from_amount'],
  ])('%s', (_name, one, use, goods, today, code) => expect(whyNotVoucher(one, use, goods, today)?.code).toBe(code));

  it('takes off a percentage or an amount, never more than the goods cost', () => {
    expect(discountOf(voucher, 24_05)).toBe(2_41);
    expect(discountOf({ ...voucher, percent: null, amount_cents: 5_00 }, 3_00)).toBe(3_00);
  });
});
