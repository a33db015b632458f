import { describe, expect, test } from 'vitest';
import {
  correctedTime,
  type FlightWindow,
  type LedgerEntry,
  matchReading,
  type Offset,
  project,
} from '#domain/arrivals/project.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { type RaceFrame, resultOf } from '#testing/ledger-histories.ts';

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
  const frame: RaceFrame = {
    loft_id: 1,
    flight_id: 20,
    distance_m: 300_000,
    rules: defaultRules('km'),
    closed: [],
    flights: [{ flight_id: 20, release_ms, closes_ms: null, open: true, pigeon_ids: new Set([1, 2]) }],
    chips: [1, 2].map((pigeon_id) => ({ chip: `c${pigeon_id}`, loft_id: 1, pigeon_id, from_ms: null, to_ms: null })),
  };
  const reading = (number: number, device_id: number, chip: string, after_ms: number): LedgerEntry => ({
    kind: 'reading',
    number,
    device_id,
    boot: 'a',
    sequence: number,
    chip,
    time_us: (release_ms + after_ms) * 1000,
  });
  const manual = (number: number, pigeon_id: number, after_ms: number): LedgerEntry => ({
    kind: 'manual',
    number,
    flight_id: 20,
    pigeon_id,
    time_ms: release_ms + after_ms,
  });
  const offset = (number: number, offset_ms: number, rest: Partial<Offset> = {}): LedgerEntry => ({
    kind: 'offset',
    number,
    device_id: 2,
    boot: null,
    from_us: null,
    to_us: null,
    offset_ms,
    ...rest,
  });
  const withdraw = (number: number, voids: number): LedgerEntry => ({ kind: 'void', number, voids });
  /** Rank, bird and entry of each line. */
  const order = (entries: LedgerEntry[], of = frame) =>
    resultOf(entries, of).ranked.map((line) => [
      line.rank,
      line.pigeon_id,
      'manual' in line ? line.manual : line.sequence,
    ]);
  const reasons = (entries: LedgerEntry[], of = frame) => resultOf(entries, of).unranked.map(({ reason }) => reason);
  const homes = [
    reading(1, 1, 'c1', 3 * hour),
    reading(2, 2, 'c2', 3 * hour + 500),
    reading(3, 3, 'c1', 3 * hour + 200),
  ];

  test('a reading that came after the official result counts only where its bird was entered by hand since', () => {
    const official = { ...frame, flights: frame.flights.map((flight) => ({ ...flight, official_head: 2 })) };
    const late = reading(4, 2, 'c2', 2 * hour);
    const entries = [homes[0]!, manual(2, 2, 4 * hour), late];
    expect(order(entries)).toEqual([
      [1, 2, 4],
      [2, 1, 1],
    ]);
    expect(order(entries, official)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    expect(reasons(entries, official)).toEqual(['after_close']);
    const since = manual(5, 2, 3 * hour + 1);
    expect(order([...entries, since], official)).toEqual(order(entries));
    expect(order([...entries, since, withdraw(6, 5)], official)).toEqual(order(entries, official));
  });

  test('a bird counts once, with its earliest reading; the others are stored (A8)', () => {
    expect(order(homes)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    expect(resultOf(homes, frame).repeated).toEqual([{ device_id: 3, boot: 'a', sequence: 3 }]);
  });

  test('two clocks in the same millisecond: the one with the lower number counts', () => {
    const same = [reading(1, 3, 'c1', hour), reading(9, 1, 'c1', hour), reading(8, 1, 'c1', hour)];
    expect(order(same)).toEqual([[1, 1, 8]]);
    expect(order(same.toReversed())).toEqual([[1, 1, 8]]);
  });

  test('a withdrawn reading is stored with its reason and the next one counts, until that is withdrawn (A8)', () => {
    expect(order([withdraw(4, 1), ...homes])).toEqual([
      [1, 1, 3],
      [2, 2, 2],
    ]);
    expect(reasons([withdraw(4, 1), ...homes])).toEqual(['void']);
    const back = [withdraw(5, 4), withdraw(4, 1), ...homes];
    expect(order(back)).toEqual(order(homes));
    expect(order([...back, withdraw(6, 5)])).toEqual(order([...homes, withdraw(4, 1)]));
    expect(order([...back, withdraw(6, 1)])).toEqual(order([...homes, withdraw(4, 1)]));
  });

  test('the last offset of a clock moves its birds; the reading itself stays (A7)', () => {
    const [behind, ahead] = [
      [
        [1, 1, 1],
        [2, 2, 2],
      ],
      [
        [1, 2, 2],
        [2, 1, 1],
      ],
    ];
    expect(order([...homes, offset(5, -900)])).toEqual(ahead);
    expect(order([offset(6, -100), offset(5, -900), ...homes])).toEqual(behind);
    expect(order([offset(6, -100), withdraw(7, 6), offset(5, -900), ...homes])).toEqual(ahead);
    expect(correctedTime({ time_us: 1_000_999 }, { offset_ms: 0.001 })).toBe(1001);
    expect(correctedTime({ time_us: 1_000_999 }, undefined)).toBe(1000);
  });

  test('an offset corrects its own clock and start-up, from its first moment up to its last', () => {
    const read_us = (release_ms + 3 * hour + 500) * 1000;
    const ahead = (rest: Partial<Offset>) => order([...homes, offset(5, -900, rest)])[0]![1] === 2;
    expect(ahead({ boot: 'a' })).toBe(true);
    expect(ahead({ boot: 'b' })).toBe(false);
    expect(ahead({ device_id: 4 })).toBe(false);
    expect(ahead({ from_us: read_us, to_us: read_us + 1 })).toBe(true);
    expect(ahead({ from_us: read_us + 1 })).toBe(false);
    expect(ahead({ to_us: read_us })).toBe(false);
  });

  test('a manual arrival counts in the flight it names, the earliest of a bird, and after a reading of the same moment', () => {
    expect(order([...homes, manual(4, 2, 3 * hour - 1)])).toEqual([
      [1, 2, 4],
      [2, 1, 1],
    ]);
    expect(order([...homes, manual(4, 2, 3 * hour + 500)])[1]).toEqual([2, 2, 2]);
    expect(order([manual(5, 2, 1), manual(4, 2, 1)])).toEqual([[1, 2, 4]]);
    expect(order([...homes, manual(4, 2, 1), withdraw(5, 4)])).toEqual(order(homes));
  });

  test.each([
    ['of a bird that is not on its list', manual(1, 3, hour), {}, 'not_basketed'],
    ['before the release', manual(1, 2, -1), {}, 'before_release'],
    ['of a flight that is not released', manual(1, 2, 1), { release_ms: null }, 'before_release'],
    ['after the closing', manual(1, 2, hour + 1), { closes_ms: release_ms + hour }, 'after_close'],
    ['of a flight that takes no more', manual(1, 2, 1), { open: false }, 'after_close'],
  ])('a manual arrival %s does not count', (_what, entry, window, reason) => {
    const given = { ...frame, flights: [{ ...frame.flights[0]!, ...window }] };
    expect([order([entry], given), reasons([entry], given)]).toEqual([[], [reason]]);
  });

  test('the clocks of a replay record for it alone, and no other clock does', () => {
    const flights = [
      { flight_id: 20, release_ms, closes_ms: null, open: true },
      { flight_id: 21, release_ms: release_ms + 1, closes_ms: null, open: true, is_replay: true },
    ];
    const { loft_id, chips } = frame;
    const facts = { loft_id, flights, chips, baskets: new Map([[1, [20, 21]]]), replays: new Map([[2, 21]]) };
    const { arrivals } = project(facts, [reading(1, 1, 'c1', hour), reading(2, 2, 'c1', 2 * hour)]);
    expect(arrivals.map(({ flight_id, number }) => [flight_id, number])).toEqual([
      [20, 1],
      [21, 2],
    ]);
    expect(project(facts, [reading(3, 3, 'c1', 0), reading(4, 2, 'c1', 0)]).unranked).toMatchObject([
      { number: 4, reason: 'before_release' },
    ]);
  });

  test('the arrivals known before stand for their entries, but not for entries that are projected again', () => {
    const facts = { ...frame, baskets: new Map([1, 2].map((pigeon_id) => [pigeon_id, [20]])) };
    const { arrivals } = project(facts, homes);
    const later = project({ ...facts, arrivals }, [manual(4, 1, 3 * hour + 100)]);
    expect(later.arrivals).toEqual(arrivals);
    expect(later.repeated).toMatchObject([{ number: 4 }]);
    const earlier = project({ ...facts, arrivals }, [manual(4, 1, 1)]);
    expect([earlier.arrivals[0]!.number, earlier.repeated]).toMatchObject([4, [{ number: 1 }]]);
    const again = project({ ...facts, arrivals }, [homes[0]!, withdraw(4, 1)]);
    expect(again.arrivals).toMatchObject([{ number: 2 }]);
  });

  test('the last version of the rules counts, with its nights and its closing', () => {
    const version = (number: number, closes_ms: number | null): LedgerEntry => ({
      kind: 'rules',
      number,
      flight_id: 20,
      rules: defaultRules('mile'),
      closed: [],
      closes_ms,
    });
    const ruled = [version(5, release_ms + 3 * hour), ...homes, version(4, null)];
    const result = resultOf(ruled, frame);
    expect(result.ranked.map((line) => [line.pigeon_id, line.speed])).toEqual([[1, 1822.6888]]);
    expect(reasons(ruled)).toEqual(['after_close', 'after_close']);
    expect(order([...ruled, withdraw(6, 5)])).toEqual(order(homes));
  });

  test('a race that is not released has no result yet; the last declared release counts', () => {
    const waiting = { ...frame, flights: [{ ...frame.flights[0]!, release_ms: null }] };
    expect(resultOf(homes, waiting)).toMatchObject({ ranked: [], unranked: [{ reason: 'before_release' }, {}, {}] });
    const release = (number: number, after_ms: number): LedgerEntry => ({
      kind: 'release',
      number,
      flight_id: 20,
      release_ms: release_ms + after_ms,
    });
    const releases = [release(5, 3 * hour + 100), release(4, 0)];
    expect(order([...homes, ...releases], waiting)).toEqual([
      [1, 1, 3],
      [2, 2, 2],
    ]);
    expect(order([...homes, ...releases, withdraw(6, 5)], waiting)).toEqual(order(homes));
  });
});
