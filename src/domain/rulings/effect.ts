/** What a ruling changes: before → after of every place and every prize. */
import type { Ranked } from '#domain/arrivals/rank.ts';

/** A place in a result, with its prize: cents, or hundredths of a percent of the fund. */
export interface Place {
  rank: number;
  time_ms: number;
  prize: number;
}

/** A bird before and after; null where it is not in the result. */
export interface BirdChange {
  pigeon_id: number;
  before: Place | null;
  after: Place | null;
}

/** A ranking with the prizes of its lines, in the same order. */
export interface Result {
  ranked: readonly Ranked[];
  prizes: readonly number[];
}

/**
 * The birds whose place, time or prize differs, in the order of the result after; those that are out of it stand before
 * the bird that has their place now.
 */
export function changesBetween(before: Result, after: Result): BirdChange[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  const changes: BirdChange[] = [];
  for (const [pigeon_id, place] of was) if (!is.has(pigeon_id)) changes.push({ pigeon_id, before: place, after: null });
  for (const [pigeon_id, place] of is) {
    const known = was.get(pigeon_id) ?? null;
    if (known?.rank !== place.rank || known.time_ms !== place.time_ms || known.prize !== place.prize)
      changes.push({ pigeon_id, before: known, after: place });
  }
  const rankOf = ({ before: old, after: now }: BirdChange) => now?.rank ?? (old?.rank ?? 0) - 0.5;
  return changes.sort((a, b) => rankOf(a) - rankOf(b));
}

const placesOf = ({ ranked, prizes }: Result): Map<number, Place> =>
  new Map(
    ranked.map(({ pigeon_id, rank, time_ms }, index) => [pigeon_id, { rank, time_ms, prize: prizes[index] ?? 0 }]),
  );

/** The changes in figures. */
export interface EffectSums {
  come_in: number;
  go_out: number;
  /** Birds that stand lower, higher. */
  down: number;
  up: number;
  /** Birds whose time that counts is another. */
  retimed: number;
  prizes: number;
}

/** The sums by name, in the order in which they are shown. */
export const effectSums = [
  'come_in',
  'go_out',
  'down',
  'up',
  'retimed',
  'prizes',
] as const satisfies (keyof EffectSums)[];

export function sumsOf(changes: readonly BirdChange[]): EffectSums {
  const count = (is: (change: BirdChange) => boolean) => changes.filter(is).length;
  return {
    come_in: count(({ before }) => before === null),
    go_out: count(({ after }) => after === null),
    down: count(({ before, after }) => before !== null && after !== null && after.rank > before.rank),
    up: count(({ before, after }) => before !== null && after !== null && after.rank < before.rank),
    retimed: count(({ before, after }) => before !== null && after !== null && before.time_ms !== after.time_ms),
    prizes: count(hasOtherPrize),
  };
}

const hasOtherPrize = ({ before, after }: BirdChange): boolean => (before?.prize ?? 0) !== (after?.prize ?? 0);

/** Whether a bird stays in the result with the prize it had: it has another place or time. */
export const isMove = (change: BirdChange): change is BirdChange & { before: Place; after: Place } =>
  change.before !== null && change.after !== null && !hasOtherPrize(change);

/** Birds that stand one below the other and only move, all by as many places; `from` and `to` are their ranks before. */
export interface Run {
  from: number;
  to: number;
  birds: number;
  /** Places down; negative: up; 0: their time is another. */
  by: number;
  has_prize: boolean;
}

/** Birds that come in or out or whose prize is another, one by one, and runs of those between them. */
export function withRuns(changes: readonly BirdChange[]): (BirdChange | Run)[] {
  const lines: (BirdChange | Run)[] = [];
  for (const change of changes) {
    if (!isMove(change)) {
      lines.push(change);
      continue;
    }
    const { before, after } = change;
    const by = after.rank - before.rank;
    const has_prize = after.prize !== 0;
    const last = lines.at(-1);
    if (last && 'by' in last && last.by === by && last.has_prize === has_prize) {
      last.to = Math.max(last.to, before.rank);
      last.birds += 1;
    } else lines.push({ from: before.rank, to: before.rank, birds: 1, by, has_prize });
  }
  return lines;
}

/** The sum of the prizes of a result. */
export const sumOfPrizes = ({ prizes }: Result): number => prizes.reduce((sum, one) => sum + one, 0);
