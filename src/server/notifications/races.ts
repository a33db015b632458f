/**
 * Race events: one row in the transaction of the event, however many people starred its subject. They are notified
 * after the commit (fans.ts).
 */

import { type RawBuilder, sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import type { AnnouncedOfFlight } from '#domain/notifications/notification.ts';
import type { Tx } from '#server/db/database.ts';

/** Records what the followers of a flight are notified of. */
export async function addFlightEvent(tx: Tx, flight: FlightKey, status: AnnouncedOfFlight): Promise<void> {
  await tx
    .insertInto('race_events')
    .values({ ...flight, status })
    .execute();
}

/** Birds of a loft that have just come home. */
export type NewlyHome = readonly { flight_id: number; pigeon_id: number }[];

/**
 * The statement that records home events, of birds that are starred or whose team is; it finds each star by an index,
 * under any stored plan, and stops at the first. It is part of the statement that appends the arrivals.
 */
export function addHomeEvents(loft_id: number, homes: NewlyHome): RawBuilder<unknown> {
  const flights = homes.map(({ flight_id }) => flight_id);
  const birds = homes.map(({ pigeon_id }) => pigeon_id);
  return sql`
    insert into race_events (loft_id, flight_id, pigeon_id)
    select ${loft_id}::bigint, home.flight_id, home.pigeon_id
    from unnest(${flights}::bigint[], ${birds}::bigint[]) as home (flight_id, pigeon_id) cross join lateral (
      select from favorites where loft_id = ${loft_id} and pigeon_id = home.pigeon_id
      union all
      select from favorites where loft_id = ${loft_id}
        and team_id = (select team_id from pigeons where loft_id = ${loft_id} and id = home.pigeon_id)
      limit 1) starred`;
}
