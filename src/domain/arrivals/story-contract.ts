/** The calls for the race as it is told. */
import { z } from 'zod';
import { followed } from '#domain/basketing/contract.ts';
import { contract, instant, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';

const at = { at_ms: z.number().meta({ description: 'Epoch ms by the clock of the race' }) };
const ofBird = { ...at, pigeon_id: replyId };

/** An event of a race with the figures of its sentence (`StoryEvent`). Times in ms, distances in metres. */
const storyEvent = z.discriminatedUnion('kind', [
  z.object({ ...at, kind: z.literal('released'), birds: z.int() }),
  z.object({ ...ofBird, kind: z.literal('first'), net_ms: z.number(), speed: z.number().nullable() }),
  z.object({ ...ofBird, kind: z.literal('second'), gap_ms: z.number(), behind_m: z.number() }),
  z.object({ ...ofBird, kind: z.literal('lead'), gap_ms: z.number() }),
  z.object({ ...ofBird, kind: z.literal('country'), rank: z.int() }),
  z.object({ ...at, kind: z.literal('drop'), birds: z.int(), within_ms: z.number(), silence_ms: z.number() }),
  z.object({ ...at, kind: z.literal('busiest'), birds: z.int() }),
  z.object({
    ...at,
    kind: z.literal('share'),
    percent: z.int(),
    home: z.int(),
    birds: z.int(),
    since_first_ms: z.number(),
  }),
  z.object({ ...at, kind: z.literal('all'), birds: z.int(), since_first_ms: z.number() }),
  z.object({ ...ofBird, kind: z.literal('last'), rank: z.int(), gap_ms: z.number() }),
  z.object({ ...at, kind: z.literal('closed'), home: z.int(), birds: z.int() }),
  z
    .object({ ...ofBird, kind: z.literal('late'), rank: z.int(), readings: z.int(), moved: z.int() })
    .meta({ description: 'Late readings, the best place of them, and how many birds stand one lower for it' }),
  z.object({ ...at, kind: z.literal('correction'), birds: z.int() }),
  z.object({
    ...at,
    kind: z.literal('ruling'),
    n: z.int(),
    up: z.int(),
    down: z.int(),
    come_in: z.int(),
    go_out: z.int(),
  }),
]);

export const storyKinds = storyEvent.options.map(({ shape }) => shape.kind.value);

export const readStory = contract({
  name: 'readStory',
  summary:
    'A race as it is told: its events in the order in which they happened, each with the figures of its sentence. None where the season hides a part of them',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/story',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({
    epoch: z.int(),
    seq: z.int(),
    is_shown: z.boolean().meta({ description: 'False: the season hides birds, ranks, times or speeds' }),
    events: z.array(storyEvent),
    birds: z.array(bird).meta({ description: 'The birds of the events' }),
    curve: z
      .array(z.tuple([z.number(), z.int()]))
      .meta({ description: '`[at_ms, home]`: how many birds were home, at about a hundred moments' }),
    fastest: z.array(z.tuple([replyId, z.number().nullable()])).meta({ description: '`[pigeon_id, speed]`' }),
    read_at: instant,
  }),
});

const myBird = bird.extend({
  at_ms: z.number(),
  rank: z.int(),
  gap_ms: z.number(),
  behind_m: z.number(),
  lost: z.int().meta({ description: 'Places that it stands lower than when its reading came in; negative: higher' }),
});

export const readStoryBirds = contract({
  name: 'readStoryBirds',
  summary: 'How some birds, or the birds of some teams, came home in a race, by rank',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/story/birds',
  access: 'flight.read',
  params: flightParams,
  query: z.object({ pigeons: followed, teams: followed }),
  reply: z.object({
    birds: z.array(myBird),
    out: z.int().meta({ description: 'How many of them are not home' }),
  }),
});
