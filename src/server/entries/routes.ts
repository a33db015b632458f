/** The calls about the birds of an order, and about a person's orders, birds and teams in a season. */

import {
  changeEntry,
  enterPigeon,
  enterPigeonList,
  listEarlierPigeons,
  nameTeam,
  orderEntries,
  readEntries,
  readUserPigeons,
  readUserSeason,
  removeEntry,
  removePedigree,
} from '#domain/entries/contract.ts';
import { readOwnPigeon } from '#domain/entries/own-pigeon-contract.ts';
import { orderNumber, takesPigeons } from '#domain/orders/order.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf, personOf, userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { findRegistration, lockRegistration } from '#server/orders/registrations.ts';
import { type Route, route } from '#server/route.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { hasFlown, nameOwnTeam } from './customer-team.ts';
import { earlierPigeons } from './earlier-birds.ts';
import {
  changeEntered,
  enterFor,
  orderOfPigeon,
  removeEntered,
  reorder,
  setPedigree,
  shownEntries,
  teamsOfPerson,
} from './entries.ts';
import { enterPasted } from './pasted-list.ts';
import { userOrders, userPigeons, userTeams } from './user-season.ts';

/** A season as the policy needs it for a person's own data: in a draft there is none yet. */
async function loadPart(tx: Tx, { user_id, season_id }: { user_id: number; season_id: number }) {
  const { loft_id, season } = await loadSeasonById(tx, season_id);
  const known = await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!known) throw new Refusal('not_found');
  return { loft_id, user_id: season.status === 'draft' ? null : user_id, season };
}

export const entryRoutes: Route[] = [
  route(readOwnPigeon, {
    load: async () => null,
    act: async (tx, _own, { params }, { actor }) => ({
      order: await orderOfPigeon(tx, params, personOf(actor).user_id),
    }),
  }),
  route(readEntries, {
    load: (tx, { params }) => findRegistration(tx, params.order_id),
    act: async (tx, order, _input, { actor }) => {
      const { loft_id, season_id, team_id, status, pigeons_active, pigeons_reserve } = order;
      const { season } = await loadSeasonById(tx, season_id);
      return {
        loft: (await findLoft(tx, loft_id))!,
        season,
        order: {
          order_id: order.id,
          number: orderNumber({ year: season.year, number: order.number }),
          status,
          pigeons_active,
          pigeons_reserve,
          team_id,
          takes_pigeons: takesPigeons(status),
        },
        teams: await teamsOfPerson(tx, order),
        has_flown: await hasFlown(tx, order),
        pigeons: await shownEntries(tx, order, userOf(actor)),
      };
    },
  }),
  route(enterPigeon, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: (tx, order, { body }, context) => enterFor(tx, order, body, actOf(context)),
  }),
  route(enterPigeonList, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: (tx, order, { body }, context) => enterPasted(tx, order, body, actOf(context)),
  }),
  route(listEarlierPigeons, {
    load: (tx, { params }) => findRegistration(tx, params.order_id),
    act: async (tx, order, _, { actor }) => ({ pigeons: await earlierPigeons(tx, order, userOf(actor)) }),
  }),
  route(changeEntry, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { params, body }, { actor }) => {
      await changeEntered(tx, order, params.pigeon_id, body, userOf(actor));
      return {};
    },
  }),
  route(removeEntry, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { params }, { actor }) => {
      await removeEntered(tx, order, params.pigeon_id, userOf(actor));
      return {};
    },
  }),
  route(removePedigree, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { params }) => {
      await setPedigree(tx, order, params.pigeon_id, null);
      return {};
    },
  }),
  route(orderEntries, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { body }) => {
      await reorder(tx, order, body.pigeon_ids);
      return {};
    },
  }),
  route(nameTeam, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { body }, { actor }) => ({ team_id: await nameOwnTeam(tx, order, body, userOf(actor)) }),
  }),
  route(readUserSeason, {
    load: (tx, { params }) => loadPart(tx, params),
    act: async (tx, { loft_id, season }, { params: { user_id, season_id } }) => {
      const part = { loft_id, season_id, user_id };
      return {
        ...season,
        loft_id,
        orders: await userOrders(tx, part),
        pigeons: await userPigeons(tx, part),
        pigeon_teams: await userTeams(tx, part),
        due_dates: await dueDatesOf(tx, part),
      };
    },
  }),
  route(readUserPigeons, {
    load: (tx, { params }) => loadPart(tx, params),
    act: (tx, { loft_id }, { params: { user_id, season_id } }) => userPigeons(tx, { loft_id, season_id, user_id }),
  }),
];
