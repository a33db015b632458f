/** The calls of a customer about the birds of an order; and the orders, birds and teams of a person by part 7. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { isCountry } from '#domain/countries.ts';
import { dataUrl, file } from '#domain/files/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { adminBird } from '#domain/pigeons/admin-bird.ts';
import { pigeonStatusRow } from '#domain/pigeons/admin-contract.ts';
import { wholeBird } from '#domain/pigeons/contract.ts';
import {
  birdFacts,
  type Choice,
  type Fact,
  type Facts,
  facts,
  isChoice,
  isRing,
  isYear,
  type LineFact,
  valuesOf,
} from '#domain/pigeons/facts.ts';
import { pigeonLog } from '#domain/pigeons/log-contract.ts';
import { photo } from '#domain/pigeons/photo-contract.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { isPossibleRing, tidyRing } from '#domain/pigeons/ring-form.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import { season } from '#domain/seasons/contract.ts';
import { dueDate } from '#domain/seasons/due-dates-contract.ts';
import { checked, nullableYear, requiredText, text } from '#domain/validation.ts';

const ofOrder = z.object({ order_id: id });
const ofEntry = z.object({ order_id: id, pigeon_id: id });

/** A typed ring: missing without a letter or a digit, else it must be possible. */
export const ring = checked(requiredText({ max: 32 }), (written) => {
  if (written.trim() === '') return [];
  if (!/[\p{L}\p{N}]/u.test(ringKey(written))) return [{ code: 'error_required' }];
  return isPossibleRing(written) ? [] : [{ code: 'ring_impossible' }];
}).transform(tidyRing);

/** Facts of a bird as they are typed: empty is unknown. Facts that are not in lines may be left out. */
const typedFacts = Object.fromEntries(facts.map((fact) => [fact, typedOf(fact)])) as {
  [F in Fact]: F extends LineFact
    ? z.ZodType<Facts[F], F extends Choice ? Facts[F] | '' : string>
    : z.ZodType<Facts[F] | undefined, string | number | null | undefined>;
};

function typedOf(fact: Fact): z.ZodType {
  const { blank, in_lines } = birdFacts[fact];
  const typed = (): z.ZodType => {
    if (fact === 'ring') return ring;
    if (isYear(fact)) return nullableYear(birdFacts[fact].years);
    if (!isChoice(fact))
      return text({ max: birdFacts[fact].max }).transform(
        (words) => (isRing(fact) ? tidyRing(words) : words.trim()) || blank,
      );
    return z
      .enum(['', ...valuesOf(fact), ...(blank === null ? [] : [blank])])
      .nullable()
      .transform((value) => value || blank);
  };
  return in_lines ? typed() : typed().optional();
}

/** A team of the same person; empty: that of the order. */
const own_team_id = z
  .union([z.literal('').transform(() => null), z.null(), z.coerce.number().int().min(1)])
  .default(null);

/** The facts of a bird that is entered. */
export const entryFields = z.strictObject({
  ...typedFacts,
  team_id: own_team_id,
});
export type EntryFields = z.output<typeof entryFields>;
/** The same before parsing. */
export type EntryTyped = z.input<typeof entryFields>;

/** A bird of an order. */
export const entry = adminBird.extend({
  place: z.int(),
  part: z.enum(['active', 'reserve']),
  is_unusual: z.boolean().meta({ description: 'The ring is not in the usual form of its country' }),
  is_changeable: z.boolean(),
  photo: photo.nullable(),
  pedigree: file.nullable(),
  log: pigeonLog,
  known_from: z
    .array(z.object({ loft: z.string(), year: z.int(), facts: z.array(z.enum(facts)) }))
    .meta({ description: 'As long as it can be changed: where its facts are known from that another season had' }),
  also_in: z
    .array(z.object({ loft: z.string(), season: z.string() }))
    .meta({ description: 'For its owner: where else they have entered the same bird for a season of this year' }),
});
export type EntryToShow = z.output<typeof entry>;

const ownTeam = z.object({ team_id: replyId, team: z.string(), country: z.string().nullable() });

export const readEntries = contract({
  name: 'readEntries',
  summary: 'The pigeons of an order by their places, with the teams that they can fly for',
  method: 'GET',
  path: '/api/registrations/{order_id}/pigeons',
  access: 'registration.keep',
  params: ofOrder,
  reply: z.object({
    loft,
    season,
    order: z.object({
      order_id: replyId,
      number: z.string(),
      status: z.enum(orderStatuses),
      pigeons_active: z.int(),
      pigeons_reserve: z.int(),
      team_id: replyId.nullable(),
      takes_pigeons: z.boolean(),
    }),
    teams: z.array(ownTeam),
    has_flown: z.boolean(),
    pigeons: z.array(entry),
  }),
});

export const enterPigeon = contract({
  name: 'enterPigeon',
  summary: 'Enter a pigeon for the next free place of a confirmed order; a ring is in a season once (8.17)',
  method: 'POST',
  path: '/api/registrations/{order_id}/pigeons',
  access: 'registration.keep',
  params: ofOrder,
  body: entryFields,
  reply: z.object({ pigeon_id: replyId, place: z.int() }),
});

/** What is done with a pasted list: `look` only says what is wrong; `good` enters the lines without errors. */
export const pasteModes = ['look', 'good'] as const;

/** Maximum number of lines of a pasted list: more than the birds of the largest team. */
export const mostPastedLines = 500;

/** Maximum length of a pasted list. */
export const mostPastedCharacters = 50_000;

/** An error in a field of a line of a list. */
export const lineError = z.object({
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

const enteredList = z.object({
  unknown_columns: z.array(z.string()),
  good: z.int(),
  wrong: z.int(),
  lines: z.array(z.object({ line: z.int(), ring: z.string(), errors: z.array(lineError) })),
  rest: z.string().meta({
    description: 'The lines that are not entered, as they were pasted; the whole list where it was only looked at',
  }),
});
export type EnteredList = z.output<typeof enteredList>;

const pastedList = z.strictObject({
  list: requiredText({ max: mostPastedCharacters }),
  mode: z.enum(pasteModes),
  team_id: own_team_id,
  kept_rings: z
    .array(z.string().max(32))
    .max(mostPastedLines)
    .default([])
    .meta({ description: 'Unusual rings that are right as they are written' }),
});
export type PastedList = z.output<typeof pastedList>;

export const enterPigeonList = contract({
  name: 'enterPigeonList',
  summary:
    'Enter the pigeons of a pasted list for the next free places of a confirmed order: one on each line with ring, name, sex and colour, or with the columns that its first line names; each line comes back with its errors',
  method: 'POST',
  path: '/api/registrations/{order_id}/pigeon-lists',
  access: 'registration.keep',
  params: ofOrder,
  body: pastedList,
  reply: enteredList,
});

/** A bird of the same person as it was in an earlier season. */
const earlierPigeon = wholeBird
  .omit({ pigeon_id: true, team_id: true, team: true, fancier: true, country: true })
  .extend({ loft: z.string(), season: z.string() });
export type EarlierPigeon = z.output<typeof earlierPigeon>;

export const listEarlierPigeons = contract({
  name: 'listEarlierPigeons',
  summary:
    'The pigeons that whose order it is had in seasons of earlier years and has not entered here, the latest first',
  method: 'GET',
  path: '/api/registrations/{order_id}/earlier-pigeons',
  access: 'registration.keep',
  params: ofOrder,
  reply: z.object({ pigeons: z.array(earlierPigeon) }),
});

export const changeEntry = contract({
  name: 'changeEntry',
  summary: 'Change a pigeon of an order until the loft has it',
  method: 'PUT',
  path: '/api/registrations/{order_id}/pigeons/{pigeon_id}',
  access: 'registration.keep',
  params: ofEntry,
  body: entryFields,
  reply: z.object({}),
});

export const removeEntry = contract({
  name: 'removeEntry',
  summary: 'Take a pigeon out of an order and the season until the loft has it; one that was in a flight stays (5.7)',
  method: 'DELETE',
  path: '/api/registrations/{order_id}/pigeons/{pigeon_id}',
  access: 'registration.keep',
  params: ofEntry,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

export const uploadPedigree = contract({
  name: 'uploadPedigree',
  summary:
    'Keep the pedigree of a pigeon of an order, a PDF or a picture, until the loft has both the pigeon and a pedigree (5.16)',
  method: 'POST',
  path: '/api/registrations/{order_id}/pigeons/{pigeon_id}/pedigree',
  access: 'registration.keep',
  params: ofEntry,
  query: z.strictObject({ name: z.string().max(255).default('') }),
  body: z.array(dataUrl).length(1),
  reply: z.object({ data: z.array(file.extend({ created_at: instant })) }),
});

export const removePedigree = contract({
  name: 'removePedigree',
  summary: 'Take the pedigree of a pigeon of an order away again, until the loft has the pigeon',
  method: 'DELETE',
  path: '/api/registrations/{order_id}/pigeons/{pigeon_id}/pedigree',
  access: 'registration.keep',
  params: ofEntry,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

export const orderEntries = contract({
  name: 'orderEntries',
  summary: 'Sort the pigeons of an order: the first ones are active, the others are reserves',
  method: 'PUT',
  path: '/api/registrations/{order_id}/places',
  access: 'registration.keep',
  params: ofOrder,
  body: z.strictObject({ pigeon_ids: z.array(z.int().min(1)).max(1000) }),
  reply: z.object({}),
});

export const nameTeam = contract({
  name: 'nameTeam',
  summary: 'Name an own team and its country until its first flight; without an id it is a new one',
  method: 'PUT',
  path: '/api/registrations/{order_id}/team',
  access: 'registration.keep',
  params: ofOrder,
  body: z.strictObject({
    team_id: z.int().min(1).nullable(),
    team: requiredText({ max: longestTeamName }).transform((name) => name.trim()),
    country: checked(z.string(), (code) => (isCountry(code) ? [] : [{ code: 'error_country' }]))
      .optional()
      .meta({ description: 'Left out: as it is; of a new team that of the order' }),
  }),
  reply: z.object({ team_id: replyId }),
});

const ofUser = z.object({ user_id: id, season_id: id });
const health = pigeonStatusRow.pick({ pigeon_status_type_id: true, pigeon_id: true, pigeon_status_type: true });

/** A bird in the field names of part 7 (3.7). */
const userPigeon = z.object({
  id: replyId,
  ring_number: z.string(),
  name: z.string().nullable(),
  colour: z.string().nullable(),
  sex: z.enum(['cock', 'hen', 'unknown']),
  pigeon_team_id: replyId.nullable(),
  order_id: replyId.nullable(),
  latest_pigeon_health_status: health,
  latest_pigeon_progressive_status: health.nullable(),
});
export type UserPigeon = z.output<typeof userPigeon>;

const orderPosition = z.object({
  amount: z.number().meta({ description: 'Of one, in units of the currency' }),
  quantity: z.int(),
  product: z.object({
    id: replyId,
    product_category_id: z.int(),
    name: z.string(),
    amount: z.number(),
    pigeons_active: z.int(),
    pigeons_reserve: z.int(),
  }),
});

/** An order in the field names of part 7 (3.6). */
const userOrder = z.object({
  id: replyId,
  latest_order_status: z.object({ order_status_type: z.object({ code: z.enum(orderStatuses) }) }),
  order_positions: z.array(orderPosition),
  /** The latest request to an agent to collect its birds; null: they are brought or sent. */
  latest_transportation: z
    .object({
      id: replyId,
      latest_transportation_status: z.object({
        transportation_status_type: z.object({ code: z.enum(['pending', 'confirmed', 'rejected', 'cancelled']) }),
      }),
    })
    .nullable(),
});
export type UserOrder = z.output<typeof userOrder>;

export const readUserSeason = contract({
  name: 'readUserSeason',
  summary: 'A season with the orders, pigeons and teams of a person in it, and its due dates (7.7)',
  method: 'GET',
  path: '/api/custom/v1/user/{user_id}/seasons/{season_id}',
  access: 'registration.keep',
  params: ofUser,
  reply: season.extend({
    loft_id: replyId,
    orders: z.array(userOrder),
    pigeons: z.array(userPigeon),
    pigeon_teams: z.array(
      z.object({ id: replyId, user_id: replyId, name: z.string(), fancier: z.string().nullable() }),
    ),
    due_dates: z.array(dueDate),
  }),
});

export const readUserPigeons = contract({
  name: 'readUserPigeons',
  summary: 'The pigeons of a person in a season (7.8)',
  method: 'GET',
  path: '/api/custom/v1/user/{user_id}/pigeons/{season_id}',
  access: 'registration.keep',
  params: ofUser,
  reply: z.array(userPigeon),
});
