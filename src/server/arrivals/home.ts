/** The home page, and the results published last: races of all lofts with their first birds in the ranking. */
import { type RaceWithFirst, readHome, type SeasonUnderWay } from '#domain/arrivals/home-page-contract.ts';
import { readPublishedResults } from '#domain/arrivals/published-contract.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Actor } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { shows } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import {
  flightsInTheAir,
  lastFinals,
  lastPublished,
  nextReleases,
  type RacedFlight,
  seasonsUnderWay,
} from '#server/flights/calendar.ts';
import { allLofts, findLoft, loftsById } from '#server/lofts/lofts.ts';
import { birdsById } from '#server/pigeons/pigeons.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import { type Route, route } from '#server/route.ts';
import { listedSeasons, openOffer } from '#server/seasons/public.ts';
import { type View, viewFor } from '#server/seasons/visibility.ts';
import { linesOf, type Standings } from './standings.ts';
import { shownLine } from './visible-results.ts';

/** The maximum of each list. */
const most = { live: 6, first_home: 5, next: 6, seasons: 6, finals: 2, podium: 4, published: 30 };

/** A release delayed by weather is still the next one; one that is late by more than a day was forgotten. */
const mostLate_ms = 24 * 3_600_000;

export function homeRoute(standings: Standings): Route {
  return route(readHome, {
    load: async () => null,
    act: async (tx, _site, _input, { actor, now_ms }) => {
      const after = new Date(now_ms - mostLate_ms).toISOString();
      const air = await flightsInTheAir(tx, most.live);
      const next = await nextReleases(tx, after, most.next);
      const seasons = await seasonsUnderWay(tx, after, most.seasons);
      const finals = await lastFinals(tx, most.finals);
      const lofts = await allLofts(tx);
      const [leading, ...also_live] = air.flights;
      const races = [
        ...(leading ? [{ flight: leading, lines: most.first_home }] : []),
        ...finals.map((flight) => ({ flight, lines: most.podium })),
      ];
      const withFirst = await firstHome(tx, standings, races, actor);
      const registrations = new Map(
        (
          await listedSeasons(
            tx,
            now_ms,
            seasons.map(({ id }) => id),
          )
        ).map((one) => [one.id, one]),
      );
      // One after the other: a transaction has one connection.
      const shown_seasons: SeasonUnderWay[] = [];
      for (const season of seasons) {
        const listed = registrations.get(season.id)!;
        shown_seasons.push({ ...listed, ...season, offer: await openOffer(tx, listed) });
      }
      const shown = new Set([...air.flights, ...next, ...seasons, ...finals].map(({ loft_id }) => loft_id));
      return {
        in_the_air: air.counts,
        leading: leading ? withFirst[0]! : null,
        also_live,
        next,
        seasons: shown_seasons,
        finals: leading ? withFirst.slice(1) : withFirst,
        lofts: lofts.filter(({ id }) => shown.has(id)),
        loft_count: lofts.length,
        read_at: new Date(now_ms).toISOString(),
      };
    },
  });
}

export function publishedResultsRoute(standings: Standings): Route {
  return route(readPublishedResults, {
    load: async (tx, { query: { loft_id } }) => {
      const loft = loft_id === undefined ? null : await findLoft(tx, loft_id);
      if (loft === undefined) throw new Refusal('not_found');
      return loft;
    },
    act: async (tx, loft, _input, { actor }) => {
      const flights = await lastPublished(tx, most.published, loft?.id);
      const races = flights.map((flight) => ({ flight, lines: most.podium }));
      const withFirst = await firstHome(tx, standings, races, actor);
      const lofts = await loftsById(
        tx,
        flights.map(({ loft_id }) => loft_id),
      );
      return {
        loft,
        results: withFirst.map((race, at) => ({ ...race, published_at: flights[at]!.published_at })),
        lofts: [...lofts.values()],
      };
    },
  });
}

/** The first lines of the rankings of some races, with all their birds in one query. */
export async function firstHome(
  tx: Tx,
  standings: Standings,
  races: readonly { flight: RacedFlight; lines: number }[],
  actor: Actor,
): Promise<RaceWithFirst[]> {
  const ranked: { flight: RacedFlight; view: View; lines: readonly Ranked[] }[] = [];
  for (const { flight, lines } of races) {
    const view = viewFor(actor, flight);
    // With hidden ranks there are no first lines.
    const placed = shows(view.hidden, 'results.rank');
    const first = placed ? (await linesOf(tx, standings, [flight], { first: lines })).get(flight.id)! : [];
    ranked.push({ flight, view, lines: first });
  }
  const birds = await birdsById(
    tx,
    ranked.flatMap(({ flight: { loft_id }, lines }) => lines.map(({ pigeon_id }) => ({ loft_id, pigeon_id }))),
  );
  return ranked.map(({ flight, view, lines }) => ({
    flight: { ...flight, speed_rule: flight.rules.speed },
    first: lines.map((line) => ({
      ...shownBird(view, 'results', birds.get(line.pigeon_id)!, flight.id),
      ...shownLine(view, line),
    })),
  }));
}
