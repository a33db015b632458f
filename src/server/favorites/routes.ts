/** The calls about favorites. */

import {
  changeFavorites as changeFavoritesCall,
  listFavorites,
  readMarks,
  readOwnPart,
} from '#domain/favorites/contract.ts';
import type { FavoriteKind } from '#domain/favorites/favorite.ts';
import { readFollowed, readStarred } from '#domain/favorites/followed-contract.ts';
import { readPerson } from '#server/accounts/sessions.ts';
import { personOf } from '#server/act.ts';
import type { ReadExpectation } from '#server/arrivals/expected-times.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import { flood } from '#server/limits.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { changeFavorites, marksOf, visible } from './favorites.ts';
import { followedBirds } from './followed.ts';
import { countsOf, pageOfFavorites, standingOf } from './page.ts';

/** The favorites of the person who asks. */
const own = async (_tx: unknown, _input: unknown, { actor }: CallContext) => ({ user_id: personOf(actor).user_id });
/** The things of a kind that a query names. */
const ofKind = (kind: FavoriteKind, things: readonly { loft_id: number; id: number }[] = []) =>
  things.map((key) => ({ kind, ...key }));

export function favoriteRoutes(standings: Standings, expected: ReadExpectation): Route[] {
  return [
    route(changeFavoritesCall, {
      load: async (_tx, { body }, { actor }) => ({ user_id: body.of ?? personOf(actor).user_id }),
      act: async (tx, _owner, { body }, { actor }) => {
        await changeFavorites(tx, personOf(actor), body.changes);
        return {};
      },
    }),
    route(readFollowed, {
      limit: flood('followed'),
      load: async () => null,
      act: async (tx, _site, { query }, { actor, now_ms }) => {
        const asked = [...ofKind('pigeons', query.pigeons), ...ofKind('teams', query.teams)];
        return {
          ...(await followedBirds(tx, { standings, expected }, actor, asked, now_ms)),
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
    route(readStarred, {
      limit: flood('followed'),
      load: async () => null,
      act: async (tx, _site, { query }, { actor, now_ms }) => {
        const of = (kind: FavoriteKind) => visible(tx, actor, ofKind(kind, query[kind]));
        const things = {
          lofts: await of('lofts'),
          teams: await of('teams'),
          pigeons: await of('pigeons'),
          flights: await of('flights'),
        };
        return {
          ...(await standingOf(tx, standings, actor, things)),
          counts: countsOf(things),
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
    route(readMarks, {
      load: own,
      act: (tx, { user_id }, { params }, { now_ms }) => marksOf(tx, user_id, params.loft_id, now_ms),
    }),
    route(readOwnPart, {
      load: own,
      act: async (tx, { user_id }, { query: { loft_id } }, { actor, now_ms }) => ({
        me: await readPerson(tx, personOf(actor)),
        marks: loft_id === undefined ? null : await marksOf(tx, user_id, loft_id, now_ms),
      }),
    }),
    route(listFavorites, {
      load: own,
      act: async (tx, _owner, { query }, { actor, now_ms }) => ({
        ...(await pageOfFavorites(tx, standings, personOf(actor), query.page)),
        read_at: new Date(now_ms).toISOString(),
      }),
    }),
  ];
}
