/** What all maps of a place have in common: where it is, and how they are cut. */

export interface Place {
  latitude: number;
  longitude: number;
}

/** What is looked at. */
export interface Sight {
  middle: Place;
  /** How many degrees of longitude are seen. */
  span: number;
}

/** The view box of a map that is drawn. */
export const frame = { width: 400, height: 240 };

/** The place of something that may have none yet. */
export function placeOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
