/** Registrations (orders of places in a season) as the verbs read them that enter and collect birds. */
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import type { Order } from './order.ts';
import { findOrder, lockOrder } from './orders.ts';
import { placesOfOrders } from './places.ts';

export interface Registration extends Order {
  season_id: number;
  pigeons_active: number;
  pigeons_reserve: number;
}

/** A registration by the id of its order. @throws Refusal `not_found`, also for an order that takes no places. */
export const findRegistration = async (tx: Tx, order_id: number): Promise<Registration> =>
  withPlaces(tx, await findOrder(tx, order_id));

/** The same, locked as {@link lockOrder} does. */
export const lockRegistration = async (tx: Tx, order_id: number): Promise<Registration> =>
  withPlaces(tx, await lockOrder(tx, order_id));

async function withPlaces(tx: Tx, order: Order): Promise<Registration> {
  const places = (await placesOfOrders(tx, order, [order.id])).get(order.id);
  if (!places || order.season_id === null) throw new Refusal('not_found');
  return { ...order, ...places, season_id: order.season_id };
}
