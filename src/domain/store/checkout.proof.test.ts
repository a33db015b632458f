/**
 * Proves the sums of a checkout (M1): over random carts of several sellers, rates, vouchers and gift cards, the amounts
 * add up to the cent and agree with a second reading in exact fractions. The control adds up in floating point, as many
 * shops do, and must be noticed.
 */
import { expect, it } from 'vitest';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { type CheckoutSeller, sharesOfSellers, sumOfCheckout } from './checkout.ts';
import { taxIn } from './tax.ts';

const carts = proveSize(20_000, 1_000_000);
const rates = [0, 500, 600, 700, 900, 1_900, 2_000, 2_100, 2_300, 2_550, 2_700];

function randomSellers(random: Random): CheckoutSeller[] {
  const isHuge = random(50) === 0;
  return Array.from({ length: 1 + random(3) }, () => {
    const lines = Array.from({ length: 1 + random(4) }, () => ({
      unit_cents: isHuge ? random(170_000_000) : random(4) === 0 ? random(10) : random(30_000),
      quantity: isHuge ? 1 : 1 + random(5),
      rate: rates[random(rates.length)]!,
      isGiftCard: random(8) === 0,
    }));
    return {
      lines,
      discount_cents: random(2) * random(1 + lines.reduce((sum, one) => sum + one.unit_cents * one.quantity, 0)),
      shipping_cents: random(2) * random(3_000),
    };
  });
}

/** The tax in an amount by exact fractions, half a cent upwards: t = amount × rate ÷ (10000 + rate). */
function exactTax(amount: bigint, rate: bigint): bigint {
  const whole = 10_000n + rate;
  const [cents, rest] = [(amount * rate) / whole, (amount * rate) % whole];
  return 2n * rest >= whole ? cents + 1n : cents;
}

/** What is wrong with the sums of a cart, as a second reading sees it; empty: nothing. */
function faultsOf(sellers: readonly CheckoutSeller[], balances: readonly number[], tax = exactTax): string[] {
  const sum = sumOfCheckout(sellers, balances);
  const faults: string[] = [];
  let all = 0n;
  let cards = 0n;
  for (const [i, { lines, discount_cents, shipping_cents }] of sellers.entries()) {
    const goods = lines
      .filter((one) => !one.isGiftCard)
      .reduce((s, one) => s + BigInt(one.unit_cents * one.quantity), 0n);
    const gifts = lines
      .filter((one) => one.isGiftCard)
      .reduce((s, one) => s + BigInt(one.unit_cents * one.quantity), 0n);
    const off = goods < BigInt(discount_cents) ? goods : BigInt(discount_cents);
    const total = goods + gifts - off + BigInt(shipping_cents);
    const own = sum.sellers[i]!;
    if (BigInt(own.total_cents) !== total) faults.push('total');
    if (own.taxes.reduce((s, one) => s + BigInt(one.amount_cents), 0n) !== total) faults.push('taxed amounts');
    if (own.taxes.some((one) => BigInt(one.tax_cents) !== tax(BigInt(one.amount_cents), BigInt(one.rate))))
      faults.push('tax');
    if (own.taxes.some((one) => one.tax_cents < 0 || one.tax_cents > one.amount_cents)) faults.push('tax out of range');
    all += total;
    cards += gifts;
  }
  const given = sum.gift_cents.reduce((s, one) => s + BigInt(one), 0n);
  const held = balances.reduce((s, one) => s + BigInt(one), 0n);
  if (BigInt(sum.total_cents) !== all) faults.push('sum of sellers');
  if (given + BigInt(sum.to_pay_cents) !== all) faults.push('paid');
  if (given !== (held < all - cards ? held : all - cards)) faults.push('gift cards');
  if (sum.gift_cents.some((one, i) => one < 0 || one > balances[i]!)) faults.push('below zero');
  const open = sum.sellers.map((one) => one.total_cents);
  for (const amount of [...sum.gift_cents, sum.to_pay_cents]) {
    const shares = sharesOfSellers(amount, open);
    if (shares.reduce((s, one) => s + one, 0) !== amount) faults.push('shares');
    for (const [i, share] of shares.entries()) open[i]! -= share;
    if (open.some((one) => one < 0)) faults.push('more than owed');
  }
  if (open.some((one) => one !== 0)) faults.push('unpaid');
  return faults;
}

it('the sums of random carts are exact (M1)', () => {
  const random = seededRandom(seed);
  let wrong = 0;
  let control = 0;
  let most = 0;
  for (let i = 0; i < carts; i++) {
    const sellers = randomSellers(random);
    const balances = Array.from({ length: random(4) }, () => random(60_000));
    if (faultsOf(sellers, balances).length) wrong += 1;
    most = Math.max(most, sumOfCheckout(sellers).total_cents);
    // The control: tax in floating point of euros, rounded by two decimals.
    const floating = (amount: bigint, rate: bigint) =>
      BigInt(Math.round(Number(((Number(amount) / 100) * (Number(rate) / (10_000 + Number(rate)))).toFixed(2)) * 100));
    if (faultsOf(sellers, balances, floating).length) control += 1;
  }
  reportProof('M1 carts', { carts, wrong, most, control });
  expect(wrong, `seed ${seed}`).toBe(0);
  expect(most).toBeGreaterThan(100_000_000);
  expect(control).toBeGreaterThan(0);
  expect(taxIn(0, 2_100)).toBe(0);
});
