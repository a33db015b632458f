import { expect, it } from 'vitest';
import { mapOf } from './land.server.ts';
import { frame } from './place.ts';

const drawn = (latitude: number, longitude: number) => mapOf({ latitude, longitude }, { map_style_url: undefined });

/** The corners of each part of an outline. */
function parts(land: string): [x: number, y: number][][] {
  return land.split('M').flatMap((part) => {
    const numbers = part.match(/-?\d+/g)?.map(Number);
    if (!numbers) return [];
    const corners: [number, number][] = [];
    for (let i = 0; i < numbers.length; i += 2) {
      const [x, y] = corners.at(-1) ?? [0, 0];
      corners.push([x + numbers[i]!, y + numbers[i + 1]!]);
    }
    return [corners];
  });
}

/** Whether a point is filled by the rule evenodd: a ray from it meets the outline an odd number of times. */
function isLand(land: string, px: number, py: number): boolean {
  const met = parts(land).flatMap((corners) =>
    corners.filter(([x, y], i) => {
      const [x0, y0] = corners.at(i - 1)!;
      return y > py !== y0 > py && px < ((x0 - x) * (py - y)) / (y0 - y) + x;
    }),
  );
  return met.length % 2 === 1;
}

const [mx, my] = [frame.width / 2, frame.height / 2];

it.each([
  ['Brussels', 50.85, 4.35, true],
  ['Maseru, in a hole of another country', -29.5, 28.2, true],
  ['the middle of the Atlantic', 45, -30, false],
  ['the North Sea', 56, 3, false],
  ['Antarctica', -75, 20, true],
])('the middle of the map is the place: %s', async (_name, latitude, longitude, wanted) => {
  const { land } = await drawn(latitude, longitude);
  expect(isLand(land, mx + 0.5, my + 0.5)).toBe(wanted);
});

it('includes the land on the other side of the 180th meridian', async () => {
  const [west, east] = [await drawn(-16.6, 179.99), await drawn(-16.6, -179.99)];
  const halves = (land: string) =>
    [mx - 12, mx + 4].map((x) => parts(land).some((p) => p.some(([px]) => px < mx === x < mx)));
  expect([halves(west.land), halves(east.land)]).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('draws nothing far beyond its edge, and limits its size', async () => {
  for (const [latitude, longitude] of [
    [50.85, 4.35],
    [60, 10],
    [38.5, 24],
    [0, -180],
    [90, 180],
  ] as const) {
    const { land } = await drawn(latitude, longitude);
    const corners = parts(land).flat();
    const outside = corners.filter(([x, y]) => x < -10 || y < -10 || x > frame.width + 10 || y > frame.height + 10);
    expect([latitude, outside]).toEqual([latitude, []]);
    expect(land.length, `${latitude}`).toBeLessThan(16_000);
  }
});

it('shows Europe while there is no place', async () => {
  const { land, middle } = await mapOf(null, { map_style_url: undefined });
  expect(middle.latitude).toBe(50);
  expect(isLand(land, mx, my)).toBe(true);
});
