import { describe, expect, it } from 'vitest';
import {
  type ForecastGrid,
  gridOf,
  hoursOfDay,
  joinedAt,
  latticeAround,
  placesOf,
  type Series,
  saysAnything,
  seriesAt,
  skyOf,
  temperatureIn,
  weatherAt,
  windAlong,
  windFrom,
  windMeets,
  windText,
} from './forecast.ts';

const hour = (at: number) => Date.parse('2026-09-12T00:00:00Z') + at * 3_600_000;

it.each([
  [0, 'sunny'],
  [1, 'rain'],
  [3, 'freezing_rain'],
  [5, 'snow'],
  // Ice pellets, a mixture: the specification has neither name nor icon for them.
  [8, null],
  [7, null],
])('type %i of precipitation is %s (4.17)', (type, sky) => {
  expect(skyOf(type)).toBe(sky);
});

it.each([
  [3, 4, '5.00 m/s'],
  [-2.4, 2.437, '3.42 m/s'],
  [0, 0, '0.00 m/s'],
])('wind of %f and %f blows with %s (5.18)', (u, v, text) => {
  expect(windText({ u, v })).toBe(text);
});

it.each([
  [0, -5, 'n'],
  [-5, -5, 'ne'],
  [-5, 0, 'e'],
  [-5, 5, 'se'],
  [0, 5, 's'],
  [5, 5, 'sw'],
  [5, 0, 'w'],
  [5, -5, 'nw'],
  [0, 0, null],
])('wind of %f and %f comes from %s (5.19)', (u, v, from) => {
  expect(windFrom({ u, v })).toBe(from);
});

it.each([22.5, 67.5])('its directions change %f degrees from north (5.19, 9.11)', (threshold) => {
  const from = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return windFrom({ u: -Math.sin(angle), v: -Math.cos(angle) });
  };
  const [before, after] = threshold < 45 ? ['n', 'ne'] : ['ne', 'e'];
  expect([from(threshold - 0.1), from(threshold + 0.1)]).toEqual([before, after]);
});

it.each([
  [297.25, 'km', 24.1],
  [273.15, 'km', 0],
  [273.15, 'mile', 32],
  [310.15, 'mile', 98.6],
] as const)('%f kelvin is for a loft in %s %f degrees (5.20)', (kelvin, unit, degrees) => {
  expect(temperatureIn(unit, kelvin)).toBeCloseTo(degrees, 6);
});

describe('the wind along a line', () => {
  it('pushes from behind, is against them, or comes from a side (domain 7)', () => {
    const west = { u: -4, v: 0 };
    expect(windAlong(west, 270)).toMatchObject({ tail: expect.closeTo(4), cross: expect.closeTo(0) });
    expect(windAlong(west, 90).tail).toBeCloseTo(-4);
    // To the north it comes from the right.
    expect(windAlong(west, 0)).toMatchObject({ tail: expect.closeTo(0), cross: expect.closeTo(-4) });
  });

  it.each([
    [270, 'tail'],
    [90, 'head'],
    [0, 'right'],
    [180, 'left'],
  ])('towards %i degrees an east wind is %s', (bearing, meets) => {
    expect(windMeets({ u: -4, v: 0 }, bearing)).toBe(meets);
  });

  it('of less than 0.3 m/s is calm', () => {
    expect(windMeets({ u: 0.1, v: 0.2 }, 90)).toBe('calm');
  });
});

describe('the places of a forecast', () => {
  const albacete = { latitude: 38.99, longitude: -1.86 };
  const castelo_branco = { latitude: 39.82, longitude: -7.49 };

  it('lie on whole steps around the line, at most 36 of them', () => {
    const lattice = latticeAround(albacete, castelo_branco);
    expect(lattice.rows * lattice.columns).toBeLessThanOrEqual(36);
    for (const { latitude, longitude } of placesOf(lattice)) {
      expect([latitude % lattice.step, longitude % lattice.step].map(Math.abs)).toEqual([0, 0]);
    }
    for (const point of [albacete, castelo_branco]) {
      expect(point.latitude).toBeGreaterThan(lattice.south);
      expect(point.latitude).toBeLessThan(lattice.south + (lattice.rows - 1) * lattice.step);
      expect(point.longitude).toBeGreaterThan(lattice.west);
      expect(point.longitude).toBeLessThan(lattice.west + (lattice.columns - 1) * lattice.step);
    }
  });

  it('are the same for flights near each other', () => {
    const near = { latitude: albacete.latitude + 0.01, longitude: albacete.longitude - 0.01 };
    expect(latticeAround(near, castelo_branco)).toEqual(latticeAround(albacete, castelo_branco));
  });

  it('go on beyond the 180th meridian', () => {
    const lattice = latticeAround({ latitude: -17, longitude: 179 }, { latitude: -18, longitude: -178 });
    const longitudes = placesOf(lattice).map(({ longitude }) => longitude);
    expect(Math.min(...longitudes)).toBeGreaterThanOrEqual(-180);
    expect(Math.max(...longitudes)).toBeLessThan(180);
    expect(lattice.columns * lattice.step).toBeLessThan(20);
  });
});

const series: Series = {
  times: [hour(6), hour(9), hour(12)],
  u: [0, 3, 6],
  v: [1, 1, 1],
  temp: [290, 293, 299],
  ptype: [0, 1, 0],
};

describe('a forecast of one place', () => {
  it('is given between its instants', () => {
    expect(seriesAt(series, hour(7))).toEqual({ u: 1, v: 1, temp: 291, ptype: 0 });
    expect(seriesAt(series, hour(9))).toEqual({ u: 3, v: 1, temp: 293, ptype: 1 });
  });

  it('is not made up outside of them, nor in a long gap', () => {
    expect(seriesAt(series, hour(5))).toBeNull();
    expect(seriesAt(series, hour(13))).toBeNull();
    expect(seriesAt({ ...series, times: [hour(0), hour(9), hour(12)] }, hour(5))).toBeNull();
  });
});

describe('the forecast of a flight', () => {
  const lattice = { south: 40, west: -8, step: 2, rows: 2, columns: 2 };
  const grid = gridOf(lattice, [hour(6), hour(7)], [series, series, series, null]);

  it('has the hours from the release to dark', () => {
    expect(hoursOfDay(hour(7.25), hour(9.5))).toEqual([hour(7), hour(8), hour(9), hour(10)]);
  });

  it('is given between its places and hours, and nowhere else', () => {
    expect(weatherAt(grid, { latitude: 40, longitude: -7 }, hour(6.5))).toMatchObject({ u: 0.5, temp: 290.5 });
    // The place in the north-east has none.
    expect(weatherAt(grid, { latitude: 41, longitude: -7 }, hour(6.5))).toBeNull();
    expect(weatherAt(grid, { latitude: 39, longitude: -7 }, hour(6.5))).toBeNull();
    expect(weatherAt(grid, { latitude: 40, longitude: -7 }, hour(8))).toBeNull();
  });

  it('says nothing where no place has one', () => {
    const empty = gridOf(lattice, [hour(6)], [null, null, null, null]);
    expect([saysAnything(grid), saysAnything(empty)]).toEqual([true, false]);
  });

  it('keeps the hours that are over as they were foretold', () => {
    const later: ForecastGrid = { ...grid, u: grid.u.map((places) => places.map((value) => value && 9)) };
    const joined = joinedAt(
      grid,
      {
        ...later,
        u: [
          [null, 9, 9, 9],
          [9, 9, 9, 9],
        ],
      },
      hour(7),
    );
    expect(joined.u).toEqual([
      [0, 0, 0, 9],
      [9, 9, 9, 9],
    ]);
  });

  it('goes on with the later forecast where that one has more hours', () => {
    const hours = [hour(6), hour(7), hour(8)];
    const longer = { ...grid, hours, u: [...grid.u, [9, 9, 9, 9]], v: [...grid.v, [9, 9, 9, 9]] };
    const joined = joinedAt(grid, { ...longer, temp: [...grid.temp, []], ptype: [...grid.ptype, []] }, hour(9));
    expect(joined).toMatchObject({ hours, u: longer.u });
  });
});
