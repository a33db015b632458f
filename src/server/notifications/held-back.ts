/** Notifications of a restored database. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { claim_s } from '#server/jobs/queue.ts';

/**
 * Give up the notifications that were claimed at the moment of a backup and still open then: most likely they were sent
 * in the minutes that are lost, and must not be sent twice.
 * @returns how many.
 */
export async function holdBackClaimed(tx: Tx, taken_at: string): Promise<number> {
  const { rows } = await sql<{ id: number; attempts: number }>`
    update notifications n set status = 'given_up' from job_items i
    where n.status = 'pending' and i.queue = n.channel and i.item = n.id::text and i.attempts > 0
      and i.next_try_at > ${taken_at}::timestamptz
      and i.next_try_at <= ${taken_at}::timestamptz + ${claim_s} * interval '1 second'
      and not exists (select from notification_attempts a where a.notification_id = n.id and a.n = i.attempts)
    returning n.id, i.attempts`.execute(tx);
  if (rows.length)
    await tx
      .insertInto('notification_attempts')
      .values(
        rows.map(({ id, attempts }) => ({
          notification_id: id,
          n: attempts,
          outcome: 'given_up' as const,
          error: 'was on its way when the backup was taken',
        })),
      )
      .execute();
  return rows.length;
}
