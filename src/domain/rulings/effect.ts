/** What a ruling changes: before → after of every place and every prize. */
import type { Ace } from '#domain/aces/ace.ts';
import { isImpossible } from '#domain/arrivals/race-control.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';

/** A place in a result: the line of it, and its prize: cents, or hundredths of a percent of the fund. */
export interface Place extends Pick<Ranked, 'rank' | 'time_ms' | 'net_ms' | 'speed'> {
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
 * The birds whose place, time, speed or prize differs, in the order of the result after; those that are out of it stand before
 * the bird that has their place now.
 */
export function changesBetween(before: Result, after: Result): BirdChange[] {
  const changes: BirdChange[] = [];
  const left = new Map<number, Place>();
  before.ranked.forEach(({ pigeon_id }, index) => {
    left.set(pigeon_id, placeAt(before, index));
  });
  after.ranked.forEach(({ pigeon_id }, index) => {
    const known = left.get(pigeon_id) ?? null;
    const place = placeAt(after, index);
    left.delete(pigeon_id);
    if (!known || parts.some((part) => known[part] !== place[part]))
      changes.push({ pigeon_id, before: known, after: place });
  });
  for (const [pigeon_id, place] of left) changes.push({ pigeon_id, before: place, after: null });
  const rankOf = ({ before: old, after: now }: BirdChange) => now?.rank ?? (old?.rank ?? 0) - 0.5;
  return changes.sort((a, b) => rankOf(a) - rankOf(b));
}

const parts = ['rank', 'time_ms', 'net_ms', 'speed', 'prize'] as const satisfies (keyof Place)[];

function placeAt({ ranked, prizes }: Result, index: number): Place {
  const { rank, time_ms, net_ms, speed } = ranked[index]!;
  return { rank, time_ms, net_ms, speed, prize: prizes[index] ?? 0 };
}

/** The changes in figures. */
export interface EffectSums {
  come_in: number;
  go_out: number;
  /** Birds that stand lower, higher. */
  down: number;
  up: number;
  /** Birds whose arrival or flying time is another. */
  retimed: number;
  /** Birds whose speed is another. */
  speeds: number;
  prizes: number;
}

/** The sums by name, in the order in which they are shown. */
const effectSums = [
  'come_in',
  'go_out',
  'down',
  'up',
  'retimed',
  'speeds',
  'prizes',
] as const satisfies (keyof EffectSums)[];

/** The names of the sums that say something; who flies another time flies another speed. */
export const sumsToShow = (sums: Partial<EffectSums>): (keyof EffectSums)[] =>
  effectSums.filter((name) => (sums[name] ?? 0) > 0 && !(name === 'speeds' && (sums.retimed ?? 0) > 0));

export function sumsOf(changes: readonly BirdChange[]): EffectSums {
  const count = (is: (change: BirdChange) => boolean) => changes.reduce((sum, one) => sum + Number(is(one)), 0);
  const differ = (is: (before: Place, after: Place) => boolean) =>
    count((one) => staysIn(one) && is(one.before, one.after));
  return {
    come_in: count(({ before }) => before === null),
    go_out: count(({ after }) => after === null),
    down: differ((before, after) => after.rank > before.rank),
    up: differ((before, after) => after.rank < before.rank),
    retimed: differ((before, after) => before.time_ms !== after.time_ms || before.net_ms !== after.net_ms),
    speeds: differ((before, after) => before.speed !== after.speed),
    prizes: count(hasOtherPrize),
  };
}

/** By how much a figure of so many birds is another: the least and the greatest difference. */
export interface Shift {
  birds: number;
  least: number;
  most: number;
}

/** By how much the birds that stay in the result fly longer (ms) and faster; null where none does. */
export function shiftsOf(changes: readonly BirdChange[]): { net_ms: Shift | null; speed: Shift | null } {
  const stay = changes.filter(staysIn);
  return {
    net_ms: shiftBy(stay.map(({ before, after }) => after.net_ms - before.net_ms)),
    speed: shiftBy(stay.map(({ before, after }) => (after.speed ?? 0) - (before.speed ?? 0))),
  };
}

function shiftBy(differences: readonly number[]): Shift | null {
  const others = differences.filter((by) => by !== 0);
  if (others.length === 0) return null;
  const extreme = (better: (a: number, b: number) => number) => others.reduce((a, b) => better(a, b));
  return { birds: others.length, least: extreme(Math.min), most: extreme(Math.max) };
}

/** How many birds would, by these changes, be faster than pigeons fly; one without a speed has flown no time at all. */
export const tooFastIn = (changes: readonly BirdChange[], rule: Pick<SpeedRule, 'unit'>): number => {
  const isTooFast = (place: Place | null) =>
    place !== null && (place.speed === null || isImpossible(place.speed, rule));
  return changes.filter(({ before, after }) => isTooFast(after) && !isTooFast(before)).length;
};

const hasOtherPrize = ({ before, after }: BirdChange): boolean => (before?.prize ?? 0) !== (after?.prize ?? 0);

type Staying = BirdChange & { before: Place; after: Place };

const staysIn = (change: BirdChange): change is Staying => change.before !== null && change.after !== null;

/** Whether a bird stays in the result with the prize it had: it has another place, time or speed. */
export const isMove = (change: BirdChange): change is Staying => staysIn(change) && !hasOtherPrize(change);

/** The first birds of a result stand on lines of their own, as far as anything of theirs changes. */
const firstPlaces = 3;

/** Birds that stand one below the other and only move, all by as many places; `from` and `to` are their ranks before. */
export interface Run {
  from: number;
  to: number;
  birds: number;
  /** Places down; negative: up; 0: their time or speed is another. */
  by: number;
  has_prize: boolean;
}

/** The first birds and those that come in or out or whose prize is another, one by one, and runs of those between. */
export function withRuns(changes: readonly BirdChange[]): (BirdChange | Run)[] {
  const lines: (BirdChange | Run)[] = [];
  for (const change of changes) {
    if (!isMove(change) || change.after.rank <= firstPlaces) {
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

/** The place of a bird in an ace before and after; null where it has none. */
export interface AceChange {
  pigeon_id: number;
  before: number | null;
  after: number | null;
}

/** The birds whose place in an ace differs, in the order of the places after. */
export function aceChangesBetween(before: readonly Ace[], after: readonly Ace[]): AceChange[] {
  const [was, is] = [before, after].map((aces) => new Map(aces.map(({ pigeon_id, rank }) => [pigeon_id, rank])));
  const birds = new Set([...is!.keys(), ...was!.keys()]);
  return [...birds]
    .map((pigeon_id) => ({ pigeon_id, before: was!.get(pigeon_id) ?? null, after: is!.get(pigeon_id) ?? null }))
    .filter((change) => change.before !== change.after)
    .sort((a, b) => (a.after ?? Infinity) - (b.after ?? Infinity) || (a.before ?? 0) - (b.before ?? 0));
}

/** The sum of the prizes of a result. */
export const sumOfPrizes = ({ prizes }: Result): number => prizes.reduce((sum, one) => sum + one, 0);
