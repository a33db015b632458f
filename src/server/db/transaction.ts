/** How a transaction begins: everywhere the same, so that whoever was broken off by PostgreSQL is served all the same. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ControlledTransaction, sql, type Transaction } from 'kysely';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL broke the transaction off for another's sake: both waited for each other (40P01), or they cannot have come
 * one after the other (40001). Nothing of it was done, and the other one goes on.
 */
export function isConflict(error: unknown): boolean {
  return /^(40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '');
}

/** Of the transaction that this work began in; what it set going may outlive it. */
const around = new AsyncLocalStorage<{ is_open: boolean }>();

/** Whether the caller runs inside a transaction, however deep below it: a connection and locks are held until it ends. */
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
 * Run work of which a refusal shall take back only what it has written itself: the transaction goes on without it. Rows
 * that it locked are free again.
 * @returns what the work returns, or the refusal
 * @throws whatever else the work throws; the transaction is of no use then
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

/**
 * Run work in a transaction, and once more from its start where PostgreSQL broke it off for another's sake. The order of
 * locks (docs/architecture.md) makes that rare; this makes it harmless. The work may therefore run twice: what it does
 * outside the database must bear that, and what must not happen twice comes after the commit.
 * @param tries how often at most
 * @throws what the work throws; a conflict that came with every try is answered 503 (`refusalOfDatabase`)
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
 * Read in one snapshot: what others commit meanwhile is not seen, so that the parts of an answer agree. Nothing is
 * written, and nobody waits for it.
 */
export async function readOnce<T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => marked(() => work(tx)));
}

/** One snapshot for several readings, one after the other. */
export interface Snapshot {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Gives the connection back; the next reading begins another snapshot. */
  end(): Promise<void>;
}

/** A snapshot that begins with the first reading: until it ends it has a connection. */
export function createSnapshot(db: Database): Snapshot {
  let begun: Promise<ControlledTransaction<Tables>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  // PostgreSQL answers one after the other on a connection.
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
          // After an error PostgreSQL reads nothing more in it; a refusal is none.
          if (!isRefusal(error)) await end().catch(() => {});
          throw error;
        }
      }),
    end: () => inTurn(end),
  };
}
