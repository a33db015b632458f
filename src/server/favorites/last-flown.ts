/** The present or last flight of birds, with their rank in it, by the one ranking. */

import { sql } from 'kysely';
import type { LastFlown } from '#domain/favorites/contract.ts';
import type { PigeonKey } from '#domain/keys.ts';
import { shows, showsRecords } from '#domain/seasons/visibility.ts';
import { linesOf, type Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { flownFlightsById, latestFirst } from '#server/flights/flights.ts';
import type { View } from '#server/seasons/visibility.ts';

/** The result of some birds of one loft together: of a team, or of one bird; null also where the season hides it. */
export type LastFlownOf = (birds: readonly PigeonKey[], view: View) => LastFlown | null;

/**
 * Look up the last flights of all these birds. For a group the flight in the air counts, else the one that was released
 * last.
 */
export async function lastFlownOf(tx: Tx, standings: Standings, birds: readonly PigeonKey[]): Promise<LastFlownOf> {
  const { rows } = await sql<PigeonKey & { flight_id: number }>`
    select distinct on (b.loft_id, b.pigeon_id) b.loft_id, b.pigeon_id, b.flight_id
    from jsonb_to_recordset(${JSON.stringify(birds)}::jsonb) as c (loft_id bigint, pigeon_id bigint)
    join baskets b on b.loft_id = c.loft_id and b.pigeon_id = c.pigeon_id
    join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
    where f.status in ('released', 'closed', 'provisional', 'official')
    order by b.loft_id, b.pigeon_id, ${latestFirst}`.execute(tx);
  const flightOf = new Map(rows.map((row) => [row.pigeon_id, row.flight_id]));
  const flights = await flownFlightsById(tx, rows);
  const pigeon_ids = birds.map(({ pigeon_id }) => pigeon_id);
  const lines = await linesOf(tx, standings, flights, { pigeon_ids });
  const ranksIn = (flight_id: number) => new Map(lines.get(flight_id)!.map(({ pigeon_id, rank }) => [pigeon_id, rank]));
  const places = new Map(flights.map(({ id }) => [id, ranksIn(id)]));
  return (together, { hidden }) => {
    if (!showsRecords(hidden)) return null;
    const flown = new Set(together.map(({ pigeon_id }) => flightOf.get(pigeon_id)));
    const flight = flights.find(({ id }) => flown.has(id));
    if (!flight) return null;
    const basketed = together.filter(({ pigeon_id }) => flightOf.get(pigeon_id) === flight.id);
    const ranks = basketed.flatMap(({ pigeon_id }) => places.get(flight.id)!.get(pigeon_id) ?? []);
    return {
      flight,
      basketed: basketed.length,
      home: ranks.length,
      rank: ranks.length && shows(hidden, 'results.rank') ? Math.min(...ranks) : null,
    };
  };
}
