/** The hours in which somebody wants to be left alone, by the clock on their wall. Server only. */
import { Temporal } from 'temporal-polyfill';

/** From one time of the day to another; when the second is the earlier one, across midnight. */
export interface QuietHours {
  from: string;
  to: string;
  time_zone: string;
}

/**
 * When the quiet hours that an instant lies in are over, epoch ms; null when it lies in none. Where a clock change skips
 * the end, they are over when the clock has gone past it; where it comes twice, at the first that is still to come.
 */
export function quietUntil(now_ms: number, { from, to, time_zone }: QuietHours): number | null {
  const now = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(time_zone);
  const time = now.toPlainTime();
  const [begin, end] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(to)];
  const after = (one: Temporal.PlainTime) => Temporal.PlainTime.compare(time, one) >= 0;
  const acrossMidnight = Temporal.PlainTime.compare(begin, end) > 0;
  const isQuiet = acrossMidnight ? after(begin) || !after(end) : after(begin) && !after(end);
  if (!isQuiet) return null;
  const day = now.toPlainDate().add({ days: acrossMidnight && after(begin) ? 1 : 0 });
  const ends = (disambiguation: 'compatible' | 'later') =>
    day.toPlainDateTime(end).toZonedDateTime(time_zone, { disambiguation }).epochMilliseconds;
  const first = ends('compatible');
  return first > now_ms ? first : ends('later');
}
