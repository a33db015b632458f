/**
 * The one queue (decision 37): a row for each item that waits, is in progress or has failed. Notifications are inserted
 * into it; the items of other jobs are found in the tables of their nouns, and only claimed here.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Queue, stuckPause_s } from '#domain/jobs/item.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import type { Database, Tx } from '#server/db/database.ts';

/** A job's queue, or one whose items are given up instead of getting stuck: notifications and webhooks. */
export type AnyQueue = Queue | Channel | 'webhooks';

export interface ItemName {
  key: string | number;
  loft_id?: number | null;
  order_id?: number | null;
  flight_id?: number | null;
}

/** A try of this process at an item, for a limited time. */
export interface Claim {
  queue: AnyQueue;
  item: string;
  /** Including this one. */
  attempts: number;
  first_at: string;
  stuck_at: string | null;
}

/** How long a claim excludes other processes. That of a process that died runs out. */
export const claim_s = 120;

export const instant = (ms: number) => new Date(ms).toISOString();

/** The statement that puts items into the queue; `rows` has the columns queue, item name and due time. */
export const addItems = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into job_items (queue, item, attempts, first_at, last_at, next_try_at)
  select queue, item, 0, now(), now(), due_at from (${rows}) as added (queue, item, due_at)`;

/** The end of a claim; that of a stuck item lasts until its next try, also if the try ends the process. */
const claimedUntil = (now: string) => sql`
  ${now}::timestamptz + case when i.stuck_at is null then ${claim_s}::int else ${stuckPause_s}::int end * interval '1 second'`;

/** Claims the longest due item of a queue; null when there is none. */
export async function claimNext(db: Database, queue: AnyQueue, now_ms: number): Promise<Claim | null> {
  const now = instant(now_ms);
  const { rows } = await sql<Claim>`
    update job_items i set attempts = attempts + 1, last_at = ${now}, next_try_at = ${claimedUntil(now)}
    where queue = ${queue} and item = (
      select item from job_items where queue = ${queue} and next_try_at <= ${now} and put_aside_at is null
      order by next_try_at limit 1 for update skip locked)
    returning queue, item, attempts, first_at, stuck_at`.execute(db);
  return rows[0] ?? null;
}

/** Claims an item that a job found to be due; null when it cannot be taken now. */
export async function claimItem(
  db: Database,
  queue: AnyQueue,
  { key, loft_id = null, order_id = null, flight_id = null }: ItemName,
  now_ms: number,
): Promise<Claim | null> {
  const now = instant(now_ms);
  const { rows } = await sql<Claim>`
    insert into job_items as i (queue, item, loft_id, order_id, flight_id, attempts, first_at, last_at, next_try_at)
    values (${queue}, ${String(key)}, ${loft_id}, ${order_id}, ${flight_id}, 1, ${now}, ${now},
      ${instant(now_ms + claim_s * 1000)})
    on conflict (queue, item) do update set attempts = i.attempts + 1, last_at = excluded.last_at,
      next_try_at = ${claimedUntil(now)},
      loft_id = coalesce(excluded.loft_id, i.loft_id),
      order_id = coalesce(excluded.order_id, i.order_id)
    where i.next_try_at <= excluded.last_at and i.put_aside_at is null
    returning queue, item, attempts, first_at, stuck_at`.execute(db);
  return rows[0] ?? null;
}

/** Changes the row of a claim, unless it ran out and another process has it. @returns whether it was there */
export async function changeClaimed(
  tx: Tx,
  { queue, item, attempts }: Claim,
  changed: { attempts?: number; error?: string; next_try_at: string; stuck_at?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job_items')
    .set(changed)
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Removes the row of a claim, unless it ran out and another process has it. @returns whether it was there */
export async function removeClaimed(tx: Tx, { queue, item, attempts }: Claim): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job_items')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
