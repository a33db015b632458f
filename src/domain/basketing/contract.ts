/** The calls about basketing lists. */
import { z } from 'zod';
import { basketingStates } from '#domain/basketing/filter.ts';
import { contract, instant, perPage, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';

export const readBasketing = contract({
  name: 'readBasketing',
  summary: 'The basketing list of a flight, in the order of basketing',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/basketing',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({
    pigeons: z.array(bird),
    released_later: z
      .array(z.tuple([replyId, z.number()]))
      .meta({ description: 'Birds of later groups of the release, and when they were released, epoch ms' }),
  }),
});

/** Birds or teams that one reader follows at a flight. */
export const followed = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .transform((text) => text.split(',').map(Number))
  .optional();

export const findBasketed = contract({
  name: 'findBasketed',
  summary: 'Where some birds, or the birds of some teams, are in the baskets of a flight',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/basketing/birds',
  access: 'flight.read',
  params: flightParams,
  query: z.object({ pigeons: followed, teams: followed }),
  reply: z.object({
    /** None where the season hides rings. Crate and time are null for a bird that was listed without a desk. */
    birds: z.array(
      bird.extend({ crate: z.int().nullable(), crate_number: z.int().nullable(), basketed_at: instant.nullable() }),
    ),
    others: z
      .array(bird)
      .meta({ description: 'Those of the season that are in no basket, without lost and dead ones' }),
  }),
});
export type FoundBasketed = z.output<(typeof findBasketed)['reply']>;
export type BasketedBird = FoundBasketed['birds'][number];

/** The search of a basketing list, and the page of the list. */
export const birdsQuery = z.object({
  /** Digits of a ring, names of bird, team or fancier, a country. */
  q: z.string().max(100).default(''),
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
});

/** The fields of a page of a basketing list beside its rows. */
export const pageOfBirds = {
  home_count: z.int(),
  /** Number of birds found, and of pages. */
  match_count: z.int(),
  page: z.int(),
  page_count: z.int(),
  /** For each country the number of birds in the race and at home, most birds home first. */
  countries: z.array(z.object({ country: z.string(), home: z.int(), basketed: z.int() })),
  read_at: instant,
};

/** A bird of a basketing list with its number there. */
export const listedBird = bird.extend({
  number: z.int(),
  /** Null where the season does not show it. */
  home: z.boolean().nullable(),
  without_place: z.enum(['late', 'disqualified']).nullable().meta({ description: 'Late: home after the closing' }),
  crate: z.int().nullable().meta({ description: 'Before the release, where rings are shown and a desk basketed it' }),
  basketed_at: instant.nullable().meta({ description: 'When a desk basketed it, likewise' }),
});
export type ListedBird = z.output<typeof listedBird>;

export const searchBasketing = contract({
  name: 'searchBasketing',
  summary: 'A page of the basketing list of a flight, whole or only the birds that are looked for',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/basketing/search',
  access: 'flight.read',
  params: flightParams,
  query: birdsQuery.extend({ state: z.enum(basketingStates).default('') }),
  reply: z.object({ ...pageOfBirds, pigeons: z.array(listedBird) }),
});
