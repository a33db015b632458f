import { describe, expect, it } from 'vitest';
import { inRouteOrder, moved } from './route.ts';

describe('the route of a day (6.5)', () => {
  const stops = [{ id: 4 }, { id: 7 }, { id: 9 }];

  it('has the order that the agent gave it, and new stops at the end by their hour', () => {
    expect(inRouteOrder(stops, [])).toEqual(stops);
    expect(inRouteOrder(stops, [9, 3]).map(({ id }) => id)).toEqual([9, 4, 7]);
  });

  it.each([
    [7, -1, [7, 4, 9]],
    [7, 1, [4, 9, 7]],
    [4, -1, [4, 7, 9]],
    [9, 1, [4, 7, 9]],
    [5, 1, [4, 7, 9]],
  ] as const)('moves stop %i by %i', (id, by, ids) => {
    expect(moved([4, 7, 9], id, by)).toEqual(ids);
  });
});
