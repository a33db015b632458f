/** The calls about teams and pigeons. */
import { listPigeons, readPigeon } from '#domain/pigeons/contract.ts';
import { type Findable, finder } from '#domain/pigeons/search.ts';
import { Refusal } from '#domain/refusal.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { listTeams, readTeam } from '#domain/teams/contract.ts';
import type { Standings } from '#server/arrivals/arrivals.ts';
import { countryNames } from '#server/countries.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { pigeonsOf, seasonOfPigeon } from '#server/pigeons/pigeons.ts';
import { recordOf } from '#server/pigeons/results.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { findSeason } from '#server/seasons/seasons.ts';
import { findTeam, teamsOf } from './teams.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

interface Listed {
  season_status: SeasonOfLoft['status'] | null;
  season: SeasonOfLoft | null;
}

export function teamRoutes(standings: Standings): Route[] {
  return [
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
    route(readTeam, {
      load: async (tx, { params }) => {
        const team = await findTeam(tx, params);
        if (!team) throw new Refusal('not_found');
        return { ...(await loadSeason(tx, params.loft_id, team.season_id)), team };
      },
      act: async (tx, { team: { season_id, ...team }, season }, { params }, context) => {
        const key = { loft_id: params.loft_id, season_id };
        const pigeons = await pigeonsOf(tx, key, { team_id: team.team_id });
        const ids = pigeons.map(({ pigeon_id }) => pigeon_id);
        const record = await recordOf(tx, standings, key, ids);
        return {
          loft: (await findLoft(tx, params.loft_id))!,
          season: season!,
          team,
          pigeons,
          ...record,
          read_at: readAt(context),
        };
      },
    }),
    route(readPigeon, {
      load: async (tx, { params }) => {
        const pigeon = await seasonOfPigeon(tx, params);
        if (!pigeon) throw new Refusal('not_found');
        return loadSeason(tx, params.loft_id, pigeon.season_id);
      },
      act: async (tx, { season }, { params: { loft_id, pigeon_id } }, context) => {
        const key = { loft_id, season_id: season!.id };
        const [pigeon] = await pigeonsOf(tx, key, { pigeon_id });
        const record = await recordOf(tx, standings, key, [pigeon_id]);
        return {
          loft: (await findLoft(tx, loft_id))!,
          season: season!,
          pigeon: pigeon!,
          ...record,
          read_at: readAt(context),
        };
      },
    }),
  ];
}

/** The season a list is of; null where a loft has none that is open to see. */
async function loadSeason(tx: Tx, loft_id: number, season_id: number | undefined): Promise<Listed> {
  const season = await findSeason(tx, loft_id, season_id);
  if (!season && (season_id !== undefined || !(await findLoft(tx, loft_id)))) throw new Refusal('not_found');
  return { season: season ?? null, season_status: season?.status ?? null };
}

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
