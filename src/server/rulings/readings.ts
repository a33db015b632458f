/** What clocks read of a bird that is entered by hand, and what becomes of its readings. */
import { sql } from 'kysely';
import { correctedTime, isAfterOfficial, offsetsBy, project, type ReadingKey } from '#domain/arrivals/project.ts';
import type { BirdReading } from '#domain/rulings/contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { readAffected } from '#server/ledger/affected.ts';

interface Read extends ReadingKey {
  /** By the true time, epoch ms. */
  time_ms: number;
  becomes: BirdReading['becomes'];
  /** Whether it came after the result was official. */
  is_late: boolean;
}

/** The facts of a flight that its readings are judged by. */
type Flight = Pick<LockedFlight, 'loft_id' | 'id' | 'status' | 'release_time'>;

/** The readings of a bird in a flight since its release, in the order of time, if it came home by hand at an instant. */
export async function readingsWith(
  tx: Tx,
  { loft_id, id: flight_id, status, release_time }: Flight,
  { pigeon_id, time_ms }: { pigeon_id: number; time_ms: number },
): Promise<Read[]> {
  if (release_time === null) return [];
  const manual = { kind: 'manual' as const, number: Number.MAX_SAFE_INTEGER, flight_id, pigeon_id, time_ms };
  const { entries, facts } = await readAffected(
    tx,
    loft_id,
    { pigeon_ids: [pigeon_id], from: release_time },
    { entries: [manual], ...(status === 'official' && { flight_id }) },
  );
  const { arrivals, repeated, unranked } = project({ ...facts, arrivals: [] }, entries);
  const isOwn = (one: { flight_id: number; pigeon_id: number }) =>
    one.flight_id === flight_id && one.pigeon_id === pigeon_id;
  const becomes = new Map<number, Read['becomes']>([
    ...arrivals.filter(isOwn).map(({ number }) => [number, 'counts'] as const),
    ...repeated.filter(isOwn).map(({ number }) => [number, 'repeated'] as const),
    ...unranked.filter((one) => one.pigeon_id === pigeon_id).map(({ number, reason }) => [number, reason] as const),
  ]);
  const flight = facts.flights.find((one) => one.flight_id === flight_id)!;
  // What was read after the next release of the bird is of that flight.
  const flown = facts.baskets.get(pigeon_id) ?? [];
  const until_ms = Math.min(
    ...facts.flights
      .filter((one) => flown.includes(one.flight_id) && !one.is_replay && (one.release_ms ?? 0) > flight.release_ms!)
      .map(({ release_ms }) => release_ms!),
  );
  const offsetOf = offsetsBy(entries);
  return entries
    .flatMap((entry): Read[] => {
      const what = becomes.get(entry.number);
      if (entry.kind !== 'reading' || what === undefined) return [];
      const { device_id, boot, sequence, number } = entry;
      const at_ms = correctedTime(entry, offsetOf(entry));
      const is_late = isAfterOfficial(flight, number);
      return [{ device_id, boot, sequence, time_ms: at_ms, becomes: what, is_late }];
    })
    .filter((read) => read.time_ms >= flight.release_ms! && read.time_ms < until_ms)
    .sort((a, b) => a.time_ms - b.time_ms);
}

/** The same for a reader: of each clock and outcome the first reading. */
export async function shownReadings(
  tx: Tx,
  flight: Flight,
  bird: { pigeon_id: number; time_ms: number },
): Promise<BirdReading[]> {
  const read = await readingsWith(tx, flight, bird);
  if (!read.length) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from devices where loft_id = ${flight.loft_id}
      and id = any(${read.map(({ device_id }) => device_id)}::bigint[])`.execute(tx);
  const clocks = new Map(rows.map(({ id, name }) => [id, name]));
  const alike = Map.groupBy(read, ({ device_id, becomes, is_late }) => `${device_id} ${becomes} ${is_late}`);
  return [...alike.values()].map(([first]) => {
    const { device_id, time_ms, becomes, is_late } = first!;
    return { clock: clocks.get(device_id) ?? '', time: new Date(time_ms).toISOString(), becomes, is_late };
  });
}
