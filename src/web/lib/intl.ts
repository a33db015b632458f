/**
 * Formats of numbers, times and days. Digits are Latin in every language, so that a ring, a time or a speed reads the
 * same for all who follow a race. Formatters are expensive to create and are cached.
 */

import { dateTag, type Locale, localeFacts } from '#domain/locales.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';

/** A plain number, grouped as the language does: `1,310`. */
export function formatNumber(locale: Locale, value: number, most_decimals = 0, least_decimals = 0): string {
  return cached(`number ${locale} ${least_decimals} ${most_decimals}`, () =>
    numbers(locale, { minimumFractionDigits: least_decimals, maximumFractionDigits: most_decimals }),
  ).format(value);
}

/**
 * A speed with two decimals (5.21), or fewer where the race has fewer. A race that truncates instead of rounding is
 * shown truncated as well, or the page would state more than the result.
 */
export function formatSpeed(locale: Locale, speed: number, rule: Pick<SpeedRule, 'decimals' | 'rounding'>): string {
  const decimals = Math.min(rule.decimals ?? 2, 2);
  const roundingMode = rule.rounding === 'cut' ? 'trunc' : 'halfExpand';
  return cached(`speed ${locale} ${decimals} ${roundingMode}`, () =>
    numbers(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, roundingMode }),
  ).format(speed);
}

/** A list of names in the language's form: `ring, name, and sex`. */
export const formatList = (locale: Locale, names: readonly string[]): string =>
  cached(`list ${locale}`, () => new Intl.ListFormat(localeFacts[locale].tag)).format(names);

export type MeasureUnit =
  | 'meter'
  | 'foot'
  | 'celsius'
  | 'percent'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'kilobyte'
  | 'kilometer'
  | 'kilometer-per-hour';

/** A measure with its unit: `21.5°C`, `87%`, `+120 ms`; narrow: `2.6s` for `2.6 sec`. */
export function formatMeasure(
  locale: Locale,
  value: number,
  unit: MeasureUnit,
  { decimals = 0, signed = false, narrow = false }: { decimals?: number; signed?: boolean; narrow?: boolean } = {},
): string {
  return cached(`measure ${locale} ${unit} ${decimals} ${signed} ${narrow}`, () =>
    numbers(locale, {
      style: 'unit',
      unit,
      unitDisplay: narrow ? 'narrow' : 'short',
      maximumFractionDigits: decimals,
      signDisplay: signed ? 'exceptZero' : 'auto',
    }),
  ).format(value);
}

/** A duration in the largest unit of which it is a whole number: `90 sec`, `5 min`, `24 hr`. */
export function formatSpan(locale: Locale, seconds: number): string {
  if (seconds % 3600 === 0) return formatMeasure(locale, seconds / 3600, 'hour');
  return seconds % 60 === 0 ? formatMeasure(locale, seconds / 60, 'minute') : formatMeasure(locale, seconds, 'second');
}

/** Languages in which words before a duration change the names of its units, but not their abbreviations. */
const inflected: readonly Locale[] = ['pl', 'ru', 'sk'];

/** A whole number of a unit of time, written out where it can be: `9 seconds`, `2 days`. */
const lasting = (locale: Locale, value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string =>
  cached(`lasting ${locale} ${unit}`, () =>
    numbers(locale, { style: 'unit', unit, unitDisplay: inflected.includes(locale) ? 'short' : 'long' }),
  ).format(value);

/** How long something lasted, in a sentence: `9 seconds`, `4 minutes`, `3 hours 10 minutes`; at least a second. */
export function formatLasting(locale: Locale, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return lasting(locale, seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return lasting(locale, minutes, 'minute');
  const rest = minutes % 60;
  const hours = lasting(locale, (minutes - rest) / 60, 'hour');
  return rest === 0 ? hours : `${hours} ${lasting(locale, rest, 'minute')}`;
}

/** From so long on a countdown is said in days and hours: three-figure hours are a sum that nobody wants to do, ms. */
export const countedInDays_ms = 24 * 3_600_000;

/** How long until something: `19:59:58`, and from a day on `2 days 5 hours`. */
export function formatUntil(locale: Locale, ms: number): string {
  if (ms < countedInDays_ms) return formatRunning(ms);
  const hours = Math.floor(ms / 3_600_000);
  const days = lasting(locale, Math.floor(hours / 24), 'day');
  return hours % 24 === 0 ? days : `${days} ${lasting(locale, hours % 24, 'hour')}`;
}

/** A distance in the unit of its loft, to the metre for kilometres: `493.182`. */
export function formatDistance(locale: Locale, distance: number): string {
  return formatNumber(locale, distance, 3, 1);
}

/** An amount in its own currency, with its symbol: `€1,250.00`, `1.250,00 €`, `$80.00`. */
export function formatMoney(locale: Locale, amount_cents: number, currency: string): string {
  return money(locale, amount_cents, currency);
}

/** A prize: as {@link formatMoney}, and a whole amount without its cents: `€250`. */
export function formatPrize(locale: Locale, amount_cents: number, currency: string): string {
  return money(locale, amount_cents, currency, amount_cents % 100 ? undefined : 0);
}

/** About an amount: `≈ $135`, `≈ 8,50 €`; cents only where there are some. */
export function formatAbout(locale: Locale, amount_cents: number, currency: string): string {
  return `≈\u00a0${money(locale, amount_cents, currency, amount_cents % 100 ? 2 : 0)}`;
}

/** From right to left, a sign such as `US$` would be torn apart: it is isolated. */
function money(locale: Locale, amount_cents: number, currency: string, digits?: number): string {
  const amount = cached(`money ${locale} ${currency} ${digits}`, () =>
    numbers(locale, {
      style: 'currency',
      currency,
      // The dollar of the United States has the plain sign; others have their country.
      currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
  ).format(amount_cents / 100);
  return localeFacts[locale].dir === 'rtl' ? amount.replace(/[A-Z]+\$?/, '\u2068$&\u2069') : amount;
}

/** A share in hundredths of a percent: `2.5%`. */
export function formatShare(locale: Locale, hundredths: number): string {
  return cached(`share ${locale}`, () => numbers(locale, { style: 'percent', maximumFractionDigits: 2 })).format(
    hundredths / 10_000,
  );
}

/** Coordinates, to about ten metres: `39.8230° N, 7.4918° W`. */
export function formatPlace(locale: Locale, latitude: number, longitude: number): string {
  const degrees = (value: number, plus: string, minus: string) =>
    `${formatNumber(locale, Math.abs(value), 4, 4)}° ${value < 0 ? minus : plus}`;
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

/** The time of day at a place, split into the main part and the milliseconds: `13:35:23` and `518`. */
export function clockTime(at_ms: number, time_zone: string): { time: string; ms: string } {
  const format = cached(
    `clock ${time_zone}`,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: time_zone,
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  );
  // A bird without a reading may stand half a millisecond behind the one before it; no clock shows that.
  const ms = Math.floor(((at_ms % 1000) + 1000) % 1000);
  return { time: format.format(at_ms), ms: String(ms).padStart(3, '0') };
}

/**
 * The day with the name of its month, which nobody can take for another: `12 Sep 2026`, `Sat 12 Sep 2026`. In place of
 * the figures of 9.7 (decision 66).
 */
export function formatNamedDay(locale: Locale, at_ms: number, time_zone: string, weekday = false): string {
  return cached(`named day ${locale} ${weekday} ${time_zone}`, () =>
    days(locale, {
      timeZone: time_zone,
      ...(weekday && { weekday: 'short' }),
      day: 'numeric',
      month: namedMonth(locale),
      year: 'numeric',
    }),
  ).format(at_ms);
}

/** The shortest form of a month in a day that is a word: some languages write the short one as a figure. */
function namedMonth(locale: Locale): 'short' | 'long' {
  const short = cached(`short month ${locale}`, () => days(locale, { day: 'numeric', month: 'short' }));
  return /\p{L}/u.test(short.format(0)) ? 'short' : 'long';
}

/** The day at a place in sortable form, for files: `2026-09-12`. */
export function isoDay(at_ms: number, time_zone: string): string {
  return cached(`iso day ${time_zone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })).format(at_ms);
}

/** The day in words: `Saturday 12 September 2026`. */
export function formatDay(locale: Locale, at_ms: number, time_zone: string): string {
  return cached(`day ${locale} ${time_zone}`, () =>
    days(locale, { timeZone: time_zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  ).format(at_ms);
}

/** The day of the week, short: `Sat`. */
export function formatWeekday(locale: Locale, at_ms: number, time_zone: string): string {
  return cached(`weekday ${locale} ${time_zone}`, () => days(locale, { timeZone: time_zone, weekday: 'short' })).format(
    at_ms,
  );
}

/**
 * A future time as short as possible: today by the hour alone, within a week with the weekday, later with the day:
 * `15:00`, `Sun 06:30`, `14 Aug 06:30`.
 */
export function formatComing(
  locale: Locale,
  at_ms: number,
  now_ms: number,
  time_zone: string,
): { day: string | null; time: string } {
  const time = clockTime(at_ms, time_zone).time.slice(0, 5);
  if (isoDay(at_ms, time_zone) === isoDay(now_ms, time_zone)) return { day: null, time };
  const near = at_ms > now_ms && at_ms - now_ms < 6 * 24 * 3_600_000;
  const day = cached(`coming ${locale} ${near} ${time_zone}`, () =>
    days(locale, {
      timeZone: time_zone,
      ...(near ? { weekday: 'short' } : { day: 'numeric', month: namedMonth(locale) }),
    }),
  ).format(at_ms);
  return { day, time };
}

/** A past time by the reader's own clock: `14:32`, `14 Aug 06:30`. */
export function formatMoment(locale: Locale, at_ms: number, now_ms: number): string {
  const { day, time } = formatComing(locale, at_ms, now_ms, new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return day === null ? time : `${day} ${time}`;
}

/** An age in the largest unit it fills: `12 minutes ago`, `3 hours ago`. */
export function formatAge(locale: Locale, age_ms: number): string {
  const minutes = Math.max(0, Math.floor(age_ms / 60_000));
  const [count, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 24 * 60
        ? ([Math.floor(minutes / 60), 'hour'] as const)
        : ([Math.floor(minutes / (24 * 60)), 'day'] as const);
  return cached(
    `age ${locale}`,
    () => new Intl.RelativeTimeFormat(localeFacts[locale].tag, { numeric: 'auto' }),
  ).format(-count, unit);
}

/**
 * A calendar day, `YYYY-MM-DD`, in the language's form: `1 Mar`, `1 Mar 2027`, `Monday 1 March 2027`, or its month,
 * `Mar`.
 */
export function formatCalendarDay(locale: Locale, day: string, as: 'short' | 'named' | 'words' | 'month'): string {
  const options = {
    short: { day: 'numeric', month: namedMonth(locale) },
    named: { day: 'numeric', month: namedMonth(locale), year: 'numeric' },
    words: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    month: { month: 'short' },
  } as const;
  return cached(`calendar ${locale} ${as}`, () => days(locale, { timeZone: 'UTC', ...options[as] })).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

/** The number of days until something, by the days of a place: `tomorrow`, `in 3 days`. */
export function formatDaysAhead(locale: Locale, at_ms: number, now_ms: number, time_zone: string): string {
  const days = (Date.parse(isoDay(at_ms, time_zone)) - Date.parse(isoDay(now_ms, time_zone))) / 86_400_000;
  return cached(
    `ahead ${locale}`,
    () => new Intl.RelativeTimeFormat(localeFacts[locale].tag, { numeric: 'auto' }),
  ).format(Math.round(days), 'day');
}

/** How long a race has been running: `06:41:12`; beyond a day the hours continue to count. */
export function formatRunning(running_ms: number): string {
  const seconds = Math.max(0, Math.floor(running_ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A flying time: `6:26:20.187`, with as many decimals of the second as its source has. */
export function formatFlown(ms: number, decimals: 0 | 1 | 2 | 3 = 3): string {
  const fraction = String(Math.floor(ms % 1000)).padStart(3, '0');
  const time = formatRunning(ms).replace(/^0(?=\d:)/, '');
  return decimals > 0 ? `${time}.${fraction.slice(0, decimals)}` : time;
}

/** The name of a country by its code, or the code itself where the language has no name for it. */
export function countryName(locale: Locale, code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  return (
    cached(
      `country ${locale}`,
      () => new Intl.DisplayNames(localeFacts[locale].tag, { type: 'region', fallback: 'code' }),
    ).of(code.toUpperCase()) ?? code
  );
}

/** Whether the clocks of two places differ at an instant. */
export function clocksDiffer(at_ms: number, one_zone: string, other_zone: string): boolean {
  if (one_zone === other_zone) return false;
  return clockTime(at_ms, one_zone).time !== clockTime(at_ms, other_zone).time;
}

export type Sky = 'night' | 'dawn' | 'day' | 'dusk';

/** The sky over a place at an instant, by its local hour. */
export function skyAt(at_ms: number, time_zone: string): Sky {
  const hour = Number(clockTime(at_ms, time_zone).time.slice(0, 2));
  if (hour < 5 || hour >= 21) return 'night';
  return hour < 8 ? 'dawn' : hour < 18 ? 'day' : 'dusk';
}

const formatters = new Map<string, unknown>();

function cached<F>(key: string, make: () => F): F {
  let format = formatters.get(key) as F | undefined;
  if (format === undefined) {
    format = make();
    formatters.set(key, format);
  }
  return format;
}

function numbers(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(localeFacts[locale].tag, { numberingSystem: 'latn', ...options });
}

function days(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateTag(locale), { numberingSystem: 'latn', calendar: 'gregory', ...options });
}
