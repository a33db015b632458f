/** The actions of the offers form: add or remove an agent's collection. */
import { hundredthsIn } from '#domain/money.ts';
import { refusalAt } from '#domain/refusal.ts';
import { offerCollection, withdrawCollection } from '#domain/transports/agent-contract.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { idFrom } from '#web/lib/loader.ts';

/** Runs the action. @throws Refusal for the form; a wrong price is refused at `price`. */
export async function offer(call: Call, form: FormData): Promise<void> {
  if (textIn(form, 'intent') === 'withdraw') {
    await call(withdrawCollection, { params: { collection_id: idFrom(textIn(form, 'collection_id')) }, body: {} });
    return;
  }
  const price_cents = hundredthsIn(textIn(form, 'price'));
  if (price_cents === null) throw refusalAt('price', 'error_number');
  const [place, day, from_time, to_time, note] = ['place', 'day', 'from_time', 'to_time', 'note'].map((name) =>
    textIn(form, name),
  ) as [string, string, string, string, string];
  const params = { loft_id: idFrom(textIn(form, 'loft_id')), agent_id: idFrom(textIn(form, 'agent_id')) };
  await call(offerCollection, { params, body: { place, day, from_time, to_time, price_cents, note } });
}
