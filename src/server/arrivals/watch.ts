/** Several flights watched at once: chosen ones, or those in the air and those of today. */
import { mostWatched } from '#domain/arrivals/watch.ts';
import { readWatched } from '#domain/arrivals/watch-contract.ts';
import type { FlightSummary } from '#domain/flights/contract.ts';
import { flightsOfToday, nextReleases, publicFlights } from '#server/flights/calendar.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { firstHome } from './home.ts';
import type { Standings } from './standings.ts';

/** The maximum of each list: the first birds of a flight, and the flights that can be chosen beside those watched. */
const most = { first: 5, others: 24 };

export function watchRoute(standings: Standings): Route {
  return route(readWatched, {
    load: async () => null,
    act: async (tx, _site, { query }, { actor, now_ms }) => {
      const read_at = new Date(now_ms).toISOString();
      const today = await flightsOfToday(tx, read_at, mostWatched + most.others);
      const watched = query.flights ? await publicFlights(tx, query.flights) : today.slice(0, mostWatched);
      const ids = new Set(watched.map(({ id }) => id));
      const ahead = await nextReleases(tx, read_at, most.others);
      const others = [
        ...new Map<number, FlightSummary>([...today, ...ahead].map((flight) => [flight.id, flight])).values(),
      ]
        .filter(({ id }) => !ids.has(id))
        .slice(0, most.others);
      const lofts = await loftsById(
        tx,
        [...watched, ...others].map(({ loft_id }) => loft_id),
      );
      const races = watched.map((flight) => ({ flight, lines: most.first }));
      const withFirst = await firstHome(tx, standings, races, actor);
      return {
        flights: withFirst.map((race, i) => {
          const { loft_id, epoch, seq } = watched[i]!;
          return { ...race, loft: lofts.get(loft_id)!, epoch, seq };
        }),
        others: others.map((flight) => ({ loft: lofts.get(flight.loft_id)!, flight })),
        read_at,
      };
    },
  });
}
