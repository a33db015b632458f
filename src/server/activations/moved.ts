/** The birds whose activation was ordered go with their order. */
import { stepsWithOrder } from '#domain/activations/activation.ts';
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderStep } from '#server/orders/consequences.ts';
import { bringTo, columnOf, lockPigeons, machineOf } from '#server/pigeons/statuses.ts';

/**
 * Take the birds that an order activates where it stands: activated when it is paid, back to waiting when that is taken
 * back, free again when it ends. A bird that is elsewhere by then (lost, or moved by the loft) stays as it is.
 */
export async function moveActivated(tx: Tx, { order, from, act: { by, now_ms } }: OrderStep): Promise<void> {
  const steps = stepsWithOrder(from, order.status);
  if (!steps.length) return;
  const { loft_id, id: order_id } = order;
  const activations = await tx
    .selectFrom('activations')
    .select(['pigeon_id', 'kind'])
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', order_id)
    .execute();
  if (!activations.length) return;
  const kinds = new Map(activations.map(({ pigeon_id, kind }) => [pigeon_id, kind]));
  for (const { kind, from: before, to } of steps) {
    const birds = await lockPigeons(tx, order, [...kinds.keys()]);
    const column = columnOf[machineOf(to)];
    const due = birds.filter((bird) => kinds.get(bird.id) === kind && bird[column] === before);
    await bringTo(tx, order, due, to, { by, now_ms });
  }
  if (holdsPlaces(order.status)) return;
  await tx
    .updateTable('activations')
    .set({ ended_at: new Date(now_ms).toISOString() })
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', order_id)
    .execute();
}
