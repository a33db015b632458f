import { describe, expect, test } from 'vitest';
import { geodesicDistance, type Point } from '#domain/flights/distance.ts';

/** Known geodesics: GeographicLib's documentation and its test set (GeodTest), and two arcs of the ellipsoid itself. */
const known: [string, Point, Point, number][] = [
  [
    'Wellington to Salamanca',
    { latitude: -41.32, longitude: 174.81 },
    { latitude: 40.96, longitude: -5.5 },
    19_959_679,
  ],
  ['New York to London', { latitude: 40.6, longitude: -73.8 }, { latitude: 51.6, longitude: -0.5 }, 5_551_759],
  [
    'GeodTest 1',
    { latitude: 35.60777, longitude: -139.44815 },
    { latitude: -11.17491, longitude: -69.95921 },
    8_935_245,
  ],
  ['GeodTest 2', { latitude: 55.52454, longitude: 106.05087 }, { latitude: 77.03196, longitude: 197.18234 }, 4_105_086],
  ['a degree of the equator', { latitude: 0, longitude: 9 }, { latitude: 0, longitude: 10 }, 111_319],
  ['a degree of the meridian', { latitude: 0, longitude: 10 }, { latitude: 1, longitude: 10 }, 110_574],
  ['equator to pole', { latitude: 0, longitude: 10 }, { latitude: 90, longitude: 0 }, 10_001_966],
  ['over the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111_319],
];

describe('the distance of a race (3.3)', () => {
  test.each(known)('%s', (_name, from, to, metres) => {
    expect(geodesicDistance(from, to)).toBe(metres);
    expect(geodesicDistance(to, from)).toBe(metres);
  });

  test('is zero for the same point, and nothing for a point that is not on earth', () => {
    expect(geodesicDistance({ latitude: 47, longitude: 2 }, { latitude: 47, longitude: 2 })).toBe(0);
    expect(geodesicDistance({ latitude: 91, longitude: 2 }, { latitude: 47, longitude: 2 })).toBeNaN();
  });

  test('control: the haversine on a sphere misses every one of them', () => {
    const haversine = (from: Point, to: Point) => {
      const [a, b, longitudes] = [from.latitude, to.latitude, to.longitude - from.longitude].map(
        (degree) => (degree * Math.PI) / 180,
      );
      const half = Math.sin((b! - a!) / 2) ** 2 + Math.cos(a!) * Math.cos(b!) * Math.sin(longitudes! / 2) ** 2;
      return Math.round(2 * 6_371_000 * Math.asin(Math.sqrt(half)));
    };
    expect(known.filter(([, from, to, metres]) => haversine(from, to) === metres)).toEqual([]);
  });
});
