/** The calls about what a browser has marked: the birds that its reader follows, and everything starred. */
import { z } from 'zod';
import { window } from '#domain/arrivals/expected-contract.ts';
import { contract, instant } from '#domain/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { starred } from './contract.ts';

/** Maximum number of birds in the reply: those of the last marks. */
export const mostFollowed = 200;
/** Maximum number of marks of a kind that a browser asks about. */
export const mostAsked = 100;

/** Things of several lofts, the loft before each: `3.17,3.18`. */
const things = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}(,\d{1,15}\.\d{1,15}){0,99}$/)
  .transform((text) =>
    text.split(',').map((thing) => {
      const [loft_id, id] = thing.split('.').map(Number) as [number, number];
      return { loft_id, id };
    }),
  )
  .optional();

const followedBird = z.object({
  pigeon: bird,
  is_home: z.boolean(),
  /** Null also where the season shows no ranks. */
  rank: z.int().nullable(),
  expected: window.nullable().meta({ description: 'While it is in the air, where it can be told' }),
});
export type FollowedBird = z.output<typeof followedBird>;

/** A flight with the followed birds that were basketed for it. */
const followedFlight = z.object({ loft, flight: flightSummary, birds: z.array(followedBird) });
export type FollowedFlight = z.output<typeof followedFlight>;

export const readFollowed = contract({
  name: 'readFollowedBirds',
  summary:
    'What some birds, and the birds of some teams, do now: each in the flights that it flies or is basketed for, else in the one that it flew last. A signed-in person is also told of their favorites, and of their own birds in seasons that are not over. Birds of seasons that are not shown are skipped',
  method: 'GET',
  path: '/api/followed',
  access: 'followed.read',
  query: z.object({ pigeons: things, teams: things }),
  reply: z.object({
    /** Those in the air first, replays behind them, then those to be released, then the latest; of each the birds still out first. */
    flights: z.array(followedFlight),
    waiting: z
      .array(z.object({ loft, pigeon: bird }))
      .meta({ description: 'Birds without a flight that the season shows' }),
    count: z.int().meta({ description: 'All followed birds; at most 200 are listed' }),
    read_at: instant,
  }),
});

export const readStarred = contract({
  name: 'readStarred',
  summary:
    'How some lofts, flights, teams and birds stand, as a browser without an account has starred them. What does not exist, or is not shown, is skipped',
  method: 'GET',
  path: '/api/starred',
  access: 'followed.read',
  query: z.object({ lofts: things, flights: things, teams: things, pigeons: things }),
  reply: z.object({ ...starred, read_at: instant }),
});
export type StarredView = z.output<(typeof readStarred)['reply']>;
