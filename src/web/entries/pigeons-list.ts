/** The query of a season's list of pigeons from a URL, for the page and the file. */
import { extraPlaceKinds } from '#domain/pigeons/admin-bird.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['ring', 'team', 'order', 'health', 'location', 'chip'] as const;
type Column = (typeof columns)[number];
const orders: readonly [Column, ...(Column | `-${Column}`)[]] = [
  'ring',
  ...columns.slice(1),
  ...columns.map((column) => `-${column}` as const),
];

export function pigeonsQueryFrom(search: URLSearchParams) {
  const country = search.get('country') ?? '';
  const health = oneOf(['', ...healthStatuses], search.get('health'));
  const location = oneOf(['', ...locationStatuses], search.get('location'));
  const extra = oneOf(['', ...extraPlaceKinds], search.get('extra'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(health !== '' && { health }),
    ...(location !== '' && { location }),
    ...(extra !== '' && { extra }),
    ...pageFrom(search),
  };
}
