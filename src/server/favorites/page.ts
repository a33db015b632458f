/** Favorites with their present standing: a page of a person's, the latest first, or those that a browser has kept. */

import type { ReplyOf } from '#domain/contract.ts';
import type { listFavorites } from '#domain/favorites/contract.ts';
import { type FavoriteKind, favoriteKinds, favoritesPerPage } from '#domain/favorites/favorite.ts';
import type { StarredView } from '#domain/favorites/followed-contract.ts';
import type { Actor, SignedIn } from '#domain/policy.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { flightCounts, flownFlightsById, latestFlights } from '#server/flights/flights.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { birdsById } from '#server/pigeons/pigeons.ts';
import { teamsById } from '#server/pigeons/teams.ts';
import { shownBird, shownTeam } from '#server/pigeons/visible-birds.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { starredBy, type Thing } from './favorites.ts';
import { lastFlownOf } from './last-flown.ts';

/** A page of a person's favorites; a number beyond the last is the last page. */
export async function pageOfFavorites(
  tx: Tx,
  standings: Standings,
  person: SignedIn,
  asked: number,
): Promise<Omit<ReplyOf<typeof listFavorites>, 'read_at'>> {
  const all = await starredBy(tx, person);
  const longest = Math.max(...favoriteKinds.map((kind) => all[kind].length));
  const page_count = Math.max(1, Math.ceil(longest / favoritesPerPage));
  const page = Math.min(asked, page_count);
  const of = (kind: FavoriteKind) => all[kind].slice((page - 1) * favoritesPerPage, page * favoritesPerPage);
  const shown = { lofts: of('lofts'), teams: of('teams'), pigeons: of('pigeons'), flights: of('flights') };
  return { ...(await standingOf(tx, standings, person, shown)), counts: countsOf(all), page, page_count };
}

type Things = Record<FavoriteKind, readonly Thing[]>;

export const countsOf = ({ lofts, teams, pigeons, flights }: Things) => ({
  lofts: lofts.length,
  teams: teams.length,
  pigeons: pigeons.length,
  flights: flights.length,
});

/** How things stand that the reader may see. */
export async function standingOf(
  tx: Tx,
  standings: Standings,
  reader: Actor,
  things: Things,
): Promise<Omit<StarredView, 'counts' | 'read_at'>> {
  const of = (kind: FavoriteKind) => things[kind];
  const flightKeys = of('flights').map(({ loft_id, id }) => ({ loft_id, flight_id: id }));
  const teamKeys = of('teams').map(({ loft_id, id }) => ({ loft_id, team_id: id }));
  const birdKeys = of('pigeons').map(({ loft_id, id }) => ({ loft_id, pigeon_id: id }));
  const loft_ids = favoriteKinds.flatMap((kind) => of(kind).map(({ loft_id }) => loft_id));
  const lofts = await loftsById(tx, loft_ids);
  const flights = await flownFlightsById(tx, flightKeys);
  const teams = await teamsById(tx, teamKeys);
  const birds = await birdsById(tx, birdKeys);
  const flownOf = await flownByLoft(tx, loft_ids);
  const flightsById = new Map(flights.map((flight) => [flight.id, flight]));
  const lastFlown = await lastFlownOf(tx, standings, [
    ...birdKeys,
    ...[...teams.values()].flatMap((team) => team.birds),
  ]);
  return {
    lofts: of('lofts').map(({ id }) => ({ ...lofts.get(id)!, ...flownOf(id) })),
    flights: flightKeys.map(({ loft_id, flight_id }) => ({
      loft: lofts.get(loft_id)!,
      flight: flightsById.get(flight_id)!,
    })),
    teams: teamKeys.map(({ loft_id, team_id }) => {
      const { birds: own, hidden, alias_key, ...team } = teams.get(team_id)!;
      const view = viewFor(reader, { loft_id, hidden, alias_key });
      return {
        loft: lofts.get(loft_id)!,
        team: shownTeam(view, { ...team, pigeon_count: own.length }),
        last: lastFlown(own, view),
      };
    }),
    pigeons: birdKeys.map((key) => {
      const { hidden, alias_key, ...bird } = birds.get(key.pigeon_id)!;
      const view = viewFor(reader, { loft_id: key.loft_id, hidden, alias_key });
      return {
        loft: lofts.get(key.loft_id)!,
        pigeon: shownBird(view, 'fanciers', bird),
        last: lastFlown([key], view),
      };
    }),
  };
}

/** The live and the last flight of each loft, as on its card. */
async function flownByLoft(tx: Tx, loft_ids: readonly number[]) {
  const live = await latestFlights(tx, ['released'], loft_ids);
  const last = await latestFlights(tx, ['closed', 'provisional', 'official'], loft_ids);
  const counts = await flightCounts(tx, loft_ids);
  return (loft_id: number) => ({
    live_flight: live.get(loft_id) ?? null,
    last_flight: last.get(loft_id) ?? null,
    flight_count: counts.get(loft_id) ?? 0,
  });
}
