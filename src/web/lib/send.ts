/** Makes a call from the browser, typed by its contract; a refusal is thrown as a Refusal. */
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import { pathOf } from '#domain/contract.ts';
import { type FieldErrors, Refusal, type RefusalCode, type RefusalParams } from '#domain/refusal.ts';

/** @throws Refusal as sent by the site; Error when the reply cannot be read */
export async function send<C extends Contract>(contract: C, { params, body }: CallOf<C>): Promise<ReplyOf<C>> {
  const answer = await fetch(pathOf(contract.path, params as Record<string, number>), {
    method: contract.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply: unknown = await answer.json();
  if (!answer.ok) throw refusalIn(reply);
  return reply as ReplyOf<C>;
}

/** The refusal in a reply. */
export function refusalIn(reply: unknown): Error {
  const { error, errors, params } = (reply ?? {}) as {
    error?: RefusalCode;
    errors?: Record<string, RefusalCode[]>;
    params?: RefusalParams;
  };
  if (error) return new Refusal(error, params);
  if (!errors) return new Error('the answer cannot be read');
  const ofFields = Object.entries(errors).map(([field, codes]) => [field, codes.map((code) => ({ code, params }))]);
  return new Refusal('bad_input', {}, Object.fromEntries(ofFields) as FieldErrors);
}
