/**
 * When one bird that is out is expected: what a page works out for each bird of its reader, from what the server says of
 * all those that are out. Apart from `expected-times.ts`, because a browser needs nothing else of it.
 */

import { normalQuantile, normalShare } from './normal.ts';

/** From this number of earlier flights on the model knows how a loft flies; below it, it does not know yet. */
export const leastFlights = 3;

/** How the birds that are still out come home. */
export interface StillOut {
  /** When which share of those that come is home, epoch ms: one for each of {@link outLevels}. */
  times_ms: number[];
  /** The share of those that come which is home already. */
  turn: number;
  /** The share of the birds still out that comes home within control. */
  comes: number;
}

/** The shares of those still out for which {@link StillOut.times_ms} has the times. */
export const outLevels = [0.02, ...Array.from({ length: 19 }, (_, index) => (index + 1) / 20), 0.98];

/** The part of all cases beyond an interval at either end: it holds in 8 of 10. */
export const beyond = 0.1;

/** What a bird's own flights say of it. */
export interface Ability {
  flights: number;
  /** The mean of its {@link placeScore}: below zero, it is usually among the first ones. */
  score: number;
}

/**
 * How much one flight of a bird says of the next one: the correlation of its scores. Between the Belgian nationals of 2017
 * it is 0.29 (28,382 pairs of places of one bird), of which a part is its loft's; within one loft less is taken.
 */
const repeats = 0.2;

/** A place among the birds of a flight that came home, as a score of the normal distribution. */
export const placeScore = (rank: number, home: number): number => normalQuantile((rank - 0.5) / home);

/**
 * The window in which a bird that is still out comes home, in 8 of 10 cases where it comes: from those still out as a
 * whole, moved by what its own earlier flights say of it. It gets narrower with every arrival.
 */
export function expectedBird(
  { times_ms, turn }: StillOut,
  { flights, score }: Ability = { flights: 0, score: 0 },
): { from_ms: number; to_ms: number } {
  const known = (repeats * flights) / (1 + (flights - 1) * repeats);
  const middle = known * score;
  const spread = Math.sqrt(1 - repeats * known);
  const gone = turn <= 0 ? 0 : normalShare((normalQuantile(Math.min(turn, 0.999_999)) - middle) / spread);
  const at = (share: number) => {
    const place = Math.min(1 - 1e-9, gone + (1 - gone) * share);
    const turn_of_bird = normalShare(middle + spread * normalQuantile(place));
    return timeOfLevel(times_ms, Math.max(0, turn_of_bird - turn) / (1 - turn));
  };
  return { from_ms: at(beyond), to_ms: at(1 - beyond) };
}

/**
 * The window in which a bird that is in the air is expected, or null where none can be told.
 * @param ability what its earlier flights say of it
 * @param now_ms by the clocks of the race
 * @param later_ms how much later than the flight it was released
 */
export function expectedWindow(
  out: StillOut | null | undefined,
  ability: Ability | undefined,
  now_ms: number,
  later_ms = 0,
): { from_ms: number; to_ms: number } | null {
  if (!out) return null;
  const { from_ms, to_ms } = expectedBird(out, ability);
  // What was said some seconds ago may have passed.
  return to_ms + later_ms > now_ms ? { from_ms: Math.max(from_ms + later_ms, now_ms), to_ms: to_ms + later_ms } : null;
}

function timeOfLevel(times_ms: readonly number[], level: number): number {
  const above = outLevels.findIndex((at) => at >= level);
  if (above === 0) return times_ms[0]!;
  if (above === -1) return times_ms.at(-1)!;
  const [low, high] = [outLevels[above - 1]!, outLevels[above]!];
  const [from, to] = [times_ms[above - 1]!, times_ms[above]!];
  return Math.round(from + ((level - low) / (high - low)) * (to - from));
}

/** How many of ten birds that are still out are expected home by a moment. */
export function comeByOfTen({ times_ms, comes }: StillOut, at_ms: number): number {
  const after = times_ms.findIndex((time) => time > at_ms);
  const level = after === -1 ? 1 : after === 0 ? 0 : outLevels[after - 1]!;
  return Math.round(10 * comes * level);
}
