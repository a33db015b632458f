import { expect, it } from 'vitest';
import { expectedBird, expectedHome, type Field, firstBirdFactor } from './expected-home.ts';

const release_ms = Date.parse('2026-09-12T05:15:00Z');
const timeOf = (at_ms: number) => new Date(at_ms).toISOString().slice(11, 16);

it('a flight has a window for its first bird and one for half the field', () => {
  const { first, half } = expectedHome({ release_ms, distance_m: 493_182, average: 1200 });
  expect([first, half].map(({ from_ms, to_ms }) => `${timeOf(from_ms)}–${timeOf(to_ms)}`)).toEqual([
    '10:43–11:54',
    '11:42–12:41',
  ]);
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

const hour = 3_600_000;
const field: Field = {
  release_ms,
  now_ms: release_ms + 7 * hour,
  closed_intervals: [],
  distance_m: 493_182,
  average: 1200,
  home_share: 0.48,
};
const windowOf = (change: Partial<Field> = {}) => {
  const found = expectedBird({ ...field, ...change });
  return found && `${timeOf(found.from_ms)}–${timeOf(found.to_ms)}`;
};

it('a bird that is still out has a window, from the share of the field that is home', () => {
  expect(windowOf()).toBe('12:20–14:41');
  // Fewer are home by then: the field is slower than expected, and its middle is still to come.
  expect(windowOf({ home_share: 0.05 })).toBe('12:38–14:48');
});

it('while hardly any bird is home, the window comes from the speed that the loft expects', () => {
  const now_ms = release_ms + 2 * hour;
  expect(windowOf({ now_ms, home_share: 0 })).toBe('11:37–13:28');
  expect(windowOf({ now_ms, home_share: 0, average: null })).toBeNull();
  expect(windowOf({ now_ms, home_share: 0, distance_m: null })).toBeNull();
});

it('a window is never in the past and never a single moment', () => {
  for (let share = 0; share <= 0.97; share += 0.01)
    for (let hours = 1; hours <= 20; hours += 1) {
      const now_ms = release_ms + hours * hour;
      const found = expectedBird({ ...field, now_ms, home_share: share })!;
      expect(found.from_ms).toBeGreaterThan(now_ms);
      expect(found.to_ms - found.from_ms).toBeGreaterThan(60_000);
    }
});

it('there is no window once nearly all are home, or where a closed night lies between', () => {
  expect(windowOf({ home_share: 0.98 })).toBeNull();
  const night = { from: Date.parse('2026-09-12T12:30:00Z'), to: Date.parse('2026-09-13T04:00:00Z') };
  expect(windowOf({ closed_intervals: [night] })).toBeNull();
});
