/** When a device should be online, and since when one that should be is silent. Server only. */
import { Temporal } from 'temporal-polyfill';

/** When a device should be online: by the loft's clock, across midnight when the end is the earlier time. */
export interface Watch {
  /** `HH:MM`; null together with the end where nothing is expected. The same as the end: all day. */
  online_from: string | null;
  online_to: string | null;
  silent_after_s: number;
}

/**
 * Since when a device is expected to be online at an instant, epoch ms: the start of the window that the instant lies
 * in, minus infinity where it is expected all day, null where it is not. A start that a clock change skips is the first
 * time after it; of a start that comes twice the first counts, of an end that comes twice the second.
 */
export function expectedSince({ online_from, online_to }: Watch, time_zone: string, now_ms: number): number | null {
  if (online_from === null || online_to === null) return null;
  const [begin, end] = [Temporal.PlainTime.from(online_from), Temporal.PlainTime.from(online_to)];
  const order = Temporal.PlainTime.compare(begin, end);
  if (order === 0) return Number.NEGATIVE_INFINITY;
  const today = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(time_zone).toPlainDate();
  const at = (day: Temporal.PlainDate, time: Temporal.PlainTime, disambiguation: 'compatible' | 'later') =>
    day.toPlainDateTime(time).toZonedDateTime(time_zone, { disambiguation }).epochMilliseconds;
  for (const day of [today, today.subtract({ days: 1 })]) {
    const from_ms = at(day, begin, 'compatible');
    const to_ms = at(order < 0 ? day : day.add({ days: 1 }), end, 'later');
    if (from_ms <= now_ms && now_ms < to_ms) return from_ms;
  }
  return null;
}

/**
 * Since when a device that should be online is silent, epoch ms, or null. It is not expected before its window, and a
 * device that was never heard is not installed yet.
 */
export function silentSince(
  watch: Watch,
  time_zone: string,
  { last_contact_ms, now_ms }: { last_contact_ms: number | null; now_ms: number },
): number | null {
  if (last_contact_ms === null) return null;
  const expected_ms = expectedSince(watch, time_zone, now_ms);
  if (expected_ms === null) return null;
  const since_ms = Math.max(expected_ms, last_contact_ms);
  return now_ms - since_ms >= watch.silent_after_s * 1000 ? since_ms : null;
}
