/** A place from which a loft releases. */

/** How the coordinates are known: measured on the spot, taken from a map, or as somebody stated them. */
export const pointMeasures = ['gps', 'map', 'stated'] as const;
export type PointMeasure = (typeof pointMeasures)[number];
