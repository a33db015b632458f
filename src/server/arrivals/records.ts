/** The results of birds in their flights: the same ranking lines that the flight pages show. */

import { sql } from 'kysely';
import type { BirdResult } from '#domain/arrivals/records.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { showsRecords, showsSpeed } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownFlights } from '#server/flights/flights.ts';
import type { View } from '#server/seasons/visibility.ts';
import { linesOf, type SpeedsOfField, type Standings, speedsOfField } from './standings.ts';
import { shownLine } from './visible-results.ts';

export interface Record {
  flights: (FlownFlight & SpeedsOfField & { speed_rule: FlownFlight['rules']['speed']; precision_ms: number })[];
  results: BirdResult[];
}

/**
 * The flights that some birds of a season were basketed for, and the lines of each bird in them. None where the season
 * hides the birds of a flight.
 */
export async function recordOf(
  tx: Tx,
  standings: Standings,
  season: SeasonKey,
  { ids: pigeon_ids, view }: { ids: readonly number[]; view: View },
): Promise<Record> {
  if (!showsRecords(view.hidden)) return { flights: [], results: [] };
  const flights = await flownFlights(tx, season, pigeon_ids);
  const { rows: basketed } = await sql<{ flight_id: number; pigeon_id: number }>`
    select flight_id, pigeon_id from baskets
    where loft_id = ${season.loft_id} and pigeon_id = any(${pigeon_ids}::bigint[])`.execute(tx);
  const lines = await linesOf(tx, standings, flights, { pigeon_ids });
  const results: BirdResult[] = [];
  for (const flight of flights) {
    const birds = basketed.filter(({ flight_id }) => flight_id === flight.id).map(({ pigeon_id }) => pigeon_id);
    const own = new Map(lines.get(flight.id)!.map((line) => [line.pigeon_id, line]));
    for (const pigeon_id of birds) {
      const line = own.get(pigeon_id);
      results.push({
        flight_id: flight.id,
        pigeon_id,
        line: line ? shownLine(view, line) : null,
      });
    }
  }
  const speeds = showsSpeed(view.hidden)
    ? await speedsOfField(tx, standings, flights)
    : new Map<number, SpeedsOfField>();
  return {
    flights: flights.map((flight) => ({
      ...flight,
      ...(speeds.get(flight.id) ?? { winner_speed: null, middle_speed: null }),
      speed_rule: flight.rules.speed,
      precision_ms: flight.rules.precision_ms,
    })),
    results,
  };
}
