import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curveOf, isImpossible } from '#domain/arrivals/race-control.ts';

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
