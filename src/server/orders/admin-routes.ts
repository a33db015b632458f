/** The admin calls about a season's orders. */

import {
  confirmOrders,
  listSeasonOrders,
  readSeasonOrder,
  rejectOrders,
  reopenOrders,
} from '#domain/orders/admin-contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { currencyOf, loadSeasonById } from '#server/seasons/seasons.ts';
import { contactOf, decideOrders, listedOrders, listOfOrders } from './admin-orders.ts';
import { orderCounts } from './order-counts.ts';
import { collectionOf, orderView } from './views.ts';

export const orderAdminRoutes: Route[] = [
  route(listSeasonOrders, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }, { now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const key = { loft_id, season_id };
      const counted = await orderCounts(tx, key);
      const when = { year: season.year, time_zone: loft.time_zone, now_ms };
      const list = listOfOrders(key, { year: season.year, status: query.status });
      const read = (ids: readonly number[]) => listedOrders(tx, key, ids, when);
      const { rows, ...page } = await pageOf(tx, query, list, read, ({ id }) => id);
      return {
        loft,
        season,
        currency: await currencyOf(tx, key),
        counts: Object.fromEntries(orderStatuses.map((one) => [one, counted.get(one) ?? 0])) as Record<
          (typeof orderStatuses)[number],
          number
        >,
        ...page,
        orders: rows,
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(readSeasonOrder, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season_id }, { params }, { actor, now_ms }) => {
      const { season, ...order } = await orderView(tx, params.order_id, now_ms);
      if (season?.id !== season_id) throw new Refusal('not_found');
      return {
        order: { ...order, season },
        customer: await contactOf(tx, order),
        collection: await collectionOf(tx, order.id),
        may_manage_payments: can(actor, 'payment.manage', { loft_id: order.loft.id }),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(confirmOrders, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, context) => {
      const { loft } = await loadLoft(tx, loft_id);
      const step = { event: 'confirm', ...actOf(context), time_zone: loft.time_zone } as const;
      return { outcomes: await decideOrders(tx, { loft_id, season_id }, { ...body, ...step }) };
    },
  }),
  route(rejectOrders, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, context) => {
      const { loft } = await loadLoft(tx, loft_id);
      const step = { event: 'reject', ...actOf(context), time_zone: loft.time_zone } as const;
      return { outcomes: await decideOrders(tx, { loft_id, season_id }, { ...body, ...step }) };
    },
  }),
  route(reopenOrders, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, context) => {
      const { loft } = await loadLoft(tx, loft_id);
      const step = { event: 'reopen', ...actOf(context), time_zone: loft.time_zone } as const;
      return { outcomes: await decideOrders(tx, { loft_id, season_id }, { ...body, ...step }) };
    },
  }),
];
