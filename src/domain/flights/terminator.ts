/** Where it is night: the half of the earth that is turned away from the sun. */

const degrees = Math.PI / 180;

/** Where the sun stands in the zenith, degrees; exact to a tenth of a degree between 1950 and 2050 (Meeus, low precision). */
export function sunAt(at_ms: number): { latitude: number; longitude: number } {
  const days = at_ms / 86_400_000 + 2_440_587.5 - 2_451_545;
  const mean = (357.529 + 0.985_600_28 * days) * degrees;
  const ecliptic = (280.459 + 0.985_647_36 * days + 1.915 * Math.sin(mean) + 0.02 * Math.sin(2 * mean)) * degrees;
  const tilt = (23.439 - 0.000_000_36 * days) * degrees;
  const latitude = Math.asin(Math.sin(tilt) * Math.sin(ecliptic)) / degrees;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic)) / degrees;
  const greenwich = 280.460_618_37 + 360.985_647_366_29 * days;
  return { latitude, longitude: ((((ascension - greenwich + 180) % 360) + 360) % 360) - 180 };
}

/** Whether the sun stands below the horizon at a place. */
export function isNight({ latitude, longitude }: { latitude: number; longitude: number }, at_ms: number): boolean {
  const sun = sunAt(at_ms);
  const [here, there] = [latitude * degrees, sun.latitude * degrees];
  const hour = (longitude - sun.longitude) * degrees;
  // The air lifts the sun, and its edge is seen before its middle.
  const horizon = Math.sin(-0.833 * degrees);
  return Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(hour) < horizon;
}

/** The latitude of a map in Mercator's projection at which its pole is. */
const pole = 85;

/**
 * The night as a ring of `[longitude, latitude]`, from one copy of the world to the one after it, so that a map across
 * the 180th meridian has it too.
 */
export function nightRing(at_ms: number, step = 4): [number, number][] {
  const sun = sunAt(at_ms);
  // On the days of the equinoxes the boundary is a meridian.
  const decline = Math.abs(sun.latitude) < 0.01 ? 0.01 : sun.latitude;
  const edge = Array.from({ length: 720 / step + 1 }, (_, index): [number, number] => {
    const longitude = -360 + index * step;
    const latitude =
      Math.atan(-Math.cos((longitude - sun.longitude) * degrees) / Math.tan(decline * degrees)) / degrees;
    return [longitude, Math.max(-pole, Math.min(pole, latitude))];
  });
  const dark = decline > 0 ? -pole : pole;
  return [...edge, [360, dark], [-360, dark], edge[0]!];
}
