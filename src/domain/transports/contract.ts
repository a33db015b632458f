/** The calls about the transport of birds to the loft: collections of agents, and requests of customers. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { customerPhone } from '#domain/orders/registration-contract.ts';
import { wholeBird } from '#domain/pigeons/contract.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { nullableBoundedInteger } from '#domain/validation.ts';
import { transportStatuses } from './transport.ts';

/** Where and when an agent takes birds, and what that costs for each. */
export const collection = z.object({
  id: replyId,
  agent: z.object({ user_id: replyId, name: z.string() }),
  place: z.string(),
  day: z.iso.date(),
  from_time: z.string().meta({ description: 'By the clock of its place: 09:00' }),
  to_time: z.string(),
  price_cents: z.int(),
  currency: z.string(),
  note: z.string().nullable(),
});
export type Collection = z.output<typeof collection>;

/** The states of a request in order of time, each with the person who caused it; null: the program. */
export const transportHistory = z.array(
  z.object({
    status: z.enum(transportStatuses),
    at: instant,
    reason: z.string().nullable(),
    by: z.string().nullable(),
  }),
);

/** An order as the pages of transports name it. */
export const ofOrder = z.object({
  id: replyId,
  number: z.string(),
  status: z.enum(orderStatuses),
  loft,
  season,
});

export const listCollections = contract({
  name: 'listCollections',
  summary: 'Where and when the agents of a loft take birds from today on, the next one first',
  method: 'GET',
  path: '/api/lofts/{loft_id}/collections',
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  reply: z.object({ collections: z.array(collection) }),
});

const byOrder = z.object({ order_id: id });

/** Owner fields, which are given once for all birds. */
export const whose = { team_id: true, team: true, fancier: true, country: true } as const;

/** A bird with every location since it left home, the latest first. */
const traveller = wholeBird.omit(whose).extend({
  health: z.enum(healthStatuses),
  location: z.enum(locationStatuses),
  log: z.array(
    z.object({ to: z.enum(locationStatuses), at: instant, reason: z.string().nullable(), by: z.string().nullable() }),
  ),
});
export type Traveller = z.output<typeof traveller>;

export const readShipments = contract({
  name: 'readShipments',
  summary: 'How the birds of an order travel: the requests, the possible collections, and the location of each bird',
  method: 'GET',
  path: '/api/registrations/{order_id}/transport',
  access: 'order.read',
  params: byOrder,
  reply: z.object({
    order: ofOrder.extend({ places: z.int() }),
    is_mine: z.boolean(),
    /** The latest first; the agent's phone number is given to the customer while the request is open. */
    requests: z.array(
      z.object({
        id: replyId,
        status: z.enum(transportStatuses),
        collection,
        phone: z.string().nullable(),
        not_entered: z.int().meta({ description: 'Birds that were handed over and are not entered yet' }),
        history: transportHistory,
      }),
    ),
    /** The number that the agent reaches the customer at, as it was given last. */
    phone: z.string().nullable(),
    /** The collections that can be requested now. */
    collections: z.array(collection),
    pigeons: z.array(traveller),
  }),
});
export type Shipments = z.output<(typeof readShipments)['reply']>;

export const requestTransport = contract({
  name: 'requestTransport',
  summary: 'Requests that an agent collects the birds of an order; an earlier request that waits is withdrawn',
  method: 'PUT',
  path: '/api/registrations/{order_id}/transport',
  access: 'transport.request',
  params: byOrder,
  body: z.strictObject({ collection_id: nullableBoundedInteger({ min: 1 }), phone: customerPhone }),
  reply: z.object({ transport_id: replyId }),
});

export const takeBackTransport = contract({
  name: 'takeBackTransport',
  summary:
    'Withdraws a request that no agent has answered yet, or that was rejected: the birds travel without an agent',
  method: 'POST',
  path: '/api/registrations/{order_id}/transport/cancellation',
  access: 'transport.request',
  params: byOrder,
  body: z.strictObject({}),
  reply: z.object({}),
});
