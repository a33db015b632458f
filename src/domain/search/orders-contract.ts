/** The call that finds orders by their number, for those who may read them. */
import { z } from 'zod';
import { contract, replyId } from '#domain/contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { longestSearch } from './query.ts';

export const searchOrders = contract({
  name: 'searchOrders',
  summary:
    'The orders with this number that the signed-in person may read: their own, and those of seasons they manage',
  method: 'GET',
  path: '/api/search/orders',
  access: 'account.read',
  query: z.object({ q: z.string().max(longestSearch).default('') }),
  reply: z.object({
    orders: z.array(
      z.object({
        order_id: replyId,
        number: z.string().meta({ description: 'Its number for people: 27-0431' }),
        status: z.enum(orderStatuses),
        loft: z.string(),
        season_id: replyId.nullable(),
        season: z.string().nullable(),
        is_own: z.boolean(),
        customer: z.string().nullable().meta({ description: 'For those who manage its season; null for an own order' }),
      }),
    ),
  }),
});
