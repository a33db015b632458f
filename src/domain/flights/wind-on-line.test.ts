import { expect, it } from 'vitest';
import { gridOf, type Series } from './forecast.ts';
import { pointOfLine, windAtMoment, windOnLine, windOnTheWay } from './wind-on-line.ts';

const release_ms = Date.parse('2026-09-12T07:00:00Z');
const hour_ms = 3_600_000;
const hours = Array.from({ length: 8 }, (_, index) => release_ms + index * hour_ms);

/** In the east the wind blows to the west, from the third hour on; in the west always to the east. */
const east: Series = {
  times: hours,
  u: [0, 0, -4, -4, -4, -4, -4, -4],
  v: hours.map(() => 0),
  temp: hours.map(() => 290),
  ptype: hours.map(() => 0),
};
const west: Series = { ...east, u: hours.map(() => 4), temp: hours.map(() => 300) };
const lattice = { south: 38, west: -8, step: 8, rows: 2, columns: 2 };
const grid = gridOf(lattice, hours, [west, east, west, east]);

/** 480 km to the west. */
const points = Array.from({ length: 21 }, (_, index) => ({
  latitude: 39.5,
  longitude: -0.25 - index * 0.375,
  bearing_deg: 270,
}));
const line = { points, distance_m: 480_000 };

it('the wind along the line at one moment pushes the birds here and holds them there', () => {
  const winds = windOnLine(points, grid, hours[3]!);
  expect(winds[0]!.tail).toBeGreaterThan(3);
  expect(winds[20]!.tail).toBeLessThan(-3);
  expect(winds[10]!.cross).toBeCloseTo(0);
});

it('the wind on the way is the one where the birds are at each hour, which is another one', () => {
  const way = windOnTheWay(line, grid, { release_ms, average: 1200 });
  expect(way.map(({ flown_m }) => flown_m! / 1000)).toEqual([0, 72, 144, 216, 288, 360, 432, 480]);
  expect(way[2]!.wind!.tail).toBeGreaterThan(0);
  expect(way[7]!.wind!.tail).toBeLessThan(0);
  expect(way[7]!.wind!.temp).toBeGreaterThan(299);
});

it('the wind of a moment is between those of the hours around it, as on the map', () => {
  const at = (hour: number) =>
    windAtMoment(line, grid, { release_ms, average: null }, release_ms + hour * hour_ms).wind!.u;
  expect(at(1.75)).toBeCloseTo(at(1) + 0.75 * (at(2) - at(1)), 5);
  expect(at(1.75)).not.toBeCloseTo(at(1), 2);
});

it('without an expected speed it is the one at the loft', () => {
  const way = windOnTheWay(line, grid, { release_ms, average: null });
  expect(way.map(({ flown_m }) => flown_m)).toEqual(hours.map(() => null));
  expect(way[0]!.wind!.temp).toBeGreaterThan(299);
});

it('a part of the line beyond its ends is its end', () => {
  expect(pointOfLine(points, -1)).toBe(points[0]);
  expect(pointOfLine(points, 2)).toBe(points[20]);
});
