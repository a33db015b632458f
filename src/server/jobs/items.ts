/**
 * The items of a job, each worked on by itself: one that fails stops no other, waits longer with each failure, and is
 * called to the operator's attention when it is stuck (decision 37).
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterFailure, type Queue, stuckAfter, stuckPause_s } from '#domain/jobs/item.ts';
import { isRefusal, statusOf } from '#domain/refusal.ts';
import { type Database, isDatabaseAway } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { tell } from '#server/notifications/tell.ts';

export interface Job<Item> {
  queue: Queue;
  /** What an item is called among those of its queue, and what it is about. */
  nameOf(item: Item): ItemName;
  /** Works on one item. Looks first whether it is still to be done. @returns whether anything was done */
  work(item: Item): Promise<boolean>;
}

export interface ItemName {
  key: string | number;
  loft_id?: number | null;
  order_id?: number | null;
  flight_id?: number | null;
}

/** A try at an item that is this process's for a while. */
export interface Claim {
  attempts: number;
  first_at: string;
  stuck_at: string | null;
}

export interface ItemsOptions {
  now_ms: number;
  log?: Pick<FastifyBaseLogger, 'warn' | 'error'> | undefined;
  /** How an item is claimed; a proof's control does it otherwise. */
  claim?: typeof claimItem;
}

/** Longer than anybody outside is waited for. A process that dies leaves its claim behind, and it runs out. */
const claim_s = 120;

const instant = (ms: number) => new Date(ms).toISOString();

/**
 * Works on all that a job has to do now, one item after the other. What is no longer to be done is forgotten.
 * @param due all items of the queue that are to be done
 * @returns the items with which something was done, and how many failed
 */
export async function workOff<Item>(
  db: Database,
  job: Job<Item>,
  due: readonly Item[],
  options: ItemsOptions,
): Promise<{ done: Item[]; failed: number }> {
  const keys = due.map((item) => String(job.nameOf(item).key));
  const blocked = await lookUp(db, job.queue, keys, options.now_ms);
  const result = { done: [] as Item[], failed: 0 };
  for (const item of due) {
    if (blocked.has(String(job.nameOf(item).key))) continue;
    const outcome = await workOn(db, job, item, options);
    if (outcome === 'done') result.done.push(item);
    if (outcome === 'failed') result.failed += 1;
  }
  return result;
}

/**
 * Works on one item, unless another process does, it failed a short while ago, or somebody put it aside.
 * @throws Error when the database is away: that is no fault of an item.
 */
export async function workOn<Item>(
  db: Database,
  { queue, nameOf, work }: Job<Item>,
  item: Item,
  { now_ms, log, claim = claimItem }: ItemsOptions,
): Promise<'done' | 'nothing' | 'failed'> {
  const name = nameOf(item);
  const claimed = await claim(db, queue, name, now_ms);
  if (!claimed) return 'nothing';
  try {
    // A failure that was written down would have made it stuck.
    if (claimed.attempts > stuckAfter && claimed.stuck_at === null) throw new Error('the process ended at each try');
    const isDone = await work(item);
    await db
      .deleteFrom('job_items')
      .where('queue', '=', queue)
      .where('item', '=', String(name.key))
      .where('attempts', '=', claimed.attempts)
      .execute();
    return isDone ? 'done' : 'nothing';
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await keepFailure(db, queue, name, claimed, { error: error as Error, now_ms, log });
    return 'failed';
  }
}

/** Takes an item for a while, so that no other process works on it; null when it is not to be had now. */
export async function claimItem(
  db: Database,
  queue: Queue,
  { key, loft_id = null, order_id = null, flight_id = null }: ItemName,
  now_ms: number,
): Promise<Claim | null> {
  const [now, until] = [instant(now_ms), instant(now_ms + claim_s * 1000)];
  const { rows } = await sql<Claim>`
    insert into job_items as i (queue, item, loft_id, order_id, flight_id, attempts, first_at, last_at, next_try_at)
    values (${queue}, ${String(key)}, ${loft_id}, ${order_id}, ${flight_id}, 1, ${now}, ${now}, ${until})
    on conflict (queue, item) do update set attempts = i.attempts + 1, last_at = excluded.last_at,
      next_try_at = case when i.stuck_at is null then excluded.next_try_at
        else excluded.last_at + ${stuckPause_s} * interval '1 second' end,
      loft_id = coalesce(excluded.loft_id, i.loft_id),
      order_id = coalesce(excluded.order_id, i.order_id)
    where i.next_try_at <= excluded.last_at and i.put_aside_at is null
    returning attempts, first_at, stuck_at`.execute(db);
  return rows[0] ?? null;
}

/** Forgets the items that are no longer to be done. @returns those of the others that nobody may take now */
async function lookUp(db: Database, queue: Queue, keys: readonly string[], now_ms: number): Promise<Set<string>> {
  const now = instant(now_ms);
  // What another process began to work on since we looked is not among ours.
  await sql`
    delete from job_items where queue = ${queue} and last_at < ${now} and item <> all(${keys}::text[])`.execute(db);
  const rows = await db
    .selectFrom('job_items')
    .select('item')
    .where('queue', '=', queue)
    .where((eb) => eb.or([eb('next_try_at', '>', now), eb('put_aside_at', 'is not', null)]))
    .execute();
  return new Set(rows.map(({ item }) => item));
}

async function keepFailure(
  db: Database,
  queue: Queue,
  { key, loft_id, order_id, flight_id }: ItemName,
  claimed: Claim,
  { error, now_ms, log }: { error: Error; now_ms: number; log: ItemsOptions['log'] },
): Promise<void> {
  const isAway = isRefusal(error) && statusOf(error) === 503;
  const attempts = claimed.attempts - (isAway ? 1 : 0);
  const first_ms = Date.parse(claimed.first_at);
  const { next_ms, isStuck } = afterFailure({ attempts, first_ms, isAway }, now_ms);
  const isNew = isStuck && claimed.stuck_at === null;
  const about = { queue, item: String(key), loft_id, order_id, flight_id, attempts };
  const err = error.cause ?? error;
  if (isNew) log?.error({ err, ...about }, 'an item of a job is stuck: somebody has to look at it');
  else log?.warn({ err, ...about }, 'an item of a job failed and is tried again');
  await transact(db, async (tx) => {
    await tx
      .updateTable('job_items')
      .set({
        attempts,
        error: String((err as Error).message ?? err).slice(0, 2000),
        next_try_at: instant(next_ms),
        ...(isNew && { stuck_at: instant(now_ms) }),
      })
      .where('queue', '=', queue)
      .where('item', '=', String(key))
      .where('attempts', '=', claimed.attempts)
      .execute();
    if (isNew) await tellAdmins(tx, queue, now_ms);
  });
}

/** Once an hour for each queue, however many items are stuck: the list has them all. */
async function tellAdmins(tx: Database, queue: Queue, now_ms: number): Promise<void> {
  const hour = instant(now_ms).slice(0, 13);
  await tell(tx, sql`select id as user_id from users where is_admin`, {
    event: 'job_stuck',
    key: `job_stuck:${queue} ${hour}`,
    facts: { queue, path: '/admin/work' },
  });
}
