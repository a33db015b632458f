/** The queries of a season's payments and statement from a URL, for the pages and the files. */
import { moneyStates } from '#domain/payments/state.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['last_day', 'number', 'customer', 'amount', 'state'] as const;
const orders = ['last_day', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function paymentsQueryFrom(search: URLSearchParams) {
  const state = oneOf(['', ...moneyStates], search.get('state'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(state !== '' && { state }),
    ...pageFrom(search),
  };
}

export function statementQueryFrom(search: URLSearchParams) {
  return { q: searchTextFrom(search), ...pageFrom(search) };
}
