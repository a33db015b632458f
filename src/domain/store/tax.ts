/**
 * The tax that a price contains. Prices include it: everybody pays the same, and the country that goods go to decides
 * how much of it is tax. Rates are in hundredths of a per cent (2100 is 21 %).
 */

export const taxClasses = [
  'standard',
  'reduced',
  /** Nothing is taxed: what is bought is a claim, as on a gift card, or the country has no such tax. */
  'none',
] as const;
export type TaxClass = (typeof taxClasses)[number];

/** The rates of a seller in a country. */
export interface TaxRate {
  country: string;
  tax_class: Exclude<TaxClass, 'none'>;
  rate: number;
}

/** The highest rate that a seller can enter. */
export const highestTaxRate = 5_000;

/** The rate for goods of a class that go to a country: none where the seller owes no tax there, as on exports. */
export function rateIn(rates: readonly TaxRate[], country: string, tax_class: TaxClass): number {
  if (tax_class === 'none') return 0;
  return rates.find((one) => one.country === country && one.tax_class === tax_class)?.rate ?? 0;
}

/** The tax in an amount that includes it, half a cent upwards. */
export function taxIn(amount_cents: number, rate: number): number {
  const whole = 10_000 + rate;
  return Math.floor((2 * amount_cents * rate + whole) / (2 * whole));
}

/** What a receipt says of one rate. */
export interface TaxLine {
  rate: number;
  amount_cents: number;
  tax_cents: number;
}

/**
 * The tax of one receipt: once for each rate from the sum of its amounts, highest rate first, and not line by line. Two
 * receipts can differ by a cent from one over both; each seller owes what its own receipt says.
 */
export function taxOfReceipt(parts: readonly { rate: number; amount_cents: number }[]): TaxLine[] {
  return [...Map.groupBy(parts, ({ rate }) => rate)]
    .map(([rate, some]) => ({ rate, amount_cents: some.reduce((sum, one) => sum + one.amount_cents, 0) }))
    .filter(({ amount_cents }) => amount_cents !== 0)
    .sort((a, b) => b.rate - a.rate)
    .map(({ rate, amount_cents }) => ({ rate, amount_cents, tax_cents: taxIn(amount_cents, rate) }));
}
