import { describe, expect, test } from 'vitest';
import { type ClockSample, jumpsOf, offsetBounds, oneWaySample, roundTripSample } from './clock-time.ts';

const minute_ms = 60_000;
const sample = (at_ms: number, from_ms: number, to_ms: number): ClockSample => ({ at_ms, from_ms, to_ms });

describe('the offset of a clock (A7)', () => {
  test('a round trip bounds it, a message alone by the longest way', () => {
    expect(roundTripSample({ sent_ms: 1000, received_ms: 3340, replied_ms: 1080 })).toEqual(sample(3340, 2260, 2340));
    expect(roundTripSample({ sent_ms: 1000, received_ms: 3340, replied_ms: 999 })).toBeNull();
    expect(oneWaySample(5000, 40)).toEqual(sample(5000, -460, 40));
  });

  test('is unknown without a sample, and less sure the longer ago it was', () => {
    expect(offsetBounds([])(0, 0)).toBeNull();
    const bounds = offsetBounds([sample(0, -10, 10)]);
    expect(bounds(0, 0)).toMatchObject({ is_torn: false });
    const later = bounds(10 * minute_ms, 10 * minute_ms)!;
    expect(later.to_ms).toBeCloseTo(10 + 120, 0);
    expect(later.from_ms).toBeCloseTo(-10 - 120, 0);
  });

  test('a step tears what may be of both of its sides', () => {
    const stepped = (by_ms: number) =>
      [0, 1, 2, 3].map((n) => sample(n * minute_ms, n < 2 ? -10 : by_ms - 10, n < 2 ? 10 : by_ms + 10));
    const back = offsetBounds(stepped(3_600_000));
    expect(back(0.5 * minute_ms, 0.5 * minute_ms)).toMatchObject({ is_torn: false });
    // Delivered later, or from the hour that came twice.
    expect(back(0.5 * minute_ms, 7_200_000)).toMatchObject({ is_torn: true });
    expect(back(2.5 * minute_ms - 3_600_000, 2.5 * minute_ms)).toMatchObject({ is_torn: true });
    const ahead = offsetBounds(stepped(-3_600_000));
    expect(ahead(2.5 * minute_ms + 3_600_000, 2.5 * minute_ms)).toMatchObject({ is_torn: false });
    expect(ahead(2.5 * minute_ms + 3_600_000, 2.5 * minute_ms)!.to_ms).toBeLessThan(-3_599_000);
    expect(jumpsOf(stepped(3_600_000))).toMatchObject([{ at_ms: 2 * minute_ms, by_ms: -3_600_000 }]);
  });

  test('what drifts or wavers is no jump', () => {
    expect(jumpsOf([sample(0, -400, 100), sample(minute_ms, 300, 800)])).toEqual([]);
    expect(jumpsOf([sample(0, 0, 1), sample(10_000_000, 2000, 2001)])).toEqual([]);
  });
});
