/** A price as it is typed in a form, in units of the currency. */
import { hundredthsIn } from '#domain/money.ts';
import type { FieldError } from '#domain/refusal.ts';

/**
 * The cents of a typed price, or what is wrong with it.
 * @param max the highest price, in cents
 */
export function readPrice(typed: string, max: number): { cents: number; wrong: FieldError | null } {
  const cents = hundredthsIn(typed);
  if (cents !== null && cents <= max) return { cents, wrong: null };
  return { cents: 0, wrong: whatIsWrong(typed, max) };
}

function whatIsWrong(typed: string, max: number): FieldError {
  if (typed === '') return { code: 'error_required' };
  if (/^-\d/.test(typed)) return { code: 'error_min_value', params: { min: 0 } };
  return Number(typed.replace(',', '.')) > max / 100
    ? { code: 'error_max_value', params: { max: max / 100 } }
    : { code: 'error_number' };
}
