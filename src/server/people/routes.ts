/** The calls about the people of a season, and the lists of teams and users of the product's interface. */
import { keepsFanciers } from '#domain/lofts/package.ts';
import {
  listAvailableTeams,
  listAvailableUsers,
  listCustomers,
  listSeasonUsers,
  readSeasonPerson,
  type SeasonPerson,
} from '#domain/people/contract.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, latestType } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { adminTeams } from '#server/pigeons/admin-teams.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { availableUsers, countriesOfPeople, listOfPeople, type Part, peopleOfSeason } from './season-people.ts';
import { agreedBy, fanciersOfPerson, personOfLoft, teamsElsewhere, teamsOfPerson } from './season-person.ts';

type Loaded = Awaited<ReturnType<typeof loadSeasonById>>;
type PeopleQuery = Parameters<typeof pageOf<'name' | 'email' | 'team_count' | 'pigeon_count', SeasonPerson>>[1] & {
  country?: string | undefined;
};

/** A page of the people of a season, or of a part of them. */
async function listed(tx: Tx, { loft_id, season_id, season }: Loaded, query: PeopleQuery, part?: Part) {
  const key = { loft_id, season_id };
  const list = listOfPeople(key, { part, country: query.country });
  const read = (ids: readonly number[]) => peopleOfSeason(tx, key, ids);
  const { rows, ...page } = await pageOf(tx, query, list, read, ({ user_id }) => user_id);
  const countries = await countriesOfPeople(tx, key, part);
  return { loft: (await findLoft(tx, loft_id))!, season, countries, ...page, people: rows };
}

export const peopleRoutes: Route[] = [
  route(listCustomers, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, loaded, { query }) => listed(tx, loaded, query, 'customer'),
  }),
  route(listSeasonUsers, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, loaded, { query }) => listed(tx, loaded, query, query.part),
  }),
  route(readSeasonPerson, {
    load: async (tx, { params }) => {
      const { loft_id, ...loaded } = await loadSeasonById(tx, params.season_id);
      const { user_id } = params;
      return { loft_id, ...loaded, user_id, person: await personOfLoft(tx, { loft_id, user_id }) };
    },
    act: async (tx, { loft_id, season_id, season, user_id, person }, _input, { actor }) => {
      const key = { loft_id, season_id, user_id };
      const { type } = await latestType(tx, loft_id);
      const seesFanciers = can(actor, 'loft.manage', { loft_id }) && keepsFanciers(type);
      return {
        loft: (await findLoft(tx, loft_id))!,
        season,
        person,
        teams: await teamsOfPerson(tx, key),
        elsewhere: await teamsElsewhere(tx, key),
        agreed: await agreedBy(tx, key),
        fanciers: seesFanciers ? await fanciersOfPerson(tx, key) : [],
      };
    },
  }),
  route(listAvailableTeams, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }) => {
      const teams = await adminTeams(tx, { loft_id, season_id });
      return teams.map(({ team_id, team, fancier, account }) => ({
        id: team_id,
        user_id: account?.user_id ?? null,
        name: team,
        fancier,
      }));
    },
  }),
  route(listAvailableUsers, {
    load: async (tx, { params }) => {
      const loaded = await loadSeasonById(tx, params.season_id);
      if (loaded.loft_id !== params.loft_id) throw new Refusal('not_found');
      return loaded;
    },
    act: async (tx, { loft_id }) => {
      const users = await availableUsers(tx, loft_id);
      return users.map(({ id, image, ...ouser }) => ({ id, ouser: { ...ouser, image_src: image } }));
    },
  }),
];
