/** The wind on the way of a planned flight. */
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { readFlightWeather } from '#domain/flights/weather-contract.ts';
import { windOnTheWay } from '#domain/flights/wind-on-line.ts';

/** Hours after the middle of the field is home are no hours of the way. */
export function windOnWay(
  { release_time, estimated_average_speed: average }: Flight,
  weather: ReplyOf<typeof readFlightWeather> | null,
) {
  if (!weather?.forecast || !weather.line || release_time === null || !average) return null;
  const { forecast, line } = weather;
  const all = windOnTheWay(line, forecast, { release_ms: Date.parse(release_time), average });
  const home = all.findIndex(({ flown_m }) => flown_m! >= line.distance_m);
  return {
    source: forecast.source,
    hours: (home < 0 ? all : all.slice(0, home + 1)).map(({ hour_ms, flown_m, wind }) => ({
      hour_ms,
      flown_m: flown_m!,
      tail: wind && Math.round(wind.tail * 100) / 100,
    })),
  };
}
