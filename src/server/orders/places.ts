/** The places of an order: taken when it is made, given back when it ends, once, in the transaction of the step. */
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { countTaken } from '#server/seasons/taken.ts';
import type { OrderStep } from './consequences.ts';

/** Count the places of an order that is new, or that has ended. Its season is held. */
export async function countPlaces(tx: Tx, { order, from }: OrderStep): Promise<void> {
  const sign = from === 'new' ? 1 : holdsPlaces(order.status) ? 0 : -1;
  if (sign === 0) return;
  const products = await tx
    .selectFrom('order_positions')
    .select(['product_id', 'quantity'])
    .where('loft_id', '=', order.loft_id)
    .where('order_id', '=', order.id)
    .orderBy('product_id')
    .execute();
  await countTaken(tx, order, { sign, ...order, products });
}
