/** The calls of agents, and of those who manage a loft's agents: collections, requests, pick-ups. */
import { z } from 'zod';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { waitingCash } from '#domain/orders/contract.ts';
import { wholeBird } from '#domain/pigeons/contract.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { season } from '#domain/seasons/contract.ts';
import { boundedInteger, calendarDay, requiredText, text } from '#domain/validation.ts';
import { collection, ofOrder, transportHistory, whose } from './contract.ts';
import { transportStatuses } from './transport.ts';

const status = z.enum(transportStatuses);

/** For an agent a bird has its ring only, without a name. */
const unnamed = { ...whose, pigeon_name: true } as const;

/** A request in a list: customer, birds and their locations. */
export const listedTransport = z.object({
  id: replyId,
  status,
  order: ofOrder,
  has_cash: z.boolean().meta({ description: 'Whether cash for the order waits for the loft’s approval' }),
  /** The customer of the order. */
  customer: z.string(),
  /** Number of birds ordered, and of the entered birds at each location; `gone`: lost or dead since. */
  places: z.int(),
  at_home: z.int(),
  in_transit: z.int(),
  at_loft: z.int(),
  gone: z.int(),
  not_entered: z.int().meta({ description: 'Birds that were handed over and are not entered yet' }),
  to_give_back: z.int().meta({ description: 'Birds that the agent has of an order that has ended' }),
  collection,
});
export type ListedTransport = z.output<typeof listedTransport>;

export const listOwnTransports = contract({
  name: 'listOwnTransports',
  summary: 'The requests to an agent in all lofts, by day and place; open requests, or those that ended',
  method: 'GET',
  path: '/api/transports',
  access: 'transport.own',
  query: z.object({ show: z.enum(['open', 'ended']).default('open') }),
  reply: z.object({
    counts: z.object({ open: z.int(), ended: z.int() }),
    transports: z.array(listedTransport),
    read_at: instant,
  }),
});

export const readTransport = contract({
  name: 'readTransport',
  summary: 'A request with its birds; while it is open its agent sees the customer’s contact',
  method: 'GET',
  path: '/api/transports/{transport_id}',
  access: 'transport.handle',
  params: z.object({ transport_id: id }),
  reply: z.object({
    transport: listedTransport,
    reached: z
      .object({
        phone: z.string().nullable(),
        ...postalAddress,
      })
      .nullable(),
    can_reject: z.boolean().meta({ description: 'It is open, and its agent has none of its birds' }),
    can_close: z.boolean().meta({ description: 'It can be said that nothing was handed over' }),
    can_reopen: z.boolean().meta({ description: 'That nothing was handed over can be taken back' }),
    currency: z.string(),
    /** Cash that was taken for the order and waits for the loft's approval. */
    cash: waitingCash.nullable(),
    /** The amount due for the order, which an agent may take too; null: nothing is due. */
    to_pay: z.object({ amount_cents: z.int(), currency: z.string() }).nullable(),
    pigeons: z.array(
      wholeBird.omit(unnamed).extend({ health: z.enum(healthStatuses), location: z.enum(locationStatuses) }),
    ),
    history: transportHistory,
  }),
});
export type ReadTransport = z.output<(typeof readTransport)['reply']>;

/** Maximum number of requests in one call. */
export const transport_ids = z.array(z.int().min(1)).max(1000);

/** The outcome for one of the chosen requests; the requests are independent of each other. */
const outcome = z.object({
  transport_id: replyId,
  number: z.string(),
  /** Its state after the call. */
  status,
  /** The code of the refusal; null where it was done. */
  refused: z.string().nullable(),
});
export type TransportOutcome = z.output<typeof outcome>;
export const outcomes = z.object({ outcomes: z.array(outcome) });

export const confirmTransports = contract({
  name: 'confirmTransports',
  summary: 'Confirm requests; their customers are notified',
  method: 'POST',
  path: '/api/transports/confirmation',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids }),
  reply: outcomes,
});

export const rejectTransports = contract({
  name: 'rejectTransports',
  summary: 'Reject requests for a reason that their customers are sent',
  method: 'POST',
  path: '/api/transports/rejection',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids, reason: requiredText({ max: 1000 }) }),
  reply: outcomes,
});

export const closeTransports = contract({
  name: 'closeTransports',
  summary: 'Close confirmed requests of which nothing was handed over; their customers are notified',
  method: 'POST',
  path: '/api/transports/closing',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids }),
  reply: outcomes,
});

export const reopenTransports = contract({
  name: 'reopenTransports',
  summary: 'Take back that nothing was handed over, while nothing has followed from it: they are confirmed again',
  method: 'POST',
  path: '/api/transports/closing/cancellation',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids }),
  reply: outcomes,
});

export const pickUpTransports = contract({
  name: 'pickUpTransports',
  summary: 'Mark the birds of confirmed requests as handed over: those at home are in transit now',
  method: 'POST',
  path: '/api/transports/pick-up',
  access: 'transport.handle',
  body: z.strictObject({
    transport_ids,
    not_entered: boundedInteger({ max: 1000 })
      .default(0)
      .meta({ description: 'Birds of each request that were handed over as well and are not entered' }),
  }),
  reply: outcomes,
});

export const giveBackTransports = contract({
  name: 'giveBackTransports',
  summary: 'The agent gives the birds of an order that has ended back to their owner: they are at home again',
  method: 'POST',
  path: '/api/transports/return',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids }),
  reply: outcomes,
});

export const readManifest = contract({
  name: 'readManifest',
  summary: 'What travels from a collection: its confirmed requests with their birds, crate by crate',
  method: 'GET',
  path: '/api/collections/{collection_id}/manifest',
  access: 'transport.handle',
  params: z.object({ collection_id: id }),
  reply: z.object({
    loft,
    collection,
    crates: z.array(
      z.object({
        transport_id: replyId,
        /** The number of the crate among those of the request. */
        n: z.int(),
        of: z.int(),
        number: z.string(),
        customer: z.string(),
        pigeons: z.array(wholeBird.omit({ ...unnamed, pigeon_id: true })),
      }),
    ),
    /** Open requests of which not all ordered birds are in a crate: not confirmed yet, or birds are not entered. */
    missing: z.array(
      z.object({
        transport_id: replyId,
        status,
        number: z.string(),
        customer: z.string(),
        places: z.int(),
        entered: z.int(),
      }),
    ),
  }),
});
export type Manifest = z.output<(typeof readManifest)['reply']>;

/** A collection with its number of open requests. */
const offered = collection.extend({ open: z.int() });
export type Offered = z.output<typeof offered>;

const offers = z.object({ agent_id: replyId, name: z.string(), collections: z.array(offered) });
export type Offers = z.output<typeof offers>;

/** The windows in which the seasons of a loft that are prepared or under way take birds, the earliest first. */
const shipping = z.array(z.object({ starts_at: z.iso.date(), ends_at: z.iso.date() }));

export const listOwnOffers = contract({
  name: 'listOwnOffers',
  summary: 'The collections of an agent in each of their lofts from today on, and earlier ones with open requests',
  method: 'GET',
  path: '/api/collections',
  access: 'transport.own',
  reply: z.object({ lofts: z.array(offers.extend({ loft, currency: z.string(), shipping })) }),
});

export const listAgents = contract({
  name: 'listAgents',
  summary: 'The active agents of a loft with what each offers from today on',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/agents',
  access: 'loft.manage',
  params: z.object({ loft_id: id }),
  reply: z.object({ loft, currency: z.string(), shipping, agents: z.array(offers) }),
});

const hour = requiredText().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/);

/** The highest price of a collection for each bird, in cents. */
export const highestCollectionPrice = 1_000_000;

export const collectionFields = z.strictObject({
  place: requiredText({ max: 128 }).transform((place) => place.trim()),
  day: calendarDay(),
  from_time: hour,
  to_time: hour,
  price_cents: boundedInteger({ max: highestCollectionPrice }),
  note: text({ max: 500 })
    .transform((note) => note.trim() || null)
    .nullable()
    .default(null),
});
export type CollectionFields = z.output<typeof collectionFields>;

export const offerCollection = contract({
  name: 'offerCollection',
  summary: 'Offers that an agent of the loft takes birds; it stays as it is until it is withdrawn',
  method: 'POST',
  path: '/api/lofts/{loft_id}/agents/{agent_id}/collections',
  access: 'transport.handle',
  params: z.object({ loft_id: id, agent_id: id }),
  body: collectionFields.extend({
    is_on_purpose: z
      .boolean()
      .default(false)
      .meta({ description: 'Also on a day on which no season of the loft takes birds' }),
  }),
  reply: z.object({ collection_id: replyId }),
});

export const withdrawCollection = contract({
  name: 'withdrawCollection',
  summary: 'Withdraws a collection without open requests',
  method: 'DELETE',
  path: '/api/collections/{collection_id}',
  access: 'transport.handle',
  params: z.object({ collection_id: id }),
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

export const listSeasonTransports = contract({
  name: 'listSeasonTransports',
  summary: 'The requests of a season, found by order, customer, agent or place, by day; those that ended at the end',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/transports',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  query: z.object({ ...pageQuery, status: status.optional() }),
  reply: z.object({
    loft,
    season,
    /** Number in each state and of birds at each location, whatever the search. */
    counts: z.record(status, z.int()),
    pigeons: z.object({ at_home: z.int(), in_transit: z.int(), at_loft: z.int(), gone: z.int() }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    transports: z.array(listedTransport),
  }),
});
