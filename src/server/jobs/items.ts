/**
 * Works off the items of a job, each on its own: one that fails stops no other, waits longer with each failure, and is
 * reported to the operator when it is stuck (decision 37).
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterFailure, type Queue, stuckAfter } from '#domain/jobs/item.ts';
import { isRefusal, statusOf } from '#domain/refusal.ts';
import { type Database, isDatabaseAway, type Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { notify } from '#server/notifications/notify.ts';
import {
  type AnyQueue,
  type Claim,
  changeClaimed,
  claim_s,
  claimItem,
  claimNext,
  type ItemName,
  instant,
  removeClaimed,
} from './queue.ts';

export interface Job<Item> {
  queue: AnyQueue;
  /** The name of an item in its queue, and its subject. */
  nameOf(item: Item): ItemName;
  /**
   * Works on one item; checks first whether it is still due. `n` is the number of the try.
   * @returns whether anything was done; or a function to run in the transaction that removes the item from the queue,
   * unless its claim ran out meanwhile; or until when (epoch ms) it is put off, which is no try
   */
  work(item: Item, n: number): Promise<boolean | Ended | { until_ms: number }>;
  /** For items that are given up instead of getting stuck. */
  gives_up?: {
    /** After so many failures. */
    tries: number;
    /** Records each failure, in the same transaction. */
    failed(tx: Tx, item: Item, failure: { n: number; error: Error; is_last: boolean }): Promise<void>;
  };
}

export type Ended = (tx: Tx) => Promise<void>;

export interface ItemsOptions {
  now_ms: number;
  log?: Pick<FastifyBaseLogger, 'warn' | 'error'> | undefined;
  /** How an item is claimed; a proof's control does it differently. */
  claim?: typeof claimItem;
  /** How often a claim is renewed while its item is in progress. */
  renew_ms?: number;
}

export interface QueueOptions extends Omit<ItemsOptions, 'claim'> {
  /** The maximum of items in progress at once. */
  at_once: number;
  claim?: typeof claimNext;
  /** Whether to claim no more items. */
  stopped?: () => boolean;
}

/**
 * Works on all due items of a job, one after the other. Items that are no longer due are forgotten.
 * @param due all items of the queue that are due
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
 * Works on one item, unless another process does, it failed a short while ago, or it was put aside.
 * @throws Error when the database is unavailable: that is no fault of an item.
 */
export async function workOn<Item>(
  db: Database,
  job: Job<Item>,
  item: Item,
  options: ItemsOptions,
): Promise<'done' | 'nothing' | 'failed'> {
  const { now_ms, claim = claimItem } = options;
  const claimed = await claim(db, job.queue, job.nameOf(item), now_ms);
  return claimed ? workOnClaimed(db, job, item, claimed, options) : 'nothing';
}

/**
 * Works off the due items of a queue, several at once: a slow one does not hold up the others.
 * @returns how many were tried
 * @throws Error when the database is unavailable, as {@link workOn}
 */
export async function workOffQueue(db: Database, job: Job<string>, options: QueueOptions): Promise<number> {
  const { now_ms, at_once, claim = claimNext, stopped = () => false } = options;
  let tried = 0;
  let failure: unknown;
  const lanes: Promise<void>[] = [lane()];
  // The array grows while it is iterated.
  for (const one of lanes) await one;
  if (failure) throw failure;
  return tried;

  async function lane(): Promise<void> {
    try {
      while (!stopped() && !failure) {
        const claimed = await claim(db, job.queue, now_ms);
        if (!claimed) return;
        tried += 1;
        if (lanes.length < at_once) lanes.push(lane());
        await workOnClaimed(db, job, claimed.item, claimed, options);
      }
    } catch (error) {
      failure ??= error;
    }
  }
}

async function workOnClaimed<Item>(
  db: Database,
  job: Job<Item>,
  item: Item,
  claimed: Claim,
  options: Omit<ItemsOptions, 'claim'>,
): Promise<'done' | 'nothing' | 'failed'> {
  const { attempts: n, stuck_at } = claimed;
  try {
    // A recorded failure would have ended the item, or made it stuck: the earlier tries ended their process.
    if (stuck_at === null && n > (job.gives_up?.tries ?? stuckAfter)) throw new Error('the process ended at each try');
    const result = await renewing(db, claimed, options, () => job.work(item, n));
    if (typeof result === 'object')
      await changeClaimed(db, claimed, { attempts: n - 1, next_try_at: instant(result.until_ms) });
    else if (typeof result === 'function')
      await transact(db, async (tx) => {
        if (await removeClaimed(tx, claimed)) await result(tx);
      });
    else await removeClaimed(db, claimed);
    return result === true ? 'done' : 'nothing';
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await keepFailure(db, job, item, claimed, { ...options, error: error as Error });
    return 'failed';
  }
}

/** Renews the claim of an item while it is in progress. */
async function renewing<Result>(
  db: Database,
  claimed: Claim,
  { now_ms, renew_ms = (claim_s * 1000) / 2 }: Pick<ItemsOptions, 'now_ms' | 'renew_ms'>,
  work: () => Promise<Result>,
): Promise<Result> {
  // The claim of a stuck one lasts longer than any work.
  if (claimed.stuck_at !== null) return work();
  const since = performance.now();
  const timer = setInterval(() => {
    const next_try_at = instant(now_ms + performance.now() - since + claim_s * 1000);
    // A failed renewal leaves the claim as it was.
    changeClaimed(db, claimed, { next_try_at }).catch(() => {});
  }, renew_ms);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Forgets the items that are no longer due. @returns the others that cannot be taken now */
async function lookUp(db: Database, queue: AnyQueue, keys: readonly string[], now_ms: number): Promise<Set<string>> {
  const now = instant(now_ms);
  // An item that another process began meanwhile may be missing from our list, and stays.
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

async function keepFailure<Item>(
  db: Database,
  { queue, nameOf, gives_up }: Job<Item>,
  item: Item,
  claimed: Claim,
  { error, now_ms, log }: Pick<ItemsOptions, 'now_ms' | 'log'> & { error: Error },
): Promise<void> {
  // A job that gives up decides itself about unavailable services; each of its tries counts.
  const isAway = !gives_up && isRefusal(error) && statusOf(error) === 503;
  const attempts = claimed.attempts - (isAway ? 1 : 0);
  const first_ms = Date.parse(claimed.first_at);
  const { next_ms, isStuck } = afterFailure({ attempts, first_ms, isAway }, now_ms);
  const isNew = isStuck && claimed.stuck_at === null && !gives_up;
  const is_last = gives_up !== undefined && attempts >= gives_up.tries;
  const { key, ...about } = nameOf(item);
  const err = (error.cause ?? error) as Error;
  const details = { err, queue, item: String(key), ...about, attempts };
  // A job that gives up writes its own log, without personal data.
  if (isNew) log?.error(details, 'an item of a job is stuck: somebody has to look at it');
  else if (!gives_up) log?.warn(details, 'an item of a job failed and is tried again');
  await transact(db, async (tx) => {
    const isOurs = is_last
      ? await removeClaimed(tx, claimed)
      : await changeClaimed(tx, claimed, {
          attempts,
          error: String(err.message ?? err).slice(0, 2000),
          next_try_at: instant(next_ms),
          ...(isNew && { stuck_at: instant(now_ms) }),
        });
    if (isOurs && isNew) await notifyAdmins(tx, queue as Queue, now_ms);
    if (isOurs) await gives_up?.failed(tx, item, { n: attempts, error, is_last });
  });
}

/** One notice an hour for each queue, however many items are stuck: the list has them all. */
async function notifyAdmins(tx: Database, queue: Queue, now_ms: number): Promise<void> {
  const hour = instant(now_ms).slice(0, 13);
  await notify(tx, sql`select id as user_id from users where is_admin`, {
    event: 'job_stuck',
    key: `job_stuck:${queue} ${hour}`,
    facts: { queue, path: '/admin/work' },
  });
}
