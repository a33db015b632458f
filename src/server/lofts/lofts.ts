/** Lofts: opening one. */
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

export type LoftToOpen = Pick<Loft, 'name' | 'unit' | 'time_zone'> &
  Partial<Pick<Loft, 'country' | 'latitude' | 'longitude'>>;

const columns = ['id', 'name', 'unit', 'time_zone', 'country', 'latitude', 'longitude'] as const;

/** Open a loft together with its empty ledger. */
export async function openLoft(tx: Tx, loft: LoftToOpen): Promise<Loft> {
  const opened = await tx
    .insertInto('lofts')
    .values(loft as Required<LoftToOpen>)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await tx.insertInto('ledgers').values({ loft_id: opened.id }).execute();
  return opened;
}

/** A loft, or undefined. */
export function findLoft(tx: Tx, loft_id: number): Promise<Loft | undefined> {
  return tx.selectFrom('lofts').select(columns).where('id', '=', loft_id).executeTakeFirst();
}

/**
 * A loft as the policy asks about it.
 * @throws Refusal `not_found`.
 */
export async function loadLoft(tx: Tx, loft_id: number): Promise<{ loft_id: number; loft: Loft }> {
  const loft = await findLoft(tx, loft_id);
  if (!loft) throw new Refusal('not_found');
  return { loft_id, loft };
}

/** All lofts by name. */
export function allLofts(tx: Tx): Promise<Loft[]> {
  return tx.selectFrom('lofts').select(columns).orderBy('name').execute();
}

/** Lofts by their ids. */
export async function loftsById(tx: Tx, loft_ids: readonly number[]): Promise<Map<number, Loft>> {
  if (!loft_ids.length) return new Map();
  const lofts = await tx
    .selectFrom('lofts')
    .select(columns)
    .where('id', 'in', [...new Set(loft_ids)])
    .execute();
  return new Map(lofts.map((loft) => [loft.id, loft]));
}
