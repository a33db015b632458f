// The clock of a race as people see it: how far behind the first, and how long the birds have been in the air.

import { raceTime } from '#domain/flights/flight.ts';

/**
 * A time difference for display: `+4:15.3`, from an hour on `+1:04:15.3`, from a day (86,400 s) on just `24h+` (9.7).
 * Digits and signs are ASCII in every language. Decimals beyond those shown are cut, as clocks do, so a gap never shows
 * as more than it was.
 * @param difference_ms negative ones get `-` and the same cap
 * @param decimals of the second; 3 are milliseconds
 */
export function timeDifference(difference_ms: number, decimals: 0 | 1 | 2 | 3 = 1): string {
  const total_ms = Math.floor(Math.abs(difference_ms));
  if (total_ms >= 86_400_000) return '24h+';
  const seconds = Math.floor(total_ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction =
    decimals === 0
      ? ''
      : `.${String(total_ms % 1000)
          .padStart(3, '0')
          .slice(0, decimals)}`;
  const sign = difference_ms < 0 ? '-' : '+';
  return `${sign}${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${fraction}`;
}

/** How long lies between two moments, in the notation of {@link timeDifference}, without a sign: `4:15.3`, `24h+`. */
export const timeBetween = (difference_ms: number, decimals: 0 | 1 | 2 | 3 = 1): string =>
  timeDifference(Math.abs(difference_ms), decimals).replace(/^\+/, '');

/**
 * With how many decimals of the second a time is shown: as many as it has in all of these steps, so that none is only a
 * zero, or only says when a replay began.
 * @param steps_ms for a time of a result: those in which its clocks tell the time, and in which its rules compare it
 */
export function secondDecimals(...steps_ms: readonly number[]): 0 | 1 | 2 | 3 {
  const step_ms = Math.max(...steps_ms);
  if (step_ms >= 1000) return 0;
  if (step_ms >= 100) return 1;
  return step_ms >= 10 ? 2 : 3;
}

/**
 * How long a race has been running, or null while its release is not in the past (2.34).
 * @param release_ms epoch ms; null: not released
 * @param now_ms epoch ms
 * @param replay_factor of a replay: its clock runs so many times as fast
 * @returns ms
 */
export function runningSince(release_ms: number | null, now_ms: number, replay_factor = 1): number | null {
  return release_ms !== null && release_ms < now_ms ? raceTime(release_ms, now_ms, replay_factor) - release_ms : null;
}

/** The name of the clock that has the readings of published lists; its readings are times of a list. */
export const importClock = 'import';
