/** The calls of a customer about their own orders (2.4, 2.5). */
import { z } from 'zod';
import { howToPay } from '#domain/bank.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { describedLoft, loft } from '#domain/lofts/contract.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { season } from '#domain/seasons/contract.ts';
import { collectedBy, order } from './contract.ts';

const ofOrder = z.object({ order_id: id });

/** The customer of an order, as printed on its confirmation. */
const customer = z.object({
  name: z.string(),
  email: z.string().nullable(),
  ...postalAddress,
});
export type Customer = z.output<typeof customer>;

/** A registration that is kept and not sent yet, with what is chosen in it. */
const draft = z.object({
  loft,
  season,
  packages: z.array(z.object({ name: z.string(), quantity: z.int() })),
  team: z.string().nullable(),
});
export type Draft = z.output<typeof draft>;

export const listOwnOrders = contract({
  name: 'listOwnOrders',
  summary: 'The orders of the signed-in person, the latest first, and their saved drafts of registrations',
  method: 'GET',
  path: '/api/registrations',
  access: 'order.own',
  reply: z.object({ orders: z.array(order), drafts: z.array(draft), read_at: instant }),
});

export const readOrder = contract({
  name: 'readOrder',
  summary: 'An order with its customer and its loft',
  method: 'GET',
  path: '/api/registrations/{order_id}',
  access: 'order.read',
  params: ofOrder,
  reply: howToPay.extend({
    order,
    customer,
    loft: describedLoft,
    /** The version of the loft's contract that was accepted with it. */
    contract: z.object({ id: replyId, title: z.string(), version: z.int() }).nullable(),
    is_mine: z.boolean(),
    collection: collectedBy.nullable().meta({ description: 'Null: the birds travel without an agent' }),
    read_at: instant,
  }),
});
export type ReadOrder = z.output<(typeof readOrder)['reply']>;

export const cancelOrder = contract({
  name: 'cancelOrder',
  summary: 'Cancels an order that is not paid; its places are free again',
  method: 'POST',
  path: '/api/registrations/{order_id}/cancellation',
  access: 'order.cancel',
  params: ofOrder,
  body: z.strictObject({}),
  reply: z.object({}),
});
