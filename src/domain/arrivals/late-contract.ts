/** The call for the birds of a race that have no place: home after its closing, or disqualified. */
import { z } from 'zod';
import { contract, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';

export const lateBird = bird.extend({ time: instant });
export type LateBird = z.output<typeof lateBird>;

export const readLateBirds = contract({
  name: 'readLateBirds',
  summary:
    'The birds of a flight without a place: clocked after its closing, or disqualified. Not where the season hides a part of it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/late',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ birds: z.array(lateBird), disqualified: z.array(bird) }),
});
