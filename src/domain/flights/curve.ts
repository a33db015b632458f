/**
 * The curved line of a flight on a map whose projection is Mercator's: a bow to the north of the straight line. It is
 * drawn, not flown.
 */
import type { Point } from './distance.ts';

/** The height of the bow as a part of the line. */
const bow = 0.13;

const northing = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) * (180 / Math.PI);
const latitudeOf = (northing: number) => (Math.atan(Math.sinh((northing * Math.PI) / 180)) * 180) / Math.PI;

/** A point of the line; `part` from 0 at its beginning to 1 at its end. The longitude may exceed 180 degrees. */
export function curvePoint(from: Point, to: Point, part: number): Point {
  const east = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
  const [y0, y1] = [northing(from.latitude), northing(to.latitude)];
  const length = Math.hypot(east, y1 - y0);
  const upwards = east === 0 ? 0 : Math.abs(east) / (length || 1);
  const sideways = length === 0 ? 0 : ((y1 - y0) / length) * (east < 0 ? 1 : -1);
  // The middle of a bow of the second degree has half the height of its handle.
  const handle = { x: east / 2 + 2 * bow * length * sideways, y: (y0 + y1) / 2 + 2 * bow * length * upwards };
  const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
  return {
    latitude: latitudeOf(a * y0 + b * handle.y + c * y1),
    longitude: from.longitude + b * handle.x + c * east,
  };
}

/** The whole line as points. */
export function curveOf(from: Point, to: Point, parts = 64): Point[] {
  return Array.from({ length: parts + 1 }, (_, index) => curvePoint(from, to, index / parts));
}
