/** A flight that is locked for a change. */
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { chosenClocks } from './clocks.ts';

/** A flight with its loft, locked until the transaction ends. */
export type LockedFlight = Awaited<ReturnType<typeof lockFlight>>;

/**
 * The flight, locked until the transaction ends, with the facts of the loft that its rules need.
 * @throws Refusal `not_found`.
 */
export async function lockFlight(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const flight = await tx
    .selectFrom('flights')
    .innerJoin('lofts', 'lofts.id', 'flights.loft_id')
    .select([
      'flights.loft_id',
      'flights.id',
      'flights.season_id',
      'flights.status',
      'flights.distance_m',
      'flights.rules',
    ])
    .select(['flights.release_time', 'flights.closes_at', 'flights.replay_factor'])
    .select(['flights.closed_intervals', 'flights.day_starts'])
    .select(['flights.name', 'flights.kind', 'flights.entry', 'flights.is_draft', 'flights.notifies_followers'])
    .select(['flights.release_point_id', 'flights.release_point', 'flights.release_latitude'])
    .select(['flights.release_longitude', 'flights.distance_source', 'flights.distance_note'])
    .select(['flights.estimated_average_speed', 'flights.basketing_at', 'flights.basketed_count', 'flights.version'])
    .select(['flights.sealed_at', 'flights.planned_release_time'])
    .select(chosenClocks('flights'))
    .select(['lofts.time_zone', 'lofts.latitude', 'lofts.longitude'])
    .where('flights.loft_id', '=', loft_id)
    .where('flights.id', '=', flight_id)
    .forUpdate('flights')
    .executeTakeFirst();
  if (!flight) throw new Refusal('not_found');
  return flight;
}

/** {@link lockFlight} for a flight of a season. @throws Refusal `not_found`, also for a flight of another season */
export async function lockSeasonFlight(
  tx: Tx,
  { loft_id, season_id, flight_id }: SeasonKey & FlightKey,
): Promise<LockedFlight> {
  const flight = await lockFlight(tx, { loft_id, flight_id });
  if (flight.season_id !== season_id) throw new Refusal('not_found');
  return flight;
}
