/** The calls of the registration for a season (2.12). */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { version } from '#domain/contracts/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { season } from '#domain/seasons/contract.ts';
import { registrationStates } from '#domain/seasons/due-dates-contract.ts';
import { product } from '#domain/seasons/product-contract.ts';
import { boundedInteger, checked, nullableBoundedInteger, text } from '#domain/validation.ts';

const ofSeason = z.object({ loft_id: id, season_id: id });
const span = z.object({ starts_at: z.iso.date(), ends_at: z.iso.date() }).nullable();

/** Number of places of a kind, and how many are taken; null: unlimited. */
const capacity = z.object({ max: z.int().nullable(), taken: z.int() });

const line = z.strictObject({ product_id: z.int().min(1), quantity: boundedInteger({ min: 1, max: 1000 }) });

/** The number that an agent reaches the customer at; empty: the one given before, or that of the account. */
export const customerPhone = text({ max: 32 })
  .transform((phone) => phone.trim())
  .default('');

/** The input of a registration; a product is in one line only. */
export const registrationFields = z.strictObject({
  request_key: z
    .uuid()
    .meta({ description: 'Calls with the same key and content make one order, however often they are sent' }),
  lines: checked(z.array(line).max(50), (lines) =>
    new Set(lines.map(({ product_id }) => product_id)).size < lines.length ? [{ code: 'error_unique' }] : [],
  ),
  team_id: nullableBoundedInteger({ min: 1 }),
  team: text({ max: longestTeamName })
    .transform((name) => name.trim())
    .default(''),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .transform((code) => code || null)
    .default(null),
  /** How the birds come to the loft: they are brought or sent, or an agent collects them. */
  transport: z.enum(['self', 'agent']).default('self'),
  collection_id: nullableBoundedInteger({ min: 1 }).default(null),
  phone: customerPhone,
  contract_id: nullableBoundedInteger({ min: 1 }),
});
export type RegistrationFields = z.output<typeof registrationFields>;

/** No database stores a zero in a text. */
const typed = z
  .string()
  .overwrite((letters) => letters.replaceAll('\0', ''))
  .pipe(text({ max: 200 }));

/** The fields of the form by their names, as they are typed: they need not be valid yet. */
const choice = checked(z.record(z.string().regex(/^\w{1,40}$/), typed), (fields) =>
  Object.keys(fields).length > 80 ? [{ code: 'error_max_items', params: { max: 80 } }] : [],
);

export const findRegistration = contract({
  name: 'findRegistration',
  summary: 'The season of a loft whose registration is open, else the one that opens next',
  method: 'GET',
  path: '/api/lofts/{loft_id}/registration',
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  reply: z.object({
    loft,
    open: season.nullable(),
    next: z.object({ season, starts_at: z.iso.date() }).nullable(),
  }),
});

export const readRegistration = contract({
  name: 'readRegistration',
  summary: 'What can be ordered in a season, with its prices and the places left, and the data of the signed-in person',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/registration',
  access: 'season.read',
  params: ofSeason,
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    payment_text: z.string().nullable().meta({ description: 'How the loft wants to be paid' }),
    registration: z.enum(registrationStates),
    window: span,
    shipping: span,
    products: z.array(product),
    room: z.object({ all: capacity, active: capacity, reserve: capacity }),
    at_once_left: z
      .int()
      .nullable()
      .meta({ description: 'Places left that are confirmed with their order; null: the loft confirms each order' }),
    contracts: z.array(version),
    /** The signed-in person, with their teams at this loft; null without a sign-in. */
    me: z
      .object({
        address: z.object(postalAddress),
        has_address: z.boolean(),
        phone: z.string().nullable(),
        teams: z.array(
          z.object({ id: replyId, name: z.string(), country: z.string().nullable(), years: z.array(z.int()) }),
        ),
        draft: z.record(z.string(), z.string()).nullable().meta({ description: 'The saved draft' }),
        request_key: z.uuid().meta({ description: 'The key of this registration: the same until it is sent' }),
        sent: z
          .object({ id: replyId, number: z.string() })
          .nullable()
          .meta({ description: 'The last order that the person sent for the season and that holds places' }),
      })
      .nullable(),
    today: z.iso.date(),
    read_at: instant,
  }),
});
export type Offer = z.output<(typeof readRegistration)['reply']>;

export const register = contract({
  name: 'register',
  summary: 'Orders places in a season; sent again with the same key it is the same order',
  method: 'POST',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/registration',
  access: 'order.place',
  params: ofSeason,
  body: registrationFields,
  reply: z.object({
    order_id: replyId,
    is_confirmed: z.boolean().meta({ description: 'It can be paid: its places are confirmed at once' }),
  }),
});

export const keepRegistration = contract({
  name: 'keepRegistration',
  summary: 'Saves the draft of a registration, to be sent later from any device',
  method: 'PUT',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/registration/draft',
  access: 'order.place',
  params: ofSeason,
  body: z.strictObject({ choice }),
  reply: z.object({}),
});

export const dropRegistration = contract({
  name: 'dropRegistration',
  summary: 'Discards the draft of a registration; the same where there is none',
  method: 'DELETE',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/registration/draft',
  access: 'order.place',
  params: ofSeason,
  body: z.strictObject({}),
  reply: z.object({}),
});
