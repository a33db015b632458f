/** The places of orders: taken when they are made, given back when they end, once, in the transaction of the step. */
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { countTaken } from '#server/seasons/taken.ts';
import type { OrderSteps } from './consequences.ts';

/** Count the places of orders that are new, or that have ended. Their season is held. */
export async function countPlaces(tx: Tx, { steps, ...season }: OrderSteps): Promise<void> {
  const counted = steps.flatMap(({ order, from }) => {
    const sign = from === 'new' ? 1 : holdsPlaces(order.status) ? 0 : -1;
    return sign === 0 ? [] : [{ sign, ...order }];
  });
  if (!counted.length) return;
  const signs = new Map(counted.map(({ id, sign }) => [id, sign]));
  const positions = await tx
    .selectFrom('order_positions')
    .select(['order_id', 'product_id', 'quantity'])
    .where('loft_id', '=', season.loft_id)
    .where('order_id', 'in', [...signs.keys()])
    .execute();
  await countTaken(tx, season, {
    pigeons_active: counted.reduce((sum, one) => sum + one.sign * one.pigeons_active, 0),
    pigeons_reserve: counted.reduce((sum, one) => sum + one.sign * one.pigeons_reserve, 0),
    products: positions.map(({ order_id, product_id, quantity }) => ({
      product_id,
      quantity: signs.get(order_id)! * quantity,
    })),
  });
}
