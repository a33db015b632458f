import { getPosition, getTimes } from 'suncalc';
import { expect, it } from 'vitest';
import { isNight, nightRing, sunAt } from './terminator.ts';

const instants = ['2026-03-20T14:46:00Z', '2026-06-21T12:00:00Z', '2026-09-12T05:15:00Z', '2026-12-01T20:00:00Z'];

it.each(instants)('the sun stands in the zenith where another source has it too: %s', (at) => {
  const { latitude, longitude } = sunAt(Date.parse(at));
  const { altitude } = getPosition(new Date(at), latitude, longitude);
  expect(altitude).toBeGreaterThan(89.5);
});

it.each(instants)('the night ends where the sun stands on the horizon: %s', (at) => {
  for (const [longitude, latitude] of nightRing(Date.parse(at)).filter(([, lat]) => Math.abs(lat) < 84)) {
    const { altitude } = getPosition(new Date(at), latitude, longitude);
    // The source counts with the refraction of the air.
    expect(Math.abs(altitude)).toBeLessThan(1);
  }
});

it('the ring of the night is closed, and lies on the side that the sun has left', () => {
  const ring = nightRing(Date.parse('2026-12-01T12:00:00Z'));
  expect(ring.at(0)).toEqual(ring.at(-1));
  // In December the north pole is dark.
  expect(ring.some(([, latitude]) => latitude === 85)).toBe(true);
});

it('it is night before sunrise and after sunset', () => {
  const bourges = { latitude: 47.1, longitude: 2.39 };
  const { sunrise, sunset } = getTimes(new Date('2026-09-12T12:00:00Z'), bourges.latitude, bourges.longitude);
  const minutes = (instant: Date | null | undefined, by: number) => instant!.getTime() + by * 60_000;
  expect([-3, 3].map((by) => isNight(bourges, minutes(sunrise, by)))).toEqual([true, false]);
  expect([-3, 3].map((by) => isNight(bourges, minutes(sunset, by)))).toEqual([false, true]);
});
