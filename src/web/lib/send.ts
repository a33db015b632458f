/** Makes a call from the browser, typed by its contract; a rule's no comes as the same refusal as everywhere. */
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import { pathOf } from '#domain/contract.ts';
import { Refusal, type RefusalCode, type RefusalParams } from '#domain/refusal.ts';

/** @throws Refusal what the site says no with; Error when there is no answer that can be read */
export async function send<C extends Contract>(contract: C, { params, body }: CallOf<C>): Promise<ReplyOf<C>> {
  const answer = await fetch(pathOf(contract.path, params as Record<string, number>), {
    method: contract.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const told: unknown = await answer.json();
  if (!answer.ok) throw refusalIn(told);
  return told as ReplyOf<C>;
}

/** The refusal that an answer tells. */
export function refusalIn(told: unknown): Error {
  const { error, errors, params } = (told ?? {}) as { error?: RefusalCode; errors?: object; params?: RefusalParams };
  if (error) return new Refusal(error, params);
  return errors ? new Refusal('bad_input') : new Error('the answer cannot be read');
}
