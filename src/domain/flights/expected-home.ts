/** When the birds of a flight are expected: before its release, and one bird while the others come home. */

import type { Flight } from './contract.ts';
import { netTime } from './night.ts';

export interface Window {
  from_ms: number;
  to_ms: number;
}

/**
 * How much faster than the middle of the field the first bird is, least and most: the published lists of whole fields
 * lie between 1.036 and 1.242 (dev/results).
 */
export const firstBirdFactor = { least: 1.03, most: 1.25 } as const;

/** By how much the middle of the field differs from the speed that the loft expects. */
export const middleFactor = { least: 0.92, most: 1.06 } as const;

/**
 * The windows in which the first bird and half the field are expected home.
 * @param average the speed that the loft expects of the middle of the field, m/min
 */
export function expectedHome({
  release_ms,
  distance_m,
  average,
}: {
  release_ms: number;
  distance_m: number;
  average: number;
}): { first: Window; half: Window } {
  const at = (factor: number) => release_ms + Math.round((distance_m / (average * factor)) * 60_000);
  return {
    first: { from_ms: at(firstBirdFactor.most), to_ms: at(firstBirdFactor.least) },
    half: { from_ms: at(middleFactor.most), to_ms: at(middleFactor.least) },
  };
}

/**
 * Flying times of a field, relative to that of its middle bird, by the share of the field that has come by then: between
 * those of the published lists (dev/results). The slow half is spread much wider than the fast one.
 */
const spread = [
  [0, 0.85],
  [0.1, 0.93],
  [0.25, 0.965],
  [0.5, 1],
  [0.75, 1.08],
  [0.9, 1.2],
  [1, 1.5],
] as const;

function flownBy(share: number): number {
  const above = spread.findIndex(([to]) => share <= to);
  if (above <= 0) return spread.at(above)![1];
  const [[from, low], [to, high]] = [spread[above - 1]!, spread[above]!];
  return low + ((share - from) / (to - from)) * (high - low);
}

/** From this share of the field on, the birds that came say more than the speed that the loft expected. */
const telling = 0.02;
/** Beyond this share, what is still out may not come at all. */
const nearlyAll = 0.97;

export interface Field {
  /** The release of the bird, and now, epoch ms. */
  release_ms: number;
  now_ms: number;
  /** The nights in which nothing counts, as the flight has them. */
  closed_intervals: Flight['closed_intervals'];
  distance_m: number | null;
  /** The speed that the loft expects of the middle of the field, m/min; null: not known. */
  average: number | null;
  /** The share of the field that is home, 0 to 1. */
  home_share: number;
}

/**
 * The window in which a bird that is still out comes home in 8 of 10 cases, epoch ms: from the share of the field that is
 * home, or from the expected speed while hardly any is. Never one moment. Null where no estimate is possible: nothing is
 * known of the field, nearly all are home, or a closed night lies between.
 */
export function expectedBird(field: Field): Window | null {
  const { release_ms, now_ms, closed_intervals, distance_m, average, home_share } = field;
  if (home_share > nearlyAll) return null;
  const flown_ms = netTime(release_ms, now_ms, closed_intervals);
  const told = home_share >= telling;
  if (!told && (distance_m === null || !average)) return null;
  const middle_ms = told
    ? flown_ms / flownBy(home_share)
    : Math.max((distance_m! / average!) * 60_000, flown_ms / flownBy(0));
  const share = told ? home_share : 0;
  const [from_ms, to_ms] = [0.1, 0.9].map((part) =>
    Math.round(now_ms + middle_ms * flownBy(share + part * (1 - share)) - flown_ms),
  );
  if (netTime(now_ms, to_ms!, closed_intervals) < to_ms! - now_ms) return null;
  return { from_ms: from_ms!, to_ms: to_ms! };
}
