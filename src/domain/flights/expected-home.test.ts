import { expect, it } from 'vitest';
import { expectedHome, firstBirdFactor, inMinutes } from './expected-home.ts';

const release_ms = Date.parse('2026-09-12T05:15:00Z');
const timeOf = (at_ms: number) => new Date(at_ms).toISOString().slice(11, 16);

it('a flight has a window for its first bird and one for half the field', () => {
  const { first, half } = expectedHome({ release_ms, distance_m: 493_182, average: 1200 });
  expect([first, half].map(({ from_ms, to_ms }) => `${timeOf(from_ms)}–${timeOf(to_ms)}`)).toEqual([
    '10:43–11:54',
    '11:42–12:41',
  ]);
});

it.each([
  ['04:18:10', '04:18:40', '04:18–04:19'],
  ['04:18:00', '04:18:00', '04:18–04:19'],
  ['04:18:00', '04:19:00', '04:18–04:19'],
  ['04:18:59', '04:19:01', '04:18–04:20'],
])('a window from %s to %s is said as %s: all of it, and never one moment', (from, to, said) => {
  const at = (time: string) => Date.parse(`2026-09-12T${time}Z`);
  const { from_ms, to_ms } = inMinutes({ from_ms: at(from), to_ms: at(to) });
  expect(`${timeOf(from_ms)}–${timeOf(to_ms)}`).toBe(said);
});

/** Speed of the first bird and of the middle of the field, m/min, of published lists of whole fields (dev/results). */
const published = [
  ['Bourges I 2017', 1443.8, 1253.5],
  ['Narbonne 2017', 1279.3, 1047.3],
  ['Noyon 2025', 1475.1, 1422.3],
  ['Ulm 2022', 1496.2, 1444.0],
  ['Rongpur 2016', 1258.9, 1013.4],
] as const;

it.each(published)('the first bird of %s came within the window of its day', (_name, first_speed, middle) => {
  const distance_m = 400_000;
  const { first } = expectedHome({ release_ms, distance_m, average: middle });
  const came_ms = release_ms + (distance_m / first_speed) * 60_000;
  expect(came_ms).toBeGreaterThanOrEqual(first.from_ms);
  expect(came_ms).toBeLessThanOrEqual(first.to_ms);
});

it('eight of ten first birds or more came within such a window, as the page says', () => {
  const inside = published.filter(([, first, middle]) => {
    const factor = first / middle;
    return firstBirdFactor.least <= factor && factor <= firstBirdFactor.most;
  });
  expect(inside.length / published.length).toBeGreaterThanOrEqual(0.8);
});

it('control: a window without its width would have missed all of them', () => {
  const missed = published.filter(([, first, middle]) => first / middle > firstBirdFactor.least);
  expect(missed).toHaveLength(published.length);
});
