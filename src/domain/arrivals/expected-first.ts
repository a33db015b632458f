/**
 * When the first bird of a flight is expected, while it is out: from the first birds of the loft's earlier flights and
 * the wind that is forecast.
 */

import { leastFlights } from './expected-bird.ts';
import type { FieldShape } from './field-shape.ts';
import { normalQuantile } from './normal.ts';

/** What an earlier flight of the loft says of those to come. */
export interface EarlierFlight {
  kind: string;
  /** Epoch ms. */
  release_ms: number;
  distance_m: number;
  /** Of its first bird, m/min. */
  first_speed: number;
  shape: FieldShape;
}

/** The wind along the line in an hour, as forecast. */
export interface WindHour {
  /** The beginning of the hour, epoch ms. */
  from_ms: number;
  /** With the birds, m/s; negative: against them. */
  tail: number;
  /** Across the line, m/s. */
  cross: number;
}

/** A flight whose first bird is out. */
export interface FlightAhead {
  kind: string;
  /** Epoch ms. */
  release_ms: number;
  distance_m: number;
  /** Below {@link leastFlights} nothing is learned from them. */
  earlier: readonly EarlierFlight[];
  /** The speed that the loft expects of the middle of the field, m/min; used while too little is learned. */
  estimated_speed: number | null;
}

/** How fast the first bird may be: Student's distribution of the logarithm of its speed in m/min. */
export interface FirstSpeed {
  middle: number;
  spread: number;
  freedom: number;
}

/** How near an earlier flight is by its distance, as a logarithm, to say as much as one of the same distance. */
const near_distance = 0.25;
/** A flight of another kind says this much of what one of the same kind says, one of the year before this much. */
const other_kind = 0.7;
const year_before = 0.8;
/** By how much the first birds of a loft differ from flight to flight as long as little is known of it, and the weight of that. */
const usual_spread = { spread: 0.1, freedom: 3 };
/**
 * By how much the first bird is faster than the middle of the field, and how sure that is: the published lists of whole
 * fields lie between 1.036 and 1.242, and a loft errs by some percent (`expected-home.ts`).
 */
const estimate = { faster: 1.13, spread: 0.075, freedom: 30 };

const year_ms = 365.25 * 86_400_000;

/**
 * How fast the first bird of a flight may be, before it is home: from the first birds of the loft's earlier flights, those
 * of a like distance, kind and year before others; by the loft's own estimate while there are too few.
 *
 * The spread is what first birds differed by, so it holds every wind that the loft has met. A forecast moves the window
 * ({@link windFactor}) and does not make it narrower: by how much it might was never measured.
 * @returns null: not known yet
 */
export function firstSpeed({ earlier, distance_m, kind, release_ms, estimated_speed }: FlightAhead): FirstSpeed | null {
  if (earlier.length < leastFlights) {
    if (!estimated_speed) return null;
    return { ...estimate, middle: Math.log(estimated_speed * estimate.faster) };
  }
  let sum = 0;
  let squares = 0;
  let speeds = 0;
  const weights = earlier.map((flight) => {
    const apart = Math.log(distance_m / flight.distance_m) / near_distance;
    const years = Math.max(0, Math.round((release_ms - flight.release_ms) / year_ms));
    const weight =
      Math.exp(-(apart * apart) / 2) * year_before ** years * (flight.kind === kind ? 1 : other_kind) + 1e-6;
    sum += weight;
    squares += weight * weight;
    speeds += weight * Math.log(flight.first_speed);
    return weight;
  });
  const middle = speeds / sum;
  const count = (sum * sum) / squares;
  const differ = earlier.reduce(
    (total, flight, at) => total + weights[at]! * (Math.log(flight.first_speed) - middle) ** 2,
    0,
  );
  const freedom = usual_spread.freedom + Math.max(0, count - 1);
  const variance = (usual_spread.freedom * usual_spread.spread ** 2 + (differ / sum) * count) / freedom;
  return { middle, spread: Math.sqrt(variance * (1 + 1 / count)), freedom };
}

/**
 * How many times as long a bird takes in the wind of a forecast as in a calm: it holds its line, so that its speed over
 * ground is the root of air speed² less cross wind², and the tail wind (domain 7). Beyond the last hour its wind stays.
 * @param air the speed in a calm, m/min
 * @returns 1 without a forecast; at most 4, where it could not make way
 */
export function windFactor(
  hours: readonly WindHour[],
  { release_ms, distance_m, air }: { release_ms: number; distance_m: number; air: number },
): number {
  if (!hours.length) return 1;
  const calm = distance_m / air;
  let left_m = distance_m;
  let minutes = 0;
  for (; left_m > 0 && minutes < 4 * calm; minutes += 10) {
    const at_ms = release_ms + minutes * 60_000;
    const { tail, cross } = hours.findLast(({ from_ms }) => from_ms <= at_ms) ?? hours[0]!;
    const along = Math.sqrt(Math.max(0, air * air - (cross * 60) ** 2)) + tail * 60;
    const flown_m = Math.max(along, 0) * 10;
    if (flown_m >= left_m) return (minutes + (left_m / flown_m) * 10) / calm;
    left_m -= flown_m;
  }
  return 4;
}

/** Of Student's distribution, by its expansion around the normal one (Abramowitz and Stegun 26.7.5). */
function studentQuantile(share: number, freedom: number): number {
  const z = normalQuantile(share);
  const z2 = z * z;
  return (
    z +
    (z * (z2 + 1)) / (4 * freedom) +
    (z * ((5 * z2 + 16) * z2 + 3)) / (96 * freedom ** 2) +
    (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / (384 * freedom ** 3)
  );
}

/** The flown time of the first bird that is reached in a share of all cases, minutes. */
export function firstMinutes(speed: FirstSpeed, distance_m: number, share: number): number {
  return distance_m / Math.exp(speed.middle - speed.spread * studentQuantile(share, speed.freedom));
}

/** In which share of all cases the first bird is home within so many minutes. */
export function firstShare(speed: FirstSpeed, distance_m: number, minutes: number): number {
  let low = 1e-6;
  let high = 1 - 1e-6;
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (firstMinutes(speed, distance_m, middle) < minutes) low = middle;
    else high = middle;
  }
  return low;
}
