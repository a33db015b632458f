import { expect, it } from 'vitest';
import { expectedEnd } from './expected-end.ts';

const release_ms = Date.UTC(2026, 8, 12, 5, 15);
const flight = { release_ms, distance_m: 400_000, average: 1000 };
const at = (closing: Parameters<typeof expectedEnd>[1]['closing']) => ({ closing, time_zone: 'Europe/Madrid' });
const minutes = (end_ms: number | null) => end_ms && Math.round((end_ms - release_ms) / 60_000);

it('is when half the field is expected home, at the slow end of its window', () => {
  expect(minutes(expectedEnd(flight, at({ kind: 'none' })))).toBe(Math.round(400_000 / 920));
});

it('is the closing of the race where that comes first, or nothing else is known', () => {
  expect(minutes(expectedEnd(flight, at({ kind: 'hours', hours: 3 })))).toBe(180);
  expect(minutes(expectedEnd(flight, at({ kind: 'hours', hours: 30 })))).toBe(Math.round(400_000 / 920));
  expect(minutes(expectedEnd({ ...flight, average: null }, at({ kind: 'day', day: 1, time: '20:00' })))).toBe(765);
});

it('is not known without a distance or a speed, where no time closes the race', () => {
  expect(expectedEnd({ ...flight, distance_m: null }, at({ kind: 'none' }))).toBe(null);
  expect(expectedEnd({ ...flight, average: null }, at({ kind: 'share', percent: 30 }))).toBe(null);
});
