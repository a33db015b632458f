/** The action of a form on the requests it names: confirm, reject, or picked up. */
import {
  confirmTransports,
  pickUpTransports,
  rejectTransports,
  type TransportOutcome,
} from '#domain/transports/agent-contract.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { oneOf } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';

export interface Answered {
  refused?: undefined;
  intent: 'confirm' | 'reject' | 'pick_up' | 'put_back';
  outcomes: readonly TransportOutcome[];
}

/** Runs the action. @throws Refusal for the form as a whole. */
export async function answer(call: Call, form: FormData): Promise<Answered> {
  const body = { transport_ids: chosenIn(form) };
  const intent = oneOf(['confirm', 'reject', 'pick_up'], textIn(form, 'intent'));
  if (intent === 'reject')
    return { intent, ...(await call(rejectTransports, { body: { ...body, reason: textIn(form, 'reason') } })) };
  return { intent, ...(await call(intent === 'pick_up' ? pickUpTransports : confirmTransports, { body })) };
}
