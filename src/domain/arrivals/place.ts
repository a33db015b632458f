/**
 * Why a bird has its place: what lies between the arrival that counts and the rank, step by step, from the same ranking
 * and by the same functions as the result itself.
 */
import { isAfterTime, type Ranked, type RankFrame, releaseOf } from '#domain/arrivals/rank.ts';
import { type ClosedInterval, netTime } from '#domain/flights/night.ts';
import { type UnroundedSpeed, unroundedSpeed } from '#domain/flights/speed.ts';
import { dropAround } from './drops.ts';

/** A closed period, and how much of it was taken off a flying time, ms. */
export interface NightTaken extends ClosedInterval {
  taken_ms: number;
}

/** The bird before or after another one that does not share its rank, and how much longer or shorter it flew, ms. */
export interface Neighbour {
  rank: number;
  apart_ms: number;
}

/** The steps from an arrival to its place; times and lengths in ms. */
export interface PlaceSteps {
  /** From the release of its group to the arrival. */
  elapsed_ms: number;
  /** The closed periods that the bird was on its way in; empty for a flight by day. */
  nights: NightTaken[];
  /** What is cut off because times are counted in steps of the rulebook. */
  cut_ms: number;
  net_ms: number;
  speed: number | null;
  unrounded: UnroundedSpeed | null;
  above: Neighbour | null;
  below: Neighbour | null;
  /** The other birds with the same time that counts. */
  tied: number;
  /** Its place among the birds that landed with it, 1 for the first; from the first to the last of them. */
  drop: { place: number; size: number; span_ms: number };
  rank: number;
}

/**
 * Explains the place of one bird in a ranking.
 * @param ranked the whole ranking, as `rank` returns it
 * @param frame the facts it was made from
 * @returns null for a bird that is not in it
 */
export function explainPlace(ranked: readonly Ranked[], pigeon_id: number, frame: RankFrame): PlaceSteps | null {
  const { distance_m, closed, rules } = frame;
  const index = ranked.findIndex((line) => line.pigeon_id === pigeon_id);
  const line = ranked[index];
  if (!line) return null;
  const { time_ms, net_ms, speed, rank } = line;
  const release_ms = releaseOf(frame, pigeon_id);
  const nights = closed.flatMap((night) => {
    const taken_ms = time_ms - release_ms - netTime(release_ms, time_ms, [night]);
    return taken_ms > 0 ? [{ ...night, taken_ms }] : [];
  });
  const landed = ranked.toSorted((a, b) => a.time_ms - b.time_ms);
  const own = landed.indexOf(line);
  const drop = dropAround(landed, own);
  return {
    elapsed_ms: time_ms - release_ms,
    nights,
    cut_ms: netTime(release_ms, time_ms, closed) - net_ms,
    net_ms,
    speed,
    unrounded: unroundedSpeed(distance_m, net_ms, rules.speed),
    above: neighbour(ranked, index, -1, frame),
    below: neighbour(ranked, index, 1, frame),
    tied: tiedWith(ranked, index),
    drop: {
      place: own - drop.from + 1,
      size: drop.to - drop.from,
      span_ms: landed[drop.to - 1]!.time_ms - landed[drop.from]!.time_ms,
    },
    rank,
  };
}

/** The next bird in a direction that does not share the rank. */
function neighbour(ranked: readonly Ranked[], index: number, by: 1 | -1, frame: RankFrame): Neighbour | null {
  const line = ranked[index]!;
  const { rank } = line;
  const elapsed = ({ pigeon_id, time_ms }: Ranked) => time_ms - releaseOf(frame, pigeon_id);
  let at = index + by;
  while (ranked[at]?.rank === rank) at += by;
  const other = ranked[at];
  return other ? { rank: other.rank, apart_ms: Math.abs(elapsed(other) - elapsed(line)) } : null;
}

/** Equal times stand together, because the order is that of the net times. */
function tiedWith(ranked: readonly Ranked[], index: number): number {
  const { net_ms, time_ms } = ranked[index]!;
  // A bird that no clock read stands behind the one before it and is tied with nobody.
  if (isAfterTime(time_ms)) return 0;
  const isTied = (other: Ranked | undefined) => other?.net_ms === net_ms && !isAfterTime(other.time_ms);
  let [from, to] = [index, index];
  while (isTied(ranked[from - 1])) from -= 1;
  while (isTied(ranked[to + 1])) to += 1;
  return to - from;
}
