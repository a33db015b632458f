/**
 * Birds of different clocks whose true times may be the other way round than their places: they are within the clocks'
 * uncertainty, are marked, and are decided as the rulebook says (reliability A7).
 */
import type { OffsetBounds } from '#domain/devices/clock-time.ts';
import type { CloseTimesRule } from '#domain/seasons/rulebook-parts.ts';

/**
 * A line of a result with the bounds of its bird's true time, epoch ms; null for a bird whose time has none. Times and
 * bounds of a bird that was released later than the first group are earlier by that, so that birds are compared by how
 * long they flew.
 */
export interface BoundedLine {
  pigeon_id: number;
  rank: number;
  time_ms: number;
  device_id: number | null;
  bounds: OffsetBounds | null;
  /** How much later than the first group it was released, ms. */
  later_ms: number;
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

/**
 * How many places above its own a bird may be, and how many below. It stays true when birds come in further up; both 0:
 * its place is certain.
 */
export type CloseMark = readonly [pigeon_id: number, above: number, below: number];

/** The birds within the clocks' uncertainty, as they are marked on a board. */
export function closeMarks(
  birds: readonly CloseBird[],
  ranked: readonly { pigeon_id: number; rank: number }[],
): CloseMark[] {
  const rankOf = new Map(ranked.map(({ pigeon_id, rank }) => [pigeon_id, rank]));
  return birds.map(({ pigeon_id, best, worst }) => {
    const rank = rankOf.get(pigeon_id)!;
    return [pigeon_id, rank - best, worst - rank];
  });
}

/** The marks after some of them became others; those that are certain now are none any more. */
export function marksAfter(
  marks: ReadonlyMap<number, CloseMark>,
  changes: readonly CloseMark[],
): ReadonlyMap<number, CloseMark> {
  const after = new Map(marks);
  for (const mark of changes) {
    const [pigeon_id, above, below] = mark;
    if (above === 0 && below === 0) after.delete(pigeon_id);
    else after.set(pigeon_id, mark);
  }
  return after;
}

/** The marks that differ between two moments. */
export function marksBetween(
  before: ReadonlyMap<number, CloseMark>,
  after: ReadonlyMap<number, CloseMark>,
): CloseMark[] {
  const changes = [...after.values()].filter(([pigeon_id, above, below]) => {
    const known = before.get(pigeon_id);
    return known?.[1] !== above || known[2] !== below;
  });
  for (const pigeon_id of before.keys()) if (!after.has(pigeon_id)) changes.push([pigeon_id, 0, 0]);
  return changes;
}

/** For each line the earliest true time from it on: behind that no line is uncertain with an earlier one. */
function earliestFrom(lines: readonly BoundedLine[]): number[] {
  const earliest: number[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1)
    earliest[index] = Math.min(lines[index]!.bounds?.from_ms ?? Infinity, earliest[index + 1] ?? Infinity);
  return earliest;
}

/** The time that a bird within the clocks' uncertainty has by the rulebook, epoch ms. */
export interface DecidedTime {
  pigeon_id: number;
  time_ms: number;
}

/** An offset for one moment of a clock: the reading of that moment counts at another time. */
export interface MomentOffset {
  pigeon_id: number;
  device_id: number;
  boot: string;
  /** The clock's own time, epoch microseconds. */
  own_us: number;
  offset_ms: number;
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
  const timed = (order ?? group).map(({ pigeon_id, later_ms }, index) => ({
    pigeon_id,
    time_ms: group[order ? index : 0]!.time_ms + later_ms,
  }));
  const was = new Map(group.map(({ pigeon_id, time_ms, later_ms }) => [pigeon_id, time_ms + later_ms]));
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
  const at = ({ pigeon_id, later_ms }: BoundedLine) => readBy.get(pigeon_id)!.get(clock)! - later_ms;
  return group.toSorted((a, b) => at(a) - at(b));
}
