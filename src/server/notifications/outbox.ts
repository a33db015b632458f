/**
 * The outbox table, used instead of mail and SMS where none is set up: kept for a day, shown by a demo at /id/outbox.
 */
import { sql } from 'kysely';
import type { OutboxMessage } from '#domain/identity/account.ts';
import type { Database } from '#server/db/database.ts';

/** Puts a message into the outbox. */
export async function putIntoOutbox(
  db: Database,
  { channel, recipient, subject, text }: Omit<OutboxMessage, 'at'>,
): Promise<void> {
  await sql`insert into idp.outbox (channel, recipient, subject, text)
    values (${channel}, ${recipient}, ${subject}, ${text})`.execute(db);
}

/** The last messages, the newest first. */
export async function readOutbox(db: Database): Promise<OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage>`
    select channel, recipient, subject, text, at from idp.outbox order by id desc limit 50`.execute(db);
  return rows;
}
