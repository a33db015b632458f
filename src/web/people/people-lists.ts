/** The two lists of a season's people, its customers and its users: how each is asked for, and what it is called. */
import { listCustomers, listSeasonUsers } from '#domain/people/contract.ts';
import { parts } from '#domain/people/part.ts';
import type { Call } from '#web/lib/context.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';

/** The words of each, and whom of its people one can ask for. */
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

/** What the address of a list asks for. */
export function peopleAskedFor(search: URLSearchParams) {
  const country = search.get('country') ?? '';
  const part = oneOf(['', ...parts], search.get('part'));
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    sort: oneOf(orders, search.get('sort')),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(part !== '' && { part }),
    ...pageFrom(search),
  };
}

export interface Asked {
  /** The pattern of the address, which ends in the name of the list and what a file ends in. */
  pattern: string;
  season_id: number;
  query: Omit<ReturnType<typeof peopleAskedFor>, 'per_page'> & { per_page: 25 | 50 | 100 | 'all' };
}

/** The people of the list that an address names. @throws Refusal `not_found`. */
export async function askForPeople(call: Call, { pattern, season_id, query: { part, ...query } }: Asked) {
  const list: PeopleList = /\/users(\.\w+)?$/.test(pattern) ? 'users' : 'customers';
  const params = { season_id };
  const told =
    list === 'users'
      ? await call(listSeasonUsers, { params, query: { ...query, ...(part && { part }) } })
      : await call(listCustomers, { params, query });
  return { list, ...told };
}
