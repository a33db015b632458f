/** The days of a loft by its IANA time zone. Heavy: pages in the browser show times with `Intl`. */
import { Temporal } from 'temporal-polyfill';

/**
 * The instants (epoch ms) of the local midnights that follow an instant, `count` of them: the starts of the second,
 * third … day of a race. Where a clock change skips midnight it is the first instant of that day.
 */
export function midnightsAfter(instant_ms: number, time_zone: string, count: number): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(instant_ms).toZonedDateTimeISO(time_zone).toPlainDate();
  return Array.from(
    { length: count },
    (_, i) => first.add({ days: i + 1 }).toZonedDateTime({ timeZone: time_zone }).epochMilliseconds,
  );
}

/** The day of an instant (epoch ms) in a time zone, `YYYY-MM-DD`. */
export function dayAt(instant_ms: number, time_zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant_ms).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}

/** Whether a text names a time zone that this program knows. */
export function isTimeZone(text: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant (epoch ms) of a day and a time of day in a time zone; a time that a clock change skips is the one after
 * it.
 */
export function instantOf({ date, time }: { date: string; time: string }, time_zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(time_zone).epochMilliseconds;
}

/** The day and the time of day in a time zone: `2026-09-12` and `07:30`. */
export function clockOf(instant_ms: number, time_zone: string): { date: string; time: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(instant_ms).toZonedDateTimeISO(time_zone);
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString({ smallestUnit: 'minute' }) };
}
