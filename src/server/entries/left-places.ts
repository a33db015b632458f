/** What ended without having been paid for leaves its birds without a place; those that the loft has it settles by hand. */
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderStep } from '#server/orders/consequences.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

/** Take the birds of an order that has ended from its places, as long as they are at home. */
export async function leavePlaces(tx: Tx, { order, act: { by, now_ms } }: OrderStep): Promise<void> {
  if (holdsPlaces(order.status)) return;
  const entered = await tx
    .selectFrom('entries')
    .select('pigeon_id')
    .where('loft_id', '=', order.loft_id)
    .where('order_id', '=', order.id)
    .execute();
  if (!entered.length) return;
  const birds = await lockPigeons(
    tx,
    order,
    entered.map(({ pigeon_id }) => pigeon_id),
  );
  const assigned = birds.filter(({ health }) => health === 'assigned');
  await bringTo(tx, order, assigned, 'unassigned', { by, now_ms });
}
