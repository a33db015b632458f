/** The call for the weather of a flight. */
import { z } from 'zod';
import { contract, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';

/** Who foretold: Windy, Open-Meteo, or the invented weather of a demo. */
export const weatherSources = ['windy', 'open_meteo', 'invented'] as const;
export type WeatherSource = (typeof weatherSources)[number];

const values = z.array(z.array(z.number().nullable()));

const forecast = z.object({
  source: z.enum(weatherSources),
  asked_at: instant.meta({ description: 'When the newest part of it was foretold' }),
  kept_at: instant.nullable().meta({ description: 'Since when the one of the release is kept with the flight' }),
  south: z.number(),
  west: z.number(),
  step: z.number().meta({ description: 'Degrees between places, which stand in rows from south to north' }),
  rows: z.int(),
  columns: z.int(),
  hours: z.array(z.number()).meta({ description: 'Whole hours from the release to dark, epoch ms' }),
  u: values.meta({ description: 'Wind to the east, m/s, by hour and place; null: not foretold' }),
  v: values.meta({ description: 'Wind to the north, m/s' }),
  temp: values.meta({ description: 'Temperature, kelvin' }),
  ptype: values.meta({ description: 'Precipitation: 0 none, 1 rain, 3 freezing rain, 5 snow (4.17)' }),
});
export type FlightForecast = z.output<typeof forecast>;

/** The straight line from the release point to the loft. */
const straightLine = z.object({
  distance_m: z.number(),
  /** Points at equal distances, from the release point to the loft, with the direction in which a bird flies there. */
  points: z.array(z.object({ latitude: z.number(), longitude: z.number(), bearing_deg: z.number() })),
});
export type StraightLine = z.output<typeof straightLine>;

export const readFlightWeather = contract({
  name: 'readFlightWeather',
  summary: 'The weather along a flight by the hour: as it was foretold at its release, and as it is foretold now',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/weather',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({
    line: straightLine.nullable().meta({ description: 'Null where a position is not known' }),
    dark_ms: z.number().nullable().meta({ description: 'Sunset at the loft on the day of the release, epoch ms' }),
    after_original_ms: z.number().meta({
      description:
        'How much later than the race itself a replay is flown, ms: it has the sun of that day; 0 for a race',
    }),
    forecast: forecast.nullable().meta({ description: 'Null: nobody foretells, or not yet' }),
    has_source: z.boolean().meta({ description: 'Whether this site asks for forecasts at all' }),
  }),
});
