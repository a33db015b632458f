import { describe, expect, it } from 'vitest';
import { meets } from './boxes.ts';
import { placeWaters, spotsAlong } from './water-names.ts';

const size = { width: 400, height: 300 };
const view = { sight: { k: 1, x: 0, y: 0 }, size, widthOf: (name: string) => 8 * name.length, taken: [], most: 9 };
const tejo = { name: 'Tejo', spots: [[100, 100, 80, 30] as const, [200, 200, 60, 0] as const] };

describe('the name of a water', () => {
  it('stands above its river and turns with it', () => {
    const [placed] = placeWaters([tejo], view);
    expect(placed).toMatchObject({ name: 'Tejo', angle: 30 });
    expect(placed!.y).toBeLessThan(100);
    expect(placed!.x).toBeGreaterThan(100);
  });

  it.each([
    ['on what is taken', { taken: [{ x: 60, y: 60, width: 80, height: 80 }] }],
    ['where it is not seen', { sight: { k: 1, x: -95, y: 0 } }],
  ])('does not stand %s, but at its next place', (_where, other) => {
    const [placed] = placeWaters([tejo], { ...view, ...other });
    expect(placed).toMatchObject({ name: 'Tejo', angle: 0 });
  });

  it('is left out where the river is shorter than it, seen from so far', () => {
    expect(placeWaters([tejo], { ...view, sight: { k: 0.3, x: 0, y: 0 } })).toEqual([]);
    expect(placeWaters([tejo], { ...view, sight: { k: 0.45, x: 0, y: 0 } })).toHaveLength(1);
  });

  it('covers no other, and the greatest water has the first choice', () => {
    const placed = placeWaters([tejo, { ...tejo, name: 'Zêzere' }], view);
    expect(placed.map(({ name }) => name)).toEqual(['Tejo', 'Zêzere']);
    expect(placed[1]!.angle).toBe(0);
    const [a, b] = placed.map(({ x, y }) => ({ x: x - 20, y: y - 9, width: 40, height: 18 }));
    expect(meets(a!, b!)).toBe(false);
    expect(placeWaters([tejo, { ...tejo, name: 'Zêzere' }], { ...view, most: 1 })).toHaveLength(1);
  });
});

describe('the places along a river', () => {
  it('read from left to right, wherever it flows', () => {
    const east = spotsAlong(
      [
        { x: 20, y: 20 },
        { x: 320, y: 170 },
      ],
      size,
    );
    const west = spotsAlong(
      [
        { x: 320, y: 170 },
        { x: 20, y: 20 },
      ],
      size,
    );
    for (const [, , room, angle] of [...east, ...west]) {
      expect(angle).toBe(27);
      expect(room).toBeGreaterThanOrEqual(40);
    }
    expect(east.length).toBeGreaterThan(1);
  });

  it('are where it is straight', () => {
    const bends = Array.from({ length: 20 }, (_, i) => ({ x: 20 + 12 * i, y: 100 + (i % 2) * 24 }));
    expect(spotsAlong(bends, size)).toEqual([]);
    expect(
      spotsAlong(
        [
          { x: 20, y: 100 },
          { x: 60, y: 100 },
        ],
        size,
      ),
    ).toEqual([]);
  });

  it('lie within the section', () => {
    for (const [x] of spotsAlong(
      [
        { x: -500, y: 100 },
        { x: 900, y: 100 },
      ],
      size,
    )) {
      expect(x >= 0 && x <= size.width).toBe(true);
    }
    expect(
      spotsAlong(
        [
          { x: -900, y: 100 },
          { x: -20, y: 100 },
        ],
        size,
      ),
    ).toEqual([]);
  });
});
