/**
 * The server's clock, read in the browser: a reader's own clock may be minutes off, and a race clock that is wrong is
 * worse than none. An answer is always older than its `read_at` when it is looked at, so of all differences seen the
 * greatest is the nearest to the truth.
 */
import { asOf } from './as-of.ts';

let ahead_ms = Number.NEGATIVE_INFINITY;

/** Tells the clock what the server's time was when it made an answer. `seen_ms`: when the answer came, by our clock. */
export function noteServerTime(read_at: string, seen_ms: number = asOf() ?? Date.now()): void {
  ahead_ms = Math.max(ahead_ms, Date.parse(read_at) - seen_ms);
}

/** When the document that is shown came, by our clock. */
export function documentCameAt(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry ? performance.timeOrigin + entry.responseStart : Date.now();
}

/** What the clocks of a race show: a replay's day goes as many times as fast as its birds come. */
export function raceTime(
  flight: { release_time: string | null; replay_factor: number | null },
  now_ms: number,
): number {
  const release_ms = flight.release_time === null ? now_ms : Date.parse(flight.release_time);
  return release_ms < now_ms ? release_ms + (now_ms - release_ms) * (flight.replay_factor ?? 1) : now_ms;
}

/** Now, epoch ms, by the server's clock as far as it is known. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(ahead_ms) ? ahead_ms : 0);
}
