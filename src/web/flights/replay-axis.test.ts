import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOn, hoursOn, momentFrom, momentText, replayAxis } from './replay-axis.ts';

const release_ms = Date.UTC(2026, 8, 12, 5, 15);
const minute = 60_000;
/** Released at 07:15 in Brussels; birds from 13:35 on for two hours. */
const times = Float64Array.from({ length: 121 }, (_, n) => release_ms + (380 + n) * minute);

describe('the axis', () => {
  const axis = replayAxis(release_ms, times);

  it('runs from the release to the last bird, and every place is a moment', () => {
    expect([axis.from_ms, axis.to_ms]).toEqual([release_ms, times.at(-1)]);
    expect([axis.placeOf(release_ms), axis.placeOf(times.at(-1)!)]).toEqual([0, 1]);
    expect([axis.placeOf(0), axis.placeOf(Number.MAX_SAFE_INTEGER)]).toEqual([0, 1]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect(axis.placeOf(axis.timeAt(share))).toBeCloseTo(share, 9);
      }),
    );
  });

  it('draws the way to the first bird, and a night, no longer than a twentieth of the arrivals', () => {
    expect(axis.placeOf(times[0]!)).toBeCloseTo(1 / 21, 9);
    const night = Float64Array.of(...times, times.at(-1)! + 600 * minute, times.at(-1)! + 610 * minute);
    const { placeOf } = replayAxis(release_ms, night);
    // Of 730 minutes a twentieth.
    expect(placeOf(night[121]!) - placeOf(night[120]!)).toBeCloseTo(36.5 / (36.5 + 120 + 36.5 + 10), 9);
  });

  it('keeps minutes with birds equally long', () => {
    const minutes = Array.from({ length: 120 }, (_, n) => axis.placeOf(times[n + 1]!) - axis.placeOf(times[n]!));
    expect(Math.max(...minutes) - Math.min(...minutes)).toBeLessThan(1e-9);
  });

  it('has every bird in one bar, and round times in their order', () => {
    const bars = barsOn(axis, times, 40);
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(times.length);
    const hours = hoursOn(axis, 'Europe/Brussels', 0.1);
    expect(hours.map(({ text }) => text)).toContain('14:00');
    expect(hours.map(({ place }) => place)).toEqual(hours.map(({ place }) => place).toSorted((a, b) => a - b));
  });

  it('names the release and times between the birds, none of them in a silence, and says where those are', () => {
    // A race of half an hour after three hours of flight.
    const short = replayAxis(
      release_ms,
      Float64Array.from({ length: 61 }, (_, n) => release_ms + 160.5 * minute + (n * minute) / 2),
    );
    const labels = hoursOn(short, 'Europe/Brussels', 0.14).map(({ text }) => text);
    expect(labels).toEqual(['07:15', '10:00', '10:05', '10:10', '10:15', '10:20']);
    expect(short.breaks).toEqual([{ from_ms: release_ms, to_ms: release_ms + 160.5 * minute }]);
    const places = hoursOn(axis, 'Europe/Brussels', 0.14).map(({ place }) => place);
    expect(Math.min(...places.slice(1).map((place, n) => place - places[n]!))).toBeGreaterThanOrEqual(0.14);
  });

  it('is there for one bird, and for none', () => {
    expect(replayAxis(release_ms, Float64Array.of(release_ms + minute)).placeOf(release_ms + minute)).toBe(1);
    expect(replayAxis(release_ms, new Float64Array()).placeOf(release_ms)).toBe(0);
  });
});

describe('the moment in an address', () => {
  const at = { release_ms, time_zone: 'Europe/Brussels' };
  it('is how long after the release, to the second, and not before the bird that was home then', () => {
    expect(momentText(((7 * 60 + 13) * 60 + 7) * 1000 + 1)).toBe('7h13m08s');
    expect(momentText(-5)).toBe('0h00m00s');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (seconds) => {
        expect(momentFrom(momentText(seconds * 1000), at)).toBe(seconds * 1000);
      }),
    );
  });

  it.each([null, '', '7', 'soon', '7h13', '-1h', '1h2m3sx', '99999h', '25:00', '10:15:60', '2026-09-12T10:15'])(
    '%s is none',
    (text) => {
      expect(momentFrom(text, at)).toBeNull();
    },
  );

  it('may be a time of day by the clocks of the loft, the first one after the release', () => {
    expect(['10:15', '10:15:27', '07:15', '7:14'].map((text) => momentFrom(text, at)! / 1000)).toEqual([
      3 * 3600,
      3 * 3600 + 27,
      0,
      24 * 3600 - 60,
    ]);
  });

  it('may leave out what is zero', () => {
    expect([momentFrom('2h', at), momentFrom('90s', at), momentFrom('5m', at)]).toEqual([7_200_000, 90_000, 300_000]);
  });
});
