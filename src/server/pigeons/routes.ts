/** The calls about the pigeons and teams of a season. */

import { listBirdSeasons } from '#domain/pigeons/bird-contract.ts';
import { listCountries, listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { readOwnPigeonLog } from '#domain/pigeons/log-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { showsBirdPages } from '#domain/seasons/visibility.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { seasonsOfBirds } from './birds.ts';
import { ownLog } from './log.ts';
import { listOfPigeons, pigeonsOf, seasonOfPigeon } from './pigeons.ts';
import { countriesOf, listOfTeams, teamsOf } from './teams.ts';
import { shownBird, shownTeam } from './visible-birds.ts';

export const pigeonRoutes: Route[] = [
  route(readOwnPigeonLog, {
    load: async () => null,
    act: (tx, _own, { params }, { actor, now_ms }) => ownLog(tx, params, { user_id: personOf(actor).user_id, now_ms }),
  }),
  route(listTeams, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const view = season && viewFor(context.actor, season);
      const { rows, ...page } =
        key && view
          ? await pageOf(
              tx,
              { ...query, sort: 'name' },
              listOfTeams(key, view),
              (ids) => teamsOf(tx, key, ids),
              ({ team_id }) => team_id,
            )
          : nothing;
      return {
        ...(await around(tx, loft_id, context)),
        season,
        hidden: [...(view?.hidden ?? [])],
        ...page,
        teams: view ? rows.map((team) => shownTeam(view, team)) : [],
      };
    },
  }),
  route(listPigeons, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const view = season && viewFor(context.actor, season);
      const { rows, ...page } =
        key && view
          ? await pageOf(
              tx,
              { ...query, sort: 'ring' },
              listOfPigeons(key, view),
              (pigeon_ids) => pigeonsOf(tx, key, { pigeon_ids }),
              ({ pigeon_id }) => pigeon_id,
            )
          : nothing;
      return {
        ...(await around(tx, loft_id, context)),
        season,
        hidden: [...(view?.hidden ?? [])],
        ...page,
        pigeons: view ? rows.map((bird) => shownBird(view, 'fanciers', bird)) : [],
      };
    },
  }),
  route(listBirdSeasons, {
    load: async (tx, { params }, { actor }) => {
      const pigeon = await seasonOfPigeon(tx, params);
      if (!pigeon) throw new Refusal('not_found');
      const loaded = await loadSeason(tx, params.loft_id, pigeon.season_id);
      if (!showsBirdPages(viewFor(actor, loaded.season!).hidden)) throw new Refusal('not_found');
      return { ...loaded, pigeon };
    },
    act: async (tx, { pigeon: { bird_id } }, { params }, { actor }) => ({
      seasons: (await seasonsOfBirds(tx, actor, [bird_id], params.pigeon_id)).get(bird_id) ?? [],
    }),
  }),
  route(listCountries, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id } }, { actor }) => {
      const shown = season && !viewFor(actor, season).hidden.includes('participants.country');
      return { countries: shown ? await countriesOf(tx, { loft_id, season_id: season.id }) : [] };
    },
  }),
];

/** The list of a loft without a season. */
const nothing = { total: 0, page: 1, page_count: 1, rows: [] };

/** The season and loft of a list. */
async function around(tx: Tx, loft_id: number, { now_ms }: CallContext) {
  return {
    loft: (await findLoft(tx, loft_id))!,
    seasons: await seasonsOf(tx, loft_id),
    read_at: new Date(now_ms).toISOString(),
  };
}
