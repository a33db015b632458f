/** The calls about basketing lists. */
import { z } from 'zod';
import { contract, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';

/** A basketed bird with what a results list says about it. */
export const basketedPigeon = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  pigeon_name: z.string().nullable(),
  color: z.string().nullable(),
  sex: z.enum(['cock', 'hen', 'unknown']),
  team_id: replyId.nullable(),
  team: z.string().nullable(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
});
export type BasketedPigeon = z.output<typeof basketedPigeon>;

export const readBasketing = contract({
  name: 'readBasketing',
  summary: 'The basketing list of a flight, in the order of basketing',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/basketing',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ pigeons: z.array(basketedPigeon) }),
});
