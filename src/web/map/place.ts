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

/** The view box of a drawn map. */
export const frame = { width: 400, height: 240 };

/** The coordinates of something that may have none yet. */
export function placeOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
