/** The query of a season's list of orders from a URL, for the page and the file; and the decision of its form. */
import { confirmOrders, type Outcome, rejectOrders, reopenOrders } from '#domain/orders/admin-contract.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
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
  intent: 'confirm' | 'reject' | 'reopen';
  outcomes: readonly Outcome[];
}

/** Confirms, rejects or reopens the orders chosen in a form. @throws Refusal for the form as a whole. */
export async function decide(call: Call, season_id: number, form: FormData): Promise<Decided> {
  const order_ids = chosenIn(form);
  const body = { order_ids, seen: seenIn(form).filter(({ order_id }) => order_ids.includes(order_id)) };
  const params = { season_id };
  const intent = textIn(form, 'intent');
  if (intent === 'reject' || intent === 'reopen') {
    const reason = textIn(form, 'reason');
    const contract = intent === 'reject' ? rejectOrders : reopenOrders;
    return { intent, ...(await call(contract, { params, body: { ...body, reason } })) };
  }
  return { intent: 'confirm', ...(await call(confirmOrders, { params, body })) };
}

/** The name of the hidden fields that say in which state a page shows its orders. */
const seenField = 'seen';

/** The value of such a field, and what it says. */
export const seenOf = ({ id, status }: { id: number; status: OrderStatus }) => ({
  name: seenField,
  value: `${id} ${status}`,
});

function seenIn(form: FormData) {
  return form.getAll(seenField).flatMap((value) => {
    const [id, shown] = typeof value === 'string' ? value.split(' ') : [];
    const status = orderStatuses.find((one) => one === shown);
    return status ? [{ order_id: Number(id), status }] : [];
  });
}
