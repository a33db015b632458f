/** The query of the list of all people from a URL, for the page and the files. */
import { personKinds } from '#domain/accounts/people-contract.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['name', 'email', 'created_at', 'last_used_at', 'order_count'] as const;
const orders = [...columns, ...columns.map((column) => `-${column}` as const)] as const;

export function everybodyQueryFrom(search: URLSearchParams) {
  const kind = oneOf(['', ...personKinds], search.get('kind'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(kind !== '' && { kind }),
    ...pageFrom(search),
  };
}
