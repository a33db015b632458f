/** The calls of the season managers, and the admin overview of a loft with its seasons. */
import { managesSeasonsOf, worksOnSeasonsIn } from '#domain/accounts/person.ts';
import { can } from '#domain/policy.ts';
import { listAdministeredSeasons, readLoftAdmin, readSeasonAdmin } from '#domain/seasons/contract.ts';
import { latestType, loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { allSeasonsOf, listOfSeasons, loadSeasonById, seasonsById } from './seasons.ts';

export const seasonRoutes: Route[] = [
  route(readLoftAdmin, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft }) => ({
      loft,
      latest_loft_type: { package: await latestType(tx, loft.id) },
      seasons: await allSeasonsOf(tx, loft.id),
    }),
  }),
  route(readSeasonAdmin, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season }, _input, { actor }) => ({
      loft: (await loadLoft(tx, loft_id)).loft,
      season,
      seasons: await allSeasonsOf(tx, loft_id),
      latest_loft_type: { package: await latestType(tx, loft_id) },
      may_manage_loft: can(actor, 'loft.manage', { loft_id }),
    }),
  }),
  route(listAdministeredSeasons, {
    load: async () => null,
    act: async (tx, _seasons, { query }, { actor }) => {
      const rights = actor.kind === 'user' ? actor : { is_admin: false, permissions: [] };
      const loft_ids = rights.is_admin ? 'all' : worksOnSeasonsIn(rights);
      const managed_ids =
        loft_ids === 'all' ? loft_ids : loft_ids.filter((loft_id) => managesSeasonsOf(rights, loft_id));
      const list = listOfSeasons({ loft_ids, managed_ids, status: query.status });
      const read = (ids: readonly number[]) => seasonsById(tx, ids);
      const { rows, ...page } = await pageOf(tx, { ...query, sort: 'year' }, list, read, ({ id }) => id);
      return {
        ...page,
        may_create: managed_ids === 'all' || managed_ids.length > 0,
        seasons: rows.map((season) => ({
          ...season,
          may_manage: rights.is_admin || managesSeasonsOf(rights, season.loft.id),
        })),
      };
    },
  }),
];
