/** The number of an order in a search text. */
import { latinDigits } from '#domain/pigeons/ring.ts';

/** An order by its number: the last two digits of the year of its season; null for an order without a season. */
export interface TypedOrderNumber {
  year: number | null;
  number: number;
}

/**
 * The orders that a search text may name: `27-0431` as people read it, its digits alone as in the reference of a transfer
 * (`RF49 2704 31`), or the six digits of an order without a season. Fewer digits are the end of a ring.
 */
export function orderNumbersIn(text: string): TypedOrderNumber[] {
  const typed = latinDigits(text).trim();
  const dashed = /^#?(\d{2})\s*[-–]\s*(\d{1,7})$/u.exec(typed);
  if (dashed) return [{ year: Number(dashed[1]), number: Number(dashed[2]) }];
  const compact = typed.replaceAll(/\s/gu, '').toUpperCase();
  const digits = /^(?:RF\d{2}|#)?(\d{6,9})$/u.exec(compact)?.[1];
  if (!digits) return [];
  return [
    { year: Number(digits.slice(0, 2)), number: Number(digits.slice(2)) },
    { year: null, number: Number(digits) },
  ];
}
