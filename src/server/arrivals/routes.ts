/** The calls about readings, arrivals and results. */
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { basketedPigeons, basketingVersion, createBasketingLists } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlightKey, findFlight } from '#server/flights/flights.ts';
import { type Route, route } from '#server/route.ts';
import { arrivalsAfter, arrivalsVersion, type Standings } from './arrivals.ts';
import { resultPage } from './result.ts';

async function loadFlight(tx: Tx, { params }: { params: FlightKey }) {
  const flight = await findFlight(tx, params);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

export function arrivalRoutes(standings: Standings): Route[] {
  const lists = createBasketingLists();
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
      act: async (tx, flight, { params, query }, { now_ms }) => ({
        ...resultPage(await standings(tx, flight), await lists(tx, params), query),
        read_at: new Date(now_ms).toISOString(),
      }),
    }),
  ];
}
