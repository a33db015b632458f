/** The query of a season's list of products from a URL, for the page and the file. */
import { productCategoryCodes } from '#domain/seasons/product.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['category', 'name', 'amount', 'max_quantity', 'sold', 'availability'] as const;
const orders = ['category', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function productsQueryFrom(search: URLSearchParams) {
  const category = oneOf(['', ...productCategoryCodes], search.get('category'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(category !== '' && { category }),
    ...pageFrom(search),
  };
}
