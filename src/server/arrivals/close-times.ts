/** The readings of a result with the bounds of their true times, and the birds within the clocks' uncertainty. */
import { sql } from 'kysely';
import {
  type BoundedLine,
  type CloseBird,
  type CloseMark,
  closeBirds,
  closeMarks,
  type DecidedTime,
  decideClose,
  type MomentOffset,
} from '#domain/arrivals/close-times.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { type ClockSample, offsetBounds } from '#domain/devices/clock-time.ts';
import type { FlightKey } from '#domain/keys.ts';
import { type CloseTimesRule, closeTimesOf } from '#domain/seasons/rulebook-parts.ts';
import { explainsPlaces } from '#domain/seasons/visibility.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';
import { laterIn } from './arrivals.ts';
import { createStandings } from './standings.ts';

/** A clock is compared when the birds are basketed, and a box without a network when it is back. */
const before_ms = 24 * 3_600_000;
const after_ms = 48 * 3_600_000;

/** The comparisons of clocks with the server, by clock. */
export type Comparisons = ReadonlyMap<number, readonly ClockSample[]>;

/** The comparisons of a loft's clocks around a flight, by clock; of one released long ago those of a season. */
export async function comparisonsAround(
  tx: Tx,
  { loft_id, release_time, closes_at, replay_factor }: FlownFlight,
): Promise<Comparisons> {
  if (release_time === null || replay_factor !== null) return new Map();
  const from = new Date(Date.parse(release_time) - before_ms).toISOString();
  const to = closes_at === null ? null : new Date(Date.parse(closes_at) + after_ms).toISOString();
  const { rows } = await sql<{ device_id: number; samples: [at_ms: number, from_ms: number, to_ms: number][] }>`
    select m.device_id, json_agg(json_build_array(floor(extract(epoch from m.offset_at) * 1000), m.offset_from, m.offset_to)
      order by m.minute) as samples
    from devices d join device_minutes m on m.device_id = d.id
    where d.loft_id = ${loft_id} and d.kind = 'clock' and d.replay_id is null and m.offset_at is not null
      and m.minute >= ${from}::timestamptz and (${to}::timestamptz is null or m.minute <= ${to}::timestamptz)
    group by m.device_id`.execute(tx);
  return new Map(
    rows.map(({ device_id, samples }) => [
      device_id,
      samples.map(([at_ms, from_ms, to_ms]) => ({ at_ms, from_ms, to_ms })),
    ]),
  );
}

interface Counted {
  pigeon_id: number;
  device_id: number;
  boot: string;
  /** The clock's own time, epoch ms with its fraction. */
  own_ms: number;
  resolution_ms: number;
  received_ms: number;
}

/** Lines of a ranking, each with the bounds of its bird's true time; null where no comparison says anything. */
export async function boundedLines(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Ranked[],
  comparisons: Comparisons,
): Promise<BoundedLine[]> {
  const boundsOf = new Map([...comparisons].map(([id, samples]) => [id, offsetBounds(samples)]));
  const later = await laterIn(tx, flight);
  const counted = boundsOf.size ? await countedReadings(tx, flight, ranked) : new Map<number, Counted>();
  return ranked.map(({ pigeon_id, rank, time_ms }) => {
    const reading = counted.get(pigeon_id);
    const later_ms = later.get(pigeon_id) ?? 0;
    const offset = reading && boundsOf.get(reading.device_id)?.(reading.own_ms, reading.received_ms);
    const bounds = offset && {
      from_ms: reading.own_ms + offset.from_ms - later_ms,
      to_ms: reading.own_ms + offset.to_ms + reading.resolution_ms - later_ms,
      is_torn: offset.is_torn,
    };
    const flown_ms = time_ms - later_ms;
    return {
      pigeon_id,
      rank,
      time_ms: flown_ms,
      device_id: reading?.device_id ?? null,
      bounds: bounds ?? null,
      later_ms,
    };
  });
}

/** The reading that counts for each of some birds of a flight. */
async function countedReadings(
  tx: Tx,
  { loft_id, id }: FlownFlight,
  birds: readonly Pick<Ranked, 'pigeon_id'>[],
): Promise<Map<number, Counted>> {
  const { rows } = await sql<Counted>`
    select a.pigeon_id, r.device_id, r.boot, (extract(epoch from r.device_time) * 1000)::float8 as own_ms,
      r.resolution_ms::float8 as resolution_ms, (extract(epoch from r.received_at) * 1000)::float8 as received_ms
    from (select distinct on (pigeon_id) pigeon_id, reading_number from arrivals
      where loft_id = ${loft_id} and flight_id = ${id}
        and pigeon_id = any(${birds.map(({ pigeon_id }) => pigeon_id)}::bigint[]) order by pigeon_id, seq desc) a
    join readings r on r.loft_id = ${loft_id} and r.number = a.reading_number`.execute(tx);
  return new Map(rows.map((row) => [row.pigeon_id, row]));
}

/** How birds within the clocks' uncertainty stand in a flight. */
export interface CloseTimes {
  rule: CloseTimesRule;
  birds: CloseBird[];
  /** What the rulebook decides about them and no ruling has yet. */
  to_decide: DecidedTime[];
  /** The comparisons of the clocks behind it. */
  comparisons: Comparisons;
}

/** The birds of a ranking within the clocks' uncertainty, and what the rulebook says of them. */
export async function closeTimesIn(tx: Tx, flight: FlownFlight, ranked: readonly Ranked[]): Promise<CloseTimes> {
  const comparisons = await comparisonsAround(tx, flight);
  const lines = await boundedLines(tx, flight, ranked, comparisons);
  const birds = closeBirds(lines);
  const rule = closeTimesOf(await rulebookOf(tx, flight));
  if (!birds.length || rule === 'as_read') return { rule, birds, to_decide: [], comparisons };
  const readBy = rule === 'one_clock' ? await firstReadings(tx, flight, birds) : new Map();
  return { rule, birds, to_decide: decideClose(lines, rule, readBy), comparisons };
}

/** The offsets by which birds within the clocks' uncertainty have the times that the rulebook gives them. */
export async function offsetsToDecide(tx: Tx, flight: FlownFlight, ranked: readonly Ranked[]): Promise<MomentOffset[]> {
  const { to_decide } = await closeTimesIn(tx, flight, ranked);
  const counted = await countedReadings(tx, flight, to_decide);
  return to_decide.flatMap(({ pigeon_id, time_ms }) => {
    const reading = counted.get(pigeon_id);
    if (!reading) return [];
    const own_us = Math.round(reading.own_ms * 1000);
    const { device_id, boot } = reading;
    return { pigeon_id, device_id, boot, own_us, offset_ms: (time_ms * 1000 - own_us) / 1000 };
  });
}

/**
 * The marks on the live board of a flight, as everybody sees them: none where its season hides a part of it. One reader
 * keeps the rankings that it has made.
 */
export function createLiveMarks(): (db: Database, key: FlightKey) => Promise<CloseMark[]> {
  const standings = createStandings();
  return async (db, key) => {
    const flight = await findFlownFlight(db, key);
    if (!flight || !explainsPlaces(flight.hidden)) return [];
    const { ranked } = await standings(db, flight);
    return closeMarks(closeBirds(await boundedLines(db, flight, ranked, await comparisonsAround(db, flight))), ranked);
  };
}

/** The birds within the clocks' uncertainty for many readers: of the same ranking again only after a while. */
export function createCloseBirds(keep_ms: number) {
  const known = new WeakMap<readonly Ranked[], { at_ms: number; birds: CloseBird[] }>();
  return async (tx: Tx, flight: FlownFlight, ranked: readonly Ranked[], now_ms: number): Promise<CloseBird[]> => {
    const before = known.get(ranked);
    if (before && now_ms - before.at_ms < keep_ms) return before.birds;
    const birds = closeBirds(await boundedLines(tx, flight, ranked, await comparisonsAround(tx, flight)));
    known.set(ranked, { at_ms: now_ms, birds });
    return birds;
  };
}

/** When each clock read these birds for the first time since the release, by its own time. */
async function firstReadings(
  tx: Tx,
  { loft_id, release_time }: FlownFlight,
  birds: readonly CloseBird[],
): Promise<Map<number, Map<number, number>>> {
  const { rows } = await sql<{ pigeon_id: number; device_id: number; own_ms: number }>`
    select c.pigeon_id, r.device_id, min(extract(epoch from r.device_time) * 1000)::float8 as own_ms
    from pigeon_chips c join readings r on upper(r.chip) = c.chip and r.loft_id = c.loft_id
    where c.loft_id = ${loft_id} and c.pigeon_id = any(${birds.map(({ pigeon_id }) => pigeon_id)}::bigint[])
      and r.received_at >= ${release_time}
    group by 1, 2`.execute(tx);
  const readBy = new Map<number, Map<number, number>>();
  for (const { pigeon_id, device_id, own_ms } of rows)
    readBy.set(pigeon_id, (readBy.get(pigeon_id) ?? new Map()).set(device_id, own_ms));
  return readBy;
}
