/** The query of a season's list of orders from a URL, for the page and the file; and the decision of its form. */
import { confirmOrders, type Outcome, rejectOrders } from '#domain/orders/admin-contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';

const columns = ['number', 'customer', 'pigeons', 'amount', 'waiting'] as const;
/** The first is the default: the latest order first. */
const sorts = ['-number', ...columns, ...columns.slice(1).map((column) => `-${column}` as const)] as const;

export function ordersQueryFrom(search: URLSearchParams) {
  const status = oneOf(['', ...orderStatuses], search.get('status'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(sorts, search.get('sort')),
    ...(status !== '' && { status }),
    ...pageFrom(search),
  };
}

export interface Decided {
  refused?: undefined;
  intent: 'confirm' | 'reject';
  outcomes: readonly Outcome[];
}

/** Confirms or rejects the orders chosen in a form. @throws Refusal for the form as a whole. */
export async function decide(call: Call, season_id: number, form: FormData): Promise<Decided> {
  const body = { order_ids: chosenIn(form) };
  const params = { season_id };
  if (textIn(form, 'intent') === 'reject') {
    const reason = textIn(form, 'reason');
    return { intent: 'reject', ...(await call(rejectOrders, { params, body: { ...body, reason } })) };
  }
  return { intent: 'confirm', ...(await call(confirmOrders, { params, body })) };
}
