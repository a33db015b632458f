/** The calls about the people of a season, and what staff can choose from in the words of the platform's interface. */
import { countryNames } from '#domain/countries.ts';
import { keepsFanciers } from '#domain/lofts/package.ts';
import {
  listAvailableTeams,
  listAvailableUsers,
  listCustomers,
  listSeasonUsers,
  readSeasonPerson,
} from '#domain/people/contract.ts';
import { peopleFinder } from '#domain/pigeons/people-search.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { inOrder, type Order } from '#domain/sorted.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, latestType } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/page-of-list.ts';
import { teamsOfDesk } from '#server/pigeons/team-desk.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { availableUsers, type FoundPerson, peopleOfSeason } from './season-people.ts';
import { agreedBy, fanciersOfPerson, personOfLoft, teamsElsewhere, teamsOfPerson } from './season-person.ts';

type Loaded = Awaited<ReturnType<typeof loadSeasonById>>;
interface Asked {
  q: string;
  country?: string | undefined;
  page: number;
  per_page: 25 | 50 | 100 | 'all';
  sort: Order<'name' | 'email' | 'team_count' | 'pigeon_count'>;
}

/** A page of the people of a season of whom `wanted` says yes. */
async function listed(
  tx: Tx,
  { loft_id, season_id, season }: Loaded,
  query: Asked,
  wanted: (person: FoundPerson) => boolean,
) {
  const all = (await peopleOfSeason(tx, { loft_id, season_id })).filter(wanted);
  const countriesOf = ({ teams }: FoundPerson) => teams.map(({ country }) => country);
  const chosen = all.filter((one) => query.country === undefined || countriesOf(one).includes(query.country));
  const ordered = inOrder(chosen, query.sort, {
    name: ({ last_name, first_name, email }) => [last_name, first_name].filter(Boolean).join(' ') || email,
    email: ({ email }) => email,
    team_count: ({ teams }) => teams.length,
    pigeon_count: ({ pigeon_count }) => pigeon_count,
  });
  const { rows, ...page } = await pageOf(query, {
    count: () => ordered.length,
    some: (part) => (part ? ordered.slice(part.offset, part.offset + part.limit) : ordered),
    finder: (q) => {
      const finds = peopleFinder(q, countryNames);
      return (one) =>
        finds({
          texts: [one.first_name, one.last_name, one.email, ...one.teams.map(({ team }) => team)],
          countries: countriesOf(one),
          rings: one.rings,
        });
    },
  });
  const countries = [...new Set(all.flatMap((one) => countriesOf(one).filter((code) => code !== null)))].sort();
  return { loft: (await findLoft(tx, loft_id))!, season, countries, ...page, people: rows };
}

export const peopleRoutes: Route[] = [
  route(listCustomers, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, loaded, { query }) => listed(tx, loaded, query, ({ is_customer }) => is_customer),
  }),
  route(listSeasonUsers, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, loaded, { query }) => {
      const { part } = query;
      return listed(tx, loaded, query, ({ is_customer, entry }) => {
        if (part === undefined) return true;
        return part === 'customer' ? is_customer : (entry?.[part] ?? false);
      });
    },
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
      const teams = await teamsOfDesk(tx, { loft_id, season_id });
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
