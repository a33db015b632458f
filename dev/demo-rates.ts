/**
 * The demo shows prices in the reader's currency by the European Central Bank's reference rates of one day; dirham and
 * taka, which it has no rates of, by those to the dollar.
 */
import type { Rates } from '#domain/seasons/rates.ts';

export const demoRates: Rates = {
  day: '2024-12-31',
  per_euro: {
    USD: 1.0389,
    GBP: 0.82918,
    CNY: 7.5833,
    JPY: 163.06,
    PLN: 4.275,
    HUF: 411.35,
    RON: 4.9743,
    SEK: 11.459,
    CZK: 25.185,
    TRY: 36.7372,
    THB: 35.676,
    ZAR: 19.6188,
    AED: 3.8154,
    BDT: 124.67,
  },
};
