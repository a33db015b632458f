/** The calls about seasons for everybody: all of them to browse, one of them with its dates. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from './contract.ts';
import { dueDate, registrationStates } from './due-dates-contract.ts';
import { plannedFlight, seasonSettings } from './setup-contract.ts';

/** What a list of seasons can be narrowed to: those that take registrations now, or a state. */
export const seasonChoices = ['registration', 'in_progress', 'over', 'season_complete'] as const;

export const listedSeason = season.extend({
  loft,
  /** `unset` for a season that is not in progress. */
  registration: z.enum(registrationStates),
  /** The days of the registration. */
  starts_at: z.iso.date().nullable(),
  ends_at: z.iso.date().nullable(),
  /** The day it is at the loft. */
  today: z.iso.date(),
});
export type ListedSeason = z.output<typeof listedSeason>;

export const listSeasons = contract({
  name: 'listSeasons',
  summary: 'The seasons of all lofts, those first that take registrations, then those to come, under way, and flown',
  method: 'GET',
  path: '/api/seasons',
  access: 'site.read',
  query: z.object({
    /** What is looked for: words of the season, its year, its loft. */
    q: z.string().max(100).default(''),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    loft_id: id.optional(),
    show: z.enum(seasonChoices).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  reply: z.object({
    seasons: z.array(listedSeason),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    /** The countries that any season is in, with how many are there. */
    countries: z.array(z.object({ code: z.string(), count: z.int() })),
    /** The lofts that have any season, by name, with how many. */
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
      // Who has an order to pay reads where to.
      bank_holder: true,
      bank_iban: true,
      bank_bic: true,
      bank_name: true,
    }),
    seasons: z.array(season),
    due_dates: z.array(dueDate),
    flights: z.array(plannedFlight),
    registration: z.enum(registrationStates),
    has_sale: z.boolean().meta({ description: 'Some of its birds are for sale, and whoever asks is shown them' }),
    today: z.iso.date(),
    read_at: instant,
  }),
});
