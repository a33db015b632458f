/** The call for the birds that came home after the closing of a race. */
import { z } from 'zod';
import { contract, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';

export const lateBird = bird.extend({ time: instant });
export type LateBird = z.output<typeof lateBird>;

export const readLateBirds = contract({
  name: 'readLateBirds',
  summary:
    'The birds of a flight that were clocked after its closing: home, without a place. Not where the season hides a part of it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/late',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ birds: z.array(lateBird) }),
});
