/** The calls that activate birds: by the customer of an order, and by the loft for its customers. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { order } from '#domain/orders/contract.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { product } from '#domain/seasons/product-contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { activationKinds, activationStates } from './activation.ts';

const ofOrder = z.object({ order_id: id });
const ofSeason = z.object({ season_id: id });
const kind = z.enum(activationKinds);
const state = z.enum(activationStates);

/** A bird with the state of its activation of one kind. */
const activation = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  pigeon_name: z.string().nullable(),
  team: z.string().nullable(),
  country: z.string().nullable(),
  health: z.enum(healthStatuses),
  location: z.enum(locationStatuses),
  reserve: z.int().nullable().meta({ description: 'Its number among the reserves of its order' }),
  /** The bird that it replaces, or would replace. */
  replaces: z.object({ ring: z.string(), health: z.enum(healthStatuses) }).nullable(),
  state,
  refused: z.string().nullable().meta({ description: 'Why it cannot be activated now, by the code of the rule' }),
  /** The order of its activation. */
  order: order.pick({ id: true, number: true, status: true, cash: true, to_pay: true }).nullable(),
  fee_cents: z.int().nullable().meta({ description: 'The fee of its order, else the present fee' }),
});
export type Activation = z.output<typeof activation>;

export const listedActivation = activation.extend({ customer: name.nullable() });
export type ListedActivation = z.output<typeof listedActivation>;

/** Number of birds of each kind in each state. */
export const activationCounts = z.record(kind, z.record(state, z.int()));

/** The products that activate birds, of one kind, with their days and prices. */
const products = z.array(product);

export const readActivations = contract({
  name: 'readActivations',
  summary: 'The pigeons of an order that can be activated, and what that costs',
  method: 'GET',
  path: '/api/registrations/{order_id}/activations',
  access: 'registration.keep',
  params: ofOrder,
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    order: order.pick({ id: true, number: true }),
    kinds: z.array(z.object({ kind, products, pigeons: z.array(activation) })),
    today: z.iso.date(),
  }),
});

/** Maximum number of birds activated in one call. */
const wanted = z.strictObject({
  product_id: z.coerce.number().int().min(1),
  pigeon_ids: z.array(z.int().min(1)).max(1000),
});

export const activateOwn = contract({
  name: 'activateOwn',
  summary: 'Order the activation of pigeons of an order; each can be activated once (8.18)',
  method: 'POST',
  path: '/api/registrations/{order_id}/activations',
  access: 'registration.keep',
  params: ofOrder,
  body: wanted,
  reply: z.object({ order_id: replyId }),
});

export const listActivations = contract({
  name: 'listActivations',
  summary: 'The pigeons of a season that can be activated, wait for payment, or are activated',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/activations',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    kind: kind.default('reserve'),
    q: z.string().max(100).default(''),
    state: state.optional(),
    sort: orderBy('state', 'ring', 'team', 'replaces', 'fee'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    products,
    /** Number in each state, whatever the search. */
    counts: activationCounts,
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    pigeons: z.array(listedActivation),
    read_at: instant,
  }),
});

export const activateMany = contract({
  name: 'activateMany',
  summary: 'Order the activation of pigeons for their owners, one order for each of their teams: all or none',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/activations',
  access: 'season.manage',
  params: ofSeason,
  body: wanted,
  reply: z.object({ orders: z.array(z.object({ order_id: replyId, number: z.string() })) }),
});
