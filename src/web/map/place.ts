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

/** The view box of a drawn map. */
export const frame = { width: 400, height: 240 };

/** A place in the view box of a drawn map, whose projection is Mercator's. */
export function pointOn({ middle, span }: Sight, { latitude, longitude }: Place): { x: number; y: number } {
  const scale = frame.width / span;
  return {
    x: frame.width / 2 + (longitude - middle.longitude) * scale,
    y: frame.height / 2 - (northing(latitude) - northing(middle.latitude)) * scale,
  };
}

/** The height of a latitude in Mercator's projection, in degrees of longitude. */
const northing = (latitude: number) => (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;

/** The coordinates of something that may have none yet. */
export function placeOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
