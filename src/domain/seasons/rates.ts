/**
 * Prices in the reader's currency (1.7): about, beside the price in its own currency, by the rates of a day. Nothing is
 * charged by them.
 */
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Currency } from '#domain/money.ts';

/** The reference rates of one day: units of a currency for one euro, which is among them as 1. */
export interface Rates {
  /** ISO date. */
  day: string;
  per_euro: Readonly<Partial<Record<Currency, number>>>;
}

/** Rates into one currency: units of it for one unit of another. */
export interface RatesInto {
  currency: Currency;
  /** ISO date. */
  day: string;
  per_unit: Readonly<Partial<Record<string, number>>>;
}

/**
 * The rates for the readers of a language, into its currency: the euro for German, the dollar of the United States for
 * English (1.7).
 *
 * @returns null where the day has no rate of that currency
 */
export function ratesFor(locale: Locale, { day, per_euro }: Rates): RatesInto | null {
  const { currency } = localeFacts[locale];
  const own = per_euro[currency];
  if (own === undefined) return null;
  const others = Object.entries(per_euro).filter(([other]) => other !== currency);
  return { currency, day, per_unit: Object.fromEntries(others.map(([other, rate]) => [other, own / rate])) };
}

/**
 * About how much an amount is in the reader's currency, in hundredths; from 10 on in whole units, because more digits
 * would promise more than a rate of yesterday keeps.
 *
 * @returns null where it is the same currency, or its rate is not known
 */
export function about(amount_cents: number, currency: string, rates: RatesInto | null): number | null {
  const rate = rates?.per_unit[currency];
  if (rate === undefined || amount_cents === 0) return null;
  const cents = amount_cents * rate;
  return Math.abs(cents) < 1000 ? Math.round(cents) : Math.round(cents / 100) * 100;
}
