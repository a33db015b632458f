import { expect, test } from 'vitest';
import { knownOf } from './release-known.ts';
import type { ReleaseView } from './use-release-phone.ts';

test('the sun that is left is that of the day on which the birds are released, not of the planned one', () => {
  const view = {
    loft: { latitude: 50.9, longitude: 4, time_zone: 'Europe/Brussels' },
    flight: {
      distance_m: 100_000,
      estimated_average_speed: 1200,
      release_time: '2026-11-28T06:45:00.000Z',
      release_latitude: null,
      release_longitude: null,
    },
    observations: [],
  } as unknown as ReleaseView;
  const leftAt = (now: string) => knownOf(view, [], Date.parse(now)).sunset_ms! - Date.parse(now);
  // Sunset in Brussels at the end of November: about 16:40.
  expect(leftAt('2026-11-27T14:03:00.000Z')).toBeLessThan(2 * 3_600_000);
  expect(leftAt('2026-11-28T06:45:00.000Z')).toBeGreaterThan(8 * 3_600_000);
  expect(leftAt('2026-11-28T06:45:00.000Z')).toBeLessThan(10 * 3_600_000);
});

test('the sun rises at the release point, else at the loft (domain 2.7)', () => {
  const viewFrom = (release_latitude: number | null, release_longitude: number | null) =>
    ({
      loft: { latitude: 50.9, longitude: 4, time_zone: 'Europe/Brussels' },
      flight: { distance_m: 100_000, estimated_average_speed: 1200, release_latitude, release_longitude },
      observations: [],
    }) as unknown as ReleaseView;
  const riseFrom = (latitude: number | null, longitude: number | null) =>
    knownOf(viewFrom(latitude, longitude), [], Date.parse('2026-11-29T02:50:00.000Z')).sunrise_ms!;
  // Brussels at the end of November: about 08:20; Barcelona, farther south: about 07:55.
  expect(new Date(riseFrom(null, null)).toISOString()).toMatch(/^2026-11-29T07:[12]/);
  expect(new Date(riseFrom(41.39, 2.16)).toISOString()).toMatch(/^2026-11-29T06:5/);
});
