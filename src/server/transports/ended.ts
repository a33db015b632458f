/** With an order ends the request that its birds are collected. */
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderStep } from '#server/orders/consequences.ts';
import { moveTransport, openOf } from './transports.ts';

/** Cancel the open request of an order that has ended; its agent is told. */
export async function endTransport(tx: Tx, { order, act: { by, now_ms } }: OrderStep): Promise<void> {
  if (holdsPlaces(order.status)) return;
  const open = await openOf(tx, order);
  if (open) await moveTransport(tx, open, 'cancel', { by, now_ms });
}
