import { describe, expect, it } from 'vitest';
import { clockOf, instantOf, isTimeZone, midnightsAfter } from '#domain/day.ts';

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

  it('converts its day and clock to an instant and back; a skipped time is the one after it', () => {
    const at = instantOf({ date: '2026-06-06', time: '07:30' }, 'Asia/Dhaka');
    expect(new Date(at).toISOString()).toBe('2026-06-06T01:30:00.000Z');
    expect(clockOf(at + 59_999, 'Asia/Dhaka')).toEqual({ date: '2026-06-06', time: '07:30' });
    const skipped = instantOf({ date: '2026-03-29', time: '02:30' }, 'Europe/Brussels');
    expect(clockOf(skipped, 'Europe/Brussels')).toEqual({ date: '2026-03-29', time: '03:30' });
  });

  it('distinguishes a time zone from a typing error', () => {
    expect([isTimeZone('Asia/Bangkok'), isTimeZone('Europe/Brussel')]).toEqual([true, false]);
  });
});
