/** The actions of the offers form: add or remove an agent's collection. */
import { parseFields } from '#domain/parse-fields.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  collectionFields,
  highestCollectionPrice,
  offerCollection,
  withdrawCollection,
} from '#domain/transports/agent-contract.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { idFrom } from '#web/lib/loader.ts';
import { readPrice } from '#web/lib/price.ts';

/** Runs the action. @throws Refusal `bad_input` for each wrong field, the price at `price`. */
export async function offer(call: Call, form: FormData): Promise<void> {
  if (textIn(form, 'intent') === 'withdraw') {
    await call(withdrawCollection, { params: { collection_id: idFrom(textIn(form, 'collection_id')) }, body: {} });
    return;
  }
  const { cents: price_cents, wrong } = readPrice(textIn(form, 'price'), highestCollectionPrice);
  const typed = ['place', 'day', 'from_time', 'to_time', 'note'].map((name) => [name, textIn(form, name)]);
  const { data: fields, errors } = parseFields(collectionFields, { ...Object.fromEntries(typed), price_cents });
  if (errors || wrong) throw new Refusal('bad_input', {}, { ...errors, ...(wrong && { price: [wrong] }) });
  const params = { loft_id: idFrom(textIn(form, 'loft_id')), agent_id: idFrom(textIn(form, 'agent_id')) };
  await call(offerCollection, { params, body: { ...fields, is_on_purpose: form.has('is_on_purpose') } });
}
