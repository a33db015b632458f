/** The two lists of a season's people, customers and users: query and titles of each. */
import { listCustomers, listSeasonUsers } from '#domain/people/contract.ts';
import { parts } from '#domain/people/part.ts';
import type { Call } from '#web/lib/context.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

/** The texts of each list, and the parts it can be filtered by. */
export const peopleLists = {
  customers: {
    title: 'admin.customers',
    lead: 'people.customers_lead',
    none: 'people.no_customers',
    none_text: 'people.no_customers_text',
    parts: [],
  },
  users: {
    title: 'admin.users',
    lead: 'people.users_lead',
    none: 'people.no_users',
    none_text: 'people.no_users_text',
    parts,
  },
} as const;
export type PeopleList = keyof typeof peopleLists;

const columns = ['name', 'email', 'team_count', 'pigeon_count'] as const;
type Column = (typeof columns)[number];
const orders: readonly [Column, ...(Column | `-${Column}`)[]] = [
  'name',
  ...columns.slice(1),
  ...columns.map((column) => `-${column}` as const),
];

/** The query of a list from a URL. */
export function peopleQueryFrom(search: URLSearchParams) {
  const country = search.get('country') ?? '';
  const part = oneOf(['', ...parts], search.get('part'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(part !== '' && { part }),
    ...pageFrom(search),
  };
}

export interface PeopleRequest {
  /** The route pattern: it ends in the name of the list, for a file with its extension. */
  pattern: string;
  season_id: number;
  query: Omit<ReturnType<typeof peopleQueryFrom>, 'per_page'> & { per_page: 25 | 50 | 100 | 'all' };
}

/** The people of the list in a route pattern. @throws Refusal `not_found`. */
export async function readPeople(call: Call, { pattern, season_id, query: { part, ...query } }: PeopleRequest) {
  const list: PeopleList = /\/users(\.\w+)?$/.test(pattern) ? 'users' : 'customers';
  const params = { season_id };
  const view =
    list === 'users'
      ? await call(listSeasonUsers, { params, query: { ...query, ...(part && { part }) } })
      : await call(listCustomers, { params, query });
  return { list, ...view };
}
