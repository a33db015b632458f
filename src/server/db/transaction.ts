/** Transactions: all begin here, so that one that PostgreSQL aborts for a conflict is retried everywhere. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ControlledTransaction, sql, type Transaction } from 'kysely';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL aborted the transaction for a conflict with another one: a deadlock (40P01) or a serialization failure
 * (40001). It was rolled back, and the other one goes on.
 */
export function isConflict(error: unknown): boolean {
  return /^(40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '');
}

/** The transaction of the current async context; work started in it may outlive it. */
const around = new AsyncLocalStorage<{ is_open: boolean }>();

/** Whether the caller runs inside a transaction, at any depth: a connection and locks are held until it ends. */
export function isInTransaction(): boolean {
  return around.getStore()?.is_open ?? false;
}

async function marked<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { is_open: true };
  try {
    return await around.run(transaction, work);
  } finally {
    transaction.is_open = false;
  }
}

/**
 * Runs work in a savepoint: a refusal rolls back only its own writes, and the transaction continues. Its row locks are
 * released.
 * @returns the result of the work, or the refusal
 * @throws any other error of the work; the transaction is then aborted
 */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const done = await work();
    await sql`release savepoint attempt`.execute(tx);
    return done;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    await sql`release savepoint attempt`.execute(tx);
    return error;
  }
}

/** What work would do: runs it in a savepoint, rolls all its writes back, and returns its result. */
export async function dryRun<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint dry_run`.execute(tx);
  const result = await work();
  await sql`rollback to savepoint dry_run`.execute(tx);
  await sql`release savepoint dry_run`.execute(tx);
  return result;
}

/**
 * Runs work in a transaction, and retries it once from its start after a conflict. The order of locks
 * (docs/mechanisms.md) makes conflicts rare; the retry makes them harmless. The work may run twice: effects outside
 * the database must allow that, and what must not happen twice comes after the commit.
 * @param tries the most tries
 * @throws the error of the work; a conflict in every try is answered 503 (`refusalOfDatabase`)
 */
export async function transact<T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>, tries = 2): Promise<T> {
  try {
    return await db.transaction().execute((tx) => marked(() => work(tx)));
  } catch (error) {
    if (tries <= 1 || !isConflict(error)) throw error;
    return transact(db, work, tries - 1);
  }
}

/**
 * Reads in one snapshot: commits of others are not seen meanwhile, so that the parts of a reply agree. Read-only, and
 * blocks no other transaction.
 */
export async function readOnce<T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => marked(() => work(tx)));
}

/** One snapshot for several reads, one after the other. */
export interface Snapshot {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Releases the connection; the next read begins another snapshot. */
  end(): Promise<void>;
}

/** A snapshot that begins with the first read; it holds a connection until it ends. */
export function createSnapshot(db: Database): Snapshot {
  let begun: Promise<ControlledTransaction<Tables>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  // A connection runs one query after the other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work);
    last = own.catch(() => {});
    return own;
  };
  const end = async () => {
    const tx = await begun?.catch(() => undefined);
    begun = undefined;
    if (tx) await tx.rollback().execute();
  };
  return {
    read: (work) =>
      inTurn(async () => {
        begun ??= db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
        try {
          const tx = await begun;
          return await marked(() => work(tx));
        } catch (error) {
          // After an error PostgreSQL aborts the transaction; a refusal is not a database error.
          if (!isRefusal(error)) await end().catch(() => {});
          throw error;
        }
      }),
    end: () => inTurn(end),
  };
}
