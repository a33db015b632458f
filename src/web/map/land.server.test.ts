import { describe, expect, it } from 'vitest';
import { countryNamesIn, mapOf, placeNamesIn } from './land.server.ts';
import { frame, type Place } from './place.ts';

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

/** Whether a place is land on the map around another: by the formula of Mercator, 40 units to a degree of longitude. */
function isLandAt(land: string, middle: Place, { latitude, longitude }: Place): boolean {
  const mercator = (degrees: number) => Math.atanh(Math.sin((degrees * Math.PI) / 180)) * (180 / Math.PI);
  const east = ((longitude - middle.longitude + 540) % 360) - 180;
  return isLand(land, mx + 40 * east, my - 40 * (mercator(latitude) - mercator(middle.latitude)));
}

it.each([
  [
    'Pattaya',
    [12.93, 100.88],
    { Bangkok: [13.75, 100.5], 'Phnom Penh': [11.56, 104.92], Dawei: [14.08, 98.2] },
    { 'the Gulf of Thailand': [11.5, 100.6], 'the Andaman Sea': [12, 97] },
  ],
  [
    'Portugal',
    [38.72, -9.14],
    { Sintra: [38.8, -9.38], Setúbal: [38.55, -8.85], Seville: [37.39, -5.99] },
    { 'the sea off Cabo da Roca': [38.78, -9.7], 'the Gulf of Cádiz': [36.6, -7.5] },
  ],
  [
    'Fiji',
    [-17.8, 179.3],
    { 'Viti Levu': [-17.8, 178], 'Vanua Levu': [-16.6, 179.2] },
    { 'the Koro Sea': [-17.8, 179.6], 'the sea in the west': [-16.5, 176], 'the sea in the east': [-16.5, -177.5] },
  ],
  [
    'Chukotka',
    [66, -179],
    { 'its west': [66.9, 177], 'its east': [66.9, -176], 'south of Anadyr': [64.95, 177] },
    { 'the Gulf of Anadyr': [65.3, -179] },
  ],
] as [string, [number, number], Record<string, [number, number]>, Record<string, [number, number]>][])(
  'draws land and sea where they are around %s',
  async (_name, [latitude, longitude], lands, seas) => {
    const { land, middle } = await drawn(latitude, longitude);
    const drawnAs = (places: object) =>
      Object.entries(places).map(([name, [lat, lon]]) => [
        name,
        isLandAt(land, middle, { latitude: lat, longitude: lon }),
      ]);
    expect(drawnAs(lands)).toEqual(Object.keys(lands).map((name) => [name, true]));
    expect(drawnAs(seas)).toEqual(Object.keys(seas).map((name) => [name, false]));
  },
);

it('omits islands of less than a unit, and repeats no point', async () => {
  for (const corners of parts((await drawn(38.5, 24)).land)) {
    expect(corners.length).toBeGreaterThan(2);
    expect(corners.filter((corner, index) => String(corner) === String(corners[index - 1]))).toEqual([]);
  }
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
  expect(land.length).toBeLessThan(42_000);
});

describe('the names on a map', () => {
  const sight = { middle: { latitude: 50.93, longitude: 4.04 }, span: 10 };

  it('are those of the countries that are seen, in the language of the reader (1.3)', async () => {
    const german = (await countryNamesIn(sight, 'de')).map(({ name }) => name);
    expect(german).toEqual(expect.arrayContaining(['Belgien', 'Frankreich', 'Niederlande']));
    expect(german).not.toContain('Portugal');
    for (const { x, y } of await countryNamesIn(sight, 'de')) {
      expect(x >= 0 && x <= frame.width && y >= 0 && y <= frame.height).toBe(true);
    }
  });

  it('leave out the name of a place beside another, and keep its point', () => {
    const places = [
      { name: 'Noyon', latitude: 49.58, longitude: 3 },
      { name: 'Chauny', latitude: 49.61, longitude: 3.2 },
      { name: 'Ulm', latitude: 48.4, longitude: 9.99 },
    ];
    expect(placeNamesIn(sight, places).map(({ name }) => name)).toEqual(['Noyon', '', 'Ulm']);
  });
});
