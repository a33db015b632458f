/**
 * Race events: one row in the transaction of the event, however many people starred its subject, also when nobody did.
 * They are notified after the commit (fans.ts).
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
 * The statement that records home events; it is part of the statement that appends the arrivals, and reads nothing:
 * whether anybody is to be notified of a bird, fans.ts finds.
 */
export function addHomeEvents(loft_id: number, homes: NewlyHome): RawBuilder<unknown> {
  const flights = homes.map(({ flight_id }) => flight_id);
  const birds = homes.map(({ pigeon_id }) => pigeon_id);
  return sql`
    insert into race_events (loft_id, flight_id, pigeon_id)
    select ${loft_id}::bigint, flight_id, pigeon_id
    from unnest(${flights}::bigint[], ${birds}::bigint[]) as home (flight_id, pigeon_id)`;
}
