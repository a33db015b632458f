/** Quiet hours: the time of the day without notifications, by a person's local clock. Server only. */
import { Temporal } from 'temporal-polyfill';

/** From one time of the day to another; across midnight when the second is the earlier one. */
export interface QuietHours {
  from: string;
  to: string;
  time_zone: string;
}

/**
 * The end of the quiet hours that an instant lies in, epoch ms; null when it lies in none. Of an end that a clock
 * change skips the first instant after it counts; of an end that comes twice the next one.
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
