/** The query of a season's sale from a URL, for the page and the file. */
import { listingStatuses } from '#domain/sales/listing.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['listed', 'ring', 'team', 'state', 'price'] as const;
const sorts = ['listed', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function saleQueryFrom(search: URLSearchParams) {
  const status = oneOf(['', ...listingStatuses], search.get('status'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(sorts, search.get('sort')),
    ...(status !== '' && { status }),
    ...pageFrom(search),
  };
}
