import { describe, expect, test } from 'vitest';
import {
  correctedTime,
  type FlightWindow,
  type LedgerEntry,
  matchReading,
  type ProjectFrame,
  project,
} from '#domain/arrivals/project.ts';
import { defaultRules } from '#domain/seasons/rules.ts';

const release_ms = Date.parse('2026-09-05T06:00:00Z');
const hour = 3_600_000;

describe('matching a reading', () => {
  const chip = { loft_id: 1, pigeon_id: 7 };
  const flight = (flight_id: number, rest: Partial<FlightWindow> = {}): FlightWindow => ({
    flight_id,
    release_ms,
    closes_ms: null,
    open: true,
    ...rest,
  });
  const next = flight(21, { release_ms: release_ms + 48 * hour });

  test.each([
    [
      'of a basketed bird counts from the very moment of the release',
      0,
      chip,
      [flight(20)],
      { flight_id: 20, pigeon_id: 7, time_ms: release_ms },
    ],
    [
      'goes to the flight released last before it',
      50 * hour,
      chip,
      [next, flight(20)],
      { flight_id: 21, pigeon_id: 7, time_ms: release_ms + 50 * hour },
    ],
    [
      'before a later release goes to the earlier flight',
      40 * hour,
      chip,
      [next, flight(20)],
      { flight_id: 20, pigeon_id: 7, time_ms: release_ms + 40 * hour },
    ],
    ['of a chip nobody wears', 1, null, [flight(20)], 'unknown_chip'],
    ["of another loft's bird", 1, { loft_id: 2, pigeon_id: 7 }, [flight(20)], 'wrong_loft'],
    ['of a bird that stayed at home', 1, chip, [], 'not_basketed'],
    ['before the release', -1, chip, [flight(20)], 'before_release'],
    ['of a flight not yet released', 1, chip, [flight(20, { release_ms: null })], 'before_release'],
    [
      'at the moment of closing still counts',
      hour,
      chip,
      [flight(20, { closes_ms: release_ms + hour })],
      { flight_id: 20, pigeon_id: 7, time_ms: release_ms + hour },
    ],
    ['after the closing', hour + 1, chip, [flight(20, { closes_ms: release_ms + hour })], 'after_close'],
    ['of a flight that takes no more arrivals', hour, chip, [flight(20, { open: false })], 'after_close'],
    [
      'of two flights released together, goes to the later made',
      1,
      chip,
      [flight(22), flight(20)],
      { flight_id: 22, pigeon_id: 7, time_ms: release_ms + 1 },
    ],
  ] satisfies [string, number, Parameters<typeof matchReading>[1], FlightWindow[], unknown][])(
    'a reading %s (A9)',
    (_name, after, of, flights, expected) => {
      const reading = { time_ms: release_ms + after };
      expect(matchReading(reading, of, 1, flights)).toEqual(expected);
      expect(matchReading(reading, of, 1, flights.toReversed())).toEqual(expected);
    },
  );
});

describe('the projection of a ledger', () => {
  const frame: ProjectFrame = {
    loft_id: 1,
    flight_id: 20,
    distance_m: 300_000,
    rules: defaultRules('km'),
    closed: [],
    flights: [{ flight_id: 20, release_ms, closes_ms: null, open: true, pigeon_ids: new Set([1, 2]) }],
    chips: [1, 2].map((pigeon_id) => ({ chip: `c${pigeon_id}`, loft_id: 1, pigeon_id, from_ms: null, to_ms: null })),
  };
  const reading = (device_id: number, sequence: number, chip: string, after_ms: number): LedgerEntry => ({
    kind: 'reading',
    device_id,
    boot: 'a',
    sequence,
    chip,
    time_us: (release_ms + after_ms) * 1000,
    resolution_ms: 1,
  });
  const order = (entries: LedgerEntry[]) =>
    project(entries, frame).ranked.map((line) => [line.rank, line.pigeon_id, line.device_id, line.sequence]);
  const homes = [
    reading(1, 1, 'c1', 3 * hour),
    reading(2, 1, 'c2', 3 * hour + 500),
    reading(3, 4, 'c1', 3 * hour + 200),
  ];

  test('a bird counts once, with its earliest reading; the others are kept (A8)', () => {
    expect(order(homes)).toEqual([
      [1, 1, 1, 1],
      [2, 2, 2, 1],
    ]);
    expect(project(homes, frame).repeated).toEqual([{ device_id: 3, boot: 'a', sequence: 4 }]);
  });

  test('two clocks in the same millisecond: the one with the lower number counts', () => {
    const same = [reading(3, 1, 'c1', hour), reading(1, 9, 'c1', hour), reading(1, 8, 'c1', hour)];
    expect(order(same)).toEqual([[1, 1, 1, 8]]);
    expect(order(same.toReversed())).toEqual([[1, 1, 1, 8]]);
  });

  test('a voided reading is kept with its reason and the next one counts (A8)', () => {
    const voided: LedgerEntry[] = [...homes, { kind: 'void', device_id: 1, boot: 'a', sequence: 1, n: 1 }];
    expect(order(voided)).toEqual([
      [1, 1, 3, 4],
      [2, 2, 2, 1],
    ]);
    expect(project(voided, frame).unranked).toEqual([{ device_id: 1, boot: 'a', sequence: 1, reason: 'void' }]);
  });

  test('the latest offset of a clock moves its birds; the reading itself stays (A7)', () => {
    const offset = (n: number, offset_ms: number): LedgerEntry => ({
      kind: 'clock-offset',
      device_id: 2,
      boot: 'a',
      offset_ms,
      uncertainty_ms: 5,
      n,
    });
    expect(order([...homes, offset(5, -900)])).toEqual([
      [1, 2, 2, 1],
      [2, 1, 1, 1],
    ]);
    expect(order([offset(6, -100), offset(5, -900), ...homes])).toEqual([
      [1, 1, 1, 1],
      [2, 2, 2, 1],
    ]);
    expect(correctedTime({ time_us: 1_000_999 }, { offset_ms: 0.001 })).toBe(1001);
    expect(correctedTime({ time_us: 1_000_999 }, undefined)).toBe(1000);
  });

  test('the greatest version of the rules holds, with its nights and its closing', () => {
    const version = (n: number, closes_ms: number | null): LedgerEntry => ({
      kind: 'rules',
      n,
      rules: defaultRules('mile'),
      closed: [],
      closes_ms,
    });
    const result = project([version(2, release_ms + 3 * hour), ...homes, version(1, null)], frame);
    expect(result.ranked.map((line) => [line.pigeon_id, line.speed])).toEqual([[1, 1822.6888]]);
    expect(result.unranked.map((line) => line.reason)).toEqual(['after_close', 'after_close']);
  });

  test('a race that is not released has no result yet', () => {
    const waiting = { ...frame, flights: [{ ...frame.flights[0]!, release_ms: null }] };
    expect(project(homes, waiting)).toMatchObject({ ranked: [], unranked: [{ reason: 'before_release' }, {}, {}] });
  });
});
