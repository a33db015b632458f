/** The weather at a release point, and the lamp that follows from it and from the limits of the rulebook (domain 2.7). */
import { z } from 'zod';
import { windDirections } from '#domain/flights/wind-direction.ts';
import type { ReleaseLimits } from '#domain/seasons/release-limits.ts';
import { nullableBoundedInteger } from '#domain/validation.ts';

/** The weather at the release point as somebody there measured it; null: not measured. */
export const weather = z.strictObject({
  visibility_km: nullableBoundedInteger({ min: 0, max: 200 }),
  wind_kmh: nullableBoundedInteger({ min: 0, max: 200 }),
  /** Where the wind comes from. */
  wind_from: z.enum(windDirections).nullable(),
  temperature_c: nullableBoundedInteger({ min: -40, max: 60 }),
  rain: z.boolean(),
  low_cloud: z.boolean(),
  thunder: z.boolean(),
});
export type Weather = z.output<typeof weather>;

/** The wind against a bird that flies in this direction, km/h; negative: it pushes. */
export function headwind({ wind_kmh, wind_from }: Weather, bearing_deg: number): number | null {
  if (wind_kmh === null) return null;
  if (wind_kmh === 0) return 0;
  if (wind_from === null) return null;
  const from_deg = windDirections.indexOf(wind_from) * 45;
  return Math.round(wind_kmh * Math.cos(((from_deg - bearing_deg) * Math.PI) / 180));
}

/** Weather that was measured longer ago than this says nothing any more, ms. */
export const weatherGood_ms = 60 * 60_000;

export const lampLimits = [
  'visibility_km',
  'headwind_kmh',
  'temperature_c',
  'no_rain',
  'no_low_cloud',
  'no_thunder',
  'rest_min',
  'same_day',
] as const satisfies readonly (keyof ReleaseLimits)[];
export type LampLimit = (typeof lampLimits)[number];

/** What is known where a lamp is asked for. */
export interface LampFacts {
  weather: { at_ms: number; weather: Weather } | null;
  /** The direction from the release point to the loft, degrees clockwise from north. */
  bearing_deg: number | null;
  /** The distance of the flight; the birds were driven at least as far. */
  distance_m: number | null;
  /** By road, as noted on the way; null where nobody did. */
  driven_km: number | null;
  /** Since when the birds stand at the release point. */
  arrived_ms: number | null;
  /** When most birds are expected home, and sunset at the loft. */
  home_ms: number | null;
  sunset_ms: number | null;
  now_ms: number;
}

/** One limit: kept, broken, or not known. `value` in the unit of the limit; for rest and sun in minutes left over. */
export interface LampRow {
  limit: LampLimit;
  state: 'kept' | 'broken' | 'unknown';
  value: number | null;
}

/**
 * Go: every limit is known and kept. Stop: one is broken. Wait: something is not known, or only rest is missing, which
 * time cures.
 */
export type Lamp = 'go' | 'wait' | 'stop';

/**
 * The rest that birds need after their way, minutes: the rulebook counts each 100 km that they were driven (domain 2.7).
 * Null where the way is not known.
 */
export function restNeeded(
  per_100_km_min: number,
  { driven_km, distance_m }: Pick<LampFacts, 'driven_km' | 'distance_m'>,
): number | null {
  const way_km = driven_km ?? (distance_m === null ? null : distance_m / 1000);
  return way_km === null ? null : (way_km / 100) * per_100_km_min;
}

/** The lamp over a release, with a row for each limit of the rulebook. */
export function lampOf(limits: ReleaseLimits, facts: LampFacts): { lamp: Lamp; rows: LampRow[] } {
  const rows = lampLimits.flatMap((limit) => {
    const set = limits[limit];
    return set === null || set === false ? [] : [rowOf(limit, limits, facts)];
  });
  const broken = rows.filter(({ state }) => state === 'broken');
  if (broken.some(({ limit }) => limit !== 'rest_min')) return { lamp: 'stop', rows };
  return { lamp: rows.every(({ state }) => state === 'kept') ? 'go' : 'wait', rows };
}

function rowOf(limit: LampLimit, limits: ReleaseLimits, facts: LampFacts): LampRow {
  const { weather: last, bearing_deg, arrived_ms, home_ms, sunset_ms, now_ms } = facts;
  const now = last && now_ms - last.at_ms <= weatherGood_ms ? last.weather : null;
  const row = (value: number | null, isKept: (value: number) => boolean): LampRow => ({
    limit,
    state: value === null ? 'unknown' : isKept(value) ? 'kept' : 'broken',
    value,
  });
  const seen = (one: boolean | undefined) => row(one === undefined ? null : Number(one), (value) => value === 0);
  switch (limit) {
    case 'visibility_km':
      return row(now?.visibility_km ?? null, (value) => value >= limits.visibility_km!);
    case 'headwind_kmh':
      return row(
        now && headwind(now, bearing_deg ?? 0),
        (value) =>
          // Without its direction any wind may blow against them.
          (bearing_deg === null ? Math.abs(value) : value) <= limits.headwind_kmh!,
      );
    case 'temperature_c':
      return row(now?.temperature_c ?? null, (value) => value <= limits.temperature_c!);
    case 'no_rain':
      return seen(now?.rain);
    case 'no_low_cloud':
      return seen(now?.low_cloud);
    case 'no_thunder':
      return seen(now?.thunder);
    case 'rest_min': {
      const needed_min = restNeeded(limits.rest_min!, facts);
      const rest_min = arrived_ms === null ? null : Math.floor((now_ms - arrived_ms) / 60_000);
      return row(needed_min === null ? null : rest_min, (value) => value >= needed_min!);
    }
    case 'same_day': {
      // After sunset no bird comes home on that day, however fast it is.
      const latest_ms = home_ms ?? (sunset_ms !== null && now_ms >= sunset_ms ? now_ms : null);
      return row(
        latest_ms === null || sunset_ms === null ? null : Math.floor((sunset_ms - latest_ms) / 60_000),
        (value) => value >= 0 && now_ms < sunset_ms!,
      );
    }
  }
}
