/** The calls by which birds are activated: by whoever ordered their places, and by the loft for them. */
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

/** A bird with how its activation of a kind stands. */
const activation = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  pigeon_name: z.string().nullable(),
  team: z.string().nullable(),
  country: z.string().nullable(),
  health: z.enum(healthStatuses),
  location: z.enum(locationStatuses),
  reserve: z.int().nullable().meta({ description: 'The how many-th reserve of its order it is' }),
  /** The bird whose place it takes, or would take. */
  replaces: z.object({ ring: z.string(), health: z.enum(healthStatuses) }).nullable(),
  state,
  refused: z.string().nullable().meta({ description: 'Why it cannot be activated now, by the code of the rule' }),
  /** The order of its activation. */
  order: order.pick({ id: true, number: true, status: true, cash: true, to_pay: true }).nullable(),
  fee_cents: z.int().nullable().meta({ description: 'What was ordered, else what it costs now' }),
});
export type Activation = z.output<typeof activation>;

export const listedActivation = activation.extend({ customer: name.nullable() });
export type ListedActivation = z.output<typeof listedActivation>;

/** How many birds there are of each kind in each state. */
export const activationCounts = z.record(kind, z.record(state, z.int()));

/** What birds are activated by, of one kind, with its days and its price. */
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

/** So many are activated at once at most. */
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
  summary: 'The pigeons of a season that can be activated, wait for the money or are activated',
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
    /** How many there are in each state, whatever is looked for. */
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
