/** A voucher of a seller: a percentage or an amount off the goods of that seller in one order. */
import { Refusal } from '#domain/refusal.ts';

export interface Voucher {
  /** In hundredths of a per cent, or null. */
  percent: number | null;
  /** In whole cents, or null. */
  amount_cents: number | null;
  /** The goods of the seller have to cost so much. */
  from_cents: number;
  /** First and last day on which it counts, null without one. */
  starts_on: string | null;
  ends_on: string | null;
  /** For the first so many orders; null: for all. */
  max_orders: number | null;
  /** For so many orders of one person; null: for all. */
  max_per_person: number | null;
}

/** How often a voucher is used in orders that stand: by everybody, and by the person who asks. */
export interface VoucherUse {
  orders: number;
  by_person: number;
}

/**
 * Why a voucher does not count for these goods, or null.
 * @param goods_cents price of the seller's goods in the order, without shipping and gift cards
 * @returns Refusal `voucher_not_now`, `voucher_used_up`, `voucher_used_by_you`, `voucher_from_amount`
 */
export function whyNotVoucher(
  voucher: Voucher,
  { orders, by_person }: VoucherUse,
  goods_cents: number,
  today: string,
): Refusal | null {
  const { starts_on, ends_on, max_orders, max_per_person, from_cents } = voucher;
  if ((starts_on !== null && today < starts_on) || (ends_on !== null && today > ends_on))
    return new Refusal('voucher_not_now');
  if (max_orders !== null && orders >= max_orders) return new Refusal('voucher_used_up');
  if (max_per_person !== null && by_person >= max_per_person) return new Refusal('voucher_used_by_you');
  return goods_cents < from_cents || goods_cents === 0 ? new Refusal('voucher_from_amount') : null;
}

/** What a voucher takes off these goods: half a cent of a percentage to the buyer, and never more than they cost. */
export function discountOf({ percent, amount_cents }: Voucher, goods_cents: number): number {
  const off = percent === null ? (amount_cents ?? 0) : Math.floor((2 * goods_cents * percent + 10_000) / 20_000);
  return Math.min(off, goods_cents);
}
