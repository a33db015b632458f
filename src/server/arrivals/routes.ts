/** The calls about readings, arrivals and results. */
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { basketedPigeons, basketingVersion } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlightKey, findFlight } from '#server/flights/flights.ts';
import { type Route, route } from '#server/route.ts';
import { arrivalsAfter, arrivalsVersion, type Standings } from './arrivals.ts';

async function loadFlight(tx: Tx, { params }: { params: FlightKey }) {
  const flight = await findFlight(tx, params);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

export function arrivalRoutes(standings: Standings): Route[] {
  return [
    route(readBasketing, {
      load: loadFlight,
      version: (tx, _flight, { params }) => basketingVersion(tx, params),
      act: async (tx, _flight, { params }) => ({ pigeons: await basketedPigeons(tx, params) }),
    }),
    route(readArrivals, {
      load: loadFlight,
      // Everything so far is what many ask; a tail is one browser's own.
      version: async (tx, _flight, { params, query }) => (query.after === 0 ? arrivalsVersion(tx, params) : null),
      act: (tx, _flight, { params, query }) => arrivalsAfter(tx, params, query.after),
    }),
    route(readResult, {
      load: loadFlight,
      act: async (tx, flight, { params, query }, { now_ms }) => {
        const { epoch, seq, ranked } = await standings(tx, flight);
        const page_count = Math.max(1, Math.ceil(ranked.length / query.per_page));
        const page = Math.min(query.page, page_count);
        const shown = ranked.slice((page - 1) * query.per_page, page * query.per_page);
        const birds = new Map(
          (
            await basketedPigeons(
              tx,
              params,
              shown.map((row) => row.pigeon_id),
            )
          ).map((bird) => [bird.pigeon_id, bird]),
        );
        return {
          epoch,
          seq,
          home_count: ranked.length,
          page,
          page_count,
          rows: shown.map(({ time_ms, ...row }) => ({
            ...birds.get(row.pigeon_id)!,
            ...row,
            time: new Date(time_ms).toISOString(),
          })),
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
  ];
}
