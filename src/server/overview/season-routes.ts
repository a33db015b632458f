/** The calls behind the overview of a season. */
import { countSeason, readSeasonOverview } from '#domain/overview/season-contract.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { countsOfSeason, workOfSeason } from './season.ts';

export const seasonOverviewRoutes: Route[] = [
  route(readSeasonOverview, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, _input, { now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const work = await workOfSeason(tx, { loft_id, season_id }, { time_zone: loft.time_zone, now_ms });
      return { season, ...work, read_at: new Date(now_ms).toISOString() };
    },
  }),
  route(countSeason, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, key) => countsOfSeason(tx, key),
  }),
];
