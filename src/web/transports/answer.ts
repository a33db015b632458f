/** The action of a form on the requests it names: confirm, reject, picked up, given back, nothing was handed over, or it was. */
import {
  closeTransports,
  confirmTransports,
  giveBackTransports,
  pickUpTransports,
  rejectTransports,
  reopenTransports,
  type TransportOutcome,
} from '#domain/transports/agent-contract.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { oneOf } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';

export interface Answered {
  refused?: undefined;
  intent: 'confirm' | 'reject' | 'close' | 'reopen' | 'pick_up' | 'put_back' | 'give_back';
  outcomes: readonly TransportOutcome[];
}

/** Runs the action. @throws Refusal for the form as a whole. */
export async function answer(call: Call, form: FormData): Promise<Answered> {
  const body = { transport_ids: chosenIn(form) };
  const intent = oneOf(['confirm', 'reject', 'close', 'reopen', 'pick_up', 'give_back'], textIn(form, 'intent'));
  if (intent === 'reject')
    return { intent, ...(await call(rejectTransports, { body: { ...body, reason: textIn(form, 'reason') } })) };
  if (intent === 'close') return { intent, ...(await call(closeTransports, { body })) };
  if (intent === 'reopen') return { intent, ...(await call(reopenTransports, { body })) };
  if (intent === 'confirm') return { intent, ...(await call(confirmTransports, { body })) };
  if (intent === 'give_back') return { intent, ...(await call(giveBackTransports, { body })) };
  const not_entered = textIn(form, 'not_entered') || '0';
  return { intent, ...(await call(pickUpTransports, { body: { ...body, not_entered } })) };
}
