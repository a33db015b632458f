/** The calls about basketing lists. */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';

export const readBasketing = contract({
  name: 'readBasketing',
  summary: 'The basketing list of a flight, in the order of basketing',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/basketing',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ pigeons: z.array(bird) }),
});
