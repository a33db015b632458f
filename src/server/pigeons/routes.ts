/** The calls about the pigeons and teams of a season. */

import { listBirdSeasons } from '#domain/pigeons/bird-contract.ts';
import { listFancierSeasons } from '#domain/pigeons/career-contract.ts';
import { listCountries, listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { readOwnPigeonLog } from '#domain/pigeons/log-contract.ts';
import { changePassport, readOwnPassport } from '#domain/pigeons/passport-contract.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { showsBirdPages, showsTeamPages } from '#domain/seasons/visibility.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { seasonsOfBirds } from './birds.ts';
import { hasAccount, seasonsOfFancier, showsFanciers } from './careers.ts';
import { ownLog } from './log.ts';
import { findPassport, turnPart } from './passports.ts';
import { listOfPigeons, pigeonsOf, seasonOfPigeon } from './pigeons.ts';
import { countriesOf, findTeam, listOfTeams, teamsOf } from './teams.ts';
import { shownBird, shownTeam } from './visible-birds.ts';

export const pigeonRoutes: Route[] = [
  route(readOwnPigeonLog, {
    load: async () => null,
    act: (tx, _own, { params }, { actor, now_ms }) => ownLog(tx, params, { user_id: personOf(actor).user_id, now_ms }),
  }),
  route(readOwnPassport, {
    load: async () => null,
    act: async (tx, _own, { params }, { actor, now_ms }) => {
      const bird = await findPassport(tx, params, now_ms);
      return { shown: bird && can(actor, 'passport.open', bird) ? [...bird.shown] : null };
    },
  }),
  route(changePassport, {
    load: async (tx, { params }, { now_ms }) => {
      const bird = await findPassport(tx, params, now_ms);
      if (!bird) throw new Refusal('not_found');
      return bird;
    },
    act: async (tx, { decides }, { params, body }, { now_ms }) => {
      await turnPart(tx, params, body, { decides, now_ms });
      return { shown: [...((await findPassport(tx, params, now_ms))?.shown ?? [])] };
    },
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
  route(listFancierSeasons, {
    load: async (tx, { params }, { actor }) => {
      const team = await findTeam(tx, params);
      if (!team) throw new Refusal('not_found');
      const loaded = await loadSeason(tx, params.loft_id, team.season_id);
      const view = viewFor(actor, loaded.season!);
      if (!showsTeamPages(view.hidden)) throw new Refusal('not_found');
      return { ...loaded, view };
    },
    act: async (tx, { view }, { params }, { actor }) => ({
      seasons: showsFanciers(view) ? await seasonsOfFancier(tx, actor, params) : [],
      has_account: !showsFanciers(view) || (await hasAccount(tx, params)),
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
