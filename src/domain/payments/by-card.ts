/** The rules of a card payment at the provider: amount and time. */
import type { Locale } from '#domain/locales.ts';
import type { Currency, Money } from '#domain/money.ts';
import { Refusal } from '#domain/refusal.ts';

/** The request for a payment page; with the same key it must be the same to the letter. */
export interface PaymentPageRequest {
  amount_cents: number;
  currency: Currency;
  /** The title of the payment on the page. */
  title: string;
  locale: Locale;
  expires_at: string;
  /** Where the page leads after the payment, and when it was left. */
  paid_url: string;
  left_url: string;
}

/** Currencies that the provider counts in whole units, not hundredths. */
const whole: ReadonlySet<Currency> = new Set(['JPY']);

/** The maximum and minimum that a card can be charged, in the provider's units. */
const most = 99_999_999;
const least = 50;

/** An amount in the provider's unit, the smallest of its currency; null where it is no whole number of them. */
export function inSmallestUnits({ amount_cents, currency }: Money): number | null {
  if (!whole.has(currency)) return amount_cents;
  return amount_cents % 100 === 0 ? amount_cents / 100 : null;
}

/** An amount of the provider in hundredths. */
export function inHundredths(amount: number, currency: Currency): number {
  return whole.has(currency) ? amount * 100 : amount;
}

/** Why an amount cannot be charged to a card, or null: `amount_not_by_card`. */
export function whyNotByCard(money: Money): Refusal | null {
  const amount = inSmallestUnits(money);
  return amount === null || amount > most || amount < least ? new Refusal('amount_not_by_card') : null;
}

/** The provider's page stays open from half an hour to a day; a minute is for the request. */
const shortest_ms = 31 * 60_000;
const longest_ms = 24 * 3_600_000 - 60_000;

/** When the payment page closes: as long as the order can be paid, within the provider's limits. */
export function pageUntil(pay_until: string | null, now_ms: number): number {
  const wanted_ms = pay_until === null ? longest_ms : Date.parse(pay_until) - now_ms;
  return now_ms + Math.min(longest_ms, Math.max(shortest_ms, wanted_ms));
}

/** How long the provider remembers a request by its key; later the payment is looked up, never requested again. */
export const remembered_ms = 23 * 3_600_000;
