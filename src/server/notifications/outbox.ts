/** What would have been sent where nothing is sent: kept for a day, and shown by a demo at /id/outbox. */
import { sql } from 'kysely';
import type { Letter } from '#domain/identity/account.ts';
import type { Database } from '#server/db/database.ts';

/** Puts a letter into the outbox. */
export async function putIntoOutbox(
  db: Database,
  { channel, recipient, subject, text }: Omit<Letter, 'at'>,
): Promise<void> {
  await sql`insert into idp.outbox (channel, recipient, subject, text)
    values (${channel}, ${recipient}, ${subject}, ${text})`.execute(db);
}

/** The last letters, the newest first. */
export async function readOutbox(db: Database): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select channel, recipient, subject, text, at from idp.outbox order by id desc limit 50`.execute(db);
  return rows;
}
