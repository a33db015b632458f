/** What people write to the operator: kept first, so that nothing is lost when mail is. */
import type { z } from 'zod';
import type { writeContact } from '#domain/contact/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

/** So many in an hour from one address, and from all together: more than people write. */
const most = { one: 5, all: 200 };
const hour_s = 3600;

/**
 * Keeps a message. @returns its id.
 * @throws Refusal `too_often` when this address, or everybody together, has written too much within an hour.
 */
export async function keepMessage(
  tx: Tx,
  { name, email, message, locale }: z.output<(typeof writeContact)['body']>,
  { user_id, now_ms }: { user_id: number | null; now_ms: number },
): Promise<number> {
  const since = new Date(now_ms - hour_s * 1000).toISOString();
  const { all, one } = await tx
    .selectFrom('contact_messages')
    .select(({ fn, ref }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere(fn('lower', [ref('email')]), '=', email.toLowerCase())
        .as('one'),
    ])
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(one) >= most.one || Number(all) >= most.all) throw new Refusal('too_often', { seconds: hour_s });
  const { id } = await tx
    .insertInto('contact_messages')
    .values({ user_id, name: name.trim(), email, message: message.trim(), locale, at: new Date(now_ms).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
