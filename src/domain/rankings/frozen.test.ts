import { describe, expect, it } from 'vitest';
import { flightsChanged, frozenChanges } from './frozen.ts';

/** A line by the values of its flights, from the first on. */
const line = (of: number, place: number, ...values: string[]) => ({
  of,
  place,
  value: values.join('+') || '1',
  flights: values.map((value, i) => ({ flight_id: i + 1, value, birds: [] })),
});

describe('a version of a frozen ranking', () => {
  it('changed the lines with another place or value, and those that came or went', () => {
    const before = [line(7, 1), line(8, 2), line(9, 3), line(10, 4)];
    const after = [line(8, 1), line(9, 3), line(11, 3), line(10, 4, '2')];
    expect(frozenChanges(before, after)).toMatchObject([
      { of: 8, before: line(8, 2), after: line(8, 1) },
      { of: 11, before: null, after: line(11, 3) },
      { of: 10, before: line(10, 4), after: line(10, 4, '2') },
      { of: 7, before: line(7, 1), after: null },
    ]);
    expect(frozenChanges(before, before)).toEqual([]);
  });

  it('says by which flights a line changed, and of one that others moved that it is none', () => {
    const before = [line(7, 1, '5', '4'), line(8, 2, '3', '3'), line(9, 3, '1')];
    const after = [line(8, 1, '3', '3'), line(7, 2, '5', '0'), line(10, 3, '1', '1')];
    expect(frozenChanges(before, after).map(({ of, flight_ids }) => [of, flight_ids])).toEqual([
      [8, []],
      [7, [2]],
      [10, [1, 2]],
      [9, [1]],
    ]);
  });

  it('says which flights it counts that the one before did not', () => {
    const text = (...ids: number[]) => ({ flights: ids.map((flight_id) => ({ flight_id, name: '' })), lines: [] });
    expect(flightsChanged(text(1, 2), text(2, 3))).toEqual({ added: [3], gone: [1] });
    expect(flightsChanged(text(1), text(1))).toEqual({ added: [], gone: [] });
  });
});
