/** Removes the rows whose retention period is over (ages.ts), a bounded number of rows at a time. */
import { sql } from 'kysely';
import type { Database } from './db/database.ts';
import { type ItemsOptions, type Job, workOff } from './jobs/items.ts';
import { type Age, ages } from './retention-rules.ts';

/** The most rows of one statement: a conflicting transaction waits only briefly. */
const most = 1000;

export interface RetentionOptions extends Partial<ItemsOptions> {
  part?: number;
  /** For tests. */
  of?: readonly Age[];
}

/**
 * Removes old rows, each rule by itself (decision 37), by the clock of the database, as its triggers do.
 * @returns the number of removed rows by table
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

/** A row that was changed meanwhile has another version, and stays. */
async function removePart(db: Database, { table, since, days, where = 'true' }: Age, part: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)}
      where ${sql.raw(since)} < now() - ${days} * interval '1 day' and ${sql.raw(where)} limit ${part}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
