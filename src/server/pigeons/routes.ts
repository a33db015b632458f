/** The calls about the pigeons and teams of a season. */

import { countryNames } from '#domain/countries.ts';
import { listPigeons, listTeams } from '#domain/pigeons/contract.ts';
import { type Findable, finder } from '#domain/pigeons/search.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { countPigeons, type Part, pigeonsOf } from './pigeons.ts';
import { countTeams, teamsOf } from './teams.ts';

export const pigeonRoutes: Route[] = [
  route(listTeams, {
    load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
    act: async (tx, { season }, { params: { loft_id }, query }, context) => {
      const key = season && { loft_id, season_id: season.id };
      const { rows, ...page } = await pageOf(query, {
        count: () => (key ? countTeams(tx, key) : 0),
        some: (part) => (key ? teamsOf(tx, key, part) : []),
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
      });
      return { ...(await around(tx, loft_id, context)), season, ...page, pigeons: rows };
    },
  }),
];

/** What a list stands in. */
async function around(tx: Tx, loft_id: number, { now_ms }: CallContext) {
  return {
    loft: (await findLoft(tx, loft_id))!,
    seasons: await seasonsOf(tx, loft_id),
    read_at: new Date(now_ms).toISOString(),
  };
}

interface Listing<Row> {
  count: () => Promise<number> | number;
  /** The rows in order: all, or a part of them. */
  some: (part?: Part) => Promise<Row[]> | Row[];
}

/** The rows of a page, counted. What is looked for is found among all; without that the database counts and cuts. */
async function pageOf<Row extends Findable>(
  { q, page: asked, per_page }: { q: string; page: number; per_page: number | 'all' },
  { count, some }: Listing<Row>,
): Promise<{ total: number; page: number; page_count: number; rows: Row[] }> {
  const found = q.trim() === '' ? null : (await some()).filter(finder(q, countryNames));
  const total = found ? found.length : await count();
  const size = per_page === 'all' ? Math.max(1, total) : per_page;
  const page_count = Math.max(1, Math.ceil(total / size));
  const page = Math.min(asked, page_count);
  const part = { limit: size, offset: (page - 1) * size };
  return {
    total,
    page,
    page_count,
    rows: found ? found.slice(part.offset, part.offset + part.limit) : await some(part),
  };
}
