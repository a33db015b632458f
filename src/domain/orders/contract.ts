/** The schema of an order in a reply (3.6), for its customer and for those who work on its season. */
import { z } from 'zod';
import { instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { factReplies } from '#domain/pigeons/contract.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderKinds, orderStatuses } from './order.ts';

/**
 * The agent who was asked last to collect the birds of an order: the answer, where, when, and what that costs for each
 * bird.
 */
export const collectedBy = z.object({
  status: z.enum(['pending', 'confirmed', 'rejected']),
  reason: z.string().nullable().meta({ description: 'Why the agent does not collect them' }),
  not_entered: z.int().meta({ description: 'Birds that the agent has taken and that are not entered yet' }),
  agent: z.string(),
  place: z.string(),
  day: z.iso.date(),
  from_time: z.string().meta({ description: 'By the clock of the place: 09:00' }),
  to_time: z.string(),
  price_cents: z.int().meta({ description: 'For each bird, paid to the agent at hand-over' }),
  currency: z.string(),
});
export type CollectedBy = z.output<typeof collectedBy>;

const orderPosition = z.object({
  product_id: replyId.nullable().meta({ description: 'Null for what is no product of a season' }),
  name: z.string(),
  quantity: z.int(),
  /** The price of one unit, as it was when it was ordered. */
  amount_cents: z.int(),
  pigeons_active: z.int(),
  pigeons_reserve: z.int(),
});

/** A bird that was entered for an order, by its place; its states are read with the actor's rights. */
const orderPigeon = z.object({
  place: z.int(),
  team: z.string().nullable().meta({ description: 'The team that it flies for' }),
  ...factReplies,
  health: z.enum(healthStatuses),
  location: z.enum(locationStatuses),
});
export type OrderPigeon = z.output<typeof orderPigeon>;

/** Cash that an agent took for an order, in its currency, until a merchant has approved or refused it. */
export const waitingCash = z.object({
  by: z.string().meta({ description: 'Who took it' }),
  at: instant,
  amount_cents: z.int(),
  reason: z.string(),
});
export type WaitingCash = z.output<typeof waitingCash>;

export const order = z.object({
  id: replyId,
  number: z.string().meta({ description: 'Its number for people: 27-0431' }),
  status: z.enum(orderStatuses),
  kind: z.enum(orderKinds),
  loft,
  season: season.nullable().meta({ description: 'Null for what is ordered of the loft itself' }),
  user_id: replyId,
  team: z
    .object({
      id: replyId.nullable().meta({ description: 'Null where the team went with its order' }),
      name: z.string(),
      country: z.string().nullable(),
    })
    .nullable(),
  currency: z.string(),
  amount_cents: z.int(),
  pigeons_active: z.int(),
  pigeons_reserve: z.int(),
  positions: z.array(orderPosition),
  pigeons: z.array(orderPigeon),
  loft_email: z.string().nullable().meta({ description: 'The contact address of the loft' }),
  activates: z
    .array(z.object({ pigeon_id: replyId, ring: z.string() }))
    .meta({ description: 'The pigeons that an order of activations is for' }),
  buys: z
    .array(z.object({ pigeon_id: replyId, ring: z.string() }))
    .meta({ description: 'The pigeon that an order of the sale is for' }),
  created_at: instant,
  cash: waitingCash.nullable().meta({ description: 'Cash that waits for the approval of a merchant' }),
  returns: z
    .enum(['owed', 'sent', 'paid'])
    .nullable()
    .meta({ description: 'Its refund: owed, sent, paid; null: none' }),
  /** What is left to pay; null while nothing is due. */
  to_pay: z
    .object({
      until: instant.meta({ description: 'The first instant that is too late' }),
      last_day: z.iso.date().meta({ description: 'In the zone of the loft' }),
      working_days_left: z.int(),
    })
    .nullable(),
  /** Its states in order of time, each with the person who caused it; null: the program. */
  history: z.array(
    z.object({ status: z.enum(orderStatuses), at: instant, reason: z.string().nullable(), by: z.string().nullable() }),
  ),
});
export type OrderView = z.output<typeof order>;
