/** The calls about a loft, a team and a bird with their flights and their places in the ranking. */
import { readPigeon, readTeam } from '#domain/arrivals/records.ts';
import { dayAt } from '#domain/day.ts';
import { readLoft } from '#domain/flights/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { shows, showsBirdPages, showsSpeed, showsTeamPages } from '#domain/seasons/visibility.ts';
import { flownFlights } from '#server/flights/flights.ts';
import { describeLoft, findLoft } from '#server/lofts/lofts.ts';
import { passportOf } from '#server/pigeons/passports.ts';
import { photoOf, photosOf } from '#server/pigeons/photos.ts';
import { birdsById, pigeonsOf, seasonOfPigeon } from '#server/pigeons/pigeons.ts';
import { findTeam } from '#server/pigeons/teams.ts';
import { shownBird, shownBirds, shownTeam } from '#server/pigeons/visible-birds.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { recordOfLoft, releasePointsOf } from './loft-record.ts';
import { recordOf } from './records.ts';
import { linesOf, type Standings } from './standings.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

export function recordRoutes(standings: Standings): Route[] {
  return [
    route(readLoft, {
      load: async (tx, { params }) => (await describeLoft(tx, params.loft_id)).loft,
      act: async (tx, loft, { query }, context) => {
        const seasons = await seasonsOf(tx, loft.id);
        const season =
          query.season_id === undefined
            ? (seasons.find(({ status }) => status === 'in_progress') ?? seasons[0])
            : seasons.find(({ id }) => id === query.season_id);
        if (query.season_id !== undefined && !season) throw new Refusal('not_found');
        const flights = season ? await flownFlights(tx, { loft_id: loft.id, season_id: season.id }) : [];
        const flown = flights.filter(({ home_count }) => home_count);
        const first = await linesOf(tx, standings, flown, { first: 1 });
        const winners = await birdsById(
          tx,
          [...first.values()].flatMap(([line]) => (line ? { loft_id: loft.id, pigeon_id: line.pigeon_id } : [])),
        );
        return {
          loft,
          seasons,
          season_id: season?.id ?? null,
          flights: flights.map((flight) => {
            const view = viewFor(context.actor, flight);
            const line = first.get(flight.id)?.[0];
            const winner = line && winners.get(line.pigeon_id);
            return {
              ...flight,
              speed_rule: flight.rules.speed,
              best_speed: (showsSpeed(view.hidden) && line?.speed) || null,
              winner:
                winner && shows(view.hidden, 'results.rank') ? shownBird(view, 'results', winner, flight.id) : null,
            };
          }),
          release_points: season ? await releasePointsOf(tx, { loft_id: loft.id, season_id: season.id }) : [],
          record: await recordOfLoft(tx, loft.id),
          read_at: readAt(context),
        };
      },
    }),
    route(readTeam, {
      load: async (tx, { params }, { actor }) => {
        const team = await findTeam(tx, params);
        if (!team) throw new Refusal('not_found');
        const loaded = await loadSeason(tx, params.loft_id, team.season_id);
        const view = viewFor(actor, loaded.season!);
        if (!showsTeamPages(view.hidden)) throw new Refusal('not_found');
        return { ...loaded, team, view };
      },
      act: async (tx, { team: { season_id, ...team }, season, view }, { params }, context) => {
        const key = { loft_id: params.loft_id, season_id };
        const pigeons = await pigeonsOf(tx, key, { team_id: team.team_id });
        const ids = pigeons.map(({ pigeon_id }) => pigeon_id);
        const record = await recordOf(tx, standings, key, { ids, view });
        return {
          loft: (await findLoft(tx, params.loft_id))!,
          season: season!,
          hidden: [...view.hidden],
          team: shownTeam(view, team),
          pigeons: [...shownBirds(view, 'fanciers', pigeons)],
          photos: showsBirdPages(view.hidden)
            ? [...(await photosOf(tx, key, ids))].map(([pigeon_id, photo]) => ({ pigeon_id, ...photo }))
            : [],
          ...record,
          read_at: readAt(context),
        };
      },
    }),
    route(readPigeon, {
      load: async (tx, { params }, { actor }) => {
        const pigeon = await seasonOfPigeon(tx, params);
        if (!pigeon) throw new Refusal('not_found');
        const loaded = await loadSeason(tx, params.loft_id, pigeon.season_id);
        const view = viewFor(actor, loaded.season!);
        if (!showsBirdPages(view.hidden)) throw new Refusal('not_found');
        return { ...loaded, view };
      },
      act: async (tx, { season, view }, { params: { loft_id, pigeon_id } }, context) => {
        const key = { loft_id, season_id: season!.id };
        const [pigeon] = await pigeonsOf(tx, key, { pigeon_id });
        const loft = (await findLoft(tx, loft_id))!;
        const record = await recordOf(tx, standings, key, { ids: [pigeon_id], view });
        const day = dayAt(context.now_ms, loft.time_zone);
        return {
          loft,
          season: season!,
          hidden: [...view.hidden],
          pigeon: shownBird(view, 'fanciers', pigeon!),
          photo: await photoOf(tx, { loft_id, pigeon_id }),
          ...(await passportOf(tx, { loft_id, pigeon_id }, { view, day })),
          ...record,
          read_at: readAt(context),
        };
      },
    }),
  ];
}
