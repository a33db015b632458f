/** The call for when the birds of a flight are expected. */
import { z } from 'zod';
import { followed } from '#domain/basketing/contract.ts';
import { contract, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { weatherSources } from '#domain/flights/weather-contract.ts';

/** An interval in which something is expected. */
export const window = z
  .object({ from_ms: z.int(), to_ms: z.int() })
  .meta({ description: 'An interval that holds in 8 of 10 cases, epoch ms' });

export const expectedTimes = z.object({
  home: z.int(),
  basketed: z.int(),
  first: window.nullable(),
  next: window.extend({ home: z.int() }).nullable(),
  half: window.nullable(),
  last: window.nullable(),
  out: z.object({ times_ms: z.array(z.int()), turn: z.number(), comes: z.number() }).nullable(),
});

/** When the birds of a flight are expected, and where that comes from. */
export const expectation = z.object({
  /** Null: not known yet, or not said: with too few earlier flights, hidden times, later groups, or nobody out. */
  times: expectedTimes.nullable(),
  /** Birds at home; earlier flights of the loft; the speed that it expects, m/min. */
  made_from: z.enum(['birds', 'earlier', 'estimate']).nullable(),
  /** Whose forecast of the wind along the line is in them; null: none, as always once a bird is home. */
  wind: z.enum(weatherSources).nullable(),
  earlier_flights: z.int(),
  /** Whether the model lacks nothing but earlier flights. */
  too_few: z.boolean(),
});
export type Expectation = z.output<typeof expectation>;

export const readExpectedTimes = contract({
  name: 'readExpectedTimes',
  summary:
    'When the birds of a flight are expected, as intervals that hold in 8 of 10 cases, and what their earlier flights say of some of them. Nothing where the season hides a part of it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/expected',
  access: 'flight.read',
  params: flightParams,
  query: z.object({ pigeons: followed }),
  reply: expectation.extend({
    abilities: z.array(z.tuple([replyId, z.int(), z.number()])).meta({
      description: '`[pigeon_id, flights, score]`: birds with earlier results; below zero, usually among the first',
    }),
  }),
});
