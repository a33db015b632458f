/** The calls about favorites. */

import {
  changeFavorites as changeFavoritesCall,
  listFavorites,
  readMarks,
  readOwnPart,
} from '#domain/favorites/contract.ts';
import { readPerson } from '#server/accounts/sessions.ts';
import { personOf } from '#server/act.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { changeFavorites, marksOf } from './favorites.ts';
import { pageOfFavorites } from './page.ts';

/** The favorites of the person who asks. */
const own = async (_tx: unknown, _input: unknown, { actor }: CallContext) => ({ user_id: personOf(actor).user_id });
export function favoriteRoutes(standings: Standings): Route[] {
  return [
    route(changeFavoritesCall, {
      load: async (_tx, { body }, { actor }) => ({ user_id: body.of ?? personOf(actor).user_id }),
      act: async (tx, _owner, { body }, { actor }) => {
        await changeFavorites(tx, personOf(actor), body.changes);
        return {};
      },
    }),
    route(readMarks, {
      load: own,
      act: (tx, { user_id }, { params }) => marksOf(tx, user_id, params.loft_id),
    }),
    route(readOwnPart, {
      load: own,
      act: async (tx, { user_id }, { query: { loft_id } }, { actor }) => ({
        me: await readPerson(tx, personOf(actor)),
        marks: loft_id === undefined ? null : await marksOf(tx, user_id, loft_id),
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
