/** Unpaid orders: cancelled by the program at the instant stored with them (4.1). */
import { isPayable, payableStatuses } from '#domain/orders/order.ts';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { cashOf, hasCash } from './cash.ts';
import { lockOrder, moveOrder } from './orders.ts';

/**
 * Cancel the orders not paid by `now_ms`, one in a transaction each, and give their places back. Of several processes
 * only one cancels an order: each locks it before reading its state. An order with an online payment in progress is
 * cancelled too; money that arrives later is owed to its customer (decision 21). An order for which an agent took cash
 * is left to the merchant who confirms the cash (decision 33). A failure stops no other order (decision 37).
 * @returns the orders that were cancelled.
 */
export async function cancelUnpaid(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const now = new Date(now_ms).toISOString();
  const due = await db
    .selectFrom('orders as o')
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .select(['o.id', 'o.loft_id', 'l.time_zone'])
    .where('o.status', 'in', payableStatuses)
    .where('o.pay_until', '<=', now)
    .where(cashOf('o'), 'is', null)
    .orderBy('o.pay_until')
    .orderBy('o.id')
    .execute();
  const job: Job<(typeof due)[number]> = {
    queue: 'unpaid_orders',
    nameOf: ({ id, loft_id }) => ({ key: id, loft_id, order_id: id }),
    work: ({ id, time_zone }) =>
      transact(db, async (tx) => {
        const order = await lockOrder(tx, id);
        // Meanwhile paid, or cancelled by another process; or with new days to pay, or cash.
        if (!isPayable(order.status) || order.pay_until === null || Date.parse(order.pay_until) > now_ms) return false;
        if (await hasCash(tx, order)) return false;
        await moveOrder(tx, order, 'cancel', { by: null, time_zone, now_ms });
        return true;
      }),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ id }) => id);
}
