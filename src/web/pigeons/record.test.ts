import { describe, expect, it } from 'vitest';
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import { standingOf, summaryOf } from './record.ts';

const flight = (id: number, fields: Partial<FlownFlight> = {}) =>
  ({
    id,
    status: 'official',
    replay_factor: null,
    speed_rule: { unit: 'm/min', decimals: 2, rounding: 'half-up' },
    distance: null,
    distance_m: null,
    ...fields,
  }) as FlownFlight;

const home = (flight_id: number, pigeon_id: number, rank: number, speed: number): BirdResult => ({
  flight_id,
  pigeon_id,
  line: { rank, speed, time: null, gap_ms: null, day: null },
});
const away = (flight_id: number, pigeon_id: number): BirdResult => ({ flight_id, pigeon_id, line: null });

describe('the summary of a record (2.10, 2.11)', () => {
  it('counts starts and homes, the best place and the mean speed, each flight by rank', () => {
    const flights = [flight(3, { status: 'planned' }), flight(2), flight(1)];
    const results = [home(2, 7, 9, 1200), home(2, 8, 4, 1300), home(1, 7, 2, 1400), away(1, 8), away(3, 7)];
    const { flown, coming, ...summary } = summaryOf(flights, results);
    expect(summary).toEqual({
      starts: 4,
      homes: 3,
      best: { rank: 2, flight: flights[2] },
      average_speed: 1300,
      longest_m: null,
    });
    expect(flown.map((one) => one.flight.id)).toEqual([2, 1]);
    expect(flown[0]!.home.map(({ pigeon_id }) => pigeon_id)).toEqual([8, 7]);
    expect(flown[1]!.away.map(({ pigeon_id }) => pigeon_id)).toEqual([8]);
    expect(coming.map((one) => one.flight.id)).toEqual([3]);
  });

  it('counts a replay and an annulled flight for nothing', () => {
    const flights = [flight(2, { replay_factor: 10 }), flight(1, { status: 'annulled' })];
    const summary = summaryOf(flights, [home(2, 7, 1, 1500), home(1, 7, 1, 1500)]);
    expect(summary).toMatchObject({ starts: 0, homes: 0, best: null, average_speed: null });
    expect(summary.flown.map((one) => one.flight.id)).toEqual([2]);
  });

  it('finds the longest flight among lofts that measure in kilometres and in miles', () => {
    const flights = [
      flight(3, { distance: 900, distance_m: 900_000, replay_factor: 10 }),
      flight(2, { distance: 400, distance_m: 643_737.6 }),
      flight(1, { distance: 500, distance_m: 500_000 }),
    ];
    expect(summaryOf(flights, []).longest_m).toBe(643_737.6);
  });

  it('has no mean of speeds in different units', () => {
    const flights = [
      flight(2, { speed_rule: { unit: 'yd/min', decimals: 2, rounding: 'half-up' } as FlownFlight['speed_rule'] }),
      flight(1),
    ];
    expect(summaryOf(flights, [home(2, 7, 1, 1500), home(1, 7, 1, 1400)]).average_speed).toBeNull();
  });
});

describe('a speed against its field', () => {
  it.each([
    ['the winner', 1400, 1],
    ['the middle', 1300, 0.5],
    ['between them', 1350, 0.75],
    ['far behind', 900, 0],
    ['without a speed', null, null],
  ])('of %s', (_name, speed, standing) => {
    expect(standingOf(speed, { winner_speed: 1400, middle_speed: 1300 })).toBe(standing);
  });

  it('says nothing where all flew alike, or nothing is known', () => {
    expect(standingOf(1300, { winner_speed: 1300, middle_speed: 1300 })).toBeNull();
    expect(standingOf(1300, { winner_speed: null, middle_speed: null })).toBeNull();
  });
});
