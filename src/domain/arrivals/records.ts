/** The calls about one bird and one team: their flights of the season and their results. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { bird, team } from '#domain/pigeons/contract.ts';
import { passport } from '#domain/pigeons/passport-contract.ts';
import { photo, photoOfBird } from '#domain/pigeons/photo-contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { speedRule } from '#domain/seasons/rules.ts';
import { hiddenSwitches } from '#domain/seasons/visibility-contract.ts';

/**
 * A flight of a record, with the rule that states its speeds, the speeds of the winner and of the middle of those that
 * are home (null while none is, or where the season does not show speeds), and the steps of its times: told, compared.
 */
export const flownFlight = flightSummary.extend({
  speed_rule: speedRule,
  winner_speed: z.number().nullable(),
  middle_speed: z.number().nullable(),
  resolution_ms: z.number(),
  precision_ms: z.number(),
});
export type FlownFlight = z.output<typeof flownFlight>;

/** The result of a basketed bird in a flight: its line of the result, or null while it is not home. */
export const birdResult = z.object({
  flight_id: replyId,
  pigeon_id: replyId,
  line: z
    .object({
      rank: z.int().nullable(),
      time: instant.nullable(),
      speed: z.number().nullable(),
      gap_ms: z.number().nullable(),
      day: z.int().nullable(),
    })
    .nullable(),
});
export type BirdResult = z.output<typeof birdResult>;

const record = {
  loft,
  season,
  /** The switches of the season that are off for the actor (3.15). */
  hidden: hiddenSwitches,
  /** The latest release first. */
  flights: z.array(flownFlight),
  results: z.array(birdResult),
  read_at: instant,
};

export const readPigeon = contract({
  name: 'readPigeon',
  summary: 'One pigeon with the flights it was basketed for, the latest release first, and how it did',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons/{pigeon_id}',
  access: 'season.read',
  params: z.object({ loft_id: id, pigeon_id: id }),
  reply: z.object({
    ...record,
    pigeon: bird,
    photo: photo.nullable(),
    is_for_sale: z.boolean().meta({ description: 'Only where its owner shows its sale' }),
    passport,
  }),
});

export const readTeam = contract({
  name: 'readTeam',
  summary: 'One team with its pigeons, the flights they were basketed for, the latest release first, and how they did',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams/{team_id}',
  access: 'season.read',
  params: z.object({ loft_id: id, team_id: id }),
  reply: z.object({
    ...record,
    team,
    pigeons: z.array(bird),
    photos: z.array(photoOfBird).meta({ description: 'Of those of its pigeons that have one and a page' }),
  }),
});
