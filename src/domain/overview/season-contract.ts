/** The calls of a season's overview: open work, and the numbers in its parts. */
import { z } from 'zod';
import { activationKinds } from '#domain/activations/activation.ts';
import { activationCounts, listedActivation } from '#domain/activations/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { listedOrder } from '#domain/orders/admin-contract.ts';
import { extraPlaceKinds } from '#domain/pigeons/admin-bird.ts';
import { season } from '#domain/seasons/contract.ts';
import { dueSteps } from './open-work.ts';

const ofSeason = z.object({ season_id: id });

export const readSeasonOverview = contract({
  name: 'readSeasonOverview',
  summary:
    'What waits in a season: orders to confirm, orders to be paid, places taken, money received, pigeons on their way, activations',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/overview',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    season,
    currency: z.string(),
    places: z.object({ taken: z.int(), max: z.int().nullable() }),
    extra: z
      .record(z.enum(extraPlaceKinds), z.int())
      .meta({ description: 'Pigeons that race without a place that was ordered for them' }),
    to_confirm: z.object({
      count: z.int(),
      oldest_at: instant.nullable(),
      /** The oldest first. */
      orders: z.array(listedOrder),
    }),
    to_pay: z.object({
      count: z.int(),
      amount_cents: z.int(),
      due: z.record(z.enum(dueSteps), z.int()),
      /** The earliest last day to pay first. */
      orders: z.array(listedOrder),
    }),
    cash: z.object({
      count: z.int(),
      amount_cents: z.int(),
      /** The oldest first. */
      orders: z.array(listedOrder),
    }),
    received: z.object({ amount_cents: z.int(), expected_cents: z.int() }),
    pigeons_in_transit: z.int(),
    transports_waiting: z.int().meta({ description: 'Requests that their agents have not answered, as countSeason' }),
    /** Collections of agents from today on, the next one first. */
    collections: z.array(
      z.object({
        collection_id: replyId,
        agent: z.string(),
        place: z.string(),
        day: z.iso.date(),
        pigeons: z.int().meta({ description: 'Places of the orders whose birds are collected' }),
        requests: z.int(),
        waiting: z.int().meta({ description: 'Requests that the agent has not answered' }),
      }),
    ),
    activations: z.object({
      counts: activationCounts,
      /** Those that wait for payment, the earliest last day to pay first. */
      pending: z.record(z.enum(activationKinds), z.array(listedActivation)),
    }),
    read_at: instant,
  }),
});

export const countSeason = contract({
  name: 'countSeason',
  summary: 'The numbers in the parts of a season, and how much of it is open',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/counts',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    orders_to_confirm: z.int(),
    cash_to_approve: z.int(),
    customers: z.int(),
    teams: z.int(),
    pigeons: z.int(),
    lost: z.int(),
    activations_waiting: z.int(),
    transports_waiting: z.int(),
  }),
});
