/** Removes what is older than its age says (ages.ts), a bounded number of rows at a time. */
import { sql } from 'kysely';
import { type Age, ages } from './ages.ts';
import type { Database } from './db/database.ts';
import { type ItemsOptions, type Job, workOff } from './jobs/items.ts';

/** So many rows in one statement: whoever wants one of them does not wait long. */
const most = 1000;

export interface RetentionOptions extends Partial<ItemsOptions> {
  part?: number;
  /** For tests. */
  of?: readonly Age[];
}

/**
 * Removes what is old, each age by itself (decision 37). The database's clock counts: its walls ask it too.
 * @returns how many rows went, by their table
 */
export async function removeOld(
  db: Database,
  { part = most, of = ages, now_ms = Date.now(), ...options }: RetentionOptions = {},
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const job: Job<Age> = {
    queue: 'retention',
    nameOf: ({ table, since, days }) => ({ key: `${table} ${since} ${days}` }),
    work: async (age) => {
      for (let gone = part; gone === part; ) {
        gone = await removePart(db, age, part);
        if (gone) removed[age.table] = (removed[age.table] ?? 0) + gone;
      }
      return true;
    },
  };
  await workOff(db, job, of, { now_ms, ...options });
  return removed;
}

/** A row that changes meanwhile is another one then, and stays. */
async function removePart(db: Database, { table, since, days, where = 'true' }: Age, part: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)}
      where ${sql.raw(since)} < now() - ${days} * interval '1 day' and ${sql.raw(where)} limit ${part}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
