/**
 * Notices about orders, in the transaction of the step: to the customer, and of a new order to the loft's merchants.
 */
import { sql } from 'kysely';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { type OrderStatus, orderNumber } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { type FactsOf, merchantsOf, notify, notifyEach } from '#server/notifications/notify.ts';
import type { OrderSteps } from './consequences.ts';
import { howToPay } from './how-to-pay.ts';
import type { Order, OrderSeries } from './order.ts';
import { activatedBy } from './views.ts';

/** States that customers are notified of; the start of a payment is not among them. */
const notified = ['pending', 'confirmed', 'paid', 'revoked', 'rejected', 'cancelled'] as const;
export type NotifiedStatus = (typeof notified)[number];

const isNotified = (status: OrderStatus): status is NotifiedStatus => notified.includes(status as NotifiedStatus);

/** Notify customers of the new states of their orders, and the loft's merchants of new orders. */
export async function notifyOrders(tx: Tx, { loft_id, season_id, steps, act, isQuiet }: OrderSteps): Promise<void> {
  const toNotify = steps.filter(({ order }) => isNotified(order.status));
  if (isQuiet || !toNotify.length) return;
  const series = await seriesOf(tx, { loft_id, season_id });
  const rings = Map.groupBy(
    await activatedBy(
      tx,
      toNotify.map(({ order }) => order.id),
    ),
    ({ order_id }) => order_id,
  );
  const how = await howToPay(tx, { loft_id, season_id });
  const notices = toNotify.flatMap(({ order, from, n }) => {
    const activated = (rings.get(order.id) ?? []).map(({ ring }) => ring);
    // An order that costs nothing is paid in the next step, and only that one is reported.
    if (activated.length && order.amount_cents === 0 && order.status === 'confirmed') return [];
    const asksForMoney = order.amount_cents > 0 && (order.status === 'confirmed' || order.status === 'revoked');
    const facts: FactsOf['order'] = {
      ...factsOf(series, order),
      status: order.status as NotifiedStatus,
      ...(from === 'rejected' && { is_reopened: true as const }),
      reason: act.reason ?? null,
      by: act.by === order.user_id ? 'customer' : 'program',
      last_day: order.pay_until && daysAfter(dayAt(Date.parse(order.pay_until), series.time_zone), -1),
      path: `/registrations/${order.id}${order.status === 'paid' && order.amount_cents > 0 ? '#receipts' : ''}`,
      ...(activated.length > 0 && { pigeons: activated.join(', ') }),
      ...(asksForMoney && { how }),
    };
    return [{ user_id: order.user_id, key: `order:${order.id} ${n}`, facts }];
  });
  const rows = sql`
    select user_id, key, facts from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as told (user_id bigint, key text, facts jsonb)`;
  await notifyEach(tx, 'order', rows);
  for (const { order, from, n } of toNotify)
    if (order.status === 'pending' && from === 'new') await notifyMerchants(tx, series, order, n);
}

/** Notify the loft's merchants of a new order whose places were confirmed at once. */
export async function notifyConfirmedAtOnce(tx: Tx, order: Order): Promise<void> {
  await notifyMerchants(tx, await seriesOf(tx, order), order, 1, { is_confirmed: true });
}

const seriesOf = (tx: Tx, { loft_id, season_id }: OrderSeries) =>
  tx
    .selectFrom('lofts as l')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'l.id').on('s.id', '=', season_id))
    .select(['s.name', 's.year', 'l.name as loft', 'l.time_zone'])
    .where('l.id', '=', loft_id)
    .executeTakeFirstOrThrow();

async function notifyMerchants(
  tx: Tx,
  series: NoticeSeries,
  order: Order,
  n: number,
  more: { is_confirmed?: true } = {},
): Promise<void> {
  const { first_name, last_name } = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', order.user_id)
    .executeTakeFirstOrThrow();
  const customer = [first_name, last_name].filter(Boolean).join(' ') || '–';
  const path =
    order.season_id === null ? `/registrations/${order.id}` : `/admin/seasons/${order.season_id}/orders/${order.id}`;
  const facts = { ...factsOf(series, order), customer, path, ...more };
  await notify(tx, merchantsOf(order.loft_id), { event: 'order_new', key: `order:${order.id} ${n}`, facts });
}

/** The season and loft of an order; without a season the loft alone. */
interface NoticeSeries {
  loft: string;
  name: string | null;
  year: number | null;
}

const factsOf = ({ loft, name, year }: NoticeSeries, { number, amount_cents, currency }: Order) => ({
  loft,
  season: name ?? loft,
  number: orderNumber({ year, number }),
  amount_cents,
  currency,
});
