/** The calls that activate birds. */

import { activationKinds } from '#domain/activations/activation.ts';
import { activateMany, activateOwn, listActivations, readActivations } from '#domain/activations/contract.ts';
import { dayAt } from '#domain/day.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { personOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { findRegistration, lockRegistration } from '#server/orders/registrations.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { currencyOf, loadSeasonById } from '#server/seasons/seasons.ts';
import { activate } from './activate.ts';
import { birdsToActivate, countActivations, listOfActivations } from './birds.ts';
import { activationProducts, activationViews } from './views.ts';

export const activationRoutes: Route[] = [
  route(readActivations, {
    load: (tx, { params }) => findRegistration(tx, params.order_id),
    act: async (tx, { loft_id, season_id, id, number }, _input, { now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const { season } = await loadSeasonById(tx, season_id);
      const key = { loft_id, season_id };
      const when = { year: season.year, time_zone: loft.time_zone, now_ms };
      const products = await activationProducts(tx, key, when);
      const birds = await birdsToActivate(tx, key, { order_id: id });
      return {
        loft,
        season,
        currency: await currencyOf(tx, key),
        order: { id, number: orderNumber({ year: season.year, number }) },
        kinds: activationKinds.map((kind) => ({
          kind,
          products: products[kind],
          pigeons: activationViews(kind, birds, products[kind], when),
        })),
        today: dayAt(now_ms, loft.time_zone),
      };
    },
  }),
  route(activateOwn, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, { loft_id, season_id, id: order_id }, { body }, { actor, now_ms }) => {
      const { time_zone } = (await loadLoft(tx, loft_id)).loft;
      const act = { by: personOf(actor).user_id, time_zone, now_ms };
      const [order] = await activate(tx, { loft_id, season_id }, { ...body, order_id }, act);
      return { order_id: order!.id };
    },
  }),
  route(listActivations, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }, { now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const key = { loft_id, season_id };
      const when = { year: season.year, time_zone: loft.time_zone, now_ms };
      const products = (await activationProducts(tx, key, when))[query.kind];
      const fee_cents = products[0]?.amount_cents ?? null;
      const list = listOfActivations(key, { ...query, year: season.year, fee_cents });
      const read = async (pigeon_ids: readonly number[]) =>
        activationViews(query.kind, await birdsToActivate(tx, key, { pigeon_ids }), products, when);
      const { rows: pigeons, ...page } = await pageOf(tx, query, list, read, ({ pigeon_id }) => pigeon_id);
      const counts = await countActivations(tx, key);
      const currency = await currencyOf(tx, key);
      const read_at = new Date(now_ms).toISOString();
      return { loft, season, currency, products, counts, ...page, pigeons, read_at };
    },
  }),
  route(activateMany, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season: { year } }, { body }, { actor, now_ms }) => {
      const { time_zone } = (await loadLoft(tx, loft_id)).loft;
      const act = { by: personOf(actor).user_id, time_zone, now_ms };
      const orders = await activate(tx, { loft_id, season_id }, body, act);
      return { orders: orders.map(({ id, number }) => ({ order_id: id, number: orderNumber({ year, number }) })) };
    },
  }),
];
