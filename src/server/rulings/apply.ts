/** Finding what is meant by a typed ruling, what it writes, and writing it. */
import { sql } from 'kysely';
import type { MomentOffset } from '#domain/arrivals/close-times.ts';
import { countedTime } from '#domain/arrivals/manual.ts';
import { offsetsBy } from '#domain/arrivals/project.ts';
import { dayAt, instantOf } from '#domain/day.ts';
import { whyNotOfficial } from '#domain/flights/flight.ts';
import type { DeviceKey } from '#domain/keys.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { RulingTyped } from '#domain/rulings/contract.ts';
import { mostOffset_ms, type RulingChange } from '#domain/rulings/ruling.ts';
import { type LoftUnit, metresOf } from '#domain/units.ts';
import { homesOf, laterIn } from '#server/arrivals/arrivals.ts';
import { offsetsToDecide } from '#server/arrivals/close-times.ts';
import {
  correct,
  disqualification,
  exchangeCorrection,
  type Foreseen,
  foresee,
  manualCorrection,
  momentsCorrection,
  offsetCorrection,
  type Ruling,
  voidCorrection,
} from '#server/arrivals/rulings.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import { groupCorrection, groupMeant, isSameGroup } from '#server/basketing/release-groups.ts';
import type { Tx } from '#server/db/database.ts';
import { lockDevice } from '#server/devices/devices.ts';
import { clocksThatFly } from '#server/flights/clocks.ts';
import {
  type Correction,
  closingCorrection,
  distanceCorrection,
  type FlightFacts,
  releaseCorrection,
} from '#server/flights/corrections.ts';
import { findFlownFlight, type RankedFlight } from '#server/flights/flights.ts';
import { gapsOf } from '#server/flights/gaps.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { corrections, entryAt } from '#server/ledger/declarations.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';
import { basketedBird } from './birds.ts';
import { readingsWith } from './readings.ts';

/**
 * The birds, clocks and moments of a typed ruling.
 * @throws Refusal at `ring` or `other_ring` `pigeon_not_basketed`, `pigeon_several`; at `ring` `pigeon_home`; at `time`
 * `time_in_future`, `time_outside_flight` for one that is not after the release of the bird; `manual_not_ranked`; at
 * `time` `manual_after_closing`; at `time`, `distance` or `offset_ms`
 * `ruling_same` for what counts already; `not_found` for a clock of another loft, at `device_id` `clock_not_of_flight`
 * for one that neither flies in this flight nor read in it; at `offset_ms` `offset_too_large`; by `groupMeant`, and at
 * `time` or `group` `ruling_same` for a group
 */
export async function changeOf(
  tx: Tx,
  flight: LockedFlight,
  typed: RulingTyped,
  { unit, now_ms }: { unit: LoftUnit; now_ms: number },
): Promise<RulingChange> {
  const { loft_id, time_zone } = flight;
  const key = { loft_id, flight_id: flight.id };
  switch (typed.kind) {
    case 'void':
      return typed;
    case 'manual': {
      const pigeon_id = await basketedBird(tx, key, typed.ring);
      const seen_ms = instantOf(typed, time_zone);
      if (seen_ms > now_ms) throw refusalAt('time', 'time_in_future');
      return { kind: 'manual', pigeon_id, seen_ms, time_ms: await timeOfManual(tx, flight, pigeon_id, seen_ms) };
    }
    case 'disqualified':
      return { kind: 'disqualified', pigeon_id: await basketedBird(tx, key, typed.ring) };
    case 'exchanged': {
      const pigeon_id = await basketedBird(tx, key, typed.ring);
      return { kind: 'exchanged', pigeon_id, other_id: await basketedBird(tx, key, typed.other_ring, 'other_ring') };
    }
    case 'offset': {
      const { device_id, offset_ms, date, time } = typed;
      await lockDevice(tx, { loft_id, device_id });
      if (!(await clocksThatFly(tx, key)).some(({ id }) => id === device_id))
        throw refusalAt('device_id', 'clock_not_of_flight');
      if (Math.abs(offset_ms) > mostOffset_ms && !(await isMeasured(tx, { loft_id, device_id }, offset_ms)))
        throw refusalAt('offset_ms', 'offset_too_large');
      const since_ms = date !== null && time !== null ? instantOf({ date, time }, time_zone) : null;
      if (since_ms !== null && since_ms > now_ms) throw refusalAt('time', 'time_in_future');
      const whole = await windowOf(tx, flight, offset_ms);
      const from_us = since_ms === null ? whole.from_us : Math.max(whole.from_us, (since_ms - offset_ms) * 1000);
      const window = { ...whole, from_us };
      const now = await offsetsOf(tx, flight, device_id, window);
      if (now.every((counts_ms) => counts_ms === offset_ms)) throw refusalAt('offset_ms', 'ruling_same');
      if (since_ms === null) return { kind: 'offset', device_id, offset_ms, ...window };
      const kept = await keptReadings(tx, { loft_id, device_id }, window, since_ms);
      return { kind: 'offset', device_id, offset_ms, ...window, since_ms, kept };
    }
    case 'close_times': {
      const flown = (await findFlownFlight(tx, { loft_id, flight_id: flight.id }))!;
      const moments = await offsetsToDecide(tx, flown, await rankedAnew(tx, flown));
      if (!moments.length) throw new Refusal('nothing_close');
      return { kind: 'close_times', moments };
    }
    case 'release': {
      const release_ms = instantOf(typed, time_zone);
      if (release_ms === instantIn(flight.release_time)) throw refusalAt('time', 'ruling_same');
      return { kind: 'release', release_ms };
    }
    case 'release_group': {
      const { time, ...said } = typed;
      const date = dayAt(Date.parse(flight.release_time!), time_zone);
      const at_ms = time === null ? null : instantOf({ date, time }, time_zone);
      const { was, is } = await groupMeant(tx, flight, { ...said, at_ms });
      if (!is || isSameGroup(was, is)) throw refusalAt(at_ms === null ? 'group' : 'time', 'ruling_same');
      return { kind: 'release_group', ...is };
    }
    case 'closing': {
      const closes_ms = instantOf(typed, time_zone);
      if (closes_ms === instantIn(flight.closes_at)) throw refusalAt('time', 'ruling_same');
      return { kind: 'closing', closes_ms };
    }
    case 'distance': {
      const distance_m = metresOf(typed.distance, unit);
      if (distance_m === flight.distance_m) throw refusalAt('distance', 'ruling_same');
      return { kind: 'distance', distance_m };
    }
  }
}

const instantIn = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** Whether a clock was compared with the server at about this offset: it lost its day, as with an empty battery. */
async function isMeasured(tx: Tx, { loft_id, device_id }: DeviceKey, offset_ms: number): Promise<boolean> {
  const near = sql`abs(clock_offset_ms - ${offset_ms}::float8) <= ${mostOffset_ms}::float8`;
  const { rows } = await sql`
    (select from device_contacts where loft_id = ${loft_id} and device_id = ${device_id} and ${near})
    union all
    (select from readings where loft_id = ${loft_id} and device_id = ${device_id} and ${near} limit 1)`.execute(tx);
  return rows.length > 0;
}

/**
 * The time by the rulebook of a bird that was seen. One whose reading came after the result was official has the time
 * of that reading: the ruling takes it in.
 */
async function timeOfManual(tx: Tx, flight: LockedFlight, pigeon_id: number, seen_ms: number): Promise<number> {
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const homes = await homesOf(tx, key);
  const later = await laterIn(tx, (await findFlownFlight(tx, key))!);
  const release_ms = Date.parse(flight.release_time!) + (later.get(pigeon_id) ?? 0);
  const refuseHome = (time_ms: number) => {
    if (Math.min(seen_ms, time_ms) <= release_ms) throw refusalAt('time', 'time_outside_flight');
    const home_ms = homes.get(pigeon_id);
    if (home_ms !== undefined && home_ms <= time_ms) throw refusalAt('ring', 'pigeon_home');
    return time_ms;
  };
  if (flight.status === 'official') {
    const read = await readingsWith(tx, flight, { pigeon_id, time_ms: seen_ms });
    const late = read.find(({ becomes, is_late }) => is_late && becomes === 'counts');
    if (late) return refuseHome(late.time_ms);
  }
  const { manual_arrival: policy } = await rulebookOf(tx, flight);
  if (policy === 'not_ranked') throw new Refusal('manual_not_ranked');
  if (policy === 'last_in_control' && flight.status === 'released') throw refusalAt('time', 'manual_after_closing');
  const behind = (id: number) => (later.get(pigeon_id) ?? 0) - (later.get(id) ?? 0);
  // In its drop birds stand by when they landed; within control by how long they flew.
  const others = [...homes]
    .filter(([id]) => id !== pigeon_id)
    .map(([id, time_ms]) => ({ time_ms: time_ms + (policy === 'last_in_control' ? behind(id) : 0) }))
    .sort((a, b) => a.time_ms - b.time_ms);
  return refuseHome(countedTime(policy, seen_ms, others));
}

/** The readings of a clock at its own times of a ruling: of each boot the first and the last, and how many. */
async function readingsOfClock(tx: Tx, loft_id: number, device_id: number, { from_us, to_us }: OwnTimes) {
  const at = (us: number) => sql`to_timestamp(${us / 1_000_000}::float8)`;
  const { rows } = await sql<{ boot: string; first_us: number; last_us: number; count: number }>`
    select boot, (extract(epoch from min(device_time)) * 1000000)::bigint as first_us,
      (extract(epoch from max(device_time)) * 1000000)::bigint as last_us, count(*)::float8 as count
    from readings where loft_id = ${loft_id} and device_id = ${device_id} and device_time >= ${at(from_us)}
      and ${to_us === null ? sql`true` : sql`device_time < ${at(to_us)}`} group by boot order by boot`.execute(tx);
  return rows;
}

/** The offsets that count for the readings of a clock in a flight, ms; without one, for its time of the release. */
async function offsetsOf(tx: Tx, flight: LockedFlight, device_id: number, window: OwnTimes): Promise<number[]> {
  const { loft_id, release_time } = flight;
  const offsetOf = offsetsBy(await corrections(tx, loft_id, [device_id]));
  const read = await readingsOfClock(tx, loft_id, device_id, window);
  const times = read.flatMap(({ boot, first_us, last_us }) =>
    [first_us, last_us].map((time_us) => ({ boot, time_us })),
  );
  if (times.length === 0) times.push({ boot: '', time_us: Date.parse(release_time!) * 1000 });
  return times.map((time) => offsetOf({ device_id, sequence: 0, ...time })?.offset_ms ?? 0);
}

/** How many readings of a flight an offset moves; null for a ruling of another kind. */
export async function movedReadings(tx: Tx, { loft_id }: LockedFlight, change: RulingChange): Promise<number | null> {
  if (change.kind !== 'offset') return null;
  const { device_id, from_us, to_us } = change;
  const read = await readingsOfClock(tx, loft_id, device_id, { from_us: from_us ?? 0, to_us });
  return read.reduce((sum, { count }) => sum + count, 0);
}

/**
 * The readings of a clock at its own times of a ruling that the server had before the clock jumped, each with the offset
 * that counts for it: they were made before the jump, whatever the clock said.
 */
async function keptReadings(
  tx: Tx,
  { loft_id, device_id }: DeviceKey,
  { from_us, to_us }: OwnTimes,
  since_ms: number,
): Promise<Omit<MomentOffset, 'pigeon_id'>[]> {
  const at = (us: number) => sql`to_timestamp(${us / 1_000_000}::float8)`;
  const { rows } = await sql<{ boot: string; own_us: number }>`
    select distinct boot, (extract(epoch from device_time) * 1000000)::bigint::float8 as own_us
    from readings where loft_id = ${loft_id} and device_id = ${device_id} and device_time >= ${at(from_us)}
      and ${to_us === null ? sql`true` : sql`device_time < ${at(to_us)}`}
      and received_at < ${new Date(since_ms).toISOString()} order by boot, own_us`.execute(tx);
  const offsetOf = offsetsBy(await corrections(tx, loft_id, [device_id]));
  return rows.map(({ boot, own_us }) => {
    const offset = offsetOf({ device_id, boot, sequence: 0, time_us: own_us });
    return { device_id, boot, own_us, offset_ms: offset?.offset_ms ?? 0 };
  });
}

interface OwnTimes {
  from_us: number;
  to_us: number | null;
}

/** The clock's own times that belong to a flight: from its release to that of the next flight of the loft. */
async function windowOf(tx: Tx, { loft_id, id, release_time }: LockedFlight, offset_ms: number): Promise<OwnTimes> {
  const next = await tx
    .selectFrom('flights')
    .select('release_time')
    .where('loft_id', '=', loft_id)
    .where('id', '<>', id)
    .where('replay_of', 'is', null)
    .where('status', 'not in', ['planned', 'basketing', 'sealed'])
    .where('release_time', '>', release_time!)
    .orderBy('release_time')
    .limit(1)
    .executeTakeFirst();
  // The clock's own time of a true one, as near to the release as the offset reaches.
  const own_us = (at: string) => (Date.parse(at) - Math.abs(offset_ms)) * 1000;
  return { from_us: own_us(release_time!), to_us: next ? own_us(next.release_time!) : null };
}

/**
 * What a ruling on a locked flight writes, before it is written: its preview shows this, and making it writes this.
 * Locks the ledger.
 * @throws Refusal by the correction of its kind; `ruling_other_flight` where birds of another flight would move;
 * `readings_missing` for an official result that a clock still owes readings to
 */
export async function foreseeRuling(
  tx: Tx,
  flight: LockedFlight,
  change: RulingChange,
  ruling: Ruling,
): Promise<Foreseen> {
  const { loft_id, id: flight_id } = flight;
  const foreseen = await foresee(tx, loft_id, await correctionOf(tx, opened(flight), change, ruling), flight_id);
  if (foreseen.rematch.changes.some((row) => row.flight_id !== flight_id)) throw new Refusal('ruling_other_flight');
  const no = flight.status === 'official' && whyNotOfficial(await gapsOf(tx, corrected(flight, foreseen)));
  if (no) throw no;
  return foreseen;
}

/** An official result is opened for a ruling. */
const opened = (flight: LockedFlight): LockedFlight =>
  flight.status === 'official' ? { ...flight, status: 'provisional' } : flight;

/** A flight with the facts that a ruling corrects. */
export const corrected = <Flight extends object>(
  flight: Flight,
  { correction: { flight: facts, released } }: Foreseen,
): Flight & FlightFacts & Pick<RankedFlight, 'releases'> => ({
  ...flight,
  ...facts,
  ...(released && { releases: released.releases }),
});

/**
 * Writes a ruling as it was foreseen in the same transaction; an official result is opened for it and made official
 * again.
 * @returns the numbers of its entries in the ledger
 */
export async function makeRuling(tx: Tx, flight: LockedFlight, foreseen: Foreseen, ruling: Ruling): Promise<number[]> {
  const isOfficial = flight.status === 'official';
  if (isOfficial) await moveFlight(tx, flight, 'correct', ruling);
  const numbers = await correct(tx, flight.loft_id, foreseen, ruling);
  if (isOfficial) await moveFlight(tx, corrected(opened(flight), foreseen), 'make_official', ruling);
  return numbers;
}

async function correctionOf(tx: Tx, flight: LockedFlight, change: RulingChange, ruling: Ruling): Promise<Correction> {
  const { loft_id } = flight;
  const iso = (ms: number) => new Date(ms).toISOString();
  switch (change.kind) {
    case 'manual': {
      const { pigeon_id, time_ms } = change;
      return manualCorrection(flight, { pigeon_id, time_ms, evidence: ruling.reason });
    }
    case 'void':
      await refuseOfOther(tx, flight, change.number);
      return voidCorrection(tx, { loft_id, number: change.number }, flight.id);
    case 'offset':
      return offsetCorrection(tx, { loft_id, device_id: change.device_id }, change);
    case 'release':
      return releaseCorrection(tx, flight, iso(change.release_ms), ruling);
    case 'release_group':
      return groupCorrection(tx, flight, change, { now_ms: ruling.now_ms, field: 'time' });
    case 'distance':
      return distanceCorrection(flight, change.distance_m);
    case 'closing':
      return closingCorrection(tx, flight, iso(change.closes_ms), ruling);
    case 'disqualified':
      return disqualification(tx, flight, change.pigeon_id);
    case 'exchanged':
      return exchangeCorrection(tx, flight, change);
    case 'close_times':
      return momentsCorrection(flight, change.moments);
  }
}

/** What was declared of a flight is withdrawn there. @throws Refusal `ruling_other_flight` */
async function refuseOfOther(tx: Tx, { loft_id, id }: LockedFlight, number: number): Promise<void> {
  const entry = await entryAt(tx, loft_id, number);
  if (entry && 'flight_id' in entry && entry.flight_id !== id) throw new Refusal('ruling_other_flight');
}
