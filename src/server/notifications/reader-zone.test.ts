import { expect, it } from 'vitest';
import { readerZone } from './reader-zone.ts';

it.each<[string, string | null, string | null, string]>([
  ['that of their quiet hours', 'Asia/Tokyo', 'BE', 'Asia/Tokyo'],
  ['that of a country with one zone', null, 'BE', 'Europe/Brussels'],
  ['that of a country with two zones of one time', null, 'DE', 'Europe/Berlin'],
  ['UTC for a country with several times', null, 'US', 'UTC'],
  ['UTC for islands whose clock differs', null, 'PT', 'UTC'],
  ['UTC where nothing is known', null, null, 'UTC'],
  ['UTC for what is no country', null, 'x', 'UTC'],
])('a reader’s times are in %s', (_, time_zone, country, zone) => {
  expect(readerZone({ time_zone, country })).toBe(zone);
});
