/** The public calls about seasons: the list of all seasons, and one season with its dates. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from './contract.ts';
import { dueDate, registrationStates } from './due-dates-contract.ts';
import { seasonChoices } from './season.ts';
import { plannedFlight, seasonSettings } from './setup-contract.ts';

export const listedSeason = season.extend({
  loft,
  /** `unset` for a season that is not in progress. */
  registration: z.enum(registrationStates),
  /** The days of registration. */
  starts_at: z.iso.date().nullable(),
  ends_at: z.iso.date().nullable(),
  /** The present day at the loft. */
  today: z.iso.date(),
});
export type ListedSeason = z.output<typeof listedSeason>;

/** While registration is open: the least expensive entry per pigeon, and the places of the season; null: unlimited. */
export const seasonOffer = z.object({
  currency: z.string(),
  entry: z
    .object({ amount_cents: z.int(), pigeons_active: z.int(), pigeons_reserve: z.int() })
    .nullable()
    .meta({ description: 'Null: all entries are sold out' }),
  places: z.int().nullable(),
  places_left: z.int().nullable(),
});
export type SeasonOffer = z.output<typeof seasonOffer>;

/** The days of the flights that a season has announced, by the clock of its loft. */
export const flightDays = z.object({ first: z.iso.date(), last: z.iso.date() });

export const listSeasons = contract({
  name: 'listSeasons',
  summary: 'The seasons of all lofts: open registration first, then to come, in progress, and over',
  method: 'GET',
  path: '/api/seasons',
  access: 'site.read',
  query: z.object({
    /** Search: words of the season, its year, its loft. */
    q: z.string().max(100).default(''),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    loft_id: id.optional(),
    show: z.enum(seasonChoices).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: z.union([z.literal('all'), z.coerce.number().pipe(z.literal(24))]).default(24),
  }),
  reply: z.object({
    seasons: z.array(listedSeason.extend({ offer: seasonOffer.nullable(), flight_days: flightDays.nullable() })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    /** The countries of all seasons, with the number of seasons in each. */
    countries: z.array(z.object({ code: z.string(), count: z.int() })),
    /** The lofts with any season, by name, with the number of seasons. */
    lofts: z.array(loft.pick({ id: true, name: true }).extend({ count: z.int() })),
    read_at: instant,
  }),
});

export const readSeason = contract({
  name: 'readSeason',
  summary: 'A season with its due dates and the days of its flights, its loft and the other seasons of that',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id }),
  reply: z.object({
    loft,
    season: seasonSettings.omit({
      version: true,
      // Only the customer of an order sees the account to pay to.
      bank_holder: true,
      bank_iban: true,
      bank_bic: true,
      bank_name: true,
    }),
    seasons: z.array(season),
    due_dates: z.array(dueDate),
    flights: z.array(plannedFlight),
    registration: z.enum(registrationStates),
    has_sale: z.boolean().meta({ description: 'Some of its birds are for sale and visible to the actor' }),
    today: z.iso.date(),
    read_at: instant,
  }),
});
