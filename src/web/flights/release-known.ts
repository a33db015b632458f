/** What is known at the release point: the site's observations with those that the phone still keeps. */
import { sunOn } from '#domain/flights/closed-nights.ts';
import { type WayOfLorry, wayOfLorry } from '#domain/flights/lorry.ts';
import type { Observation } from '#domain/flights/release-contract.ts';
import { type LampFacts, type LampRow, lampOf } from '#domain/flights/release-lamp.ts';
import type { Note } from './release-report.ts';
import type { ReleaseView } from './use-release-phone.ts';

export interface Known extends WayOfLorry {
  weather: LampFacts['weather'];
  /** Crates counted at the release point. */
  counted: number | null;
  /** The crates that were not there. */
  missing: readonly number[];
  /** At the loft, on the day of now; null without coordinates, or where the sun does not set. */
  sunset_ms: number | null;
  /** At the release point, else at the loft, on the day of now; null where neither has coordinates. */
  sunrise_ms: number | null;
  /** How long most birds fly. */
  flight_ms: number | null;
}

/** The latest observation of each kind counts. Birds that are released now come home today, whatever was planned. */
export function knownOf({ observations, loft, flight }: ReleaseView, notes: readonly Note[], now_ms: number): Known {
  const all = [...observations, ...notes].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const last = <K extends Observation['kind']>(kind: K) => {
    const found = all.findLast(({ observed }) => observed.kind === kind);
    return found
      ? { at_ms: Date.parse(found.at), observed: found.observed as Extract<Observation, { kind: K }> }
      : null;
  };
  const weather = last('weather');
  const crates = last('crates');
  const { distance_m, estimated_average_speed: average } = flight;
  const { time_zone } = loft;
  const sunAt = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
    latitude === null || longitude === null ? null : sunOn(now_ms, { latitude, longitude, time_zone });
  const home = sunAt(loft);
  const away = sunAt({ latitude: flight.release_latitude, longitude: flight.release_longitude });
  return {
    weather: weather && { at_ms: weather.at_ms, weather: weather.observed.weather },
    counted: crates?.observed.count ?? null,
    missing: crates?.observed.missing ?? [],
    ...wayOfLorry(all),
    sunset_ms: home?.set_ms ?? null,
    sunrise_ms: (away ?? home)?.rise_ms ?? null,
    flight_ms: distance_m === null || !average ? null : (distance_m / average) * 60_000,
  };
}

/** Rest at the release point, minutes. */
export const restOf = ({ arrived_ms }: Known, now_ms: number): number | null =>
  arrived_ms === null ? null : Math.max(0, Math.floor((now_ms - arrived_ms) / 60_000));

/** The lamp over a release at this moment. */
export function lampAt({ limits, bearing_deg, flight }: ReleaseView, known: Known, now_ms: number) {
  const { weather, arrived_ms, driven_km, sunset_ms, flight_ms } = known;
  const home_ms = flight_ms === null ? null : now_ms + flight_ms;
  const { distance_m } = flight;
  return lampOf(limits, { weather, bearing_deg, distance_m, driven_km, arrived_ms, home_ms, sunset_ms, now_ms });
}

/** The rows with a measured figure and its limit. */
export const isMeasured = ({ limit }: LampRow): boolean =>
  limit === 'visibility_km' || limit === 'headwind_kmh' || limit === 'temperature_c';

/** The rows that follow from the weather. */
export const isOfWeather = ({ limit }: LampRow): boolean => limit !== 'rest_min' && limit !== 'same_day';
