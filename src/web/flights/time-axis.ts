/**
 * The minimap of a long list of arrivals: its axis is time, in whole minutes, and a minute leads to the rows of the list
 * that landed in it. Times are those of the list, ascending, epoch ms; a list with the latest first is drawn from its
 * end.
 */
import { firstIndex } from '#domain/first-index.ts';
import { clockTime } from '#web/lib/intl.ts';

export const minute_ms = 60_000;

/** Whole minutes around all arrivals, epoch ms. */
export interface Axis {
  from_ms: number;
  to_ms: number;
  /** Whether the latest is at the top. */
  backwards: boolean;
}

export function axisOf(times: Float64Array, backwards: boolean): Axis {
  return { from_ms: minuteOf(times[0] ?? 0), to_ms: minuteOf(times.at(-1) ?? 0) + minute_ms, backwards };
}

export const minuteOf = (time_ms: number): number => Math.floor(time_ms / minute_ms) * minute_ms;

/** Where a moment is on the axis, from 0 at the top to 1. */
export function placeOn({ from_ms, to_ms, backwards }: Axis, time_ms: number): number {
  const share = Math.min(1, Math.max(0, (time_ms - from_ms) / (to_ms - from_ms)));
  return backwards ? 1 - share : share;
}

/** The moment at a place of the axis. */
export function timeAt({ from_ms, to_ms, backwards }: Axis, place: number): number {
  return from_ms + (to_ms - from_ms) * (backwards ? 1 - place : place);
}

/** More bars than this would be thinner than a bar can be seen. */
const mostBars = 240;
const barSteps = [1, 2, 5, 10, 15, 30, 60, 120].map((minutes) => minutes * minute_ms);

export interface Bars {
  /** The time that a bar stands for: a minute, or more of them in a long race. */
  step_ms: number;
  /** The birds of each bar, and the most of all. */
  counts: Uint16Array;
  most: number;
}

export function barsOf(times: Float64Array, { from_ms, to_ms }: Axis): Bars {
  const step_ms = barSteps.find((step) => (to_ms - from_ms) / step <= mostBars) ?? barSteps.at(-1)!;
  const counts = new Uint16Array(Math.ceil((to_ms - from_ms) / step_ms));
  let most = 1;
  for (const time_ms of times) most = Math.max(most, ++counts[Math.floor((time_ms - from_ms) / step_ms)]!);
  return { step_ms, counts, most };
}

/** Labels stand at least so far apart, as a share of the axis. */
const labelRoom = 1 / 8;
const labelSteps = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Round times of day at a place, `14:15`. */
export function labelsOf({ from_ms, to_ms }: Axis, time_zone: string): { at_ms: number; text: string }[] {
  const minutes = (to_ms - from_ms) / minute_ms;
  const step = labelSteps.find((one) => one / minutes >= labelRoom) ?? labelSteps.at(-1)!;
  const [hour, minute] = clockTime(from_ms, time_zone).time.split(':').map(Number) as [number, number];
  const first_ms = from_ms + (Math.ceil((hour * 60 + minute) / step) * step - hour * 60 - minute) * minute_ms;
  const labels: { at_ms: number; text: string }[] = [];
  for (let at_ms = first_ms; at_ms < to_ms; at_ms += step * minute_ms)
    labels.push({ at_ms, text: clockTime(at_ms, time_zone).time.slice(0, 5) });
  return labels;
}

/** Ranks stand at least so far apart, as a share of the axis, and are at most so many. */
const rankRoom = 1 / 20;
const mostRanks = 12;
const rankSteps = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** Round ranks of a whole result, first bird first, and when their birds landed. */
export function ranksOf(times: Float64Array, axis: Axis): { at_ms: number; rank: number }[] {
  const step = rankSteps.find((one) => times.length / one <= mostRanks) ?? rankSteps.at(-1)!;
  const ranks: { at_ms: number; rank: number }[] = [];
  let above = 0;
  for (let rank = step; rank <= times.length; rank += step) {
    const at_ms = times[rank - 1]!;
    const place = placeOn(axis, at_ms);
    if (place - above < rankRoom) continue;
    above = place;
    ranks.push({ at_ms, rank });
  }
  return ranks;
}

/** The first row of a list that landed within a minute, or the nearest row behind it. */
export function rowOf(times: Float64Array, at_ms: number, backwards: boolean): number {
  if (!backwards) return Math.min(firstFrom(times, at_ms), times.length - 1);
  return Math.min(times.length - firstFrom(times, at_ms + minute_ms), times.length - 1);
}

/** When the bird of a row landed. */
export const timeOfRow = (times: Float64Array, row: number, backwards: boolean): number =>
  times[backwards ? times.length - 1 - row : row] ?? 0;

/**
 * The minute to go to by a number of minutes, in the direction of time: one in which birds landed, so that the next
 * step goes on from it.
 */
export function minuteFrom(times: Float64Array, at_ms: number, by: number): number {
  const wanted = at_ms + by * minute_ms;
  const index = by > 0 ? firstFrom(times, wanted) : firstFrom(times, wanted + minute_ms) - 1;
  return minuteOf(times[Math.min(times.length - 1, Math.max(0, index))] ?? 0);
}

/** The index of the first time that is not before a moment; past the end where none is. */
function firstFrom(times: Float64Array, at_ms: number): number {
  return firstIndex(times.length, (index) => times[index]! >= at_ms);
}
