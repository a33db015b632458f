/** The calls about the pigeons and teams of a season. */

import { countryNames } from '#domain/countries.ts';
import { listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { type Findable, finder } from '#domain/pigeons/search.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeason } from '#server/seasons/seasons.ts';
import { pigeonsOf } from './pigeons.ts';
import { teamsOf } from './teams.ts';

export const pigeonRoutes: Route[] = [
  route(listTeams, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }) => {
      const teams = season ? await teamsOf(tx, { loft_id, season_id: season.id }) : [];
      const { rows, ...page } = pageOf(teams, query);
      return { season, ...page, teams: rows };
    },
  }),
  route(listPigeons, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }) => {
      const pigeons = season ? await pigeonsOf(tx, { loft_id, season_id: season.id }) : [];
      const { rows, ...page } = pageOf(pigeons, query);
      return { season, ...page, pigeons: rows };
    },
  }),
];

/** The rows that are found and shown, counted. */
function pageOf<Row extends Findable>(all: readonly Row[], query: { q: string; page: number; per_page: number }) {
  const found = query.q.trim() === '' ? all : all.filter(finder(query.q, countryNames));
  const page_count = Math.max(1, Math.ceil(found.length / query.per_page));
  const page = Math.min(query.page, page_count);
  return {
    total: found.length,
    page,
    page_count,
    rows: found.slice((page - 1) * query.per_page, page * query.per_page),
  };
}
