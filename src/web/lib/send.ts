/** Makes a call from the browser, typed by its contract; a refusal is thrown as a Refusal. */
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import { pathOf } from '#domain/path.ts';
import { type FieldErrors, Refusal, type RefusalCode, type RefusalParams } from '#domain/refusal.ts';
import { errorMessage } from './error-message.ts';

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

/** The refusal in a reply; what cannot be read is an error with the message that 8.1 finds in it. */
export function refusalIn(reply: unknown): Error {
  const { code, codes, params } = (reply ?? {}) as {
    code?: RefusalCode;
    codes?: Record<string, RefusalCode[]>;
    params?: RefusalParams;
  };
  if (code) return new Refusal(code, params);
  if (!codes) return new Error(errorMessage({ data: reply }));
  const ofFields = Object.entries(codes).map(([field, list]) => [field, list.map((one) => ({ code: one, params }))]);
  return new Refusal('bad_input', {}, Object.fromEntries(ofFields) as FieldErrors);
}
