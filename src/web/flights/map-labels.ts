/** On which side of its marker each name of a map stands: where it covers no other marker or name, and is not cut. */

import type { Box, Spot } from '#web/map/boxes.ts';
import type { Size } from '#web/map/place.ts';

export const sides = ['below', 'above', 'beside', 'before'] as const;
export type Side = (typeof sides)[number];

export interface Marker {
  at: Spot;
  /** The room of its words, px. */
  wide: number;
  high: number;
  /** The side to take where others are as good. */
  side: Side;
}

/** Half of the room of a sign, px. */
const sign = 22;
/** How near to the edge of the map a name may come, px. */
const edge = 4;

export const signBox = ({ x, y }: Spot): Box => ({ x: x - sign, y: y - sign, width: 2 * sign, height: 2 * sign });

/** The room of a name, as the style sheet puts it. */
export function nameBox({ at: { x, y }, wide, high }: Marker, side: Side): Box {
  const size = { width: wide, height: high };
  switch (side) {
    case 'below':
      return { x: x - wide / 2, y: y + sign, ...size };
    case 'above':
      return { x: x - wide / 2, y: y - sign - high, ...size };
    case 'beside':
      return { x: x + sign + 6, y: y - high / 2, ...size };
    case 'before':
      return { x: x - sign - 6 - wide, y: y - high / 2, ...size };
  }
}

/** How much of one box another covers, px². */
function covered(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const tall = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

/**
 * The sides of the names of markers: those by which the least is covered or cut. They are chosen together, because the
 * side that is free for one may be the only one for another.
 * @param markers a handful, the more important ones first
 * @param over what stands over the map
 */
export function labelSides(markers: readonly Marker[], { width, height }: Size, over: readonly Box[] = []): Side[] {
  const view: Box = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
  const choices = markers.map((marker) => {
    const signs = markers.filter((other) => other !== marker).map((other) => signBox(other.at));
    return [marker.side, ...sides.filter((one) => one !== marker.side)].map((side) => {
      const box = nameBox(marker, side);
      const cut = box.width * box.height - covered(box, view);
      return { side, box, cost: [...signs, ...over].reduce((sum, other) => sum + covered(box, other), cut) };
    });
  });
  let best: { chosen: Side[]; cost: number } = { chosen: [], cost: Number.POSITIVE_INFINITY };
  const choose = (chosen: Side[], names: readonly Box[], cost: number) => {
    if (cost >= best.cost) return;
    if (chosen.length === markers.length) best = { chosen, cost };
    else
      for (const one of choices[chosen.length]!)
        choose(
          [...chosen, one.side],
          [...names, one.box],
          names.reduce((sum, name) => sum + covered(one.box, name), cost + one.cost),
        );
  };
  choose([], [], 0);
  return best.chosen;
}
