/** The calls about favorites: lofts, teams, pigeons and flights; only those of the signed-in person (2.3). */
import { z } from 'zod';
import { person } from '#domain/accounts/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightSummary, listedLoft } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { bird, team } from '#domain/pigeons/contract.ts';
import { favoriteKinds, mostChanges } from './favorite.ts';

/**
 * What a person follows in one loft: ids in the order in which they were starred; the loft's own among `lofts`. The
 * person's own birds come first among `pigeons`, without a star, unless they have unmarked them.
 */
export const marks = z.object({
  lofts: z.array(replyId),
  teams: z.array(replyId),
  pigeons: z.array(replyId),
  flights: z.array(replyId),
});
export type MarksOfLoft = z.output<typeof marks>;

/** A thing that gets its star or loses it. The id of a loft is the loft's own. */
export const favoriteChange = z.strictObject({
  kind: z.enum(favoriteKinds),
  loft_id: replyId,
  id: replyId,
  starred: z.boolean(),
});
export type FavoriteChange = z.output<typeof favoriteChange>;

export const changeFavorites = contract({
  name: 'changeFavorites',
  summary:
    'Give and take stars. Send it again until there is a reply: repeated changes have no effect, and things that do not exist are skipped. Refused as `favorites_full` when there would be too many',
  method: 'POST',
  path: '/api/favorites',
  access: 'favorite.keep',
  body: z.strictObject({
    of: replyId
      .optional()
      .meta({ description: 'The person they belong to, because another account may have signed in meanwhile' }),
    changes: z.array(favoriteChange).min(1).max(mostChanges),
  }),
  reply: z.object({}),
});

export const readMarks = contract({
  name: 'readMarks',
  summary: 'What the signed-in person follows in one loft: their favorites, and their own birds',
  method: 'GET',
  path: '/api/lofts/{loft_id}/favorites',
  access: 'favorite.keep',
  params: z.object({ loft_id: id }),
  reply: marks,
});

export const readOwnPart = contract({
  name: 'readOwnPart',
  summary: 'The personal part of a public page: the signed-in person, and what they follow in one loft',
  method: 'GET',
  path: '/api/me/around',
  access: 'account.read',
  query: z.object({ loft_id: id.optional() }),
  reply: z.object({
    me: person,
    marks: marks.nullable().meta({ description: 'Null: no loft was asked about' }),
  }),
});

/** How starred birds do in the flight that they fly now or flew last: the number at home, and the first of those. */
export const lastFlown = z.object({
  flight: flightSummary,
  basketed: z.int(),
  home: z.int(),
  rank: z.int().nullable(),
});
export type LastFlown = z.output<typeof lastFlown>;

/** Starred things with their present state, and the number of each kind. */
export const starred = {
  lofts: z.array(listedLoft),
  flights: z.array(z.object({ loft, flight: flightSummary })),
  teams: z.array(z.object({ loft, team, last: lastFlown.nullable() })),
  pigeons: z.array(z.object({ loft, pigeon: bird, last: lastFlown.nullable() })),
  counts: z.object({ lofts: z.int(), teams: z.int(), pigeons: z.int(), flights: z.int() }),
};

export const listFavorites = contract({
  name: 'listFavorites',
  summary: 'A page of the favorites of the signed-in person, the latest first, with their present state',
  method: 'GET',
  path: '/api/favorites',
  access: 'favorite.keep',
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
  reply: z.object({
    ...starred,
    page: z.int(),
    page_count: z.int(),
    read_at: instant,
  }),
});
