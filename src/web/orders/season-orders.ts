/** What the address of a season's orders asks for, for the page and for the file; and what a form decides on them. */
import { confirmOrders, type Outcome, rejectOrders } from '#domain/orders/admin-contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { chosenIn } from '#web/lib/chosen.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';

const columns = ['number', 'customer', 'pigeons', 'amount', 'waiting'] as const;
/** Nothing asked for: the latest first. */
const sorts = ['-number', ...columns, ...columns.slice(1).map((column) => `-${column}` as const)] as const;

export function ordersAskedFor(search: URLSearchParams) {
  const status = oneOf(['', ...orderStatuses], search.get('status'));
  return {
    q: (search.get('q') ?? '').slice(0, 100),
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

/** Does what a form says with the orders that it names. @throws Refusal what is wrong with the form as a whole. */
export async function decide(call: Call, season_id: number, form: FormData): Promise<Decided> {
  const body = { order_ids: chosenIn(form) };
  const params = { season_id };
  if (textIn(form, 'intent') === 'reject') {
    const reason = textIn(form, 'reason');
    return { intent: 'reject', ...(await call(rejectOrders, { params, body: { ...body, reason } })) };
  }
  return { intent: 'confirm', ...(await call(confirmOrders, { params, body })) };
}
