import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClosedInterval, netTime } from '#domain/flights/night.ts';

const minute = 60_000;
const at = (text: string) => Date.parse(text);

describe('the closed night', () => {
  const release = at('2026-06-20T07:00:00Z');
  const night = [{ from: at('2026-06-20T21:12:00Z'), to: at('2026-06-21T05:18:00Z') }];

  test('600 km, released 07:00, home 06:40 next day, closed 21:12-05:18: 934 minutes count (domain 2.8)', () => {
    expect(netTime(release, at('2026-06-21T06:40:00Z'), night)).toBe(934 * minute);
    expect(netTime(release, at('2026-06-21T06:40:00Z'), [])).toBe(1420 * minute);
  });

  test.each([
    ['before the night', '2026-06-20T20:00:00Z', 780],
    ['at the closing', '2026-06-20T21:12:00Z', 852],
    ['inside, counted as the closing moment', '2026-06-21T02:00:00Z', 852],
    ['just before the opening', '2026-06-21T05:17:59.999Z', 852],
    ['at the opening', '2026-06-21T05:18:00Z', 852],
    ['a minute later', '2026-06-21T05:19:00Z', 853],
  ])('%s', (_name, time, minutes) => {
    expect(netTime(release, at(time), night)).toBe(minutes * minute);
  });

  test('a night that was over at the release, or has not begun, is not subtracted', () => {
    const later = at('2026-06-22T07:00:00Z');
    expect(netTime(later, later + minute, night)).toBe(minute);
    expect(netTime(release, release, night)).toBe(0);
    expect(netTime(release, release - minute, night)).toBe(-minute);
  });

  test('net time never decreases, and is constant exactly while it is closed', () => {
    const nights = fc
      .uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 8 })
      .map((cuts) => cuts.sort((a, b) => a - b))
      .map((cuts) =>
        cuts.flatMap((from, i) => (i % 2 === 0 && i + 1 < cuts.length ? [{ from, to: cuts[i + 1]! }] : [])),
      );
    type Net = (release_ms: number, at_ms: number, closed: readonly ClosedInterval[]) => number;
    const fails = (net: Net) =>
      fc.check(
        fc.property(nights, fc.nat(10_000), (closed, time) => {
          const step = net(0, time + 1, closed) - net(0, time, closed);
          const stands = closed.some(({ from, to }) => from <= time && time < to);
          return step === (stands ? 0 : 1);
        }),
        { seed: 2, numRuns: 2_000 },
      ).failed;
    expect(fails(netTime)).toBe(false);
    // control: a whole night is subtracted as soon as it has begun
    expect(
      fails((from, to, closed) => closed.reduce((ms, c) => (c.from < to ? ms - (c.to - c.from) : ms), to - from)),
    ).toBe(true);
  });
});
