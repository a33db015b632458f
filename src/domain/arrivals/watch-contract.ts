/** The call behind the page on which several flights are watched at once. */
import { z } from 'zod';
import { contract, instant } from '#domain/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { speedRule } from '#domain/seasons/rules.ts';
import { resultRow } from './contract.ts';
import { mostWatched } from './watch.ts';

/** Flights of several lofts, the loft before each: `3.17,5.18`. */
const chosen = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}(,\d{1,15}\.\d{1,15})*$/)
  .transform((text) =>
    text.split(',').map((thing) => {
      const [loft_id, flight_id] = thing.split('.').map(Number) as [number, number];
      return { loft_id, flight_id };
    }),
  )
  .refine((flights) => flights.length <= mostWatched)
  .optional();

const watchedFlight = z.object({
  loft,
  flight: flightSummary.extend({ speed_rule: speedRule }),
  first: z.array(resultRow).meta({ description: 'Its first birds; none where the season shows no ranks' }),
  /** The head of its stream, from which the live socket goes on. */
  epoch: z.int(),
  seq: z.int(),
});
export type WatchedFlight = z.output<typeof watchedFlight>;

export const readWatched = contract({
  name: 'readWatchedFlights',
  summary:
    'Some flights of any lofts with their first birds, by default those in the air and those of today; flights that are not public are skipped',
  method: 'GET',
  path: '/api/watch',
  access: 'site.read',
  query: z.object({ flights: chosen }),
  reply: z.object({
    /** As they were chosen; by default those in the air first. */
    flights: z.array(watchedFlight),
    /** What can be chosen beside them: the flights in the air, those of today, and the next releases. */
    others: z.array(
      z.object({ loft: loft.pick({ id: true, name: true, country: true, time_zone: true }), flight: flightSummary }),
    ),
    read_at: instant,
  }),
});
