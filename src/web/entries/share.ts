/** A share as it is typed, in percent. */
import { hundredthsIn } from '#domain/money.ts';
import { whole_bp } from '#domain/pigeons/rights.ts';
import { type FieldError, Refusal } from '#domain/refusal.ts';

/** The typed share, in hundredths of a percent. @throws Refusal `bad_input` at `share_bp` */
export function shareIn(typed: string): number {
  const share_bp = hundredthsIn(typed);
  const wrong = (error: FieldError) => new Refusal('bad_input', {}, { share_bp: [error] });
  if (typed === '') throw wrong({ code: 'error_required' });
  if (share_bp === 0 || typed.startsWith('-')) throw wrong({ code: 'error_more_than', params: { min: 0 } });
  if (share_bp === null) throw wrong({ code: 'error_number' });
  if (share_bp > whole_bp) throw wrong({ code: 'error_max_value', params: { max: 100 } });
  return share_bp;
}
