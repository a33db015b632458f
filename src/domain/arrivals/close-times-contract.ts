/** The call for the birds of a result whose order is within the clocks' uncertainty. */
import { z } from 'zod';
import { contract, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';

/** `[pigeon_id, above, below]`: a bird, and how many places above and below its own it may be. */
export const closeBirdRow = z.tuple([replyId, z.int(), z.int()]);

export const readCloseBirds = contract({
  name: 'readCloseBirds',
  summary:
    'The birds of a flight that the clocks cannot tell apart for sure, with how many places above and below its own each may be. Not where the season hides a part of it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/close-birds',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ birds: z.array(closeBirdRow) }),
});
