/**
 * The birds of an order that ended unpaid lose their places, and have them again where its rejection is taken back;
 * those already at the loft are settled by hand.
 */
import type { SeasonKey } from '#domain/keys.ts';
import type { Health } from '#domain/pigeons/status.ts';
import type { Tx } from '#server/db/database.ts';
import { endedOf, reopenedOf, type SeasonOrderSteps } from '#server/orders/consequences.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

/** Set the birds of ended orders to unassigned, unless the loft has them, and those of reopened ones to assigned. */
export async function unassignBirds(
  tx: Tx,
  { steps, act: { by, now_ms }, ...season }: SeasonOrderSteps,
): Promise<void> {
  const when = { by, now_ms };
  await moveBirds(tx, season, endedOf(steps), { from: 'assigned', to: 'unassigned' }, when);
  await moveBirds(tx, season, reopenedOf(steps), { from: 'unassigned', to: 'assigned' }, when);
}

async function moveBirds(
  tx: Tx,
  season: SeasonKey,
  order_ids: readonly number[],
  { from, to }: { from: Health; to: Health },
  when: { by: number | null; now_ms: number },
): Promise<void> {
  if (!order_ids.length) return;
  const entered = await tx
    .selectFrom('entries')
    .select('pigeon_id')
    .where('loft_id', '=', season.loft_id)
    .where('order_id', 'in', order_ids)
    .execute();
  if (!entered.length) return;
  const birds = await lockPigeons(
    tx,
    season,
    entered.map(({ pigeon_id }) => pigeon_id),
  );
  const moving = birds.filter(({ health }) => health === from);
  await bringTo(tx, season, moving, to, when);
}
