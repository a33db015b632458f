/** The calls of customers: offers and their own orders. The call that registers is in `transports`. */

import { cancelOrder, listOwnOrders, readOrder } from '#domain/orders/own-contract.ts';
import {
  dropRegistration,
  findRegistration,
  keepRegistration,
  readRegistration,
} from '#domain/orders/registration-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf, userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { describeLoft, loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeason } from '#server/seasons/seasons.ts';
import { draftsOf, dropDraft, keepDraft } from './drafts.ts';
import { howToPay } from './how-to-pay.ts';
import type { OrderSeries } from './order.ts';
import { lockOrder, moveOrder } from './orders.ts';
import { offerOf, openSeasonOf, personOf } from './registration.ts';
import { collectionOf, orderView, orderViews } from './views.ts';

const nowhere = { street: null, zipcode: null, city: null, country: null };

export const orderRoutes: Route[] = [
  route(findRegistration, {
    load: async (tx, { params }) => (await loadLoft(tx, params.loft_id)).loft,
    act: async (tx, loft, _input, { now_ms }) => ({ loft, ...(await openSeasonOf(tx, loft, now_ms)) }),
  }),
  route(readRegistration, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id }, { params: { season_id } }, { actor, now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      return offerOf(tx, loft, { loft_id, season_id }, { user_id: userOf(actor), now_ms });
    },
  }),
  route(keepRegistration, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id }, { params: { season_id }, body }, { actor, now_ms }) => {
      await keepDraft(tx, { loft_id, season_id }, { user_id: userOf(actor)!, now_ms }, body.choice);
      return {};
    },
  }),
  route(dropRegistration, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id }, { params: { season_id } }, { actor }) => {
      await dropDraft(tx, { loft_id, season_id }, userOf(actor)!);
      return {};
    },
  }),
  route(listOwnOrders, {
    load: async () => null,
    act: async (tx, _own, _input, { actor, now_ms }) => {
      const own = await tx
        .selectFrom('orders')
        .select('id')
        .where('user_id', '=', userOf(actor)!)
        .orderBy('id', 'desc')
        .execute();
      const ids = own.map(({ id }) => id);
      return {
        orders: await orderViews(tx, ids, now_ms),
        drafts: await draftsOf(tx, userOf(actor)!, now_ms),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(readOrder, {
    load: (tx, { params }) => ownerOf(tx, params.order_id),
    act: async (tx, { loft_id, season_id, user_id }, { params }, { actor, now_ms }) => ({
      order: await orderView(tx, params.order_id, now_ms),
      // The postal address is shown to its owner only.
      customer: { ...(await personOf(tx, user_id)), ...(userOf(actor) !== user_id && nowhere) },
      loft: (await describeLoft(tx, loft_id)).loft,
      ...(await howToPay(tx, { loft_id, season_id })),
      contract: await contractOf(tx, params.order_id),
      is_mine: userOf(actor) === user_id,
      collection: await collectionOf(tx, params.order_id),
      read_at: new Date(now_ms).toISOString(),
    }),
  }),
  route(cancelOrder, {
    load: (tx, { params }) => lockOrder(tx, params.order_id),
    act: async (tx, order, _input, context) => {
      const { loft } = await loadLoft(tx, order.loft_id);
      await moveOrder(tx, order, 'cancel', { ...actOf(context), time_zone: loft.time_zone });
      return {};
    },
  }),
];

/** The version of the contract that was accepted with an order. */
async function contractOf(tx: Tx, order_id: number) {
  const { id, title, version } = await tx
    .selectFrom('orders as o')
    .leftJoin('contracts as c', (join) => join.onRef('c.loft_id', '=', 'o.loft_id').onRef('c.id', '=', 'o.contract_id'))
    .select(['c.id', 'c.title', 'c.version'])
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
  return id === null ? null : { id, title: title!, version: version! };
}

async function ownerOf(tx: Tx, order_id: number): Promise<OrderSeries & { user_id: number }> {
  const found = await tx
    .selectFrom('orders')
    .select(['loft_id', 'season_id', 'user_id'])
    .where('id', '=', order_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}
