/** How often something may be tried: counted in the database, so that several processes count together. */
import { sql } from 'kysely';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';

/** So many within so many minutes. */
export interface Limit {
  most: number;
  minutes: number;
}

/**
 * Counts one more try of each key.
 * @throws Refusal `too_often` with the seconds to wait when one of them was tried too often.
 */
export async function countAttempt(db: Database, limits: Readonly<Record<string, Limit>>): Promise<void> {
  let seconds = 0;
  for (const [key, { most, minutes }] of Object.entries(limits)) {
    const { rows } = await sql<{ count: number; left_s: number }>`
      insert into idp.attempts as a (key, count, until)
      values (${key.slice(0, 300)}, 1, now() + ${minutes} * interval '1 minute')
      on conflict (key) do update set
        count = case when a.until < now() then 1 else a.count + 1 end,
        until = case when a.until < now() then excluded.until else a.until end
      returning count, extract(epoch from until - now())::int as left_s`.execute(db);
    const { count, left_s } = rows[0]!;
    if (count > most) seconds = Math.max(seconds, left_s, 1);
  }
  if (seconds) throw new Refusal('too_often', { seconds });
}

/** Forgets windows that are over. */
export async function forgetAttempts(db: Database): Promise<void> {
  await sql`delete from idp.attempts where until < now()`.execute(db);
}
