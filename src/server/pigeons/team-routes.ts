/** The admin calls about a season's teams. */

import {
  changeTeam,
  createTeam as createTeamCall,
  joinFanciers as joinFanciersCall,
  linkTeams as linkTeamsCall,
  listSeasonTeams,
  readSeasonTeam,
  removePigeon as removePigeonCall,
  removeTeams as removeTeamsCall,
} from '#domain/pigeons/team-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { userOf } from '#server/act.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import {
  adminTeams,
  birdsOfTeam,
  changeTeams,
  countriesOfTeams,
  createTeam,
  joinFanciers,
  linkTeams,
  listOfTeams,
  lockTeams,
  removePigeon,
  removeTeams,
} from './admin-teams.ts';

export const teamRoutes: Route[] = [
  route(listSeasonTeams, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }) => {
      const key = { loft_id, season_id };
      const read = (ids: readonly number[]) => adminTeams(tx, key, ids);
      const { rows, ...page } = await pageOf(tx, query, listOfTeams(key, query), read, ({ team_id }) => team_id);
      const countries = await countriesOfTeams(tx, key);
      return { loft: (await findLoft(tx, loft_id))!, season, countries, ...page, teams: rows };
    },
  }),
  route(readSeasonTeam, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { params: { team_id } }) => {
      const [team] = await adminTeams(tx, { loft_id, season_id }, [team_id]);
      if (!team) throw new Refusal('not_found');
      const pigeons = await birdsOfTeam(tx, { loft_id, season_id, team_id });
      return { loft: (await findLoft(tx, loft_id))!, season, team, pigeons };
    },
  }),
  route(createTeamCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => ({
      team_id: await createTeam(tx, userOf(actor), { loft_id, season_id }, body),
    }),
  }),
  route(changeTeam, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body: { team: name, ...fields } }, { actor }) => {
      const teams = await lockTeams(tx, { loft_id, season_id }, [params.team_id]);
      await changeTeams(tx, userOf(actor), { loft_id, season_id }, teams, { name, ...fields });
      return {};
    },
  }),
  route(removeTeamsCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => ({
      removed: await removeTeams(tx, userOf(actor), { loft_id, season_id }, body.team_ids),
    }),
  }),
  route(joinFanciersCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => ({
      changed: await joinFanciers(tx, userOf(actor), { loft_id, season_id }, body),
    }),
  }),
  route(linkTeamsCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => ({
      changed: await linkTeams(tx, userOf(actor), { loft_id, season_id }, body),
    }),
  }),
  route(removePigeonCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params }, { actor }) => {
      await removePigeon(tx, userOf(actor), { loft_id, season_id, pigeon_id: params.pigeon_id });
      return {};
    },
  }),
];
