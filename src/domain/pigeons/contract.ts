/** The calls about pigeons: those of a season, and one with all its flights. */
import { z } from 'zod';
import { basketedPigeon } from '#domain/basketing/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { speedRule } from '#domain/flights/rules.ts';
import { loft } from '#domain/lofts/contract.ts';
import { listQuery, pageOfList, season } from '#domain/seasons/contract.ts';

/** A flight as somebody's history shows it: with the rule its speeds are told by. */
export const flownFlight = flightSummary.extend({ speed_rule: speedRule });
export type FlownFlight = z.output<typeof flownFlight>;

/** How a basketed bird did in a flight: its line of the result, or null while it is not home. */
export const birdResult = z.object({
  flight_id: replyId,
  pigeon_id: replyId,
  line: z
    .object({
      rank: z.int(),
      time: instant,
      speed: z.number().nullable(),
      gap_ms: z.number(),
      day: z.int(),
    })
    .nullable(),
});
export type BirdResult = z.output<typeof birdResult>;

export const listPigeons = contract({
  name: 'listPigeons',
  summary: 'The pigeons of a season of a loft, by ring',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...pageOfList, pigeons: z.array(basketedPigeon) }),
});

export const readPigeon = contract({
  name: 'readPigeon',
  summary: 'One pigeon with the flights it was basketed for, the latest release first, and how it did',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons/{pigeon_id}',
  access: 'season.read',
  params: z.object({ loft_id: id, pigeon_id: id }),
  reply: z.object({
    loft,
    season,
    pigeon: basketedPigeon,
    flights: z.array(flownFlight),
    results: z.array(birdResult),
    read_at: instant,
  }),
});
