import { describe, expect, it, test } from 'vitest';
import { type FieldNow, type FlightOfField, fieldAt, mostWithin, packBetween, spreads } from './field.ts';

const final: FieldNow = {
  distance_m: 493_182,
  flown_ms: 433 * 60_000,
  home: 3309,
  basketed: 6834,
  average: 1130,
  first: 1296.51,
};

describe('where most birds are that are still out', () => {
  test('of half a field home: the distance that the slower half has still to fly', () => {
    expect(mostWithin(final)! / 1000).toBeCloseTo(62, -1);
  });

  test('before the first bird: what the slowest of an average field has still to fly', () => {
    const before = { ...final, home: 0, first: null };
    expect(mostWithin({ ...before, flown_ms: 60_000 })!).toBeGreaterThan(490_000);
    expect(mostWithin({ ...before, flown_ms: 300 * 60_000 })!).toBeLessThan(270_000);
    expect(mostWithin({ ...before, average: null })).toBeNull();
  });

  test('nothing is said of the last ones, nor before the release', () => {
    expect(mostWithin({ ...final, home: 6500 })).toBeNull();
    expect(mostWithin({ ...final, flown_ms: 0 })).toBeNull();
    // Those that still come took more than one and a half times as long as the first.
    expect(mostWithin({ ...final, flown_ms: 620 * 60_000 })).toBeNull();
    expect(mostWithin({ ...final, basketed: 0, home: 0 })).toBeNull();
  });

  it('never exceeds the flight, for any field', () => {
    for (let home = 0; home <= 900; home += 7)
      for (let minutes = 1; minutes < 1200; minutes += 37)
        for (const first of [null, 700, 1300, 1900]) {
          const within = mostWithin({ ...final, basketed: 1000, home, first, flown_ms: minutes * 60_000 });
          if (within === null) continue;
          expect(within).toBeGreaterThanOrEqual(0);
          expect(within).toBeLessThanOrEqual(final.distance_m);
        }
  });

  /** The speed of the first, of those that land, and which four of five still out exceed, m/min (dev/results). */
  test.each([['Ulm 2022', 138, 1496.2, { 0.1: 1478, 0.25: 1468, 0.5: 1444 }, { 0.1: 1425, 0.25: 1424, 0.5: 1422 }]])(
    'most of %s were within it',
    (_name, basketed, first, edges, eighty) => {
      for (const [share, edge] of Object.entries(edges)) {
        const home = Math.round(Number(share) * basketed);
        const flown_ms = (230_000 / edge) * 60_000;
        const within = mostWithin({ distance_m: 230_000, flown_ms, home, basketed, average: 1400, first })!;
        const slow = eighty[share as unknown as keyof typeof eighty];
        expect(within).toBeGreaterThanOrEqual(230_000 * (1 - slow / edge));
      }
    },
  );

  test('a flight that has shown nothing yet is taken for wide', () => {
    expect(spreads.usual).toBeGreaterThan((spreads.least + spreads.most) / 2);
    const early = { ...final, home: 10, first: null };
    expect(mostWithin(early)!).toBeGreaterThan(mostWithin(final)!);
  });

  it('before the first bird lies around the middle of the field, further behind it than ahead, and not beyond the loft', () => {
    const at = (minutes: number) => {
      const [from_m, to_m] = packBetween({
        ...final,
        home: 0,
        first: null,
        average: 1200,
        flown_ms: minutes * 60_000,
      })!;
      return [Math.round(from_m / 1000), Math.round(to_m / 1000)];
    };
    expect(at(265)).toEqual([265, 342]);
    // Nobody is home: even after hours the middle of the field has not arrived.
    expect(at(600)).toEqual([399, 493]);
    expect(packBetween({ ...final, home: 0, first: null, average: 1200, flown_ms: 0 })).toBeNull();
  });

  it('with the first bird home does not fall back further than the first bird of any list was ahead', () => {
    const flown_ms = (493_182 / 1296.51) * 60_000;
    const [from_m] = packBetween({ ...final, home: 1, flown_ms })!;
    expect(from_m / 493_182).toBeGreaterThan(0.69);
    expect(from_m / 493_182).toBeLessThan(0.8);
  });

  it('is one estimate for the words and for the map: what is said from the loft is the end of the pack', () => {
    for (let home = 0; home <= 6834; home += 67)
      for (let minutes = 0; minutes < 900; minutes += 29)
        for (const first of [null, 1100, 1296.51]) {
          const field = { ...final, home, flown_ms: minutes * 60_000, first };
          const pack = packBetween(field);
          expect(mostWithin(field)).toBe(pack && final.distance_m - pack[0]);
          if (!pack) continue;
          expect(pack[0]).toBeGreaterThanOrEqual(0);
          expect(pack[1]).toBeGreaterThanOrEqual(pack[0]);
          expect(pack[1]).toBeLessThanOrEqual(final.distance_m);
        }
  });
});

describe('the field of a flight at a moment', () => {
  const release_ms = Date.parse('2026-09-12T05:15:00Z');
  const flight: FlightOfField = {
    release_time: new Date(release_ms).toISOString(),
    distance_m: 493_182,
    basketed_count: 6834,
    estimated_average_speed: 1130,
    closed_intervals: [],
    release_groups: [],
    rules: { speed: { unit: 'm/min' } },
  };
  const now = { now_ms: release_ms + final.flown_ms, home: 3309, first_speed: 1296.51 };

  it('has the time that counts, and the speed of its first bird in metres', () => {
    expect(fieldAt(flight, now)).toEqual(final);
    const yards = fieldAt({ ...flight, rules: { speed: { unit: 'yd/min' } } }, { ...now, first_speed: 1417.88 })!;
    expect(yards.first).toBeCloseTo(1296.51, 0);
  });

  it('is not known before the release, in a closed night, and of groups that are released apart', () => {
    expect(fieldAt({ ...flight, release_time: null }, now)).toBeNull();
    const night = { from: now.now_ms - 1, to: now.now_ms + 1 };
    expect(fieldAt({ ...flight, closed_intervals: [night] }, now)).toBeNull();
    expect(fieldAt({ ...flight, release_groups: [{}] }, now)).toBeNull();
  });
});
