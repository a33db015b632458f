import { describe, expect, test } from 'vitest';
import { closingCount, closingTime } from '#domain/flights/closing.ts';
import type { ClosingRule } from '#domain/seasons/rules.ts';

const closes = (rule: ClosingRule, release: string, time_zone: string) => {
  const time_ms = closingTime(rule, { release_ms: Date.parse(release), time_zone });
  return time_ms === null ? null : new Date(time_ms).toISOString();
};

test.each([
  [25, 812, 203],
  [25, 4, 1],
  [33, 10, 4],
  [100, 7, 7],
  [1, 7, 1],
])('a race that closes at %s %% of %s birds is over with number %s', (percent, basketed, expected) => {
  expect(closingCount({ kind: 'share', percent }, basketed)).toBe(expected);
  expect(closingCount({ kind: 'none' }, basketed)).toBeNull();
});

describe('the closing of a race (domain 2.9)', () => {
  test.each([
    ['never by itself', { kind: 'none' }, '2026-06-20T05:00:00Z', 'Europe/Lisbon', null],
    [
      '48 hours after the release',
      { kind: 'hours', hours: 48 },
      '2026-03-28T05:00:00Z',
      'Europe/Lisbon',
      '2026-03-30T05:00:00.000Z',
    ],
    [
      'an hour and a half after it',
      { kind: 'hours', hours: 1.5 },
      '2026-06-20T05:00:00Z',
      'Europe/Lisbon',
      '2026-06-20T06:30:00.000Z',
    ],
    [
      'day 2 at 20:00',
      { kind: 'day', day: 2, time: '20:00' },
      '2026-06-20T05:00:00Z',
      'Europe/Brussels',
      '2026-06-21T18:00:00.000Z',
    ],
    [
      'the same day at 22:00',
      { kind: 'day', day: 1, time: '22:00:30' },
      '2026-06-20T05:00:00Z',
      'Africa/Johannesburg',
      '2026-06-20T20:00:30.000Z',
    ],
    [
      'day 1 is that of the loft, not of Greenwich',
      { kind: 'day', day: 1, time: '18:00' },
      '2026-06-19T23:00:00Z',
      'Asia/Bangkok',
      '2026-06-20T11:00:00.000Z',
    ],
    [
      'the clocks change in between',
      { kind: 'day', day: 2, time: '20:00' },
      '2026-10-24T05:00:00Z',
      'Europe/Brussels',
      '2026-10-25T19:00:00.000Z',
    ],
    [
      'a time that is skipped is taken later',
      { kind: 'day', day: 2, time: '02:30' },
      '2026-03-28T05:00:00Z',
      'Europe/Brussels',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'over the end of the month',
      { kind: 'day', day: 3, time: '12:00' },
      '2026-02-27T08:00:00Z',
      'UTC',
      '2026-03-01T12:00:00.000Z',
    ],
  ] satisfies [string, ClosingRule, string, string, string | null][])('%s', (_name, rule, release, zone, expected) => {
    expect(closes(rule, release, zone)).toBe(expected);
  });
});
