import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  antennaOrders,
  compareClocks,
  curveOf,
  isImpossible,
  jumpsToCorrect,
  mayHoldReadings,
} from '#domain/arrivals/race-control.ts';

describe('what race control marks', () => {
  test.each([
    [2400, 'm/min', false],
    [2501, 'm/min', true],
    [2700, 'yd/min', false],
    [2740, 'yd/min', true],
    [null, 'm/min', false],
  ] as const)('a speed of %s %s is impossible: %s', (speed, unit, expected) => {
    expect(isImpossible(speed, { unit })).toBe(expected);
  });

  const [noon, one] = ['2026-06-06T12:00:00.000Z', '2026-06-06T13:00:00.000Z'];
  test.each([
    ['silent in the air', 'silent', noon, 'released', null, true],
    ['silent since before the closing', 'silent', noon, 'provisional', one, true],
    ['silent since after the closing', 'silent', one, 'provisional', noon, false],
    ['silent, of an official result', 'silent', noon, 'official', one, false],
    ['online', 'online', noon, 'released', null, false],
  ] as const)('a clock that is %s may hold readings that count', (_, state, read_to, status, closes_at, expected) => {
    expect(mayHoldReadings({ state, read_to }, { status, closes_at })).toBe(expected);
  });

  test('the curve has every bird of a small field, and of a large one the first, the last and as many as fit', () => {
    expect(curveOf([5, 7, 7])).toEqual([
      [5, 1],
      [7, 2],
      [7, 3],
    ]);
    expect(curveOf([])).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(fc.nat(1e9), { minLength: 1, maxLength: 3000 }),
        fc.integer({ min: 2, max: 200 }),
        (given, most) => {
          const times = given.sort((a, b) => a - b);
          const curve = curveOf(times, most);
          expect(curve.length).toBe(Math.min(most, times.length));
          expect(curve[0]).toEqual([times[0], 1]);
          expect(curve.at(-1)).toEqual([times.at(-1), times.length]);
          for (const [at_ms, home] of curve) expect(times[home - 1]).toBe(at_ms);
        },
      ),
      { numRuns: 50 },
    );
  });
});

const seen = (pigeon_id: number, device_id: number, time_ms: number, antenna: string | null = null) => ({
  pigeon_id,
  device_id,
  antenna,
  time_ms,
});

describe('two clocks that read the same birds (A8)', () => {
  const pair = [1, 2, 3, 4].flatMap((bird) => [seen(bird, 1, bird * 1000), seen(bird, 2, bird * 1000 - 2300)]);

  test('the later one is named with the median, and the birds that differ from it', () => {
    const apart = [...pair, seen(5, 1, 9000), seen(5, 2, 12_000)];
    expect(compareClocks(apart)).toEqual([
      { earlier: 2, later: 1, birds: 5, by_ms: 2300, apart: [{ pigeon_id: 5, by_ms: -3000 }] },
    ]);
  });

  test('a bird that comes back an hour later, or one or two birds, say nothing', () => {
    expect(compareClocks([...pair, seen(6, 1, 0), seen(6, 2, 3_600_000)])[0]).toMatchObject({ birds: 4, apart: [] });
    expect(compareClocks(pair.slice(0, 4))).toEqual([]);
  });
});

describe('the antennas of a clock', () => {
  const through = (bird: number, outer: number, inner: number) => [
    seen(bird, 1, outer, 'outer'),
    seen(bird, 1, inner, 'inner'),
  ];
  const most = [1, 2, 3].flatMap((bird) => through(bird, bird, bird + 500));

  test('a bird that came the other way round than most is named', () => {
    expect(antennaOrders([...most, ...through(4, 900, 400)])).toEqual([
      { device_id: 1, first: 'outer', second: 'inner', against: [4] },
    ]);
  });

  test('nobody is named where all came the same way, or as many either way', () => {
    expect(antennaOrders(most)).toEqual([]);
    expect(antennaOrders([...most, ...[4, 5, 6].flatMap((bird) => through(bird, 900, 400))])).toEqual([]);
  });
});

describe('jumps of a clock that wait for a ruling', () => {
  const first = { after_ms: 90_000, at_ms: 100_000, by_ms: -2300, offset_ms: 2300 };
  const second = { after_ms: 490_000, at_ms: 500_000, by_ms: 2300, offset_ms: 0 };
  const offset = (offset_ms: number, from_ms: number | null, to_ms: number | null, declared_ms = 900_000) => ({
    offset_ms,
    // A ruling says since when by the true time; the entry has the clock's own.
    from_us: from_ms === null ? null : (from_ms - offset_ms) * 1000,
    to_us: to_ms === null ? null : (to_ms - offset_ms) * 1000,
    declared_ms,
  });
  test.each([
    ['no correction', [], [first, second]],
    ['one since the first jump', [offset(2300, 100_000, null)], [second]],
    ['one since the first jump, by another figure than was measured', [offset(9000, 100_000, null)], [second]],
    ['one since shortly before it was seen', [offset(2300, 95_000, 500_000)], [second]],
    ['one since each', [offset(2300, 100_000, null), offset(0, 500_000, null)], []],
    ['one of the whole flight, right since the first jump', [offset(2290, null, null)], [second]],
    ['one of the whole flight that is wrong in both', [offset(9000, null, null)], [first, second]],
    ['one that ended before', [offset(2300, null, 80_000)], [first, second]],
    ['one that was declared before', [offset(2300, null, null, 50_000)], [first, second]],
  ])('%s', (_, offsets, left) => {
    expect(jumpsToCorrect([first, second], offsets)).toEqual(left);
  });
});
