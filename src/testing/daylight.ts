/** Places in daylight: birds rest after dark, so a flight that is in the air now needs a day, whenever a test runs. */

const hour_ms = 3_600_000;

/**
 * Where the sun is highest within an hour of an instant, with the zone of its clock. At the equator, where the day is
 * twelve hours long all year, and away from the line of the date.
 */
export function noonPlace(instant_ms: number): { latitude: number; longitude: number; time_zone: string } {
  const hour = Math.round((instant_ms % (24 * hour_ms)) / hour_ms);
  const ahead = Math.max(-11, Math.min(11, 12 - hour));
  // The names of these zones count hours behind UTC.
  const behind = ahead > 0 ? `-${ahead}` : `+${-ahead}`;
  return { latitude: 0, longitude: 15 * ahead, time_zone: `Etc/GMT${behind}` };
}
