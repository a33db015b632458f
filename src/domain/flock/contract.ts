/** The call of *my flock*: all birds of a person, over lofts and seasons. */
import { z } from 'zod';
import { contract, instant, replyId } from '#domain/contract.ts';
import { lastFlown } from '#domain/favorites/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { wholeBird } from '#domain/pigeons/contract.ts';
import { healthStatuses, locationStatuses, progressStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';

/** A bird of the person with its states and its present or last flight. */
const ownBird = wholeBird.extend({
  health: z.enum(healthStatuses),
  progress: z.enum(progressStatuses),
  location: z.enum(locationStatuses),
  order_id: replyId.nullable().meta({ description: "The person's order that has its place" }),
  share_bp: z.int().meta({ description: "The person's share in it, in hundredths of a percent" }),
  last: lastFlown.nullable(),
});
export type OwnBird = z.output<typeof ownBird>;

const seasonOfFlock = z.object({
  loft,
  season,
  next: flightSummary.nullable().meta({ description: 'The next release of the season' }),
  owed: z.array(z.object({ order_id: replyId, number: z.string(), amount_cents: z.int(), currency: z.string() })),
  birds: z.array(ownBird),
});
export type SeasonOfFlock = z.output<typeof seasonOfFlock>;

export const readFlock = contract({
  name: 'readFlock',
  summary:
    'The birds in which the signed-in person has a share, by season, the latest first; with the next release and the orders that wait for their payment',
  method: 'GET',
  path: '/api/flock',
  access: 'order.own',
  query: z.object({ q: z.string().max(100).default('').meta({ description: 'Digits of a ring, or a name' }) }),
  reply: z.object({ seasons: z.array(seasonOfFlock), total: z.int(), read_at: instant }),
});
