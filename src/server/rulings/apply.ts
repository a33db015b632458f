/** Finding what is meant by a typed ruling, what it writes, and writing it. */
import { countedTime } from '#domain/arrivals/manual.ts';
import { instantOf } from '#domain/day.ts';
import { whyNotOfficial } from '#domain/flights/flight.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { RulingTyped } from '#domain/rulings/contract.ts';
import type { RulingChange } from '#domain/rulings/ruling.ts';
import { type LoftUnit, metresOf } from '#domain/units.ts';
import { laterIn } from '#server/arrivals/arrivals.ts';
import {
  correct,
  disqualification,
  type Foreseen,
  foresee,
  manualCorrection,
  offsetCorrection,
  type Ruling,
  voidCorrection,
} from '#server/arrivals/rulings.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { lockDevice } from '#server/devices/devices.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { gapsOf } from '#server/flights/gaps.ts';
import {
  type Correction,
  closingCorrection,
  distanceCorrection,
  type FlightFacts,
  moveFlight,
  releaseCorrection,
} from '#server/flights/lifecycle.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';

/**
 * The birds, clocks and moments of a typed ruling.
 * @throws Refusal at `ring` `pigeon_not_basketed`, `pigeon_home`; at `time` `time_in_future`; `manual_not_ranked`; at `time` `manual_after_closing`; `not_found` for
 * a clock of another loft
 */
export async function changeOf(
  tx: Tx,
  flight: LockedFlight,
  typed: RulingTyped,
  { unit, now_ms }: { unit: LoftUnit; now_ms: number },
): Promise<RulingChange> {
  const { loft_id, time_zone } = flight;
  switch (typed.kind) {
    case 'void':
      return typed;
    case 'manual': {
      const pigeon_id = await basketedBird(tx, flight, typed.ring);
      const seen_ms = instantOf(typed, time_zone);
      if (seen_ms > now_ms) throw refusalAt('time', 'time_in_future');
      return { kind: 'manual', pigeon_id, seen_ms, time_ms: await timeOfManual(tx, flight, pigeon_id, seen_ms) };
    }
    case 'disqualified':
      return { kind: 'disqualified', pigeon_id: await basketedBird(tx, flight, typed.ring) };
    case 'offset': {
      const { device_id, offset_ms } = typed;
      await lockDevice(tx, { loft_id, device_id });
      return { kind: 'offset', device_id, offset_ms, ...(await windowOf(tx, flight, offset_ms)) };
    }
    case 'release':
      return { kind: 'release', release_ms: instantOf(typed, time_zone) };
    case 'closing':
      return { kind: 'closing', closes_ms: instantOf(typed, time_zone) };
    case 'distance':
      return { kind: 'distance', distance_m: metresOf(typed.distance, unit) };
  }
}

async function basketedBird(tx: Tx, { loft_id, id }: LockedFlight, ring: string): Promise<number> {
  const bird = await tx
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.pigeon_id'))
    .select('p.id')
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', id)
    .where('p.ring_key', '=', ringKey(ring))
    .executeTakeFirst();
  if (!bird) throw refusalAt('ring', 'pigeon_not_basketed');
  return bird.id;
}

async function timeOfManual(tx: Tx, flight: LockedFlight, pigeon_id: number, seen_ms: number): Promise<number> {
  const policy = (await rulebookOf(tx, flight))?.manual_arrival ?? 'last_of_drop';
  if (policy === 'not_ranked') throw new Refusal('manual_not_ranked');
  if (policy === 'last_in_control' && flight.status === 'released') throw refusalAt('time', 'manual_after_closing');
  const flown = (await findFlownFlight(tx, { loft_id: flight.loft_id, flight_id: flight.id }))!;
  const ranked = await rankedAnew(tx, flown);
  const later = await laterIn(tx, flown);
  const behind = (id: number) => (later.get(pigeon_id) ?? 0) - (later.get(id) ?? 0);
  // In its drop birds stand by when they landed; within control by how long they flew.
  const others = ranked
    .filter((line) => line.pigeon_id !== pigeon_id)
    .map((line) => ({ time_ms: line.time_ms + (policy === 'last_in_control' ? behind(line.pigeon_id) : 0) }))
    .sort((a, b) => a.time_ms - b.time_ms);
  const time_ms = countedTime(policy, seen_ms, others);
  const home = ranked.find((line) => line.pigeon_id === pigeon_id);
  if (home && home.time_ms <= time_ms) throw refusalAt('ring', 'pigeon_home');
  return time_ms;
}

/** The clock's own times that belong to a flight: from its release to that of the next flight of the loft. */
async function windowOf(tx: Tx, { loft_id, id, release_time }: LockedFlight, offset_ms: number) {
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
export const corrected = <Flight extends object>(flight: Flight, { correction }: Foreseen): Flight & FlightFacts => ({
  ...flight,
  ...correction.flight,
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
      return voidCorrection(tx, { loft_id, number: change.number }, flight.id);
    case 'offset':
      return offsetCorrection(tx, { loft_id, device_id: change.device_id }, change);
    case 'release':
      return releaseCorrection(tx, flight, iso(change.release_ms), ruling);
    case 'distance':
      return distanceCorrection(flight, change.distance_m);
    case 'closing':
      return closingCorrection(tx, flight, iso(change.closes_ms), ruling);
    case 'disqualified':
      return disqualification(tx, flight, change.pigeon_id);
  }
}
