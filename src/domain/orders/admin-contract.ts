/** The calls of admins about the orders of a season: the list, one order, and the decisions. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { requiredText } from '#domain/validation.ts';
import { collectedBy, order } from './contract.ts';
import { orderStatuses } from './order.ts';

const ofSeason = z.object({ season_id: id });
const status = z.enum(orderStatuses);

/** An order in a list. */
export const listedOrder = order
  .pick({
    id: true,
    number: true,
    status: true,
    team: true,
    amount_cents: true,
    created_at: true,
    cash: true,
    to_pay: true,
  })
  .extend({
    pigeons_active: z.int(),
    pigeons_reserve: z.int(),
    products: z.array(z.string()).meta({ description: 'What was ordered, by name' }),
    customer: name,
    agent: z.string().nullable().meta({ description: 'The agent that was asked to collect the birds; null: none' }),
    since: instant.meta({ description: 'Start of its present state' }),
  });
export type ListedOrder = z.output<typeof listedOrder>;

export const listSeasonOrders = contract({
  name: 'listSeasonOrders',
  summary: 'The orders of a season, found by number, customer or team',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/orders',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    q: z.string().max(100).default(''),
    status: status.optional(),
    sort: orderBy('number', 'customer', 'pigeons', 'amount', 'waiting'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    /** Number in each state, whatever the search. */
    counts: z.record(status, z.int()),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    orders: z.array(listedOrder),
    read_at: instant,
  }),
});

/** Who ordered: as long as the order stands, with the address that it could not be placed without (5.9, decision 20). */
export const contact = name.extend({
  phone: z.string().nullable(),
  ...postalAddress,
});

export const readSeasonOrder = contract({
  name: 'readSeasonOrder',
  summary: 'An order of a season with its contact',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/orders/{order_id}',
  access: 'season.manage',
  params: z.object({ season_id: id, order_id: id }),
  reply: z.object({
    order: order.extend({ season }),
    customer: contact,
    collection: collectedBy.nullable().meta({ description: 'Null: the birds travel without an agent' }),
    may_manage_payments: z.boolean().meta({ description: 'Whether the actor can read and mark its payments' }),
    read_at: instant,
  }),
});

/** Maximum number of orders decided in one call. */
const order_ids = z.array(z.int().min(1)).max(1000);

/**
 * The state in which the page of whoever decides showed an order: one that somebody else has moved since stays as it is.
 * Orders that are left out are decided in whatever state they are.
 */
const seen = z
  .array(z.strictObject({ order_id: z.int().min(1), status }))
  .max(1000)
  .default([]);

/** The outcome for one of the chosen orders; the orders are independent of each other. */
const outcome = z.object({
  order_id: replyId,
  number: z.string(),
  /** Its state after the call. */
  status,
  /** The code of the refusal; null where it was done. */
  refused: z.string().nullable(),
  moved: z
    .object({ at: instant, by: z.string().nullable() })
    .nullable()
    .meta({ description: 'Since when, and by whom, it is in another state than the page showed; null: it is not' }),
});
export type Outcome = z.output<typeof outcome>;

export const confirmOrders = contract({
  name: 'confirmOrders',
  summary: 'Confirm orders, which gives their customers days to pay; what cannot be confirmed stays as it is',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/confirmation',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ order_ids, seen }),
  reply: z.object({ outcomes: z.array(outcome) }),
});

export const rejectOrders = contract({
  name: 'rejectOrders',
  summary: 'Reject orders for a reason that their customers are sent; their places are free again',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/rejection',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ order_ids, seen, reason: requiredText({ max: 1000 }) }),
  reply: z.object({ outcomes: z.array(outcome) }),
});

export const reopenOrders = contract({
  name: 'reopenOrders',
  summary: 'Take the rejection of registrations back while there are places: they wait for the loft again',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/reopening',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ order_ids, seen, reason: requiredText({ max: 1000 }) }),
  reply: z.object({ outcomes: z.array(outcome) }),
});
