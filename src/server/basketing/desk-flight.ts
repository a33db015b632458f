/** A flight of a season as a desk needs it. */
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

export interface DeskFlight extends SeasonKey, FlightKey {}

/** A flight of a season with what a desk shows of it. @throws Refusal `not_found` for a flight of another season. */
export async function deskFlight(tx: Tx, { loft_id, season_id, flight_id }: DeskFlight) {
  const found = await tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.id', 'f.name', 'f.kind', 'f.status', 'f.entry', 'l.crate_size', 's.currency'])
    .where('f.loft_id', '=', loft_id)
    .where('f.season_id', '=', season_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { crate_size, currency, ...flight } = found;
  return { flight, crate_size, currency };
}
