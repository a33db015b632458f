/** What paying by card at the provider asks of an amount and of time. */
import type { Locale } from '#domain/locales.ts';
import type { Currency, Money } from '#domain/money.ts';
import { Refusal } from '#domain/refusal.ts';

/** A page where a card is shown, as it is asked for; asked again it must be the same to the letter. */
export interface Asked {
  amount_cents: number;
  currency: Currency;
  /** What is paid for, as the page says it. */
  title: string;
  locale: Locale;
  expires_at: string;
  /** Where the page leads when the card was charged, and when it was left. */
  paid_url: string;
  left_url: string;
}

/** Currencies of which the provider counts whole units, not hundredths. */
const whole: ReadonlySet<Currency> = new Set(['JPY']);

/** The most and the least that a card can be charged, in the units in which the provider counts. */
const most = 99_999_999;
const least = 50;

/** An amount as the provider counts it, in the smallest unit of its currency; null where it has no such unit. */
export function inSmallestUnits({ amount_cents, currency }: Money): number | null {
  if (!whole.has(currency)) return amount_cents;
  return amount_cents % 100 === 0 ? amount_cents / 100 : null;
}

/** What the provider counts, in hundredths. */
export function inHundredths(amount: number, currency: Currency): number {
  return whole.has(currency) ? amount * 100 : amount;
}

/** Why an amount cannot be charged to a card, or null: `amount_not_by_card`. */
export function whyNotByCard(money: Money): Refusal | null {
  const amount = inSmallestUnits(money);
  return amount === null || amount > most || amount < least ? new Refusal('amount_not_by_card') : null;
}

/** The provider's page stays open from half an hour to a day; a minute is for the way there. */
const shortest_ms = 31 * 60_000;
const longest_ms = 24 * 3_600_000 - 60_000;

/** Until when the page where a card is shown stays open: as long as the order can be paid, as far as the provider has it. */
export function pageUntil(pay_until: string | null, now_ms: number): number {
  const wanted_ms = pay_until === null ? longest_ms : Date.parse(pay_until) - now_ms;
  return now_ms + Math.min(longest_ms, Math.max(shortest_ms, wanted_ms));
}

/** So long the provider remembers what it was asked under a key; later it is looked up, never asked again. */
export const remembered_ms = 23 * 3_600_000;
