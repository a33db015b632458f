/** A price or an offer as it is typed, in units of the currency. */

import { z } from 'zod';
import { hundredthsIn } from '#domain/money.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { type FieldError, Refusal } from '#domain/refusal.ts';
import { salesAmount } from '#domain/validation.ts';

const amounts = z.strictObject({ amount: salesAmount() });

/**
 * The typed price, in cents (5.13).
 * @param field the field named in the refusal
 * @throws Refusal `bad_input` at the field
 */
export function centsIn(typed: string, field: string): number {
  const cents = hundredthsIn(typed);
  const { errors } = parseFields(amounts, { amount: cents ?? (typed.startsWith('-') ? -1 : typed) });
  const wrong = typed === '' ? [{ code: 'error_required' } satisfies FieldError] : errors?.amount;
  if (wrong) throw new Refusal('bad_input', {}, { [field]: wrong });
  return cents!;
}
