/** The calls about the pigeons and teams of a season. */

import { countryNames } from '#domain/countries.ts';
import { listCountries, listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { finder } from '#domain/pigeons/search.ts';
import { showsBirdPages, showsTeamPages } from '#domain/seasons/shown.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type Part, pageOf } from '#server/page-of-list.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/shown.ts';
import { countPigeons, pigeonsOf } from './pigeons.ts';
import { shownBirds, shownTeams } from './shown.ts';
import { countriesOf, countTeams, teamsOf } from './teams.ts';

export const pigeonRoutes: Route[] = [
  route(listTeams, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const view = season && viewFor(context.actor, season);
      const { rows, ...page } = await pageOf(query, {
        count: () => (key ? countTeams(tx, key) : 0),
        some: async (part) => {
          if (!key || !view) return [];
          if (showsTeamPages(view.hidden)) return [...shownTeams(view, await teamsOf(tx, key, part))];
          return partOf(shownTeams(view, await teamsOf(tx, key)), part);
        },
        finder: found,
      });
      return {
        ...(await around(tx, loft_id, context)),
        season,
        hidden: [...(view?.hidden ?? [])],
        ...page,
        teams: rows,
      };
    },
  }),
  route(listPigeons, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const view = season && viewFor(context.actor, season);
      const { rows, ...page } = await pageOf(query, {
        count: () => (key ? countPigeons(tx, key) : 0),
        some: async (part) => {
          if (!key || !view) return [];
          if (showsBirdPages(view.hidden)) return [...shownBirds(view, 'fanciers', await pigeonsOf(tx, key, { part }))];
          return partOf(shownBirds(view, 'fanciers', await pigeonsOf(tx, key)), part);
        },
        finder: found,
      });
      return {
        ...(await around(tx, loft_id, context)),
        season,
        hidden: [...(view?.hidden ?? [])],
        ...page,
        pigeons: rows,
      };
    },
  }),
  route(listCountries, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id } }, { actor }) => {
      const shown = season && !viewFor(actor, season).hidden.includes('participants.country');
      return { countries: shown ? await countriesOf(tx, { loft_id, season_id: season.id }) : [] };
    },
  }),
];

const found = (wanted: string) => finder(wanted, countryNames);

/** A part of a list that has no order of its own in the database. */
const partOf = <Row>(rows: readonly Row[], part: Part | undefined): Row[] =>
  part ? rows.slice(part.offset, part.offset + part.limit) : [...rows];

/** What a list stands in. */
async function around(tx: Tx, loft_id: number, { now_ms }: CallContext) {
  return {
    loft: (await findLoft(tx, loft_id))!,
    seasons: await seasonsOf(tx, loft_id),
    read_at: new Date(now_ms).toISOString(),
  };
}
