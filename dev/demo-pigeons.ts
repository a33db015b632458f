/**
 * The statuses of the demo's birds: most are at the loft and active, some are lost, returned, or inactive for a while.
 */
import type { SeasonKey } from '#domain/keys.ts';
import type { PigeonStatus } from '#domain/pigeons/status.ts';
import type { Tx } from '#server/db/database.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

const day_ms = 86_400_000;

/** Later statuses of some of them: days ago, status and reason. */
const since: readonly { days: number; count: number; status: PigeonStatus; reason: string | null }[] = [
  { days: 41, count: 40, status: 'lost', reason: 'Not home from training' },
  { days: 12, count: 3, status: 'quarantine', reason: 'Sneezes, sampled by the vet' },
  { days: 9, count: 4, status: 'injured', reason: 'Hawk, left wing' },
  { days: 6, count: 2, status: 'held_back', reason: 'Not fit for 400 km' },
];
/** How many of the lost birds are found again. */
const back = { days: 3, count: 6, reason: 'Came with the flock in the morning' };

const changed =
  (tx: Tx, season: SeasonKey, now_ms: number) =>
  async (pigeon_ids: readonly number[], status: PigeonStatus, days: number, reason: string | null = null) =>
    bringTo(tx, season, await lockPigeons(tx, season, pigeon_ids), status, {
      by: null,
      reason,
      now_ms: now_ms - days * day_ms,
    });

/** Takes more birds to the loft and makes them active. */
export async function bringIn(tx: Tx, season: SeasonKey, pigeon_ids: readonly number[], now_ms: number): Promise<void> {
  const change = changed(tx, season, now_ms);
  await change(pigeon_ids, 'at_loft', 90);
  await change(pigeon_ids, 'active', 60);
}

/** Every bird that has flown is at the loft and active; the first ones by id get a longer history. */
export async function seedPigeons(tx: Tx, season: SeasonKey, now_ms: number): Promise<void> {
  const { loft_id, season_id } = season;
  const basketed = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .distinct()
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .orderBy('pigeon_id')
    .execute();
  if (!basketed.length) return;
  const ids = basketed.map(({ pigeon_id }) => pigeon_id);
  await bringIn(tx, season, ids, now_ms);
  const change = changed(tx, season, now_ms);
  let taken = 0;
  for (const { days, count, status, reason } of since) {
    await change(ids.slice(taken, taken + count), status, days, reason);
    taken += count;
  }
  await change(ids.slice(0, back.count), 'active', back.days, back.reason);
}
