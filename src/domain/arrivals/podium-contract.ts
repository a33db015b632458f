/** The call that reads what the head of a result shows: its first three birds, and since when it is official. */
import { z } from 'zod';
import { contract, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { photo } from '#domain/pigeons/photo-contract.ts';
import { resultRow } from './contract.ts';

/** A prize of a place by the rulebook. */
export const prizeOfPlace = z.object({
  cents: z.int().nullable().meta({ description: 'Null for a share of the prize fund' }),
  share: z.int().nullable().meta({ description: 'Hundredths of a percent of the prize fund' }),
  currency: z.string(),
});

const podiumBird = resultRow.extend({ photo: photo.nullable(), prize: prizeOfPlace.nullable() });
export type PodiumBird = z.output<typeof podiumBird>;

export const readPodium = contract({
  name: 'readPodium',
  summary:
    'The first three birds of a published result with their photos and prizes, the last time of the result, and since when it is official',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/podium',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({
    birds: z
      .array(podiumBird)
      .max(3)
      .meta({ description: 'None before the result is published, and where ranks are hidden' }),
    last_time: instant.nullable(),
    official: z
      .object({
        since: instant,
        version: z.int().nullable().meta({ description: 'Null: it was imported, and nobody signed it' }),
      })
      .nullable()
      .meta({ description: 'Null: it is not official' }),
  }),
});
