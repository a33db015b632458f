/**
 * A replay: the clockings of a flight, sent again. It is a flight of its own with the same birds, rules, distance and
 * nights, and a new release. Its race clock runs K times as fast; the times of its readings are the original flying
 * times, so that speeds and ranking stay the same. Its clocks are in replay-clocks.ts.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reading } from '#domain/arrivals/contract.ts';
import { closesByTime } from '#domain/flights/closing.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { repeatGroups } from '#server/basketing/release-groups.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { registerDevice, revokeDevice } from '#server/devices/devices.ts';
import { findFlight } from '#server/flights/flights.ts';
import { closeFlight, moveFlight, releaseFlight, sealList } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { cannot } from './connection.ts';
import { characters } from './import-list.ts';

/** A replay in the air, with the readings that its clocks have still to send. */
export interface Replay extends FlightKey {
  name: string;
  release_ms: number;
  factor: number;
  clocks: ReplayClock[];
  /** When its first and last clockings are due in real time, epoch ms. */
  first_ms: number;
  last_ms: number;
}

/** A clock of a replay. Only this process knows its key. */
export interface ReplayClock {
  name: string;
  key: string;
  /** In the order of time, which is that of `sequence`. */
  readings: Pick<Reading, 'boot' | 'sequence' | 'chip' | 'device_time' | 'resolution_ms'>[];
}

export interface ReplayToStart {
  /** How many times as fast as real time. */
  factor: number;
  now_ms: number;
  /** Sets the release back so far that the first bird comes ten seconds from now. */
  skip_wait?: boolean;
  /** With `skip_wait`: so many birds are home at once, and the next one comes ten seconds from now. */
  home_at_start?: number;
  /** The number of readings of unknown chips among the others. */
  unknown?: number;
  /** The name of the clocks, before the flight's id. */
  clocks?: string;
}

/** The error for birds that are in the air already; it names their flight. */
export type BirdsAway = Error & { birds_away_until: number };

/**
 * Plans a replay of a flight, releases it and registers its clocks.
 * @throws Error in one sentence for a flight that cannot be replayed; {@link BirdsAway} when its birds are in the air.
 */
export async function startReplay(db: Database, of: FlightKey, wanted: ReplayToStart): Promise<Replay> {
  return db.transaction().execute(async (tx) => {
    // A concurrent replay of the same flight waits for this lock and then finds its birds in the air.
    await lockFlight(tx, of);
    const original = (await findFlight(tx, of))!;
    const clockings = await clockingsOf(tx, original);
    await refuseAway(tx, original, wanted.now_ms);
    const { elapsed_ms: first_ms } = clockings[Math.min(wanted.home_at_start ?? 0, clockings.length - 1)]!;
    const skipped_ms = wanted.skip_wait ? Math.max(0, first_ms / wanted.factor - 10_000) : 0;
    const release_ms = Math.round(wanted.now_ms - skipped_ms);
    const factor = Math.max(1, Math.round(wanted.factor * 1000)) / 1000; // as the database keeps it

    const loft = (await findLoft(tx, of.loft_id))!;
    // Planned, basketed, sealed and released in this order, also where its release lies in the past.
    const before = (hours: number) => ({ by: null, now_ms: release_ms - hours * 3_600_000 });
    const plan = {
      season_id: original.season_id,
      name: await nameFor(tx, original),
      kind: original.kind,
      rules: original.rules,
      distance_m: original.distance_m!,
      ...(original.release_point !== null && { release_point: original.release_point }),
      ...(original.release_latitude !== null && { release_latitude: original.release_latitude }),
      ...(original.release_longitude !== null && { release_longitude: original.release_longitude }),
      ...(original.estimated_average_speed !== null && { estimated_average_speed: original.estimated_average_speed }),
      replay: { of: of.flight_id, factor },
    };
    const flight_id = await planFlight(tx, loft, plan, before(24));
    const key = { loft_id: of.loft_id, flight_id };
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing', before(14));
    await basketPigeons(tx, await lockFlight(tx, key), await basketOf(tx, of));
    await sealList(tx, await lockFlight(tx, key), before(2));
    const later_ms = release_ms - Date.parse(original.release_time!);
    const times = {
      closed_intervals: original.closed_intervals.map(({ from, to }) => ({ from: from + later_ms, to: to + later_ms })),
      day_starts: original.day_starts.map((midnight) => midnight + later_ms),
      closes_at: !closesByTime(original.rules.closing)
        ? null
        : new Date(Date.parse(original.closes_at!) + later_ms).toISOString(),
    };
    await releaseFlight(tx, await lockFlight(tx, key), new Date(release_ms).toISOString(), times, before(0));
    await repeatGroups(tx, await lockFlight(tx, key), { ...of, release_time: original.release_time! });
    return replayOf(tx, key, clockings, wanted);
  });
}

/**
 * Resumes a replay whose player is gone: new clocks send the readings that are missing.
 * @returns null when none is missing.
 */
export async function resumeReplay(db: Database, key: FlightKey, clocks?: string): Promise<Replay | null> {
  return db.transaction().execute(async (tx) => {
    await lockFlight(tx, key);
    const replay = (await findFlight(tx, key))!;
    const original = (await findFlight(tx, { loft_id: key.loft_id, flight_id: replay.replay_of! }))!;
    const home = new Set(await homeOf(tx, key));
    const left = (await clockingsOf(tx, original)).filter(({ pigeon_id }) => !home.has(pigeon_id));
    return left.length ? replayOf(tx, key, left, { ...(clocks !== undefined && { clocks }) }) : null;
  });
}

/** When the last clocking of a replay is due, epoch ms. */
export async function endOfReplay(tx: Tx, key: FlightKey): Promise<number> {
  const { rows } = await sql<{ end_ms: number }>`
    select extract(epoch from r.release_time + (
      select max(a.time) - o.release_time from arrivals a where a.loft_id = o.loft_id and a.flight_id = o.id) / r.replay_factor)
      * 1000 as end_ms
    from flights r join flights o on o.loft_id = r.loft_id and o.id = r.replay_of
    where r.loft_id = ${key.loft_id} and r.id = ${key.flight_id}`.execute(tx);
  return rows[0]!.end_ms;
}

/** Ends a replay at its present state: closed with its last clocking, published if wanted, its clocks revoked. */
export async function endReplay(db: Database, key: FlightKey, { publish }: { publish: boolean }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await closeReplay(tx, key);
    const flight = await lockFlight(tx, key);
    if (publish && flight.status === 'closed') await moveFlight(tx, flight, 'publish');
  });
}

// -- planning --------------------------------------------------------------------------------------------------------

interface Clocking {
  pigeon_id: number;
  chip: string;
  elapsed_ms: number;
  resolution_ms: number;
}

/**
 * The counted clocking of each bird that is home, the earliest first, with the chip it wears today.
 * @throws Error in one sentence when there is nothing to replay.
 */
async function clockingsOf(tx: Tx, original: Flight): Promise<Clocking[]> {
  const which = `Flight ${original.id} "${original.name}"`;
  if (isBeforeRelease(original.status))
    throw cannot(`${which} is ${original.status}: it has no clockings to replay yet.`);
  if (original.status === 'released')
    throw cannot(`${which} is in the air itself; it can be replayed when it is closed.`);
  const key = { loft_id: original.loft_id, flight_id: original.id };
  const counted = await countedArrivals(tx, key);
  if (!counted.length) throw cannot(`${which} has no bird home: there is nothing to replay.`);
  const chips = await chipsToday(tx, key);
  const steps = await resolutions(tx, key);
  const bare = counted.filter(({ pigeon_id }) => !chips.has(pigeon_id)).length;
  if (bare) throw cannot(`${bare} birds of ${which} wear no chip today; they cannot be clocked again.`);
  const release_ms = Date.parse(original.release_time!);
  return counted.map(({ pigeon_id, reading_number, time }) => ({
    pigeon_id,
    chip: chips.get(pigeon_id)!,
    elapsed_ms: Date.parse(time) - release_ms,
    // An arrival without a reading (seen by a person) has a resolution of 1 ms.
    resolution_ms: (reading_number !== null && steps.get(reading_number)) || 1,
  }));
}

// One query per table: without statistics, as in a database that is minutes old, PostgreSQL joins them slowly (6.9 s).

/** A bird's last row in the stream counts; withdrawn ones are left out. */
async function countedArrivals(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const { rows } = await sql<{ pigeon_id: number; reading_number: number | null; time: string | null }>`
    select distinct on (pigeon_id) pigeon_id, reading_number, time from arrivals
    where loft_id = ${loft_id} and flight_id = ${flight_id} order by pigeon_id, seq desc`.execute(tx);
  const counted = rows.flatMap((row) => (row.time === null ? [] : { ...row, time: row.time }));
  return counted.sort((a, b) => Date.parse(a.time) - Date.parse(b.time) || a.pigeon_id - b.pigeon_id);
}

async function chipsToday(tx: Tx, { loft_id }: FlightKey): Promise<Map<number, string>> {
  const { rows } = await sql<{ pigeon_id: number; chip: string }>`
    select pigeon_id, chip from pigeon_chips where loft_id = ${loft_id} and during @> now()`.execute(tx);
  return new Map(rows.map((row) => [row.pigeon_id, row.chip]));
}

async function resolutions(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ number: number; resolution_ms: number }>`
    select number, resolution_ms from readings where loft_id = ${loft_id} and number in (
      select reading_number from arrivals where loft_id = ${loft_id} and flight_id = ${flight_id})`.execute(tx);
  return new Map(rows.map((row) => [row.number, row.resolution_ms]));
}

/**
 * A bird is in one race at a time. A replay whose player died long ago is closed, since it would block its birds for
 * ever.
 */
async function refuseAway(tx: Tx, original: Flight, now_ms: number): Promise<void> {
  const { rows } = await sql<{ flight_id: number; name: string; replay_of: number | null }>`
    select f.id as flight_id, f.name, f.replay_of from flights f
    where f.loft_id = ${original.loft_id} and f.status = 'released' and ${sharesBirds(original)} order by f.id`.execute(
    tx,
  );
  for (const { flight_id, name, replay_of } of rows) {
    const key = { loft_id: original.loft_id, flight_id };
    const until_ms = replay_of === null ? Infinity : await endOfReplay(tx, key);
    if (now_ms > until_ms + timeout_ms) {
      await closeReplay(tx, key);
      continue;
    }
    const until =
      replay_of === null ? 'until it is closed' : `until ${new Date(until_ms).toISOString().slice(11, 16)} UTC`;
    const message = `The birds of flight ${original.id} are in the air in flight ${flight_id} "${name}" ${until}; wait, or fly another flight.`;
    throw Object.assign(cannot(message), { birds_away_until: until_ms });
  }
}

/** So long after its last clocking a replay counts as abandoned. */
const timeout_ms = 10 * 60_000;

function sharesBirds({ loft_id, id }: Flight) {
  return sql<boolean>`exists (select from baskets b where b.loft_id = f.loft_id and b.flight_id = f.id and b.pigeon_id in (
    select pigeon_id from baskets where loft_id = ${loft_id} and flight_id = ${id}))`;
}

/** `Bourges I, replay 3` */
async function nameFor(tx: Tx, { loft_id, season_id, id, name }: Flight): Promise<string> {
  const rows = await tx
    .selectFrom('flights')
    .select(['name', 'replay_of'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .execute();
  const taken = new Set(rows.map((row) => row.name.toLowerCase()));
  for (let n = rows.filter((row) => row.replay_of === id).length + 1; ; n++) {
    const suffix = `, replay ${n}`;
    const room = 128 - suffix.length;
    const wanted = (characters(name) > room ? Array.from(name).slice(0, room).join('') : name) + suffix;
    if (!taken.has(wanted.toLowerCase())) return wanted;
  }
}

async function basketOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number[]> {
  const rows = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.pigeon_id);
}

async function homeOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number[]> {
  const rows = await tx
    .selectFrom('arrivals')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .execute();
  return rows.map((row) => row.pigeon_id);
}

/** The released replay with two new clocks; the birds are divided between them by id. */
async function replayOf(
  tx: Tx,
  key: FlightKey,
  clockings: readonly Clocking[],
  { unknown = 0, clocks = 'Replay' }: Pick<ReplayToStart, 'unknown' | 'clocks'>,
): Promise<Replay> {
  const flight = (await findFlight(tx, key))!;
  const release_ms = Date.parse(flight.release_time!);
  const factor = flight.replay_factor!;
  const first = clockings[0]!;
  const last = clockings.at(-1)!;
  const strangers = Array.from({ length: unknown }, (_, i) => ({
    pigeon_id: i,
    chip: createHash('sha256').update(`unknown ${key.flight_id} ${i}`).digest('hex').slice(0, 16).toUpperCase(),
    elapsed_ms: first.elapsed_ms + Math.floor(((last.elapsed_ms - first.elapsed_ms) * (i + 1)) / (unknown + 1)),
    resolution_ms: first.resolution_ms,
  }));
  const readings = [...clockings, ...strangers].sort(
    (a, b) => a.elapsed_ms - b.elapsed_ms || a.pigeon_id - b.pigeon_id,
  );
  // A resumed replay has earlier clocks, whose keys are lost.
  const { length: before } = await clocksOf(tx, key);
  const names = ['A', 'B'].map((letter) => `${clocks} ${key.flight_id} ${letter}${before ? before / 2 + 1 : ''}`);
  await revokeClocks(tx, key);
  const registered: ReplayClock[] = [];
  for (const [index, name] of names.entries()) {
    const { key: own } = await registerDevice(tx, { loft_id: key.loft_id, name, replay_id: key.flight_id });
    registered.push({
      name,
      key: own,
      readings: readings
        .filter(({ pigeon_id }) => pigeon_id % 2 === index)
        .map(({ chip, elapsed_ms, resolution_ms }, i) => ({
          boot: `replay-${key.flight_id}`,
          sequence: i + 1,
          chip,
          device_time: new Date(release_ms + elapsed_ms).toISOString(),
          resolution_ms,
        })),
    });
  }
  const due = (elapsed_ms: number) => release_ms + elapsed_ms / factor;
  const dues = { first_ms: due(first.elapsed_ms), last_ms: due(last.elapsed_ms) };
  return { ...key, name: flight.name, release_ms, factor, clocks: registered, ...dues };
}

async function closeReplay(tx: Tx, key: FlightKey): Promise<void> {
  const flight = await lockFlight(tx, key);
  if (flight.status === 'released') {
    // The replay ends at its last clocking: the lock keeps further ones out.
    await lockLedger(tx, key.loft_id);
    const { last } = await tx
      .selectFrom('arrivals')
      .select(({ fn }) => fn.max('time').as('last'))
      .where('loft_id', '=', key.loft_id)
      .where('flight_id', '=', key.flight_id)
      .executeTakeFirstOrThrow();
    const at = last ?? new Date(Date.parse(flight.release_time!) + 1).toISOString();
    await closeFlight(tx, flight, at, { reason: 'the replay is over' });
  }
  await revokeClocks(tx, key);
}

function clocksOf(tx: Tx, { loft_id, flight_id }: FlightKey) {
  return tx
    .selectFrom('devices')
    .select(['id', 'revoked_at'])
    .where('loft_id', '=', loft_id)
    .where('replay_id', '=', flight_id)
    .orderBy('id')
    .execute();
}

async function revokeClocks(tx: Tx, key: FlightKey): Promise<void> {
  for (const { id, revoked_at } of await clocksOf(tx, key))
    if (revoked_at === null) await revokeDevice(tx, { loft_id: key.loft_id, device_id: id });
}
