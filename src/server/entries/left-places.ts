/** What ended without having been paid for leaves its birds without a place; those that the loft has it settles by hand. */
import type { Tx } from '#server/db/database.ts';
import { endedOf, type SeasonOrderSteps } from '#server/orders/consequences.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

/** Take the birds of orders that have ended from their places, as long as they are at home. */
export async function leavePlaces(tx: Tx, { steps, act: { by, now_ms }, ...season }: SeasonOrderSteps): Promise<void> {
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
