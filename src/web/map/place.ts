/** Shared by all maps of a place: its coordinates, and the section that is shown. */

export interface Place {
  latitude: number;
  longitude: number;
}

/** The section of a map. */
export interface Sight {
  middle: Place;
  /** The width of the section in degrees of longitude. */
  span: number;
}

/** A name on a drawn map, in its view box; a point without a name has an empty one. */
export interface MapName {
  x: number;
  y: number;
  name: string;
}

/** A town of a map: 3 above half a million people, 2 above a hundred thousand, else 1. */
export interface TownName extends MapName {
  size: 1 | 2 | 3;
}

/** A water of a map with the places of its name, the best first. */
export interface WaterName {
  name: string;
  /** In units; the longest name that has room there, and its turn clockwise in degrees. */
  spots: readonly (readonly [x: number, y: number, room: number, angle: number])[];
}

/** A section of the site's own map: paths and names in whole units of a view box of its width and height. */
export interface MapSection extends Sight, Size {
  land: string;
  rivers: string;
  lakes: string;
  countries: readonly MapName[];
  /** The greatest first. */
  waters: readonly WaterName[];
  /** The largest first. */
  towns: readonly TownName[];
}

export interface Size {
  width: number;
  height: number;
}

/** The view box of a drawn map. */
export const frame: Size = { width: 400, height: 240 };

/** A place in the view box of a drawn map, whose projection is Mercator's. */
export function pointOn(
  { middle, span }: Sight,
  { latitude, longitude }: Place,
  size: Size = frame,
): { x: number; y: number } {
  const scale = size.width / span;
  return {
    x: size.width / 2 + (longitude - middle.longitude) * scale,
    y: size.height / 2 - (northing(latitude) - northing(middle.latitude)) * scale,
  };
}

/** The place of a point in the view box of a drawn map. */
export function placeAt({ middle, span }: Sight, { x, y }: { x: number; y: number }, size: Size = frame): Place {
  const scale = size.width / span;
  const north = northing(middle.latitude) + (size.height / 2 - y) / scale;
  return {
    latitude: (Math.atan(Math.sinh((north * Math.PI) / 180)) * 180) / Math.PI,
    longitude: middle.longitude + (x - size.width / 2) / scale,
  };
}

/** The height of a latitude in Mercator's projection, in degrees of longitude. */
const northing = (latitude: number) => (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;

/** The coordinates of something that may have none yet. */
export function placeOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
