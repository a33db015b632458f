/** The query of the list of winners from a URL, for the page and the files. */
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const orders = ['person', '-person', 'won', '-won'] as const;

export function payoutsQueryFrom(search: URLSearchParams) {
  return { q: searchTextFrom(search), sort: oneOf(orders, search.get('sort')), ...pageFrom(search) };
}
