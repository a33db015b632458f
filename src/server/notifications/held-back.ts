/** Letters of a database that was restored. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/**
 * Give up what was claimed at the moment of a backup and not settled by then: most likely it went out in the minutes
 * that are lost, and it shall not go out twice. @returns how many letters.
 */
export async function holdBackClaimed(tx: Tx, taken_at: string): Promise<number> {
  // A claim holds for two minutes (sender.ts).
  const { rows } = await sql<{ id: number; attempts: number }>`
    update notifications n set status = 'given_up'
    where status = 'pending' and attempts > 0
      and due_at > ${taken_at}::timestamptz and due_at <= ${taken_at}::timestamptz + interval '2 minutes'
      and not exists (select from notification_attempts a where a.notification_id = n.id and a.n = n.attempts)
    returning id, attempts`.execute(tx);
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
