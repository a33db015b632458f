/** The calls about the pigeons and teams of a season. */

import { countryNames } from '#domain/countries.ts';
import { listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { finder } from '#domain/pigeons/search.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/page-of-list.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { countPigeons, pigeonsOf } from './pigeons.ts';
import { countTeams, teamsOf } from './teams.ts';

export const pigeonRoutes: Route[] = [
  route(listTeams, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const { rows, ...page } = await pageOf(query, {
        count: () => (key ? countTeams(tx, key) : 0),
        some: (part) => (key ? teamsOf(tx, key, part) : []),
        finder: found,
      });
      return { ...(await around(tx, loft_id, context)), season, ...page, teams: rows };
    },
  }),
  route(listPigeons, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const { rows, ...page } = await pageOf(query, {
        count: () => (key ? countPigeons(tx, key) : 0),
        some: (part) => (key ? pigeonsOf(tx, key, { part }) : []),
        finder: found,
      });
      return { ...(await around(tx, loft_id, context)), season, ...page, pigeons: rows };
    },
  }),
];

const found = (wanted: string) => finder(wanted, countryNames);

/** What a list stands in. */
async function around(tx: Tx, loft_id: number, { now_ms }: CallContext) {
  return {
    loft: (await findLoft(tx, loft_id))!,
    seasons: await seasonsOf(tx, loft_id),
    read_at: new Date(now_ms).toISOString(),
  };
}
