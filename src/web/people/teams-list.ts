/** The query of a season's list of teams from a URL, for the page and the file. */
import type { CallOf } from '#domain/contract.ts';
import type { listSeasonTeams } from '#domain/pigeons/team-contract.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

type Query = NonNullable<CallOf<typeof listSeasonTeams>['query']>;

const columns = ['team', 'fancier', 'country', 'account', 'pigeon_count'] as const;
const orders = [...columns, ...columns.map((column) => `-${column}` as const)] as [
  (typeof columns)[number],
  ...NonNullable<Query['sort']>[],
];

export function teamsQueryFrom(search: URLSearchParams) {
  const account = oneOf(['', 'with', 'without'], search.get('account'));
  const country = search.get('country') ?? '';
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(account !== '' && { account }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...pageFrom(search),
  };
}
