/** Rules on something that changes nothing anybody has to see first, in one step. */
import type { CallOf } from '#domain/contract.ts';
import { prepareRuling, previewRuling } from '#domain/rulings/contract.ts';
import type { Call } from './context.ts';

/**
 * Prepares a ruling as its effect is now. One that changes a prize or an official result waits for a second person.
 * @throws Refusal of either call
 */
export async function ruleOn(
  call: Call,
  params: CallOf<typeof prepareRuling>['params'],
  { ruling, reason }: Pick<CallOf<typeof prepareRuling>['body'], 'ruling' | 'reason'>,
) {
  const { effect } = await call(previewRuling, { params, body: { ruling } });
  return call(prepareRuling, { params, body: { ruling, reason, seen: effect.fingerprint } });
}
