/** Where the names of places stand on a small map, so that none lies on another. */

export interface Spot {
  x: number;
  y: number;
  name: string;
}

export interface Placed {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
}

/** The mean width of a letter, and the height of a line, as parts of the font size. */
const [letter, line] = [0.56, 1.15];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * The place of each name: below its spot, else above, behind or before it; null where each of them would lie on a spot or
 * on a name that was placed before. The first ones are placed first.
 */
export function placeNames(
  spots: readonly Spot[],
  { size, radius, width, height }: { size: number; radius: number; width: number; height: number },
): (Placed | null)[] {
  const taken: Box[] = spots.map(({ x, y }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const gap = radius + 3;
  return spots.map(({ x, y, name }, own) => {
    const wide = Array.from(name).length * letter * size;
    const high = line * size;
    const places: [Placed, Box][] = [
      [
        { dx: 0, dy: gap + size * 0.8, anchor: 'middle' },
        { left: x - wide / 2, right: x + wide / 2, top: y + gap, bottom: y + gap + high },
      ],
      [
        { dx: 0, dy: -gap, anchor: 'middle' },
        { left: x - wide / 2, right: x + wide / 2, top: y - gap - high, bottom: y - gap },
      ],
      [
        { dx: gap, dy: size * 0.35, anchor: 'start' },
        { left: x + gap, right: x + gap + wide, top: y - high / 2, bottom: y + high / 2 },
      ],
      [
        { dx: -gap, dy: size * 0.35, anchor: 'end' },
        { left: x - gap - wide, right: x - gap, top: y - high / 2, bottom: y + high / 2 },
      ],
    ];
    const isFree = (box: Box) =>
      box.left >= 0 &&
      box.right <= width &&
      box.top >= 0 &&
      box.bottom <= height &&
      taken.every((other, index) => index === own || !overlap(box, other));
    const found = places.find(([, box]) => isFree(box));
    if (!found) return null;
    taken.push(found[1]);
    return found[0];
  });
}
