// Pigeons come home in drops: groups that land together. The board draws drops, the sound plays once per drop, and some
// rule books let the first drop share its prizes.

import { drop_gap_ms } from '#domain/drop-gap.ts';

/** Birds that landed together. */
export interface Drop<T> {
  /** In the order of landing. */
  birds: T[];
  /** Landing of its first and last bird, epoch ms. */
  first_ms: number;
  last_ms: number;
  /** From the last bird of the drop before to the first of this one; null for the first drop. */
  gap_ms: number | null;
}

/**
 * Groups birds into drops by clock time: only the gap to the bird before counts, so a steady stream is one drop however
 * long it lasts. Birds of the same instant keep the given order.
 */
export function drops<T extends { time_ms: number }>(birds: readonly T[]): Drop<T>[] {
  const found: Drop<T>[] = [];
  for (const bird of birds.toSorted((a, b) => a.time_ms - b.time_ms)) {
    const drop = found.at(-1);
    const gap_ms = drop ? bird.time_ms - drop.last_ms : null;
    if (drop && gap_ms !== null && gap_ms <= drop_gap_ms) {
      drop.birds.push(bird);
      drop.last_ms = bird.time_ms;
    } else {
      found.push({ birds: [bird], first_ms: bird.time_ms, last_ms: bird.time_ms, gap_ms });
    }
  }
  return found;
}

/**
 * The drop around one bird of a list in the order of time.
 * @returns the index of its first bird, and the one after its last
 */
export function dropAround(birds: readonly { time_ms: number }[], index: number): { from: number; to: number } {
  const isNear = (at: number) => {
    const [before, after] = [birds[at - 1], birds[at]];
    return before !== undefined && after !== undefined && after.time_ms - before.time_ms <= drop_gap_ms;
  };
  let [from, to] = [index, index + 1];
  while (isNear(from)) from -= 1;
  while (isNear(to)) to += 1;
  return { from, to };
}

/** Of how many gaps before a bird the pace of a race is the median. */
const pace_gaps = 50;
/** A line stands only above a gap that is so many times the pace. */
const pace_factor = 6;
/** In a mass return lines are at least so many birds apart. */
const line_rows = 20;

/**
 * Above which birds a board says how long after the bird before a drop came. A gap of more than ten
 * seconds is said where it is also more than six times the pace, which is the median of the fifty gaps before; the
 * gap column says the others. A bird that lands alone has no line: its gap is all there is to say. In a mass return,
 * where six times the pace is less than ten seconds, lines are at least twenty birds apart. Only what came before
 * decides, so that later birds move no line but the one that waits for a second bird of its drop.
 * @param times in ascending order, epoch ms
 * @param before the times and lines of the list a moment ago: what both have in common is not worked out again
 * @returns 1 at the index of a bird with a line above it, else 0
 */
export function dropLines(
  times: ArrayLike<number>,
  before: DropList = { times: [], lines: new Uint8Array() },
): Uint8Array {
  const count = times.length;
  const lines = new Uint8Array(count);
  let same = 0;
  while (same < count && times[same] === before.times[same]) same += 1;
  // The last common bird may be followed by another one now.
  const from = Math.max(0, same - 1);
  lines.set(before.lines.subarray(0, from));
  let last = lines.lastIndexOf(1);
  for (let index = Math.max(1, from); index < count; index += 1) {
    const gap_ms = gapAt(times, index);
    if (gap_ms <= drop_gap_ms || !(gapAt(times, index + 1) <= drop_gap_ms)) continue;
    const pace_ms = paceBefore(times, index);
    const isMass = pace_ms !== null && index > pace_gaps && pace_factor * pace_ms < drop_gap_ms;
    if (pace_ms !== null && gap_ms <= pace_factor * pace_ms) continue;
    if (isMass && last >= 0 && index - last < line_rows) continue;
    lines[index] = 1;
    last = index;
  }
  return lines;
}

const gapAt = (times: ArrayLike<number>, index: number): number => times[index]! - times[index - 1]!;

/** The median of the gaps before a bird, ms; null: there is none. */
function paceBefore(times: ArrayLike<number>, index: number): number | null {
  const gaps: number[] = [];
  for (let at = Math.max(1, index - pace_gaps); at < index; at += 1) gaps.push(gapAt(times, at));
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? null;
}

/** Birds in the order of landing, epoch ms, with the lines that {@link dropLines} found between them. */
export interface DropList<Times extends ArrayLike<number> = ArrayLike<number>> {
  times: Times;
  lines: Uint8Array;
}

/**
 * What begins with a row of a list: undefined, the drop of the row above goes on; a number, another drop, with the gap
 * that a line above the row says, ms; null, another drop without a line, or an end of the list.
 * @param row counted from the last bird when `backwards`; the number of birds: past the end
 */
export function dropStart({ times, lines }: DropList, row: number, backwards: boolean): number | null | undefined {
  if (row <= 0 || row >= times.length) return null;
  const index = backwards ? times.length - row : row;
  const gap_ms = gapAt(times, index);
  if (gap_ms <= drop_gap_ms) return undefined;
  return lines[index] === 1 ? gap_ms : null;
}

/** A row of a part of a list with which another drop begins, and the gap that a line above it says, ms. */
export type DropStart = [row: number, gap_ms: number | null];

/** The drops that begin with the rows of a part of a list, and with the first row behind it. */
export function dropStarts(
  list: DropList,
  { from, to, backwards }: { from: number; to: number; backwards: boolean },
): DropStart[] {
  const starts: DropStart[] = [];
  for (let row = from; row <= Math.min(to, list.times.length); row += 1) {
    const gap_ms = dropStart(list, row, backwards);
    if (gap_ms !== undefined) starts.push([row - from, gap_ms]);
  }
  return starts;
}
