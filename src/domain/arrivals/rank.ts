// The ranking of a race: who is home, in which order, how far behind the first. The server and every browser call this
// function on the same arrivals, so all show the same list.

import { firstIndex } from '#domain/first-index.ts';
import { type ClosedInterval, netTime } from '#domain/flights/night.ts';
import { speed } from '#domain/flights/speed.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';

/** The facts of the race that a ranking needs. */
export interface RankFrame {
  /** Epoch ms. */
  release_ms: number;
  distance_m: number;
  closed: readonly ClosedInterval[];
  rules: Pick<RaceRules, 'speed' | 'precision_ms' | 'ties'>;
  /**
   * Local midnights of the loft after the release in their order, epoch ms, for the number of the day; absent:
   * everything is day 1.
   */
  day_starts?: readonly number[];
  /** How much later than the release the birds of later groups were released, by pigeon, ms; absent: nobody was. */
  later?: ReadonlyMap<number, number>;
}

/** The release of a bird: that of its own group, epoch ms. */
export const releaseOf = ({ release_ms, later }: Pick<RankFrame, 'release_ms' | 'later'>, pigeon_id: number): number =>
  release_ms + (later?.get(pigeon_id) ?? 0);

/**
 * The time of a bird that a ruling puts after another one: half a millisecond later, which no clock measures. It has
 * the other's net time, and shares neither its rank nor its prize.
 */
export const afterTime = (time_ms: number): number => Math.floor(time_ms) + 0.5;

/** Whether a time is one by {@link afterTime}. */
export const isAfterTime = (time_ms: number): boolean => !Number.isInteger(time_ms);

/** A time as ISO text, with the half millisecond of {@link afterTime}. */
export const exactTime = (time_ms: number): string =>
  new Date(time_ms).toISOString().replace('Z', isAfterTime(time_ms) ? '5Z' : 'Z');

/** A bird at home: its counted, corrected arrival, epoch ms. */
export interface Home {
  pigeon_id: number;
  time_ms: number;
}

/** A line of the result. */
export interface Ranked {
  pigeon_id: number;
  /** The corrected arrival as the clock gave it, epoch ms. */
  time_ms: number;
  rank: number;
  /**
   * Flying time that counts, in whole steps of the loft's precision. Speed and gap follow from it, so birds that share
   * a rank show the same figures, and a speed can be recomputed from the time shown.
   */
  net_ms: number;
  /** In the unit of the rules; null when no time has passed. */
  speed: number | null;
  /** Behind the first, on net time. */
  gap_ms: number;
  /** 1 is the day of the release. */
  day: number;
}

/**
 * Ranks the birds at home, one line per bird. Order: net time, from the release of the bird's own group, in steps of
 * the loft's precision; equal ones are a tie.
 * `shared` ties have one rank and the next is skipped (1, 2, 2, 4), but for birds that a ruling put after others; `consecutive` ties are ordered by exact net time,
 * then clock time, then pigeon. The order is total and does not depend on the order of `homes` (A4). 10,000 birds take
 * about 4 ms.
 */
export function rank(homes: readonly Home[], frame: RankFrame): Ranked[] {
  return rerank([], new Map(homes.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms])), frame);
}

/**
 * A ranking after arrivals were added, corrected or withdrawn (null): the same as ranking all of them again, but
 * unchanged lines stay the same objects, and birds behind the last one home cost next to nothing.
 * @param before a ranking of the same frame
 * @param touched the first place that may change, where it is known: lines before it are not compared
 */
export function rerank(
  before: readonly Ranked[],
  changes: ReadonlyMap<number, number | null>,
  frame: RankFrame,
  touched = 0,
): Ranked[] {
  const come: Ranked[] = [];
  changes.forEach((time_ms, pigeon_id) => {
    if (time_ms !== null) come.push(measured(pigeon_id, time_ms, frame));
  });
  const inOrder = orderIn(frame);
  come.sort(inOrder);
  const lines = before.slice(0, touched);
  let next = 0;
  for (let place = touched; place < before.length; place += 1) {
    const line = before[place]!;
    if (changes.has(line.pigeon_id)) continue;
    for (let bird = come[next]; bird && inOrder(bird, line) < 0; bird = come[++next]) lines.push(bird);
    lines.push(line);
  }
  for (; next < come.length; next += 1) lines.push(come[next]!);
  number(lines, frame, touched);
  return lines;
}

/**
 * The first place of a ranking that is not before a bird and its time: its place, or where it would be inserted.
 * @param frame that of the ranking
 */
export function placeOf(ranked: readonly Home[], home: Home, frame: RankFrame): number {
  const inOrder = orderIn(frame);
  return firstIndex(ranked.length, (place) => inOrder(ranked[place]!, home) >= 0);
}

/** The order of birds in a ranking. */
type Order = (a: Home, b: Home) => number;

/**
 * Of birds released together the net time never falls with clock time, so the order by clock time is the order by net
 * time.
 */
const byTime: Order = (a, b) => a.time_ms - b.time_ms || a.pigeon_id - b.pigeon_id;

function orderIn(frame: RankFrame): Order {
  if (!frame.later?.size) return byTime;
  const net = ({ pigeon_id, time_ms }: Home) => exactNet(pigeon_id, time_ms, frame);
  return (a, b) => net(a) - net(b) || byTime(a, b);
}

const exactNet = (pigeon_id: number, time_ms: number, frame: RankFrame): number =>
  netTime(releaseOf(frame, pigeon_id), time_ms, frame.closed);

/** The lines of a ranking by arrival, the last one home first. */
export const latestFirst = <Line extends { time_ms: number }>(ranked: readonly Line[]): Line[] =>
  // It is sorted already where all birds were released together.
  ranked.toReversed().sort((a, b) => b.time_ms - a.time_ms);

/** A line without its place: of rank 0. */
function measured(pigeon_id: number, time_ms: number, frame: RankFrame): Ranked {
  const { precision_ms } = frame.rules;
  const net_ms = Math.floor(exactNet(pigeon_id, time_ms, frame) / precision_ms) * precision_ms;
  return {
    pigeon_id,
    time_ms,
    rank: 0,
    net_ms,
    speed: speed(frame.distance_m, net_ms, frame.rules.speed),
    gap_ms: 0,
    day: dayOf(time_ms, frame.day_starts),
  };
}

/**
 * Writes the places into the lines from `from` on; lines whose place is unchanged stay as they are, and those whose place
 * is another are replaced, for an earlier ranking may hold them.
 */
function number(lines: Ranked[], { rules: { ties } }: RankFrame, from: number): void {
  const first_ms = lines[0]?.net_ms ?? 0;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]!;
    const above = lines[index - 1];
    const rank = above && sharesRank(line, above, ties) ? above.rank : index + 1;
    const gap_ms = line.net_ms - first_ms;
    if (line.rank === 0) {
      line.rank = rank;
      line.gap_ms = gap_ms;
    } else if (line.rank !== rank || line.gap_ms !== gap_ms) lines[index] = { ...line, rank, gap_ms };
  }
}

/** Whether a bird has the rank of the one above it. */
export const sharesRank = (
  line: Pick<Ranked, 'net_ms' | 'time_ms'>,
  above: Pick<Ranked, 'net_ms' | 'time_ms'>,
  ties: RankFrame['rules']['ties'],
): boolean =>
  ties === 'shared' && line.net_ms === above.net_ms && !isAfterTime(line.time_ms) && !isAfterTime(above.time_ms);

function dayOf(time_ms: number, day_starts: readonly number[] = []): number {
  let day = 1;
  while (day_starts[day - 1]! <= time_ms) day += 1;
  return day;
}
