import { describe, expect, it } from 'vitest';
import { whyNotMove, whyNotPoint } from './release-point.ts';

describe('a release point (domain 2.7)', () => {
  it.each([
    ['measured on the spot on a day', 'gps', '2026-09-03', null],
    ['measured on the spot today', 'gps', '2026-09-10', null],
    ['measured on the spot without a day', 'gps', null, 'error_required'],
    ['measured tomorrow', 'gps', '2026-09-11', 'measured_in_future'],
    ['from the map without a day', 'map', null, null],
    ['from the map of tomorrow', 'map', '2026-09-11', 'measured_in_future'],
    ['as stated', 'stated', null, null],
  ] as const)('%s', (_what, measured, measured_on, code) => {
    expect(whyNotPoint({ measured, measured_on }, '2026-09-10')?.code ?? null).toBe(code);
  });

  it.each([
    ['nobody sees a flight from it', 0, '', null],
    ['a shown flight, for a reason', 1, 'Fog', null],
    ['a shown flight, without one', 1, '', 'point_move_needs_reason'],
    ['spaces are no reason', 2, '  ', 'point_move_needs_reason'],
  ] as const)('is moved: %s', (_what, shown_flights, reason, code) => {
    expect(whyNotMove({ shown_flights, reason })?.code ?? null).toBe(code);
  });
});
