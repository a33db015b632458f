/** A price or an offer of the sale as it is typed, in units of the currency. */
import { Refusal } from '#domain/refusal.ts';
import { highestSale } from '#domain/validation.ts';
import { readPrice } from '#web/lib/price.ts';

/**
 * The typed price, in cents (5.13).
 * @param field the field named in the refusal
 * @throws Refusal `bad_input` at the field
 */
export function centsIn(typed: string, field: string): number {
  const { cents, wrong } = readPrice(typed, highestSale);
  if (wrong) throw new Refusal('bad_input', {}, { [field]: [wrong] });
  return cents;
}
