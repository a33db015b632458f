/**
 * What a cart costs: by seller, with voucher, shipping and tax, and over all with the gift cards that pay a part of it.
 * Whole cents of one currency; prices include tax.
 */
import { apportion } from './apportion.ts';
import { type TaxLine, taxOfReceipt } from './tax.ts';

/** The highest amount of an order: one below the largest number of its column. */
export const highestOrder = 2_147_483_646;

export interface CheckoutLine {
  unit_cents: number;
  quantity: number;
  /** Tax in hundredths of a per cent where the goods go to. */
  rate: number;
  /** A gift card is money: neither voucher nor gift card pays for it, and it is shipped by mail. */
  isGiftCard: boolean;
}

/** What one seller sells in the order. */
export interface CheckoutSeller {
  lines: readonly CheckoutLine[];
  /** What its voucher takes off the goods; what is above their price is left. */
  discount_cents: number;
  shipping_cents: number;
}

export interface SellerSum {
  goods_cents: number;
  discount_cents: number;
  shipping_cents: number;
  total_cents: number;
  taxes: TaxLine[];
}

export interface CheckoutSum {
  sellers: SellerSum[];
  total_cents: number;
  tax_cents: number;
  /** What each gift card pays, in the order in which they were given. */
  gift_cents: number[];
  to_pay_cents: number;
}

const priceOf = (lines: readonly CheckoutLine[]) =>
  lines.reduce((sum, { unit_cents, quantity }) => sum + unit_cents * quantity, 0);

/** The price of goods to which a voucher applies: all but gift cards. */
export const goodsOf = (lines: readonly CheckoutLine[]): number =>
  priceOf(lines.filter(({ isGiftCard }) => !isGiftCard));

/**
 * The sum of one seller, which is one receipt. A discount lowers the goods by their prices, and shipping is taxed as
 * the goods that it carries, by their prices too.
 */
export function sumOfSeller({ lines, discount_cents, shipping_cents }: CheckoutSeller): SellerSum {
  const goods = lines.filter(({ isGiftCard }) => !isGiftCard);
  const prices = goods.map(({ unit_cents, quantity }) => unit_cents * quantity);
  const some = prices.some((price) => price > 0);
  const most = prices.reduce((sum, price) => sum + price, 0);
  const off = some ? apportion(Math.min(discount_cents, most), prices) : prices.map(() => 0);
  const carried = some ? apportion(shipping_cents, prices) : null;
  const parts = [
    ...goods.map(({ rate }, i) => ({ rate, amount_cents: prices[i]! - off[i]! + (carried?.[i] ?? 0) })),
    ...(carried ? [] : [{ rate: goods[0]?.rate ?? 0, amount_cents: shipping_cents }]),
    ...lines.filter(({ isGiftCard }) => isGiftCard).map((line) => ({ rate: 0, amount_cents: priceOf([line]) })),
  ];
  const goods_cents = priceOf(lines);
  const taken_cents = off.reduce((sum, one) => sum + one, 0);
  return {
    goods_cents,
    discount_cents: taken_cents,
    shipping_cents,
    total_cents: goods_cents - taken_cents + shipping_cents,
    taxes: taxOfReceipt(parts),
  };
}

/**
 * The sum of an order over its sellers. Gift cards pay in the order in which they were given, each as much as it has,
 * for all but other gift cards.
 * @param balances what is left on each gift card
 */
export function sumOfCheckout(sellers: readonly CheckoutSeller[], balances: readonly number[] = []): CheckoutSum {
  const sums = sellers.map(sumOfSeller);
  const total_cents = sums.reduce((sum, one) => sum + one.total_cents, 0);
  const cards_cents = sellers.reduce((sum, { lines }) => sum + priceOf(lines) - goodsOf(lines), 0);
  let open_cents = total_cents - cards_cents;
  const gift_cents = balances.map((balance) => {
    const used = Math.min(balance, open_cents);
    open_cents -= used;
    return used;
  });
  return {
    sellers: sums,
    total_cents,
    tax_cents: sums.flatMap(({ taxes }) => taxes).reduce((sum, { tax_cents }) => sum + tax_cents, 0),
    gift_cents,
    to_pay_cents: open_cents + cards_cents,
  };
}

/**
 * What each seller gets of an amount that pays a part of an order, by what it is still owed; the parts add up. So each
 * order of the checkout has payments of its own.
 * @param open_cents what each seller is still owed; together at least the amount
 */
export function sharesOfSellers(amount_cents: number, open_cents: readonly number[]): number[] {
  if (amount_cents === 0) return open_cents.map(() => 0);
  return apportion(amount_cents, open_cents);
}
