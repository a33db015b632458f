// The board of a race at any moment of its day, from the times at which its birds were home. The times are those of the
// result as it stands: a reading that came late, or a time that a ruling gave, counts from the moment it is about.

import { firstIndex } from '#domain/first-index.ts';
import { type Home, type Ranked, type RankFrame, rank, sharesRank } from './rank.ts';

/** The board of a race, moved to any moment. */
export interface Replay {
  /** The whole result by rank, and when its birds were home, ascending, epoch ms. */
  readonly ranked: readonly Ranked[];
  readonly times: Float64Array;
  /** Moves the board to a moment; it costs as much as there are birds between the two. @returns how many were home */
  seek(at_ms: number): number;
  /** How many birds are home. */
  home(): number;
  /** The bird that was home as the n-th, counted from 0, as the board had it: its rank and its gap then. */
  landed(n: number): Ranked;
  /** The line of the board at a place, counted from 0: the bird, its rank and its gap then. */
  line(place: number): Ranked;
  /** The place of a bird on the board, counted from 0; -1: it was not home. */
  placeOf(pigeon_id: number): number;
}

/**
 * A replay that begins before the first bird is home. The ranking of a moment is that of the result without the birds
 * that were still out: a sum over the result says how many of them stand before a place (a Fenwick tree), so nothing is
 * ranked again.
 */
export function createReplay(homes: readonly Home[], frame: RankFrame): Replay {
  const ranked = rank(homes, frame);
  const count = ranked.length;
  const { ties } = frame.rules;
  /** The places of the result in the order in which their birds came. */
  const order = Array.from(ranked.keys()).sort((a, b) => ranked[a]!.time_ms - ranked[b]!.time_ms || a - b);
  const times = Float64Array.from(order, (place) => ranked[place]!.time_ms);
  const placeInResult = new Map(ranked.map(({ pigeon_id }, place) => [pigeon_id, place]));
  const landedAs = new Int32Array(count);
  order.forEach((place, n) => {
    landedAs[place] = n;
  });
  const sums = new Int32Array(count + 1);
  let home = 0;

  const isHome = (place: number) => landedAs[place]! < home;

  function add(place: number, by: 1 | -1): void {
    for (let at = place + 1; at <= count; at += at & -at) sums[at]! += by;
  }

  /** How many birds at home stand before a place of the result. */
  function before(place: number): number {
    let sum = 0;
    for (let at = place; at > 0; at -= at & -at) sum += sums[at]!;
    return sum;
  }

  /** The place in the result of the bird that stands at a place of the board. */
  function inResult(place: number): number {
    let at = 0;
    let left = place;
    for (let step = 1 << (31 - Math.clz32(Math.max(1, count))); step > 0; step >>= 1) {
      if (at + step <= count && sums[at + step]! <= left) {
        at += step;
        left -= sums[at]!;
      }
    }
    return at;
  }

  function line(place: number): Ranked {
    const known = ranked[inResult(place)]!;
    let first = place;
    for (let below = known; first > 0; first -= 1) {
      const above = ranked[inResult(first - 1)]!;
      if (!sharesRank(below, above, ties)) break;
      below = above;
    }
    const gap_ms = known.net_ms - ranked[inResult(0)]!.net_ms;
    return known.rank === first + 1 && known.gap_ms === gap_ms ? known : { ...known, rank: first + 1, gap_ms };
  }

  return {
    ranked,
    times,
    seek(at_ms) {
      const wanted = homeAt(times, at_ms);
      while (home < wanted) {
        add(order[home]!, 1);
        home += 1;
      }
      while (home > wanted) {
        home -= 1;
        add(order[home]!, -1);
      }
      return home;
    },
    home: () => home,
    landed: (n) => line(before(order[n]!)),
    line,
    placeOf(pigeon_id) {
      const place = placeInResult.get(pigeon_id);
      return place === undefined || !isHome(place) ? -1 : before(place);
    },
  };
}

/** How many of ascending times are not after a moment. */
export function homeAt(times: Float64Array, at_ms: number): number {
  return firstIndex(times.length, (index) => times[index]! > at_ms);
}

/** When the middle one of the birds that were still out came home, epoch ms; null: all were home. */
export function middleOut(times: Float64Array, at_ms: number): number | null {
  const home = homeAt(times, at_ms);
  return home < times.length ? times[home + ((times.length - home) >> 1)]! : null;
}

/** A moment of a race to which a reader can go at once. */
export type ReplayChapter = { at_ms: number } & (
  | { kind: 'release' | 'first' | 'tenth' | 'half' | 'last' }
  | { kind: 'mine'; pigeon_ids: number[] }
);

export interface ChapterFacts {
  release_ms: number;
  /** When birds were home, ascending, epoch ms. */
  times: Float64Array;
  basketed: number;
  /** The reader's birds that were home. */
  mine: readonly Home[];
  /** The reader's birds that were home within so long after each other have one chapter, ms. */
  together_ms: number;
}

/** The chapters of a race in their order. A moment that is another chapter already has none of its own. */
export function replayChapters({ release_ms, times, basketed, mine, together_ms }: ChapterFacts): ReplayChapter[] {
  const chapters: ReplayChapter[] = [{ at_ms: release_ms, kind: 'release' }];
  const shareAt = (share: number) => times[Math.ceil(basketed * share) - 1];
  const moments = [
    ['first', times[0]],
    ['last', times.length > 1 ? times.at(-1) : undefined],
    ['half', shareAt(0.5)],
    ['tenth', shareAt(0.1)],
  ] as const;
  for (const [kind, at_ms] of moments)
    if (at_ms !== undefined && !chapters.some((other) => other.at_ms === at_ms)) chapters.push({ at_ms, kind });
  let last: (ReplayChapter & { kind: 'mine' }) | undefined;
  for (const { pigeon_id, time_ms } of mine.toSorted((a, b) => a.time_ms - b.time_ms)) {
    if (last && time_ms - last.at_ms <= together_ms) {
      last.pigeon_ids.push(pigeon_id);
      continue;
    }
    last = { at_ms: time_ms, kind: 'mine', pigeon_ids: [pigeon_id] };
    chapters.push(last);
  }
  return chapters.sort((a, b) => a.at_ms - b.at_ms);
}
