/**
 * Where the birds of a flight are that are still out: one estimate for the words under the line of the field and for the
 * map.
 */

import { yards } from '#domain/units.ts';
import { firstBirdFactor } from './expected-home.ts';
import { type ClosedInterval, netTime } from './night.ts';

export interface FieldNow {
  distance_m: number;
  /** The time flown until now that counts, ms. */
  flown_ms: number;
  home: number;
  basketed: number;
  /** The speed that the loft expects of the middle of the field, m/min; null: unknown. */
  average: number | null;
  /** The speed of the first bird, m/min; null: nobody is home, or it is hidden. */
  first: number | null;
}

/**
 * The spread of the speeds around their middle, as a share of it by unit of the logarithm of the odds. The published
 * lists of whole fields lie between 0.008 and 0.09 (dev/results); a flight that has not shown its own is taken for wide.
 */
export const spreads = { least: 0.02, most: 0.12, usual: 0.09 } as const;
/** From this share of the field home on its own spread is known. */
const known_share = 0.05;
/** Beyond this share home nobody knows where the last ones are. */
const told_share = 0.9;
/** A flight in which the birds that land now took so many times as long as the first is over for most of those out. */
const told_lead = 1.6;
/** The share of those still out that is meant by most of them. */
const most = 0.8;

/**
 * Before the first bird: the flying time of the bird that a tenth of the field is ahead of, and of the one that a tenth
 * is behind, relative to that of the middle one; between those of the published lists.
 */
const times = { fast: 0.93, slow: 1.2 };

/**
 * Between which distances from the release point most birds are expected that are still out, m, on the cautious side:
 * from the time flown, the share of the field that is home, and how far the first bird was ahead of it. In a flight that
 * goes badly wrong they are further behind.
 * @returns null where nothing can be said: nothing is known of the speeds, or nearly all are home
 */
export function packBetween({ flown_ms, distance_m, ...field }: FieldNow): [from_m: number, to_m: number] | null {
  const { home, basketed, average, first } = field;
  if (flown_ms <= 0 || distance_m <= 0 || basketed <= 0 || home / basketed > told_share) return null;
  const minutes = flown_ms / 60_000;
  const edge = distance_m / minutes;
  if (home === 0) {
    if (!average) return null;
    // As long as nobody is home, the middle of the field is slower than a first bird that comes now.
    const middle_m = Math.min(average, edge / firstBirdFactor.least) * minutes;
    return [middle_m / times.slow, Math.min(distance_m, middle_m / times.fast)];
  }
  const lead = first === null ? 0 : first / edge;
  if (lead > told_lead) return null;
  const out = 1 - home / basketed;
  const spread = spreadOf(lead, out, basketed);
  // No first bird of a published list was further ahead of the middle of its field.
  const middle = Math.max(edge / (1 + spread * odds(out)), Math.max(edge, first ?? 0) / firstBirdFactor.most);
  const slow = Math.max(0, middle * (1 + spread * odds(out * (1 - most))));
  return [Math.min(slow, edge) * minutes, distance_m];
}

/** Within which distance from the loft most birds that are still out are expected, m; see {@link packBetween}. */
export function mostWithin(field: FieldNow): number | null {
  const pack = packBetween(field);
  return pack && field.distance_m - pack[0];
}

/** What of a flight says where its birds are. */
export interface FlightOfField {
  release_time: string | null;
  distance_m: number | null;
  basketed_count: number;
  estimated_average_speed: number | null;
  closed_intervals: readonly ClosedInterval[];
  release_groups: readonly unknown[];
  rules: { speed: { unit: 'm/min' | 'yd/min' } };
}

/**
 * The field of a flight at a moment.
 * @param now_ms by the clocks of the race
 * @param first_speed of the first bird, in the unit of the flight; null: nobody is home, or it is hidden
 * @returns null where nothing is known of it: in a closed night nobody knows who flies on, and birds that are released
 * apart are not one field
 */
export function fieldAt(
  flight: FlightOfField,
  { now_ms, home, first_speed }: { now_ms: number; home: number; first_speed: number | null },
): FieldNow | null {
  const { release_time, distance_m, release_groups, closed_intervals, estimated_average_speed } = flight;
  if (release_time === null || distance_m === null || release_groups.length > 0) return null;
  if (closed_intervals.some(({ from, to }) => from <= now_ms && now_ms < to)) return null;
  const inYards = flight.rules.speed.unit === 'yd/min';
  return {
    distance_m,
    flown_ms: netTime(Date.parse(release_time), now_ms, closed_intervals),
    home,
    basketed: flight.basketed_count,
    average: estimated_average_speed,
    first: first_speed !== null && inYards ? first_speed * (distance_m / yards(distance_m)) : first_speed,
  };
}

/** By how much the fields of published lists are wider than the lead of their first bird says. */
const wider = 4;

/** By the lead of the first bird over those that land now. */
function spreadOf(lead: number, out: number, basketed: number): number {
  if (1 - out < known_share || lead <= 1) return spreads.usual;
  const first = odds(1 - 1 / (2 * basketed));
  const found = (lead - 1) / Math.max(first - lead * odds(out), 1);
  return Math.min(spreads.most, Math.max(spreads.least, wider * found));
}

/** The logarithm of the odds of a share between 0 and 1. */
const odds = (share: number): number => Math.log(share / (1 - share));
