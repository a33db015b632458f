/** What becomes of an order is told to its customer, and a new one to those who run its loft, in the same transaction. */
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { type OrderStatus, orderNumber } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { merchantsOf, person, tell } from '#server/notifications/tell.ts';
import type { OrderStep } from './consequences.ts';
import { howToPay } from './how-to-pay.ts';
import { activatedBy } from './told.ts';

/** States that are told; a payment that has begun is not. */
const told = ['pending', 'confirmed', 'paid', 'revoked', 'rejected', 'cancelled'] as const;
export type ToldStatus = (typeof told)[number];

const isTold = (status: OrderStatus): status is ToldStatus => told.includes(status as ToldStatus);

/** Tells an order's customer of the state that it has now; a new one its loft's merchants too. */
export async function tellOrder(tx: Tx, { order, n, act: { by, reason = null }, isQuiet }: OrderStep): Promise<void> {
  if (isQuiet || !isTold(order.status)) return;
  const about = await tx
    .selectFrom('seasons as s')
    .innerJoin('lofts as l', 'l.id', 's.loft_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', order.user_id))
    .select([
      's.name as season',
      's.year',
      's.currency',
      'l.name as loft',
      'l.time_zone',
      'u.first_name',
      'u.last_name',
    ])
    .where('s.loft_id', '=', order.loft_id)
    .where('s.id', '=', order.season_id)
    .executeTakeFirstOrThrow();
  const { season, loft, currency } = about;
  const rings = (await activatedBy(tx, [order.id])).map(({ ring }) => ring);
  // What costs nothing is activated with its confirmation, and that is what is told.
  if (rings.length && order.amount_cents === 0 && order.status === 'confirmed') return;
  const number = orderNumber({ year: about.year, number: order.number });
  const key = `order:${order.id} ${n}`;
  const asksForMoney = order.amount_cents > 0 && (order.status === 'confirmed' || order.status === 'revoked');
  const facts = { loft, season, number, amount_cents: order.amount_cents, currency };
  await tell(tx, person(order.user_id), {
    event: 'order',
    key,
    facts: {
      ...facts,
      status: order.status,
      reason,
      by: by === order.user_id ? 'customer' : 'program',
      last_day: order.pay_until && daysAfter(dayAt(Date.parse(order.pay_until), about.time_zone), -1),
      path: `/registrations/${order.id}`,
      ...(rings.length > 0 && { pigeons: rings.join(', ') }),
      ...(asksForMoney && { how: await howToPay(tx, order) }),
    },
  });
  if (order.status !== 'pending') return;
  await tell(tx, merchantsOf(order.loft_id), {
    event: 'order_new',
    key,
    facts: {
      ...facts,
      customer: [about.first_name, about.last_name].filter(Boolean).join(' ') || '–',
      path: `/admin/seasons/${order.season_id}/orders/${order.id}`,
    },
  });
}
