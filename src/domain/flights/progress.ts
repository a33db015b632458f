/** How far the estimated position on the map is on its way: 0 at the release point, 1 at the loft (4.13 to 4.16). */

/** How often the marker moves, ms: without an average speed, and with one (9.12). */
export const refresh_ms = { animated: 250, estimated: 2500 } as const;
/** One round of the moving dashes of the line, ms (4.16). */
export const curve_ms = 20_000;

const first = 0.01;
const perMs = 0.000_05;
const last = 1.2;

/** Where the animation of a flight without an average speed begins (4.13). */
export const firstProgress = first;

/** The next progress of a flight without an average speed, `elapsed_ms` after the one before (4.13). */
export function animatedProgress(progress: number, elapsed_ms: number): number {
  const next = progress + perMs * elapsed_ms;
  return next > last ? first : next;
}

/** Whether the progress of a flight is only an animation: it has no average speed. */
export const isAnimated = (average: number | null): boolean => !average;

/**
 * The progress of a flight with an average speed (4.14).
 * @param average m/min
 * @param straight_m the straight distance from the release point to the loft, metres
 */
export function estimatedProgress({
  release_ms,
  now_ms,
  average,
  straight_m,
}: {
  release_ms: number;
  now_ms: number;
  average: number;
  straight_m: number;
}): number {
  if (straight_m <= 0) return 1;
  return Math.max(0, Math.min(1, (((now_ms - release_ms) / 60_000) * average) / straight_m));
}

/** Whether the evaluation marker replaces those of the loft and of the estimated position (4.13, 4.15). */
export const isEvaluated = (progress: number): boolean => progress >= 1;
