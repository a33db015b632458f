/** The services that foretell the weather, each by its own protocol: Windy's point forecasts (7.15) and Open-Meteo. */
import { z } from 'zod';
import type { Point } from '#domain/flights/distance.ts';
import type { Series } from '#domain/flights/forecast.ts';
import type { WeatherService } from '#server/config.ts';

/** Windy's model of the whole earth, and what is asked of it. */
export const windyRequest = {
  model: 'gfs',
  parameters: ['wind', 'temp', 'ptype'],
  levels: ['surface'],
} as const;

const numbers = z.array(z.number().nullable());
const windyReply = z.object({
  ts: z.array(z.number()),
  'wind_u-surface': numbers,
  'wind_v-surface': numbers,
  'temp-surface': numbers,
  'ptype-surface': numbers,
});

/** Places in one request to Open-Meteo. */
const mostTogether = 100;
const openMeteoReply = z.object({
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: numbers,
    wind_speed_10m: numbers,
    wind_direction_10m: numbers,
    weather_code: numbers,
  }),
});

/**
 * The forecasts for places, in their order.
 * @returns for each place its forecast, or the error that came instead
 */
export async function askForecasts(
  { source, url, key }: WeatherService,
  places: readonly Point[],
  fetchFrom: typeof fetch,
): Promise<(Series | Error)[]> {
  if (source !== 'open_meteo') {
    return Promise.all(places.map((place) => askWindy(url, key!, place, fetchFrom).catch(asError)));
  }
  const parts = Array.from({ length: Math.ceil(places.length / mostTogether) }, (_, index) =>
    places.slice(index * mostTogether, (index + 1) * mostTogether),
  );
  const answers = await Promise.all(
    parts.map((part) => askOpenMeteo(url, part, fetchFrom).catch((error: unknown) => part.map(() => asError(error)))),
  );
  return answers.flat();
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function askWindy(url: string, key: string, place: Point, fetchFrom: typeof fetch): Promise<Series> {
  const answer = await fetchFrom(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ ...windyRequest, key, lon: place.longitude, lat: place.latitude }),
  });
  if (!answer.ok) throw new Error(`the weather service answered ${answer.status}`);
  const read = windyReply.parse(await answer.json());
  return complete({
    times: read.ts,
    u: read['wind_u-surface'],
    v: read['wind_v-surface'],
    temp: read['temp-surface'],
    ptype: read['ptype-surface'],
  });
}

async function askOpenMeteo(url: string, places: readonly Point[], fetchFrom: typeof fetch): Promise<Series[]> {
  const asked = new URL(url);
  const query = {
    latitude: places.map(({ latitude }) => latitude).join(),
    longitude: places.map(({ longitude }) => longitude).join(),
    hourly: 'temperature_2m,wind_speed_10m,wind_direction_10m,weather_code',
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    past_hours: '6',
    forecast_hours: '48',
  };
  for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
  const answer = await fetchFrom(asked, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the weather service answered ${answer.status}`);
  const read: unknown = await answer.json();
  const found = z.array(openMeteoReply).parse(Array.isArray(read) ? read : [read]);
  if (found.length !== places.length) throw new Error('the weather service answered for other places');
  return found.map(({ hourly }) => {
    const { time, temperature_2m, wind_speed_10m: speed, wind_direction_10m: from, weather_code } = hourly;
    const part = (way: (angle: number) => number) =>
      speed.map((value, index) => {
        const degrees = from[index];
        return value === null || degrees == null ? null : -value * way((degrees * Math.PI) / 180);
      });
    return complete({
      times: time.map((seconds) => seconds * 1000),
      u: part(Math.sin),
      v: part(Math.cos),
      temp: temperature_2m.map((celsius) => (celsius === null ? null : celsius + 273.15)),
      ptype: weather_code.map((code) => (code === null ? null : precipitationOf(code))),
    });
  });
}

/** A weather code of the WMO (table 4677) as a type of precipitation (4.17). */
function precipitationOf(code: number): number {
  if ([56, 57, 66, 67].includes(code)) return 3;
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return 5;
  return code >= 51 ? 1 : 0;
}

type Incomplete = { [name in keyof Series]: readonly (number | null)[] };

/** Without the instants of which a value is missing. */
function complete({ times, u, v, temp, ptype }: Incomplete): Series {
  const all = [times, u, v, temp, ptype] as const;
  const known = times.flatMap((_, index) => (all.every((values) => values[index] != null) ? index : []));
  const [ts, us, vs, temps, ptypes] = all.map((values) => known.map((index) => values[index]!));
  return { times: ts!, u: us!, v: vs!, temp: temps!, ptype: ptypes! };
}
