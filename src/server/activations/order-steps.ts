/** Birds follow the steps of their activation orders. */

import { stepsWithOrder } from '#domain/activations/activation.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { endedOf, type SeasonOrderSteps } from '#server/orders/consequences.ts';
import { bringTo, columnOf, lockPigeons, machineOf } from '#server/pigeons/statuses.ts';
import { countBeside } from '#server/seasons/place-counts.ts';

/**
 * Set the birds of activation orders to the state of their order: activated when paid, waiting again when the payment
 * is revoked, free again when the order ends. A bird in another state by then (lost, or changed by the loft) stays as
 * it is.
 */
export async function updateActivatedBirds(
  tx: Tx,
  { steps, act: { by, now_ms }, ...season }: SeasonOrderSteps,
): Promise<void> {
  const moving = steps.filter(({ order, from }) => stepsWithOrder(from, order.status).length > 0);
  for (const alike of Map.groupBy(moving, ({ order, from }) => `${from} ${order.status}`).values()) {
    const { order, from } = alike[0]!;
    const activations = await tx
      .selectFrom('activations')
      .select(['pigeon_id', 'kind'])
      .where('loft_id', '=', season.loft_id)
      .where(
        'order_id',
        'in',
        alike.map((one) => one.order.id),
      )
      .execute();
    if (!activations.length) continue;
    const kinds = new Map(activations.map(({ pigeon_id, kind }) => [pigeon_id, kind]));
    for (const { kind, from: before, to } of stepsWithOrder(from, order.status)) {
      const birds = await lockPigeons(tx, season, [...kinds.keys()]);
      const column = columnOf[machineOf(to)];
      const due = birds.filter((bird) => kinds.get(bird.id) === kind && bird[column] === before);
      await bringTo(tx, season, due, to, { by, now_ms });
    }
  }
  const ended = endedOf(moving);
  if (ended.length) await endActivations(tx, season, ended, now_ms);
}

/** Ends the activations of these orders; a reserve that raced in addition gives its place back. */
async function endActivations(tx: Tx, season: SeasonKey, order_ids: readonly number[], now_ms: number): Promise<void> {
  const ended = await tx
    .updateTable('activations')
    .set({ ended_at: new Date(now_ms).toISOString() })
    .where('loft_id', '=', season.loft_id)
    .where('order_id', 'in', order_ids)
    .returning(['kind', 'replaces_pigeon_id'])
    .execute();
  const added = ended.filter(({ kind, replaces_pigeon_id }) => kind === 'reserve' && replaces_pigeon_id === null);
  await countBeside(tx, season, { activated_reserve: -added.length });
}
