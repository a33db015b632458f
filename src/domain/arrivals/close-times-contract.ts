/** The call for the birds of a result whose order is within the clocks' uncertainty. */
import { z } from 'zod';
import { contract, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';

/** `[pigeon_id, best, worst]`: a bird, and the places between which it is. */
export const closeBirdRow = z.tuple([replyId, z.int(), z.int()]);

export const readCloseBirds = contract({
  name: 'readCloseBirds',
  summary:
    'The birds of a flight that the clocks cannot tell apart for sure, with the places between which each is. Not where the season hides a part of it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/close-birds',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ birds: z.array(closeBirdRow) }),
});
