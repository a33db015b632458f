/** Messages to the operator: stored first, so that nothing is lost when mail is. */
import type { z } from 'zod';
import type { writeContact } from '#domain/contact/contract.ts';
import type { Tx } from '#server/db/database.ts';

/** Stores a message. @returns its id */
export async function keepMessage(
  tx: Tx,
  { name, email, message, locale }: z.output<(typeof writeContact)['body']>,
  { user_id, now_ms }: { user_id: number | null; now_ms: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('contact_messages')
    .values({ user_id, name: name.trim(), email, message: message.trim(), locale, at: new Date(now_ms).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
