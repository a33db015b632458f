/** The calls about the rights in a bird, for its loft, and for its present and former owners. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';

/** The share of a person, from a day on until the day on which it ends. */
export const share = z.object({
  from_day: z.iso.date(),
  until_day: z.iso.date().nullable(),
  share_bp: z.int().meta({ description: 'In hundredths of a percent' }),
  reason: z.string().nullable(),
});

export const readOrderRights = contract({
  name: 'readOrderRights',
  summary: 'The birds of an order in which others have rights, or that were bought with it',
  method: 'GET',
  path: '/api/registrations/{order_id}/rights',
  access: 'order.read',
  params: z.object({ order_id: id }),
  reply: z.object({
    birds: z.array(
      z.object({
        pigeon_id: replyId,
        team_id: replyId.nullable(),
        ring: z.string(),
        shares: z.array(share.extend({ is_mine: z.boolean().meta({ description: 'Of whose order it is' }) })),
      }),
    ),
  }),
});
