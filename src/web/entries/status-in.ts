/** The state change in a form. */
import type { PigeonStatus } from '#domain/pigeons/status.ts';
import { refusalAt } from '#domain/refusal.ts';
import { textIn } from '#web/lib/form.ts';

/** @throws Refusal `died_not_sure` for a death without the confirmation. */
export function statusIn(fields: FormData) {
  const status = textIn(fields, 'status') as PigeonStatus;
  if (status === 'died' && !fields.has('died_sure')) throw refusalAt('died_sure', 'died_not_sure');
  return { status, reason: textIn(fields, 'reason'), without_fee: fields.has('without_fee') };
}
