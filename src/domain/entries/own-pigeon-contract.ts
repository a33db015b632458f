/** The call of an owner about a pigeon on its public page. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';

export const readOwnPigeon = contract({
  name: 'readOwnPigeon',
  summary: 'The order in which whoever asks has entered a pigeon; null where they have not',
  method: 'GET',
  path: '/api/me/lofts/{loft_id}/pigeons/{pigeon_id}',
  access: 'account.read',
  params: z.object({ loft_id: id, pigeon_id: id }),
  reply: z.object({ order: z.object({ order_id: replyId, number: z.string() }).nullable() }),
});
