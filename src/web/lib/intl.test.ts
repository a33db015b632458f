import { describe, expect, test } from 'vitest';
import { locales } from '#domain/locales.ts';
import {
  clocksDiffer,
  clockTime,
  countryName,
  formatAge,
  formatCalendarDay,
  formatDay,
  formatDistance,
  formatMoney,
  formatNamedDay,
  formatNumber,
  formatRunning,
  formatSpeed,
  formatUntil,
  skyAt,
} from './intl.ts';

const clocked = Date.parse('2026-09-12T12:35:23.518Z');

test('from right to left the sign of a currency in Latin letters stays whole', () => {
  expect(formatMoney('ar', 54_200, 'USD')).toContain('\u2068US$\u2069');
  expect(formatMoney('ar', 54_200, 'EUR')).not.toContain('\u2068');
  expect(formatMoney('de', 54_200, 'USD')).not.toContain('\u2068');
});

describe('digits', () => {
  test.each(locales)('are Latin in %s', (locale) => {
    const shown = [
      formatNumber(locale, 1310),
      formatSpeed(locale, 1296.5083, { decimals: 4, rounding: 'half-up' }),
      formatDistance(locale, 493.182),
      formatNamedDay(locale, clocked, 'Europe/Lisbon'),
      formatDay(locale, clocked, 'Europe/Lisbon'),
    ].join(' ');
    expect(shown.replaceAll(/[\d]/g, '')).not.toMatch(/\p{Nd}/u);
    expect(shown).toMatch(/1.?310/);
    expect(shown).toContain('2026');
  });
});

test.each([
  ['en', 59_000, 'this minute'],
  ['en', 60_000, '1 minute ago'],
  ['en', 3_599_999, '59 minutes ago'],
  ['en', 3_600_000, '1 hour ago'],
  ['de', 26 * 3_600_000, 'gestern'],
  ['pl', 3 * 60_000, '3 minuty temu'],
  ['ar', 2 * 3_600_000, 'قبل ساعتين'],
] as const)('an age in %s after %i ms is "%s"', (locale, age_ms, said) => {
  expect(formatAge(locale, age_ms)).toBe(said);
});

test('the day is written with the name of its month, as the language orders it, in Gregorian years (9.7, decision 66)', () => {
  expect(formatNamedDay('en', clocked, 'Europe/Lisbon')).toBe('12 Sept 2026');
  expect(formatNamedDay('de', clocked, 'Europe/Lisbon')).toBe('12. Sept. 2026');
  expect(formatNamedDay('cn', clocked, 'Europe/Lisbon')).toBe('2026年9月12日');
  expect(formatNamedDay('th', clocked, 'Asia/Bangkok', true)).toBe('เสาร์ 12 ก.ย. 2026');
});

test.each(locales)('no day in %s can be taken for another month', (locale) => {
  expect(formatNamedDay(locale, clocked, 'Europe/Lisbon')).not.toMatch(/\b0?9[/.-]/);
  expect(formatCalendarDay(locale, '2026-09-12', 'named')).not.toMatch(/\b0?9[/.-]/);
  expect(formatCalendarDay(locale, '2026-09-12', 'short')).toMatch(/\p{L}/u);
});

test('the time of day is that of the loft, in 24 hours, with separate milliseconds', () => {
  expect(clockTime(clocked, 'Europe/Lisbon')).toEqual({ time: '13:35:23', ms: '518' });
  expect(clockTime(clocked + 0.5, 'Europe/Lisbon')).toEqual({ time: '13:35:23', ms: '518' });
  expect(clockTime(Date.parse('2026-09-12T23:00:00.007Z'), 'Europe/Lisbon')).toEqual({ time: '00:00:00', ms: '007' });
  expect(clockTime(clocked, 'America/New_York').time).toBe('08:35:23');
});

test('clocks are compared at the instant, not by the name of their zone', () => {
  expect(clocksDiffer(clocked, 'Europe/Lisbon', 'Europe/London')).toBe(false);
  expect(clocksDiffer(clocked, 'Europe/Lisbon', 'Europe/Berlin')).toBe(true);
});

test('speeds have two decimals, fewer where the race has fewer, and are truncated where it truncates (5.21)', () => {
  expect(formatSpeed('en', 1296.515, { decimals: 4, rounding: 'half-up' })).toBe('1,296.52');
  expect(formatSpeed('en', 1296.5199, { decimals: 4, rounding: 'cut' })).toBe('1,296.51');
  expect(formatSpeed('en', 758, { decimals: 0, rounding: 'cut' })).toBe('758');
  expect(formatSpeed('de', 1296.5, { decimals: null, rounding: 'none' })).toBe('1.296,50');
});

test('distances are shown to the metre, and 78 km as 78.0', () => {
  expect(formatDistance('en', 493.182)).toBe('493.182');
  expect(formatDistance('en', 78)).toBe('78.0');
});

test('a race of two days continues to count hours (2.34)', () => {
  expect(formatRunning(24_072_999)).toBe('06:41:12');
  expect(formatRunning(111_912_000)).toBe('31:05:12');
  expect(formatRunning(-1)).toBe('00:00:00');
});

test('a countdown is a clock up to a day, then days and hours in words', () => {
  const hour = 3_600_000;
  expect(formatUntil('en', 24 * hour - 1)).toBe('23:59:59');
  expect(formatUntil('en', 24 * hour)).toBe('1 day');
  expect(formatUntil('en', 53.9 * hour)).toBe('2 days 5 hours');
  expect(formatUntil('de', 25 * hour)).toBe('1 Tag 1 Stunde');
  expect(formatUntil('ar', 53 * hour)).toMatch(/^\P{Nd}*5?\P{Nd}*$/u);
  for (const locale of locales) expect(formatUntil(locale, 53 * hour)).not.toMatch(/:/);
});

test('countries are named in the language, and an unknown code is shown as it is', () => {
  expect(countryName('de', 'be')).toBe('Belgien');
  expect(countryName('se', 'DE')).toBe('Tyskland');
  expect(countryName('en', 'England')).toBe('England');
});

test('the sky follows the local time of the loft', () => {
  expect(skyAt(Date.parse('2026-09-12T12:00:00Z'), 'Europe/Lisbon')).toBe('day');
  expect(skyAt(Date.parse('2026-09-12T12:00:00Z'), 'Asia/Bangkok')).toBe('dusk');
  expect(skyAt(Date.parse('2026-09-12T12:00:00Z'), 'America/Los_Angeles')).toBe('dawn');
  expect(skyAt(Date.parse('2026-09-12T00:00:00Z'), 'Europe/Lisbon')).toBe('night');
});
