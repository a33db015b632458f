/** The calls of a basketing desk: what it needs to decide without a network, and the events that it sends afterwards. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightEntries, flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { loft } from '#domain/lofts/contract.ts';
import { chipKey } from '#domain/pigeons/chip.ts';
import { healthStatuses, locationStatuses, progressStatuses } from '#domain/pigeons/status.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import { season } from '#domain/seasons/contract.ts';
import { requiredText } from '#domain/validation.ts';
import { mostDesks } from './crates.ts';
import { awayKinds, placeStates } from './desk-bird.ts';

export const deskParams = z.object({ season_id: id, flight_id: id });
const path = '/api/admin/seasons/{season_id}/flights/{flight_id}/basketing';

/** A bird as a desk holds it: what the rules need, and what is shown of it. */
const deskBird = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  chip: z.string().nullable(),
  former_chips: z.array(z.string()),
  health: z.enum(healthStatuses),
  health_since: instant.nullable().meta({ description: 'Of a bird that does not race: since when' }),
  progress: z.enum(progressStatuses),
  location: z.enum(locationStatuses),
  place: z.enum(placeStates),
  /** Of an order that is not paid: its number, and the amount. */
  order: z.string().nullable(),
  due_cents: z.int().nullable(),
  was_read: z.boolean(),
  away: z.object({ is: z.enum(awayKinds), flight: z.string() }).nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  sex: z.enum(['cock', 'hen', 'unknown']),
  team: z.string().nullable(),
  photo: z.string().nullable().meta({ description: 'The address of its thumbnail, a square of at most 10 KB' }),
});
export type ShownBird = z.output<typeof deskBird>;

const standing = z.discriminatedUnion('list', [
  z.object({
    pigeon_id: replyId,
    list: z.literal('basketed'),
    crate: z.int().nullable(),
    number: z.int().nullable(),
    reason: z.string().optional().meta({ description: 'Why it went in although it was out at another flight' }),
  }),
  z.object({ pigeon_id: replyId, list: z.literal('held_back'), reason: z.string() }),
  z.object({ pigeon_id: replyId, list: z.literal('present'), later: z.boolean() }),
]);

/** A desk of the flight as the others see it. */
const otherDesk = z.object({
  desk: z.int(),
  blocks: z.array(z.int()),
  basketed: z.int(),
  seen_at: instant,
  is_left: z.boolean().meta({ description: 'The reader opened it, it has no birds, and is not open any more' }),
});
export type OtherDesk = z.output<typeof otherDesk>;

export const readDesk = contract({
  name: 'readBasketingDesk',
  summary: 'The pigeons of a season with what decides whether they go into the baskets of a flight',
  method: 'GET',
  path,
  access: 'season.manage',
  params: deskParams,
  reply: z.object({
    loft,
    season,
    flight: z.object({
      id: replyId,
      name: z.string(),
      kind: z.enum(flightKinds),
      status: z.enum(flightStatuses),
      entry: z.enum(flightEntries),
    }),
    crate_size: z.int(),
    currency: z.string(),
    /** The activation for a final: its last day, and its fee; null: the season has none. */
    activation: z.object({ ends_on: z.iso.date().nullable(), fee_cents: z.int().nullable() }).nullable(),
    birds: z.array(deskBird),
    /** Chips and rings of the loft's other seasons. */
    elsewhere: z.array(z.object({ ring: z.string(), chip: z.string().nullable(), season: z.string() })),
    standings: z.array(standing),
    desks: z.array(otherDesk),
    present_since: instant.nullable(),
    /** The number of the last event that the standings contain. */
    seq: z.int(),
    read_at: instant,
  }),
});
export type DeskData = z.output<typeof readDesk.reply>;

const common = {
  id: z.uuid(),
  n: z.int().min(1).max(10_000_000),
  pigeon_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  at: instant,
  undoes: z.uuid().nullable().default(null),
};
const crate = z.int().min(1).max(1_000_000);
const number = z.int().min(1).max(1000);

/** An event of a desk; see `DeskEvent`. */
export const deskEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('in'),
    crate,
    number,
    chip: requiredText({ max: 64 }).transform(chipKey).nullable(),
    reason: requiredText({ max: 200 }).nullish(),
  }),
  z.strictObject({ ...common, kind: z.literal('out') }),
  z.strictObject({ ...common, kind: z.literal('move'), crate, number }),
  z.strictObject({ ...common, kind: z.literal('hold'), reason: requiredText({ max: 200 }) }),
  z.strictObject({ ...common, kind: z.literal('present'), later: z.boolean() }),
  z.strictObject({ ...common, kind: z.literal('clear') }),
]);

/** Events of a batch. */
export const mostEvents = 500;

const answer = z.object({
  id: z.string(),
  /** Null: accepted. */
  refusal: z
    .object({
      code: z.custom<RefusalCode>((code) => typeof code === 'string'),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
});
export type EventAnswer = z.output<typeof answer>;

export const sendDeskEvents = contract({
  name: 'sendBasketingEvents',
  summary:
    'What a desk did, in its order; each event counts once, however often it is sent, and is accepted or refused by itself',
  method: 'POST',
  path: `${path}/events`,
  access: 'season.manage',
  params: deskParams,
  body: z.strictObject({
    /** Made by the device: a desk is known by it. */
    device: z.uuid(),
    /** The last event of the flight that the device knows. */
    since: z.int().min(0),
    instead_of: z.int().min(1).max(mostDesks).optional().meta({
      description: 'The number of a desk that its person left: an empty desk becomes it, and gives it its own number',
    }),
    events: z.array(deskEvent).max(mostEvents),
  }),
  reply: z.object({
    desk: z.int(),
    /** The blocks of crates of this desk. */
    blocks: z.array(z.int()),
    /** How much of the desk's count has arrived. */
    received: z.int(),
    answers: z.array(answer),
    status: z.enum(flightStatuses),
    /** Accepted events of all desks since `since`; null: too many, the desk is read again. */
    events: z.array(deskEvent).nullable(),
    seq: z.int(),
    desks: z.array(otherDesk),
  }),
});
export type DeskReply = z.output<typeof sendDeskEvents.reply>;

export const setRollCall = contract({
  name: 'setRollCall',
  summary: 'Since when a reading at the loft counts as present; null: only what a desk has counted',
  method: 'PUT',
  path: `${path}/roll-call`,
  access: 'season.manage',
  params: deskParams,
  body: z.strictObject({ since: instant.nullable() }),
  reply: z.object({ present_since: instant.nullable() }),
});
