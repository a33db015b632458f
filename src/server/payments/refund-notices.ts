/** Notices of a failed card refund to the loft's merchants, in the transaction that records it. */
import { orderNumber } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { merchantsOf, notify } from '#server/notifications/notify.ts';
import { moneyPath, type Payment } from './payments.ts';

/** Notify the merchants, once for each attempt. @param attempt the key that distinguishes attempts */
export async function notifyRefundFailed(tx: Tx, payment: Payment, attempt: string): Promise<void> {
  const { id, loft_id, order_id, amount_cents, currency } = payment;
  const about = await tx
    .selectFrom('orders as o')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.number', 's.year', 's.name as season', 'l.name as loft', 'u.first_name', 'u.last_name'])
    .where('o.loft_id', '=', loft_id)
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
  await notify(tx, merchantsOf(loft_id), {
    event: 'refund_failed',
    key: `refund_failed:${id} ${attempt}`,
    facts: {
      loft: about.loft,
      season: about.season ?? about.loft,
      number: orderNumber(about),
      amount_cents,
      currency,
      customer: [about.first_name, about.last_name].filter(Boolean).join(' ') || '–',
      path: moneyPath(payment),
    },
  });
}
