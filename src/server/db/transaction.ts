/** How a transaction begins: everywhere the same, so that whoever was broken off by PostgreSQL is served all the same. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Transaction } from 'kysely';
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
