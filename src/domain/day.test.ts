import { describe, expect, it } from 'vitest';
import { isTimeZone, midnightsAfter } from '#domain/day.ts';

describe('a day at the loft', () => {
  it('midnights follow the clock change: 23 and 25 hours apart', () => {
    const hours = (release: string) => {
      const [a = 0, b = 0] = midnightsAfter(Date.parse(release), 'Europe/Brussels', 2);
      return (b - a) / 3_600_000;
    };
    expect(hours('2026-03-28T08:00:00Z')).toBe(23);
    expect(hours('2026-10-24T08:00:00Z')).toBe(25);
    expect(hours('2026-06-01T08:00:00Z')).toBe(24);
  });

  it('knows a time zone from a typing error', () => {
    expect([isTimeZone('Asia/Bangkok'), isTimeZone('Europe/Brussel')]).toEqual([true, false]);
  });
});
