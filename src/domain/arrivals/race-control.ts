/** What those who run a race look for while birds come: times that cannot be, and how the birds come in. */
import { type Jump, jump_ms } from '#domain/devices/clock-time.ts';
import type { DeviceState } from '#domain/devices/device.ts';
import { type FlightStatus, takesArrivals } from '#domain/flights/flight.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import type { Offset } from './project.ts';

/**
 * Faster than this no pigeon flies a race, m/min: 150 km/h. The fastest published winners, with the storm behind them,
 * stay below 2,300.
 */
export const fastest_m_min = 2500;

const yard_m = 0.9144;

/** The speed that no pigeon exceeds, in the unit of the rule. */
export const fastestIn = ({ unit }: Pick<SpeedRule, 'unit'>): number =>
  unit === 'm/min' ? fastest_m_min : fastest_m_min / yard_m;

/** Whether a speed is one that no pigeon flies. @param speed in the unit of the rule */
export const isImpossible = (speed: number | null, rule: Pick<SpeedRule, 'unit'>): boolean =>
  speed !== null && speed > fastestIn(rule);

/** A correction of a clock that holds, and when it was declared, epoch ms. */
export type DeclaredOffset = Pick<Offset, 'from_us' | 'to_us' | 'offset_ms'> & { declared_ms: number };

/**
 * The jumps of a clock that no correction has settled. One that was declared after the jump settles it when it begins
 * with the jump, or holds since then and is what was measured; one that begins with an earlier jump says nothing of a
 * later one.
 * @param jumps of one clock, the earliest first
 * @param offsets of the same clock
 */
export function jumpsToCorrect(jumps: readonly Jump[], offsets: readonly DeclaredOffset[]): Jump[] {
  return jumps.filter(({ after_ms, at_ms, offset_ms }, index) => {
    const end_ms = jumps[index + 1]?.at_ms ?? Infinity;
    const ownTime = (true_ms: number, of: DeclaredOffset) => (true_ms - of.offset_ms) * 1000;
    return !offsets.some((of) => {
      const from_us = of.from_us ?? -Infinity;
      const holds = from_us < ownTime(end_ms, of) && (of.to_us ?? Infinity) > ownTime(at_ms, of);
      const begins = from_us >= ownTime(after_ms, of);
      return of.declared_ms > at_ms && holds && (begins || Math.abs(of.offset_ms - offset_ms) <= jump_ms);
    });
  });
}

/**
 * Whether a clock may hold readings of a flight that it has not sent and that would still count: it is silent, and was
 * since before the closing. What it read until its last contact is here.
 * @param clock.read_to its last contact, ISO text; null: it never had one
 */
export const mayHoldReadings = (
  { state, read_to }: { state: DeviceState; read_to: string | null },
  { status, closes_at }: { status: FlightStatus; closes_at: string | null },
): boolean =>
  state === 'silent' &&
  takesArrivals(status) &&
  (closes_at === null || read_to === null || Date.parse(read_to) < Date.parse(closes_at));

/** A point of the curve of arrivals: so many birds were home at this time, epoch ms. */
export type CurvePoint = [at_ms: number, home: number];

/**
 * The curve of arrivals, of at most so many points, the first and the last bird among them.
 * @param times of the birds at home, in order, epoch ms
 * @param most at least 2
 */
export function curveOf(times: readonly number[], most = 160): CurvePoint[] {
  if (times.length <= most) return times.map((at_ms, index) => [at_ms, index + 1]);
  return Array.from({ length: most }, (_, n) => {
    const index = Math.round((n * (times.length - 1)) / (most - 1));
    return [times[index]!, index + 1];
  });
}

/** The first reading of a bird by one antenna of a clock in a flight, epoch ms, corrected. */
export interface FirstReading {
  pigeon_id: number;
  device_id: number;
  antenna: string | null;
  time_ms: number;
}

/** How two clocks read the same birds; `by_ms`: how much later the second read them, at the median. */
export interface Comparison {
  earlier: number;
  later: number;
  birds: number;
  by_ms: number;
  /** The birds that differ from it, and by how much the second clock read them later. */
  apart: { pigeon_id: number; by_ms: number }[];
}

/** Readings further apart are of two visits to the loft, ms. */
const visit_ms = 600_000;
/** Birds that differ from the others by more than this are named, ms. */
const apart_ms = 1000;
/** One or two birds say nothing about two clocks. */
const fewest = 3;

/** Compares each two clocks by the birds that both read. */
export function compareClocks(readings: readonly FirstReading[]): Comparison[] {
  const pairs = new Map<string, { earlier: number; later: number; apart: Comparison['apart'] }>();
  for (const own of Map.groupBy(readings, ({ pigeon_id }) => pigeon_id).values()) {
    const first = firstOfEach(own, ({ device_id }) => device_id);
    for (const [index, a] of first.entries()) {
      for (const b of first.slice(index + 1)) {
        const by_ms = b.time_ms - a.time_ms;
        if (Math.abs(by_ms) > visit_ms) continue;
        const key = `${a.device_id} ${b.device_id}`;
        const pair = pairs.get(key) ?? { earlier: a.device_id, later: b.device_id, apart: [] };
        pair.apart.push({ pigeon_id: a.pigeon_id, by_ms });
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()]
    .filter(({ apart }) => apart.length >= fewest)
    .map(({ earlier, later, apart: birds }) => {
      const by_ms = median(birds.map((bird) => bird.by_ms));
      const turned = by_ms < 0 ? -1 : 1;
      return {
        ...(by_ms < 0 ? { earlier: later, later: earlier } : { earlier, later }),
        birds: birds.length,
        by_ms: Math.abs(by_ms),
        apart: birds
          .filter((bird) => Math.abs(bird.by_ms - by_ms) > apart_ms)
          .map(({ pigeon_id, by_ms: own_ms }) => ({ pigeon_id, by_ms: own_ms * turned })),
      };
    });
}

/** Two antennas of a clock in the order in which most birds come over them, and the birds that came the other way round. */
export interface AntennaOrder {
  device_id: number;
  first: string;
  second: string;
  against: number[];
}

/** The antennas that some birds came over the other way round than most; a bird that turns round does. */
export function antennaOrders(readings: readonly FirstReading[]): AntennaOrder[] {
  const orders = new Map<
    string,
    { device_id: number; names: [string, string]; forwards: number[]; backwards: number[] }
  >();
  const named = readings.filter((reading) => reading.antenna !== null);
  for (const own of Map.groupBy(named, ({ pigeon_id, device_id }) => `${pigeon_id} ${device_id}`).values()) {
    const first = firstOfEach(own, ({ antenna }) => antenna!);
    for (const [index, a] of first.entries()) {
      for (const b of first.slice(index + 1)) {
        const names: [string, string] = [a.antenna!, b.antenna!];
        const { device_id, pigeon_id } = a;
        const key = JSON.stringify([device_id, ...names]);
        const order = orders.get(key) ?? { device_id, names, forwards: [], backwards: [] };
        if (a.time_ms !== b.time_ms) (a.time_ms < b.time_ms ? order.forwards : order.backwards).push(pigeon_id);
        orders.set(key, order);
      }
    }
  }
  return [...orders.values()].flatMap(({ device_id, names: [a, b], forwards, backwards }) => {
    const isForwards = forwards.length > backwards.length;
    const [most, against] = isForwards ? [forwards, backwards] : [backwards, forwards];
    if (most.length < fewest || against.length === 0 || against.length * 2 > most.length) return [];
    return { device_id, first: isForwards ? a : b, second: isForwards ? b : a, against };
  });
}

/** The earliest reading of each kind, by the kind. */
function firstOfEach<Key extends string | number>(
  readings: readonly FirstReading[],
  kindOf: (reading: FirstReading) => Key,
): FirstReading[] {
  const first = new Map<Key, FirstReading>();
  for (const reading of readings) {
    const known = first.get(kindOf(reading));
    if (!known || reading.time_ms < known.time_ms) first.set(kindOf(reading), reading);
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
