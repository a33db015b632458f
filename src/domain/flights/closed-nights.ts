// The closed periods of the nights after a release, by the rule of the race. The server computes them once and stores
// them with the flight, so that a better sun formula or a new time zone law never changes an old result.

import { getTimes } from 'suncalc';
import { Temporal } from 'temporal-polyfill';
import type { ClosedInterval } from '#domain/flights/night.ts';
import type { ClosedNightRule } from '#domain/seasons/rules.ts';

/** The place and time for which nights are computed. */
export interface NightsOf {
  /** Epoch ms. */
  release_ms: number;
  /** Of the loft: the sun of the home loft decides (CRPA: the table of its capital). */
  latitude: number;
  longitude: number;
  /** IANA zone of the loft. */
  time_zone: string;
  /** Number of nights after the release to compute; whole, at least 0. */
  nights: number;
}

/**
 * The closed periods after a release, in order, without overlap. Only those that begin after the release: an organiser
 * who releases before the opening has opened the day himself.
 *
 * `hours` are local clock times; of a time that a clock change skips the later counts, of a time that it repeats the
 * earlier. `sun` times are rounded to the minute, as printed tables give them (domain 2.8). Where the sun does not set
 * there is no night; where it does not rise the whole day is closed.
 */
export function closedNights(rule: ClosedNightRule, of: NightsOf): ClosedInterval[] {
  const stretches = rule.kind === 'none' ? [] : rule.kind === 'hours' ? byHours(rule, of) : bySun(rule, of);
  return stretches.filter(({ from, to }) => from >= of.release_ms && from < to);
}

function byHours(rule: Extract<ClosedNightRule, { kind: 'hours' }>, of: NightsOf): ClosedInterval[] {
  const closes = Temporal.PlainTime.from(rule.closes);
  const opens = Temporal.PlainTime.from(rule.opens);
  const at = (date: Temporal.PlainDate, plainTime: Temporal.PlainTime) =>
    date.toZonedDateTime({ timeZone: of.time_zone, plainTime }).epochMilliseconds;
  const over_midnight = Temporal.PlainTime.compare(opens, closes) <= 0;
  return localDays(of, of.nights).map((date) => ({
    from: at(date, closes),
    to: at(over_midnight ? date.add({ days: 1 }) : date, opens),
  }));
}

/** The nights are the gaps between the open days. */
function bySun(rule: Extract<ClosedNightRule, { kind: 'sun' }>, of: NightsOf): ClosedInterval[] {
  const dates = localDays(of, of.nights + 1);
  const days = dates.map((date) => openDay(date, rule, of));
  const nights: ClosedInterval[] = [];
  // A day on which the sun does not rise is closed from the release on, the last one until it ends.
  let from = days[0]?.to ?? of.release_ms;
  for (const day of days.slice(1)) {
    if (!day) continue;
    nights.push({ from, to: day.from });
    from = day.to;
  }
  if (!days.at(-1)) nights.push({ from, to: localNoon(dates.at(-1)!, of) + half_day_ms });
  return nights;
}

/** From some minutes before sunrise to some minutes after sunset of a local day, or null where there is no day. */
function openDay(
  date: Temporal.PlainDate,
  rule: Extract<ClosedNightRule, { kind: 'sun' }>,
  of: NightsOf,
): ClosedInterval | null {
  // suncalc gives the day whose solar noon is nearest to an instant. At noon of the loft's clocks that is never more
  // than four hours away, in Kashgar and on Kiritimati too.
  const sun = getTimes(new Date(localNoon(date, of)), of.latitude, of.longitude);
  if (sun.alwaysUp) {
    // A minute more at both ends, because solar noons lie up to 30 s more than a day apart.
    const noon_ms = toMinute(sun.solarNoon);
    return { from: noon_ms - half_day_ms - 60_000, to: noon_ms + half_day_ms + 60_000 };
  }
  if (!sun.sunrise || !sun.sunset) return null;
  const from = toMinute(sun.sunrise) - rule.before_sunrise_min * 60_000;
  const to = toMinute(sun.sunset) + rule.after_sunset_min * 60_000;
  return from < to ? { from, to } : null;
}

/** Sunrise and sunset of the local day of an instant, epoch ms to the minute; null where there is none on that day. */
export function sunOn(
  instant_ms: number,
  place: Pick<NightsOf, 'latitude' | 'longitude' | 'time_zone'>,
): { rise_ms: number | null; set_ms: number | null } {
  const of = { ...place, release_ms: instant_ms, nights: 0 };
  const sun = getTimes(new Date(localNoon(localDays(of, 1)[0]!, of)), of.latitude, of.longitude);
  if (sun.alwaysUp) return { rise_ms: null, set_ms: null };
  return { rise_ms: sun.sunrise ? toMinute(sun.sunrise) : null, set_ms: sun.sunset ? toMinute(sun.sunset) : null };
}

const half_day_ms = 43_200_000;

function localNoon(date: Temporal.PlainDate, { time_zone }: NightsOf): number {
  return date.toZonedDateTime({ timeZone: time_zone, plainTime: '12:00' }).epochMilliseconds;
}

function localDays(of: NightsOf, count: number): Temporal.PlainDate[] {
  const first = Temporal.Instant.fromEpochMilliseconds(of.release_ms).toZonedDateTimeISO(of.time_zone).toPlainDate();
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

function toMinute(date: Date): number {
  return Math.round(date.getTime() / 60_000) * 60_000;
}
