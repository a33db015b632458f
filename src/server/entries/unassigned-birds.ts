/** Birds left in a season without a place by ended orders: the next order of the same person takes them over. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import type { Tx } from '#server/db/database.ts';
import { adminBirds } from '#server/pigeons/admin-birds.ts';

export interface LeftBehind {
  bird: AdminBird;
  /** The customer of that order. */
  user_id: number;
}

/** The birds with these rings that an ended order left behind, by ring key. */
export async function leftBehind(
  tx: Tx,
  season: SeasonKey,
  ring_keys: readonly string[],
): Promise<Map<string, LeftBehind>> {
  const left = await tx
    .selectFrom('pigeons as p')
    .innerJoin('entries as e', (join) => join.onRef('e.loft_id', '=', 'p.loft_id').onRef('e.pigeon_id', '=', 'p.id'))
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 'e.loft_id').onRef('o.id', '=', 'e.order_id'))
    .select(['p.id', 'p.ring_key', 'o.user_id'])
    .where('p.loft_id', '=', season.loft_id)
    .where('p.season_id', '=', season.season_id)
    .where('p.ring_key', '=', sql<string>`any(${ring_keys}::text[])`)
    .where('p.health', '=', 'unassigned')
    .where(
      'o.status',
      'in',
      orderStatuses.filter((status) => !holdsPlaces(status)),
    )
    .execute();
  const ids = left.map(({ id }) => id);
  const birds = new Map((await adminBirds(tx, season, ids)).map((bird) => [bird.pigeon_id, bird]));
  return new Map(left.map(({ id, ring_key, user_id }) => [ring_key, { bird: birds.get(id)!, user_id }]));
}
