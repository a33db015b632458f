/** The time zone in which a reader is told a time that has no place of its own. */

/**
 * The zone that a person has chosen for their quiet hours, else that of their country where all of it has one time, else
 * the world's clock. The text names the zone.
 */
export function readerZone({ time_zone, country }: { time_zone: string | null; country: string | null }): string {
  return time_zone ?? zoneOfCountry(country) ?? 'UTC';
}

/** The zone of a country whose clocks show the same time in summer and in winter; null where they differ. */
function zoneOfCountry(country: string | null): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  const zones = zonesOf(new Intl.Locale(`und-${country}`));
  const clocks = new Set(zones.map((zone) => seasons.map((at) => clockOf(zone, at)).join()));
  return clocks.size === 1 ? zones[0]! : null;
}

/** A method since ECMA-402 of 2025, which the types do not have yet. */
const zonesOf = (locale: Intl.Locale): readonly string[] =>
  (locale as Intl.Locale & { getTimeZones?(): readonly string[] | undefined }).getTimeZones?.() ?? [];

/** Two instants half a year apart. */
const seasons = [Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 6, 15, 12)];

const clockOf = (timeZone: string, at_ms: number): string =>
  new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', day: '2-digit' }).format(at_ms);
