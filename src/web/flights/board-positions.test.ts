import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf } from './board-positions.ts';

const heights = { row: 66, gap: 32, prize: 36 };

function listOf(drops: readonly boolean[]) {
  return { count: drops.length, later: (index: number) => drops[index]! };
}

describe('the positions of rows', () => {
  it('adds the line above a row that begins another drop to the height of that row', () => {
    const places = placesOf(listOf([false, true, false]), heights);
    expect([0, 1, 2, 3].map(places.startOf)).toEqual([0, 66, 164, 230]);
    expect(places.height).toBe(230);
    expect(places.startOf(4)).toBe(230);
  });

  it('adds the line after the last prize to the row below it', () => {
    const places = placesOf(listOf([false, false, true]), heights, 2);
    expect([0, 1, 2, 3].map(places.startOf)).toEqual([0, 66, 132, 266]);
  });

  it('finds the row at every height, and the first or last row beyond the ends', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), fc.integer({ max: 7000 }), (drops, y) => {
        const { startOf, indexAt, height } = placesOf(listOf(drops), heights);
        const index = indexAt(y);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(drops.length);
        if (y >= 0 && y < height) expect(startOf(index) <= y && y < startOf(index + 1)).toBe(true);
        else expect(index).toBe(y < 0 ? 0 : drops.length - 1);
      }),
    );
  });

  it('has a position for an empty list', () => {
    expect(placesOf(listOf([]), heights)).toMatchObject({ height: 0 });
  });
});
