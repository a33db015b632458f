/** The calls of season managers: create, settings, states, copy. */
import { z } from 'zod';
import { compact, isBic, isIban } from '#domain/bank.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { loft } from '#domain/lofts/contract.ts';
import {
  boundedInteger,
  boundedYear,
  checked,
  lettersAndNumbers,
  nullableBoundedInteger,
  requiredText,
  text,
} from '#domain/validation.ts';
import { season, seasonStatuses } from './contract.ts';
import { editedDueDate, registrationStates } from './due-dates-contract.ts';
import { openingNeeds } from './setup.ts';
import { standardSeasonFields } from './standard.ts';

const places = { max: 100_000 };

/** The input of an operator; blank is unlimited. */
export const seasonFields = z.strictObject({
  name: requiredText({ max: 128 }),
  year: boundedYear({ min: 1900, max: 2200 }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: text({ max: 4000 }).default(''),
  payment_text: text({ max: 4000 }).default(''),
  receipt_text: text({ max: 500 })
    .transform((words) => words.trim())
    .default(''),
  bank_holder: text({ max: 70 })
    .transform((name) => name.trim())
    .default(''),
  bank_iban: checked(text({ max: 60 }).overwrite(compact), (iban) =>
    iban === '' || isIban(iban) ? [] : [{ code: 'error_iban' }],
  ).default(''),
  bank_bic: checked(lettersAndNumbers(text({ max: 20 }).overwrite(compact)), (bic) =>
    bic === '' || isBic(bic) ? [] : [{ code: 'error_bic' }],
  ).default(''),
  bank_name: text({ max: 70 })
    .transform((name) => name.trim())
    .default(''),
  max_pigeons: nullableBoundedInteger({ min: 1, ...places }),
  max_active_pigeons: nullableBoundedInteger({ min: 0, ...places }),
  max_reserve_pigeons: nullableBoundedInteger({ min: 0, ...places }),
  /** The first so many places are confirmed with their order; blank: the loft confirms each order. */
  places_at_once: nullableBoundedInteger({ min: 1, ...places }),
});
export type SeasonFields = z.output<typeof seasonFields>;

export const seasonSettings = season.extend({
  currency: z.string(),
  description: z.string().nullable(),
  payment_text: z.string().nullable(),
  receipt_text: z.string().nullable(),
  bank_holder: z.string().nullable(),
  bank_iban: z.string().nullable(),
  bank_bic: z.string().nullable(),
  bank_name: z.string().nullable(),
  max_pigeons: z.int().nullable(),
  max_active_pigeons: z.int().nullable(),
  max_reserve_pigeons: z.int().nullable(),
  places_at_once: z.int().nullable(),
  /** By orders, including unpaid ones. */
  taken_active_pigeons: z.int(),
  taken_reserve_pigeons: z.int(),
  activated_reserve_pigeons: z.int(),
  outside_order_pigeons: z.int(),
  version: z.int(),
});
export type SeasonSettings = z.output<typeof seasonSettings>;

/** A flight as a dot on a season's calendar. */
export const plannedFlight = z.object({
  id: replyId,
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  release_time: instant,
  /** The day of its release at the loft. */
  day: z.iso.date(),
});
export type PlannedFlight = z.output<typeof plannedFlight>;

const no = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

export const readSeasonSetup = contract({
  name: 'readSeasonSetup',
  summary: 'The setup of a season: settings, due dates, what is missing until it can open, its states',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/setup',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  reply: z.object({
    loft,
    season: seasonSettings,
    due_dates: z.array(editedDueDate),
    flights: z.array(plannedFlight),
    /** The present day at the loft. */
    today: z.iso.date(),
    registration: z.enum(registrationStates),
    checklist: z.array(z.object({ need: z.enum(openingNeeds), met: z.boolean() })),
    /** The next status, and why it is refused; null for a season that is complete. */
    next: z.object({ status: z.enum(seasonStatuses), why_not: no.nullable() }).nullable(),
    history: z.array(
      z.object({
        n: z.int(),
        status: z.enum(seasonStatuses),
        at: instant,
        reason: z.string().nullable(),
        by: z.string().nullable(),
      }),
    ),
    may_manage_loft: z.boolean(),
  }),
});

/** A season whose set-up can be copied. */
const seasonToCopy = season.pick({ id: true, name: true, year: true }).extend({ loft_name: z.string() });

export const listSeasonLofts = contract({
  name: 'listSeasonLofts',
  summary: 'The lofts whose seasons the actor manages, by name, with their currency and the seasons that can be copied',
  method: 'GET',
  path: '/api/admin/season-lofts',
  access: 'season.administer',
  reply: z.object({
    lofts: z.array(loft.extend({ currency: z.string() })),
    own: z.array(seasonToCopy.extend({ loft_id: replyId })).meta({ description: 'The latest season of each of them' }),
    shared: z.array(seasonToCopy).meta({
      description: 'The latest public season of each other loft that shares its set-up, by the name of the loft',
    }),
  }),
});

export const createSeason = contract({
  name: 'createSeason',
  summary: 'Gives a loft a season in draft',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/seasons',
  access: 'season.manage',
  params: z.object({ loft_id: id }),
  body: seasonFields,
  reply: z.object({ season }),
});

export const createStandardSeason = contract({
  name: 'createStandardSeason',
  summary: 'Gives a loft a standard one-loft season in draft: due dates, products and rulebook from a few facts',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/seasons/standard',
  access: 'season.manage',
  params: z.object({ loft_id: id }),
  body: standardSeasonFields.extend({
    language: z.enum(locales).default('en').meta({ description: 'In which its dates and products are named' }),
  }),
  reply: z.object({ season }),
});

export const copySharedSeason = contract({
  name: 'copySharedSeason',
  summary: 'Gives a loft a season in draft with due dates, products and rulebook of a loft that shares its set-up',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/seasons/copy',
  access: 'season.manage',
  params: z.object({ loft_id: id }),
  body: seasonFields.pick({ name: true, year: true }).extend({ season_id: boundedInteger({ min: 1 }) }),
  reply: z.object({ season }),
});

export const changeSeason = contract({
  name: 'changeSeason',
  summary: 'Changes the settings of a season that nobody changed since it was seen',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  body: seasonFields.extend({ version: boundedInteger({ min: 1 }) }),
  reply: z.object({ season: seasonSettings }),
});

export const setSeasonStatus = contract({
  name: 'setSeasonStatus',
  summary: 'Takes a season to its next state (4.7); one that is there already stays',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/status',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  body: z.strictObject({ status: z.enum(seasonStatuses), reason: text({ max: 500 }).default('') }),
  reply: z.object({ season }),
});

export const copySeason = contract({
  name: 'copySeason',
  summary: 'Copy a season as a draft: its settings and its due dates, moved by whole weeks; no data of people',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/copy',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  body: seasonFields.pick({ name: true, year: true }),
  reply: z.object({ season }),
});
