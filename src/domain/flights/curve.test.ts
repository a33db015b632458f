import { expect, it } from 'vitest';
import { curveOf, curvePoint } from './curve.ts';

const albacete = { latitude: 38.99, longitude: -1.86 };
const castelo_branco = { latitude: 39.82, longitude: -7.49 };

it('a line leads from the release point to the loft, in a bow to the north (2.33)', () => {
  const line = curveOf(albacete, castelo_branco, 8);
  expect(line).toHaveLength(9);
  expect(line[0]).toMatchObject({ latitude: expect.closeTo(38.99), longitude: expect.closeTo(-1.86) });
  expect(line[8]).toMatchObject({ latitude: expect.closeTo(39.82), longitude: expect.closeTo(-7.49) });
  expect(line[4]!.latitude).toBeGreaterThan(39.9);
  expect(curvePoint(castelo_branco, albacete, 0.5)).toMatchObject({
    latitude: expect.closeTo(line[4]!.latitude),
    longitude: expect.closeTo(line[4]!.longitude),
  });
});

it('takes the short way across the 180th meridian', () => {
  const middle = curvePoint({ latitude: -17, longitude: 179 }, { latitude: -17, longitude: -179 }, 0.5);
  expect(middle.longitude).toBeCloseTo(180, 6);
});
