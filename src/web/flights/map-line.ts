/** Where the line of a flight stands on its map. */
import { curveOf } from '#domain/flights/curve.ts';
import type { Point } from '#domain/flights/distance.ts';
import type { Spot } from '#web/map/boxes.ts';
import type { Padding } from '#web/map/map-view.ts';
import { type MapSection, pointOn, type Size } from '#web/map/place.ts';

/** From this width on the panels stand over the map; the style sheet has the same value. */
const wide_px = 900;

/** The line as spots of a section. */
export const lineSpots = (section: MapSection, from: Point, to: Point): Spot[] =>
  curveOf(from, to).map((point) => pointOn(section, point, section));

/** The line stays 75 and 50 pixels from the edges of what is free (9.12). */
export function paddingOf({ width, height }: Size, isRtl: boolean): Padding {
  const padding = { top: 50, right: 75, bottom: 50, left: 75 };
  // The tools and the names of the ends have room.
  if (width < wide_px) return { ...padding, top: Math.min(142, 0.42 * height), bottom: Math.min(84, 0.3 * height) };
  return { ...padding, [isRtl ? 'right' : 'left']: 75 + 392, bottom: 50 + 238, top: 130 };
}
