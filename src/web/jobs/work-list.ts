/** The query of the list of failed jobs from a URL, for the page and the files. */
import { itemStates } from '#domain/jobs/item.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['state', 'work', 'since', 'attempts', 'next'] as const;
const orders = [...columns, ...columns.map((column) => `-${column}` as const)] as const;

export function workQueryFrom(search: URLSearchParams) {
  const state = oneOf(['', ...itemStates], search.get('state'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(state !== '' && { state }),
    ...pageFrom(search),
  };
}
