/** The calls about readings, arrivals and results. */
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readBasketing, searchBasketing } from '#domain/basketing/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { basketedPigeons, basketingVersion, createBasketingLists } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlightKey, type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import { type Route, route } from '#server/route.ts';
import { arrivalsAfter, arrivalsVersion, type Standings } from './arrivals.ts';
import { basketingPage, resultPage } from './result.ts';

async function loadFlight(tx: Tx, { params }: { params: FlightKey }) {
  const flight = await findFlownFlight(tx, params);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

export function arrivalRoutes(standings: Standings, keep_ms: number): Route[] {
  const lists = createBasketingLists(keep_ms);
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
      act: async (tx, flight, { query }, { now_ms }) => {
        const { standing, birds } = await listsOf(tx, flight);
        return { ...resultPage(standing, birds, query), read_at: new Date(now_ms).toISOString() };
      },
    }),
    route(searchBasketing, {
      load: loadFlight,
      act: async (tx, flight, { query }, { now_ms }) => {
        const { standing, birds } = await listsOf(tx, flight);
        return { ...basketingPage(standing, birds, query), read_at: new Date(now_ms).toISOString() };
      },
    }),
  ];

  async function listsOf(tx: Tx, flight: FlownFlight) {
    const key = { loft_id: flight.loft_id, flight_id: flight.id };
    const standing = await standings(tx, flight, flight);
    const birds = await lists(tx, key);
    // Basketed a moment ago and home already: a list that was wrong is mended like that.
    const whole = standing.ranked.every(({ pigeon_id }) => birds.has(pigeon_id));
    return { standing, birds: whole ? birds : await lists(tx, key, true) };
  }
}
