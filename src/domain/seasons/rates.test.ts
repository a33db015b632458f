import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { about, type Rates, ratesFor } from './rates.ts';

const rates: Rates = { day: '2026-11-27', per_euro: { EUR: 1, USD: 1.25, HUF: 400 } };

describe('prices in the reader’s currency (1.7)', () => {
  it('German readers are told euros, English ones dollars', () => {
    expect(ratesFor('de', rates)?.currency).toBe('EUR');
    expect(ratesFor('en', rates)?.currency).toBe('USD');
  });

  it.each([
    ['euros for an English reader', 'en', 12_000, 'EUR', 15_000],
    ['dollars for a German reader', 'de', 15_000, 'USD', 12_000],
    ['forints for an English reader, through the euro', 'en', 4_000_000, 'HUF', 12_500],
    ['from 10 on in whole units', 'en', 1_111, 'EUR', 1_400],
    ['below 10 in cents', 'en', 333, 'EUR', 416],
    ['the same currency: nothing', 'en', 12_000, 'USD', null],
    ['a currency without a rate: nothing', 'en', 12_000, 'BDT', null],
    ['nothing to pay: nothing', 'en', 0, 'EUR', null],
  ] as const)('%s', (_name, locale, amount_cents, currency, expected) => {
    expect(about(amount_cents, currency, ratesFor(locale, rates))).toBe(expected);
  });

  it('without rates, or without one of the reader’s currency, there is nothing', () => {
    expect(about(12_000, 'EUR', null)).toBeNull();
    expect(ratesFor('pl', rates)).toBeNull();
  });

  it('every language has a currency', () => {
    for (const locale of locales) expect(ratesFor(locale, { day: '2026-11-27', per_euro: {} })).toBeNull();
  });
});
