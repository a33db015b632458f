import { expect, it } from 'vitest';
import { placeNames } from './labels.ts';

const look = { size: 10, radius: 4, width: 400, height: 300 };
const at = (x: number, y: number, name = 'Noyon') => ({ x, y, name });

it('a name stands below its place, and above, behind or before it where another one is', () => {
  expect(placeNames([at(100, 100)], look)).toEqual([{ dx: 0, dy: 15, anchor: 'middle' }]);
  const [first, second] = placeNames([at(100, 100), at(112, 100)], look);
  expect(first!.dy).toBe(15);
  expect(second!.dy).toBe(-7);
});

it('where there is no room for it a place has no name, and the first ones keep theirs', () => {
  const crowd = Array.from({ length: 12 }, (_, n) => at(100 + n * 2, 100, 'Chalon-sur-Saône'));
  const placed = placeNames(crowd, look);
  expect(placed[0]).not.toBeNull();
  expect(placed.filter((one) => one === null).length).toBeGreaterThan(6);
});

it('no name leaves the map', () => {
  const [low, right] = placeNames([at(200, 296), at(395, 150, 'Barcelona')], look);
  expect(low!.dy).toBeLessThan(0);
  expect(right!.anchor).toBe('end');
});
