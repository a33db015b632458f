/**
 * How sure a clock's time is: the comparisons of a clock with the server bound its offset, and so the true time of each
 * of its readings. Two birds of different clocks whose true times may be the other way round are within the clocks'
 * uncertainty (reliability A7).
 */

/** What one comparison says about the offset of a clock (true time less its own), ms; `at_ms`: epoch ms, true time. */
export interface ClockSample {
  at_ms: number;
  from_ms: number;
  to_ms: number;
}

/** Bounds of an offset or of a true time, ms. */
export interface Bounds {
  from_ms: number;
  to_ms: number;
}

/** The most that the quartz of a clock drifts: 200 parts per million. */
const mostDrift = 200e-6;

/** A message that does not say how long its way was took at most this long, ms. */
export const longestWay_ms = 500;

/** A clock whose time moves against the true time by more than this between two comparisons has jumped, ms. */
export const jump_ms = 1000;

/**
 * The sample of a message that names the clock's own time of sending: the message took no time, or the longest.
 * @param offset_ms our time of receiving it less the clock's time of sending it
 */
export const oneWaySample = (at_ms: number, offset_ms: number): ClockSample => ({
  at_ms,
  from_ms: offset_ms - longestWay_ms,
  to_ms: offset_ms,
});

/** A call of a clock and its reply: sent and answered by the clock's own time, received by ours; epoch ms. */
export interface RoundTrip {
  sent_ms: number;
  received_ms: number;
  replied_ms: number;
}

/**
 * The sample of a whole round trip: we received the call between its sending and its reply. Null where the clock was set
 * back between the two.
 */
export const roundTripSample = ({ sent_ms, received_ms, replied_ms }: RoundTrip): ClockSample | null =>
  replied_ms < sent_ms
    ? null
    : { at_ms: received_ms, from_ms: received_ms - replied_ms, to_ms: received_ms - sent_ms };

/** The offset of a clock at one of its own times, with whether the clock jumped around that moment. */
export interface OffsetBounds extends Bounds {
  is_torn: boolean;
}

/**
 * A function that bounds the offset of a clock at one of its own times, epoch ms; `received_ms`: when the server had the
 * reading of that time. Each sample holds from the one before it to the one after it, widened by the drift; a moment
 * that several samples reach has the bounds of all of them, so that a step between two samples is within the bounds.
 * Null without a sample.
 * @param samples in any order
 */
export function offsetBounds(
  samples: readonly ClockSample[],
): (own_ms: number, received_ms: number) => OffsetBounds | null {
  const sorted = samples.toSorted((a, b) => a.at_ms - b.at_ms);
  const reaches = sorted.map((sample, index) => {
    const { from_ms, to_ms } = sample;
    const before_ms = sorted[index - 1]?.at_ms ?? -Infinity;
    const after_ms = sorted[index + 1]?.at_ms ?? Infinity;
    // In the clock's own time.
    const drifted = (ms: number) => (Number.isFinite(ms) ? Math.abs(ms - sample.at_ms) * mostDrift : 0);
    const first_ms = before_ms - to_ms - drifted(before_ms);
    return { sample, before_ms, first_ms, last_ms: after_ms - from_ms + drifted(after_ms) };
  });
  return (own_ms, received_ms) => {
    let bounds: OffsetBounds | null = null;
    for (const { sample, before_ms, first_ms, last_ms } of reaches) {
      if (own_ms < first_ms || own_ms > last_ms || before_ms > received_ms) continue;
      const one = boundsAt(sample, own_ms);
      if (!bounds) bounds = { ...one, is_torn: false };
      else
        bounds = {
          from_ms: Math.min(bounds.from_ms, one.from_ms),
          to_ms: Math.max(bounds.to_ms, one.to_ms),
          is_torn: bounds.is_torn || apart(bounds, one) > 0,
        };
    }
    return bounds;
  };
}

/** The bounds of a sample at an own time of the clock: wider by the drift since. */
function boundsAt({ at_ms, from_ms, to_ms }: ClockSample, own_ms: number): Bounds {
  const passed_ms = Math.max(Math.abs(own_ms + from_ms - at_ms), Math.abs(own_ms + to_ms - at_ms));
  const drift_ms = passed_ms * mostDrift;
  return { from_ms: from_ms - drift_ms, to_ms: to_ms + drift_ms };
}

/** How far two bounds are apart, ms; negative where they overlap. */
const apart = (a: Bounds, b: Bounds): number => Math.max(a.from_ms - b.to_ms, b.from_ms - a.to_ms);

/** A clock moved against the true time, forwards when `by_ms` is positive; seen at `at_ms`, epoch ms. */
export interface Jump {
  at_ms: number;
  by_ms: number;
}

/** The jumps of a clock above {@link jump_ms}, the earliest first. */
export function jumpsOf(samples: readonly ClockSample[]): Jump[] {
  const sorted = samples.toSorted((a, b) => a.at_ms - b.at_ms);
  return sorted.flatMap((sample, index) => {
    const before = sorted[index - 1];
    if (!before) return [];
    const drift_ms = (sample.at_ms - before.at_ms) * mostDrift;
    if (apart(before, sample) <= jump_ms + drift_ms) return [];
    return { at_ms: sample.at_ms, by_ms: Math.round(middle(before) - middle(sample)) };
  });
}

/** The middle of bounds, ms. */
export const middle = ({ from_ms, to_ms }: Bounds): number => (from_ms + to_ms) / 2;

/** Half the width of bounds: what stands behind a ±, ms. */
export const within = ({ from_ms, to_ms }: Bounds): number => (to_ms - from_ms) / 2;

/** A line of a result with the bounds of its bird's true time, epoch ms; null for a bird whose time has none. */
export interface BoundedLine {
  pigeon_id: number;
  rank: number;
  time_ms: number;
  device_id: number | null;
  bounds: OffsetBounds | null;
}

/**
 * Whether the order of two birds is within the clocks' uncertainty, the first of them ranked before the second: by the
 * bounds of their true times it may be the other way round. One clock tells the order of its own birds, but where it
 * jumped.
 */
export function isUncertain(before: BoundedLine, after: BoundedLine): boolean {
  if (!before.bounds || !after.bounds || isEqual(before, after)) return false;
  if (before.device_id === after.device_id && !before.bounds.is_torn && !after.bounds.is_torn)
    return before.bounds.from_ms > after.bounds.to_ms;
  return before.bounds.to_ms >= after.bounds.from_ms;
}

const isEqual = (a: BoundedLine, b: BoundedLine): boolean => a.rank === b.rank || a.time_ms === b.time_ms;

/** A bird whose place is within the clocks' uncertainty, with the places that it may have. */
export interface CloseBird {
  pigeon_id: number;
  best: number;
  worst: number;
}

/** The birds of a result whose places are within the clocks' uncertainty, in its order. @param lines in the order of the result */
export function closeBirds(lines: readonly BoundedLine[]): CloseBird[] {
  const close = new Map<number, CloseBird>();
  const reach = ({ pigeon_id, rank }: BoundedLine, other: number) => {
    const known = close.get(pigeon_id) ?? { pigeon_id, best: rank, worst: rank };
    close.set(pigeon_id, { pigeon_id, best: Math.min(known.best, other), worst: Math.max(known.worst, other) });
  };
  const earliest = earliestFrom(lines);
  for (const [index, line] of lines.entries()) {
    for (let next = index + 1; next < lines.length && earliest[next]! <= (line.bounds?.to_ms ?? -Infinity); next += 1) {
      const other = lines[next]!;
      if (!isUncertain(line, other)) continue;
      reach(line, other.rank);
      reach(other, line.rank);
    }
  }
  return lines.flatMap(({ pigeon_id }) => close.get(pigeon_id) ?? []);
}

/** For each line the earliest true time from it on: behind that no line is uncertain with an earlier one. */
function earliestFrom(lines: readonly BoundedLine[]): number[] {
  const earliest: number[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1)
    earliest[index] = Math.min(lines[index]!.bounds?.from_ms ?? Infinity, earliest[index + 1] ?? Infinity);
  return earliest;
}

/**
 * How the rulebook decides the order of birds within the clocks' uncertainty: as their clocks read them, by the order of
 * one clock that read them all (and equal where none did), or equal.
 */
export const closeTimesRules = ['as_read', 'one_clock', 'tie'] as const;
export type CloseTimesRule = (typeof closeTimesRules)[number];

/** The time that a bird within the clocks' uncertainty has by the rulebook, epoch ms. */
export interface DecidedTime {
  pigeon_id: number;
  time_ms: number;
}

/**
 * The times that the rulebook gives to birds within the clocks' uncertainty; only those that are other ones. Birds belong
 * together as long as the order of no two of them is certain. A decided result has none, and neither has a clock that
 * jumped: its offset is ruled on first.
 * @param lines in the order of the result
 * @param readBy when a clock read a bird for the first time in the race, by its own time; clocks by their ids
 */
export function decideClose(
  lines: readonly BoundedLine[],
  rule: CloseTimesRule,
  readBy: ReadonlyMap<number, ReadonlyMap<number, number>>,
): DecidedTime[] {
  if (rule === 'as_read') return [];
  const decided: DecidedTime[] = [];
  let group: BoundedLine[] = [];
  for (const equal of equalLines(lines)) {
    const isTorn = [...group, ...equal].some(({ bounds }) => bounds?.is_torn);
    if (!isTorn && equal.every((line) => group.every((one) => isUncertain(one, line)))) group.push(...equal);
    else {
      decided.push(...decideGroup(group, rule, readBy));
      group = equal;
    }
  }
  decided.push(...decideGroup(group, rule, readBy));
  return decided;
}

/** The lines in their order; those that are equal stand together. */
function equalLines(lines: readonly BoundedLine[]): BoundedLine[][] {
  const all: BoundedLine[][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last && isEqual(last[0]!, line)) last.push(line);
    else all.push([line]);
  }
  return all;
}

function decideGroup(
  group: readonly BoundedLine[],
  rule: CloseTimesRule,
  readBy: ReadonlyMap<number, ReadonlyMap<number, number>>,
): DecidedTime[] {
  if (group.length < 2) return [];
  const order = rule === 'one_clock' ? orderOfOneClock(group, readBy) : null;
  const timed = (order ?? group).map(({ pigeon_id }, index) => ({
    pigeon_id,
    time_ms: group[order ? index : 0]!.time_ms,
  }));
  const was = new Map(group.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
  return timed.filter(({ pigeon_id, time_ms }) => was.get(pigeon_id) !== time_ms);
}

/** The birds in the order of the first clock, by its id, that read them all; null where none did. */
function orderOfOneClock(
  group: readonly BoundedLine[],
  readBy: ReadonlyMap<number, ReadonlyMap<number, number>>,
): BoundedLine[] | null {
  const clocks = [...(readBy.get(group[0]!.pigeon_id)?.keys() ?? [])].sort((a, b) => a - b);
  const clock = clocks.find((id) => group.every(({ pigeon_id }) => readBy.get(pigeon_id)?.has(id)));
  if (clock === undefined) return null;
  const at = ({ pigeon_id }: BoundedLine) => readBy.get(pigeon_id)!.get(clock)!;
  return group.toSorted((a, b) => at(a) - at(b));
}
