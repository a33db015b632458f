/**
 * Money is whole cents of one named currency; a sum of two currencies is a bug, not a conversion.
 */

export const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CNY',
  'JPY',
  'PLN',
  'HUF',
  'RON',
  'SEK',
  'CZK',
  'TRY',
  'THB',
  'ZAR',
  'AED',
  'BDT',
] as const;
export type Currency = (typeof currencies)[number];

export interface Money {
  amount_cents: number;
  currency: Currency;
}

const amounts = [
  /^(?<whole>\d{1,12})(?:[.,](?<part>\d{1,2}))?$/,
  // As amounts are printed: groups of three, and behind them hundredths by another sign. `1.234` alone may be either.
  /^(?<whole>\d{1,3}(?:(?<sign>[.,])\d{3})(?:\k<sign>\d{3}){0,2})(?!\k<sign>)[.,](?<part>\d{1,2})$/,
  /^(?<whole>\d{1,3}(?:(?<sign>[.,])\d{3})(?:\k<sign>\d{3}){1,2})$/,
  /^(?<whole>\d{1,3}(?:['’\s]\d{3}){1,3})(?:[.,](?<part>\d{1,2}))?$/u,
];

/** A typed amount, `150`, `1.50`, `1,5`, `1,234.56` or `1.234,56`, in hundredths; null for any other text. */
export function hundredthsIn(text: string): number | null {
  const { whole, part = '' } = amounts.map((one) => one.exec(text.trim())?.groups).find(Boolean) ?? {};
  return whole === undefined ? null : Number(whole.replaceAll(/\D/g, '')) * 100 + Number(part.padEnd(2, '0'));
}

/** Hundredths in the form in which they are typed: `150`, `1.50`. */
export function asTyped(hundredths: number): string {
  return hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
}

/**
 * The sum of amounts in one currency.
 * @throws RangeError when an amount is not whole cents, the sum leaves the safe integers, or currencies differ.
 */
export function sum(amounts: readonly Money[], currency: Currency): Money {
  let total = 0;
  for (const { amount_cents, currency: own } of amounts) {
    if (own !== currency) throw new RangeError(`cannot add ${own} to ${currency}`);
    total += whole(amount_cents);
  }
  return { amount_cents: whole(total), currency };
}

/**
 * Split an amount into `parts` shares that differ by at most one cent and add up exactly; the first shares are the
 * larger ones. Used where tied birds share the prizes of the places they cover.
 */
export function split({ amount_cents, currency }: Money, parts: number): Money[] {
  return shares(amount_cents, parts).map((share) => ({ amount_cents: share, currency }));
}

/** The same for cents whose currency is known. */
export function shares(amount_cents: number, parts: number): number[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError('parts must be a whole number from 1');
  const share = Math.floor(whole(amount_cents) / parts);
  const rest = amount_cents - share * parts;
  return Array.from({ length: parts }, (_, i) => share + (i < rest ? 1 : 0));
}

function whole(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount is a whole number of cents');
  return cents;
}
