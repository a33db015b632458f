/** Changing the states of birds: many of a season in one step, each change a row of their history (4.3–4.6). */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import {
  type Health,
  type Location,
  type PigeonMachine,
  type PigeonStatus,
  type Progress,
  statusTypes,
  whyNotBecome,
} from '#domain/pigeons/status.ts';
import { whyNotPigeons } from '#domain/pigeons/team.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { pigeonSteps } from './consequences.ts';
import { notifyOwners } from './health-notices.ts';

export interface LockedPigeon {
  id: number;
  ring: string;
  health: Health;
  progress: Progress;
  location: Location;
}

/** The machine that a state belongs to. */
export const machineOf = (status: PigeonStatus): PigeonMachine =>
  statusTypes.find(({ code }) => code === status)!.machine;

/** The column of `pigeons` with the state of a machine. */
export const columnOf = {
  pigeon_health: 'health',
  pigeon_progress: 'progress',
  pigeon_location: 'location',
} as const satisfies Record<PigeonMachine, keyof LockedPigeon>;

/**
 * These birds of the season, locked until the transaction ends, in the common lock order.
 * @throws Refusal `no_pigeon_selected` for none, `not_found` where one is not of the season.
 */
export async function lockPigeons(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  pigeon_ids: readonly number[],
): Promise<LockedPigeon[]> {
  const no = whyNotPigeons(pigeon_ids);
  if (no) throw no;
  const pigeons = await tx
    .selectFrom('pigeons')
    .select(['id', 'ring', 'health', 'progress', 'location'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where(sql<boolean>`id = any(${pigeon_ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (pigeons.length < new Set(pigeon_ids).size) throw new Refusal('not_found');
  return pigeons;
}

/**
 * Take locked birds to a state, all or none.
 * @throws Refusal `same_status` (8.19) where one has that state already, `pigeon_step_not_possible`.
 */
export async function bringTo(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  pigeons: readonly LockedPigeon[],
  status: PigeonStatus,
  { by, reason = null, now_ms }: Act,
): Promise<void> {
  if (!pigeons.length) return;
  const machine = machineOf(status);
  const column = columnOf[machine];
  for (const pigeon of pigeons) {
    const no = whyNotBecome(machine, pigeon[column], status);
    if (no) throw no;
  }
  const steps = pigeons.map((pigeon) => ({ id: pigeon.id, from: pigeon[column], to: status }));
  const act = { by, now_ms, reason };
  await appendHistory(tx, machine, loft_id, steps, act);
  await pigeonSteps.run(tx, { loft_id, machine, pigeons: steps, status, act });
}

/**
 * Lock birds of a season and take them to a state, all or none. Owners are notified of illness and recovery.
 * @throws Refusal as {@link lockPigeons} and {@link bringTo}
 * @returns the number of changed birds
 */
export async function changeStatuses(
  tx: Tx,
  season: SeasonKey,
  { pigeon_ids, status }: { pigeon_ids: readonly number[]; status: PigeonStatus },
  act: Act,
): Promise<number> {
  const pigeons = await lockPigeons(tx, season, pigeon_ids);
  await bringTo(tx, season, pigeons, status, act);
  if (machineOf(status) === 'pigeon_health')
    await notifyOwners(tx, season.loft_id, pigeon_ids, { status: status as Health, now_ms: act.now_ms });
  return pigeons.length;
}
