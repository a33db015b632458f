/** The birds of an order that ended unpaid lose their places; those already at the loft are settled by hand. */
import type { Tx } from '#server/db/database.ts';
import { endedOf, type SeasonOrderSteps } from '#server/orders/consequences.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

/** Set the birds of ended orders to unassigned, unless the loft has them. */
export async function unassignBirds(
  tx: Tx,
  { steps, act: { by, now_ms }, ...season }: SeasonOrderSteps,
): Promise<void> {
  const ended = endedOf(steps);
  if (!ended.length) return;
  const entered = await tx
    .selectFrom('entries')
    .select('pigeon_id')
    .where('loft_id', '=', season.loft_id)
    .where('order_id', 'in', ended)
    .execute();
  if (!entered.length) return;
  const birds = await lockPigeons(
    tx,
    season,
    entered.map(({ pigeon_id }) => pigeon_id),
  );
  const assigned = birds.filter(({ health }) => health === 'assigned');
  await bringTo(tx, season, assigned, 'unassigned', { by, now_ms });
}
