/** The intake of birds: each with its ring and the chip that is put on it, one after the other. */

import { sql } from 'kysely';
import { whyNotRace } from '#domain/entries/extra-place.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { chipKey, whyNotChip } from '#domain/pigeons/chip.ts';
import { findBirds, indexBirds } from '#domain/pigeons/find-bird.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { type Health, partOnArrival } from '#domain/pigeons/status.ts';
import { refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockPlaces } from '#server/orders/orders.ts';
import { adminBirds } from '#server/pigeons/admin-birds.ts';
import { putOnChip } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { placesHeld } from './extra-places.ts';

/** How many birds of the season have arrived, and how many are still expected. */
export async function birdsReceived(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<{ arrived: number; expected: number }> {
  const { rows } = await sql<{ arrived: number; expected: number }>`
    select count(*) filter (where location = 'at_loft')::int as arrived,
      count(*) filter (where location <> 'at_loft' and health = 'assigned')::int as expected
    from pigeons where loft_id = ${loft_id} and season_id = ${season_id}`.execute(tx);
  return rows[0]!;
}

/** A list of more birds is not offered: more digits are asked for. */
const mostOffered = 8;

/** The bird of the season that a scanned or typed text means, or the birds that it can mean, and how many these are. */
export async function birdsByScan(tx: Tx, season: SeasonKey, scanned: string) {
  const { rows } = await sql<{ pigeon_id: number; ring: string; chip: string | null }>`
    select p.id as pigeon_id, p.ring, c.chip from pigeons p
    left join pigeon_chips c on c.loft_id = p.loft_id and c.pigeon_id = p.id and upper_inf(c.during)
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} order by p.id`.execute(tx);
  const { birds, isSure } = findBirds(indexBirds(rows), scanned);
  const ids = birds.length > mostOffered ? [] : birds.map(({ pigeon_id }) => pigeon_id);
  const shown = ids.length ? await adminBirds(tx, season, ids) : [];
  return isSure && shown.length === 1
    ? { pigeon: shown[0]!, which: [], found: 1 }
    : { pigeon: null, which: shown, found: birds.length };
}

/** The bird of the season with this whole ring, or with this chip: a scanner reads both. */
async function birdByScan(tx: Tx, season: SeasonKey, scanned: string) {
  const { rows } = await sql<{ id: number }>`
    select p.id from pigeons p
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and (p.ring_key = ${ringKey(scanned)}
      or exists (select from pigeon_chips c where c.loft_id = p.loft_id and c.pigeon_id = p.id
        and c.chip = ${chipKey(scanned)} and upper_inf(c.during)))
    order by p.ring_key = ${ringKey(scanned)} desc limit 1`.execute(tx);
  const [bird] = rows.length ? await adminBirds(tx, season, [rows[0]!.id]) : [];
  return bird ?? null;
}

/**
 * Take in a bird: from now on it is at the loft and wears this chip. A waiting bird becomes active or a reserve, by its
 * place in the order; the loft sets the state of any other. The season is locked before the bird is read: of two scans
 * of one bird the second sees the chip of the first.
 * @throws Refusal `no_such_pigeon` at the ring; `chip_reason_needed`; `pigeon_without_order`; at the chip as {@link
 * putOnChip}.
 */
export async function takeIn(
  tx: Tx,
  season: SeasonKey,
  { ring, chip, reason }: { ring: string; chip: string; reason: string | null },
  act: Act,
) {
  await lockPlaces(tx, season);
  const bird = await birdByScan(tx, season, ring);
  if (!bird) throw refusalAt('ring', 'no_such_pigeon');
  const [locked] = await lockPigeons(tx, season, [bird.pigeon_id]);
  const [held] = await placesHeld(tx, season, [bird.pigeon_id]);
  const waits = locked!.health === 'assigned' || locked!.health === 'unassigned';
  const no = whyNotChip(bird.chip, chip, reason);
  if (no) throw no;
  const none = waits ? whyNotRace(held!) : null;
  if (none) throw none;
  if (locked!.location !== 'at_loft') await bringTo(tx, season, [locked!], 'at_loft', act);
  let health: Health = locked!.health;
  if (waits) {
    health = partOnArrival(held!.place === null ? null : { ...held!, place: held!.place });
    await bringTo(tx, season, [locked!], health, act);
  }
  // Last, because it locks the loft's arrival log, and the clocks' readings wait.
  if (bird.chip !== chip) await putOnChip(tx, season, { pigeon_id: bird.pigeon_id, chip }, { ...act, reason });
  return { pigeon_id: bird.pigeon_id, ring: bird.ring, chip, health };
}
