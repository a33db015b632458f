import { describe, expect, test } from 'vitest';
import { runningSince, timeBetween, timeDifference } from '#domain/arrivals/clock.ts';

describe('time differences', () => {
  test.each([
    [0, 1, '+0:00.0'],
    [255_399, 1, '+4:15.3'],
    [255_399, 3, '+4:15.399'],
    [255_399, 0, '+4:15'],
    [5_007, 2, '+0:05.00'],
    [3_599_999, 1, '+59:59.9'],
    [3_600_000, 1, '+1:00:00.0'],
    [3_855_300, 3, '+1:04:15.300'],
    [-1_500, 1, '-0:01.5'],
    [86_399_999, 3, '+23:59:59.999'],
  ] as const)('%d ms with %d decimals is %s', (ms, decimals, text) => {
    expect(timeDifference(ms, decimals)).toBe(text);
  });

  test('they are capped at 24 h, 86,400 s (9.7)', () => {
    expect([86_400_000, 1e12, -86_400_000].map((ms) => timeDifference(ms))).toEqual(['24h+', '24h+', '24h+']);
  });
});

test('what lies between two moments is written alike, without a sign', () => {
  expect([217, -859, 75_334, 86_400_000].map((ms) => timeBetween(ms, 3))).toEqual([
    '0:00.217',
    '0:00.859',
    '1:15.334',
    '24h+',
  ]);
});

describe('the running clock', () => {
  test('it shows when the release is in the past (2.34)', () => {
    expect(runningSince(1_000, 5_000)).toBe(4_000);
    expect(runningSince(5_000, 5_000)).toBeNull();
    expect(runningSince(6_000, 5_000)).toBeNull();
    expect(runningSince(null, 5_000)).toBeNull();
  });

  test('a replay runs so many times as fast', () => {
    expect(runningSince(1_000, 5_000, 30)).toBe(120_000);
  });
});
