/** How a transaction begins: everywhere the same, so that whoever was broken off by PostgreSQL is served all the same. */
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL broke the transaction off for another's sake: both waited for each other (40P01), or they cannot have come
 * one after the other (40001). Nothing of it was done, and the other one goes on.
 */
export function isConflict(error: unknown): boolean {
  return /^(40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '');
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
    return await db.transaction().execute(work);
  } catch (error) {
    if (tries <= 1 || !isConflict(error)) throw error;
    return transact(db, work, tries - 1);
  }
}
