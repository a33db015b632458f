/**
 * The server's clock, read in the browser: a reader's own clock may be minutes off, and a race clock that is wrong is
 * worse than none. A reply is always older than its `read_at` when it is received, so the greatest of all observed
 * differences is the most accurate.
 */
import { asOf } from './as-of.ts';

let ahead_ms = Number.NEGATIVE_INFINITY;

/** Records the server's time of a reply. `seen_ms`: when the reply was received, by our clock. */
export function noteServerTime(read_at: string, seen_ms: number = asOf() ?? Date.now()): void {
  ahead_ms = Math.max(ahead_ms, Date.parse(read_at) - seen_ms);
}

/** The time on the clocks of a race: in a replay it runs faster by the replay factor. */
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
