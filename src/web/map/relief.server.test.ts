import { expect, it } from 'vitest';
import { heightsAlong } from './relief.server.ts';

const madrid = { latitude: 40.42, longitude: -3.7 };
const valencia_sea = { latitude: 39.4, longitude: 0.6 };

it('the heights of a line go from the plateau down to the sea', async () => {
  const heights = (await heightsAlong([madrid, valencia_sea]))!;
  expect(heights).toHaveLength(81);
  expect(heights[0]).toBeGreaterThan(550);
  expect(heights[0]).toBeLessThan(800);
  expect(Math.max(...heights)).toBeGreaterThan(800);
  expect(Math.max(...heights)).toBeLessThan(1500);
  expect(heights.at(-1)).toBe(0);
});

it.each([
  ['Munich, 520 m', 48.14, 11.58, 450, 600],
  ['Brussels, 30 m', 50.85, 4.35, 0, 100],
  ['Johannesburg, 1,750 m', -26.2, 28.05, 1500, 1900],
  ['Lhasa, 3,650 m and mountains', 29.65, 91.1, 3500, 4800],
  ['the North Sea', 56, 3, 0, 0],
])('the height of %s is about right', async (_name, latitude, longitude, least, most) => {
  const [height] = (await heightsAlong([{ latitude, longitude }]))!;
  expect(height).toBeGreaterThanOrEqual(least);
  expect(height).toBeLessThanOrEqual(most);
});

it('a line across the 180th meridian stays near it, and none is told beyond the grid', async () => {
  const heights = (await heightsAlong([
    { latitude: -17.6, longitude: 179.9 },
    { latitude: -17.6, longitude: -179.9 },
  ]))!;
  expect(Math.max(...heights)).toBeLessThan(1000);
  expect(await heightsAlong([{ latitude: 78, longitude: 15 }])).toBeNull();
});
