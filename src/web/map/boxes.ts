/** Parts of a view that are taken, so that no name lies on another. */
import type { Size } from './place.ts';

/** A point in units of a section, or in pixels of a view. */
export interface Spot {
  x: number;
  y: number;
}

/** A part of a view that is taken, in pixels. */
export interface Box extends Size, Spot {}

/** Whether one box covers a part of another. */
export const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
