/** The calls of agents, and of those who look after a loft's agents: offers, requests, what is picked up. */
import { z } from 'zod';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { waitingCash } from '#domain/orders/contract.ts';
import { wholeBird } from '#domain/pigeons/contract.ts';
import { locationStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { boundedInteger, calendarDay, requiredText, text } from '#domain/validation.ts';
import { collection, ofOrder, transportHistory, whose } from './contract.ts';
import { transportStatuses } from './transport.ts';

const status = z.enum(transportStatuses);

/** An agent knows the birds by their rings. */
const unnamed = { ...whose, pigeon_name: true } as const;

/** A request as a row: whose birds, how many, where they are. */
export const listedTransport = z.object({
  id: replyId,
  status,
  order: ofOrder,
  has_cash: z.boolean().meta({ description: 'Whether cash was taken for the order that waits for the loft’s yes' }),
  /** Whose birds they are. */
  customer: z.string(),
  /** So many were ordered, and so many of the birds that were entered are in each place. */
  places: z.int(),
  at_home: z.int(),
  in_transit: z.int(),
  at_loft: z.int(),
  collection,
});
export type ListedTransport = z.output<typeof listedTransport>;

export const listOwnTransports = contract({
  name: 'listOwnTransports',
  summary: 'What an agent is asked for in all lofts, by day and place; open requests, or those that ended',
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
  summary: 'A request with its birds; its agent is told how the customer is reached, as long as it is open',
  method: 'GET',
  path: '/api/transports/{transport_id}',
  access: 'transport.handle',
  params: z.object({ transport_id: id }),
  reply: z.object({
    transport: listedTransport,
    reached: z
      .object({
        phone: z.string().nullable(),
        street: z.string().nullable(),
        zipcode: z.string().nullable(),
        city: z.string().nullable(),
      })
      .nullable(),
    currency: z.string(),
    /** Cash that was taken for the order and waits for the loft's yes. */
    cash: waitingCash.nullable(),
    /** What is to be paid for the order, which an agent may take too; null: nothing now. */
    to_pay: z.object({ amount_cents: z.int(), currency: z.string() }).nullable(),
    pigeons: z.array(wholeBird.omit(unnamed).extend({ location: z.enum(locationStatuses) })),
    history: transportHistory,
  }),
});
export type ReadTransport = z.output<(typeof readTransport)['reply']>;

/** So many are answered at once at most. */
const transport_ids = z.array(z.int().min(1)).max(1000);

/** What became of one of the chosen requests; each stands or falls by itself. */
const outcome = z.object({
  transport_id: replyId,
  number: z.string(),
  /** The state it has now. */
  status,
  /** The rule's no; null where it was done. */
  refused: z.string().nullable(),
});
export type TransportOutcome = z.output<typeof outcome>;
const outcomes = z.object({ outcomes: z.array(outcome) });

export const confirmTransports = contract({
  name: 'confirmTransports',
  summary: 'Say yes to requests; their customers are told',
  method: 'POST',
  path: '/api/transports/confirmation',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids }),
  reply: outcomes,
});

export const rejectTransports = contract({
  name: 'rejectTransports',
  summary: 'Say no to requests for a reason that their customers are told',
  method: 'POST',
  path: '/api/transports/rejection',
  access: 'transport.handle',
  body: z.strictObject({ transport_ids, reason: requiredText({ max: 1000 }) }),
  reply: outcomes,
});

export const pickUpTransports = contract({
  name: 'pickUpTransports',
  summary: 'Say that the birds of confirmed requests were handed over: those at home are in transit now',
  method: 'POST',
  path: '/api/transports/pick-up',
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
        /** The how many-th crate of the request. */
        n: z.int(),
        of: z.int(),
        number: z.string(),
        customer: z.string(),
        pigeons: z.array(wholeBird.omit({ ...unnamed, pigeon_id: true })),
      }),
    ),
  }),
});
export type Manifest = z.output<(typeof readManifest)['reply']>;

/** A collection with how many still rely on it. */
const offered = collection.extend({ open: z.int() });
export type Offered = z.output<typeof offered>;

const offers = z.object({ agent_id: replyId, name: z.string(), collections: z.array(offered) });
export type Offers = z.output<typeof offers>;

export const listOwnOffers = contract({
  name: 'listOwnOffers',
  summary: 'What an agent offers in each of their lofts from today on, or is still asked for',
  method: 'GET',
  path: '/api/collections',
  access: 'transport.own',
  reply: z.object({ lofts: z.array(offers.extend({ loft, currency: z.string() })) }),
});

export const listAgents = contract({
  name: 'listAgents',
  summary: 'The active agents of a loft with what each offers from today on',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/agents',
  access: 'loft.manage',
  params: z.object({ loft_id: id }),
  reply: z.object({ loft, currency: z.string(), agents: z.array(offers) }),
});

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const collectionFields = z.strictObject({
  place: requiredText({ max: 128 }).transform((place) => place.trim()),
  day: calendarDay(),
  from_time: hour,
  to_time: hour,
  price_cents: boundedInteger({ max: 1_000_000 }),
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
  body: collectionFields,
  reply: z.object({ collection_id: replyId }),
});

export const withdrawCollection = contract({
  name: 'withdrawCollection',
  summary: 'Withdraws a collection that nobody relies on',
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
    /** How many there are in each state, and how many birds are where, whatever is looked for. */
    counts: z.record(status, z.int()),
    pigeons: z.object({ at_home: z.int(), in_transit: z.int(), at_loft: z.int() }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    transports: z.array(listedTransport),
  }),
});
