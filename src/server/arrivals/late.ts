/** The birds of a flight that have no place: clocked after its closing, or disqualified. */
import { sql } from 'kysely';
import { correctedTime, offsetsBy, type Reading } from '#domain/arrivals/project.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { corrections } from '#server/ledger/declarations.ts';
import { arrivedAt } from '#server/ledger/last-arrival.ts';

/** What a bird is that has no place though it is not out. */
export type WithoutPlace = 'late' | 'disqualified';

/** A bird and its first reading after the closing, epoch ms. */
export interface Late {
  pigeon_id: number;
  time_ms: number;
}

/**
 * The birds of a closed flight that are not in its result and were clocked later, in the order of their times, without
 * those that are disqualified. A reading belongs to the flight of the bird that was released last before it.
 */
export async function lateBirds(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<Late[]> {
  const { rows } = await sql<Omit<Reading, 'kind'> & { pigeon_id: number }>`
    select w.pigeon_id, r.number, r.device_id, r.boot, r.sequence, upper(r.chip) as chip,
      (extract(epoch from r.device_time) * 1000000)::bigint as time_us
    from flights f
    join baskets b on b.loft_id = f.loft_id and b.flight_id = f.id
    join unranked_readings w on w.loft_id = f.loft_id and w.pigeon_id = b.pigeon_id and w.reason = 'after_close'
    join readings r on r.loft_id = w.loft_id and r.number = w.number and r.device_time > f.release_time
    where f.loft_id = ${loft_id} and f.id = ${flight_id} and f.status in ('closed', 'provisional', 'official')
      and b.disqualified_by is null
      and ${arrivedAt('f', 'b.pigeon_id')} is null
      and not exists (select from baskets other join flights next on next.loft_id = other.loft_id and next.id = other.flight_id
        where other.loft_id = f.loft_id and other.pigeon_id = b.pigeon_id and next.release_time > f.release_time
          and next.release_time <= r.device_time and next.replay_of is null
          and next.status not in ('planned', 'basketing', 'sealed', 'annulled'))`.execute(tx);
  const entries = await corrections(tx, loft_id, new Set(rows.map(({ device_id }) => device_id)));
  const offsetOf = offsetsBy(entries);
  const first = new Map<number, number>();
  for (const { pigeon_id, ...reading } of rows) {
    const time_ms = correctedTime(reading, offsetOf(reading));
    first.set(pigeon_id, Math.min(time_ms, first.get(pigeon_id) ?? time_ms));
  }
  return [...first].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })).sort((a, b) => a.time_ms - b.time_ms);
}

/** The birds that are disqualified in a flight. */
export async function disqualifiedBirds(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number[]> {
  const rows = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('disqualified_by', 'is not', null)
    .orderBy('pigeon_id')
    .execute();
  return rows.map(({ pigeon_id }) => pigeon_id);
}

/** The birds of a flight that have no place though they are not out, each with what it is. */
export async function birdsWithoutPlace(tx: Tx, key: FlightKey): Promise<Map<number, WithoutPlace>> {
  const late = await lateBirds(tx, key);
  const disqualified = await disqualifiedBirds(tx, key);
  return new Map<number, WithoutPlace>([
    ...late.map(({ pigeon_id }) => [pigeon_id, 'late'] as const),
    ...disqualified.map((pigeon_id) => [pigeon_id, 'disqualified'] as const),
  ]);
}
