/** The calls about transports: sending a registration with its transport, customers' requests, and agents' replies. */

import { agentOf, type Rights } from '#domain/accounts/person.ts';
import { register as registerCall } from '#domain/orders/registration-contract.ts';
import type { Actor } from '#domain/policy.ts';
import { refusalAt } from '#domain/refusal.ts';
import {
  closeTransports,
  confirmTransports,
  giveBackTransports,
  listAgents,
  listOwnOffers,
  listOwnTransports,
  listSeasonTransports,
  offerCollection as offerCall,
  pickUpTransports,
  readManifest,
  readTransport,
  rejectTransports,
  reopenTransports as reopenCall,
  withdrawCollection as withdrawCall,
} from '#domain/transports/agent-contract.ts';
import {
  listCollections,
  readShipments,
  requestTransport as requestCall,
  takeBackTransport,
} from '#domain/transports/contract.ts';
import { orderRoute, putBackTransports, readRoute } from '#domain/transports/route-contract.ts';
import { actOf, userOf } from '#server/act.ts';
import { describeLoft, findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { register } from '#server/orders/registration.ts';
import { findRegistration, lockRegistration } from '#server/orders/registrations.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeason, loadSeasonById } from '#server/seasons/seasons.ts';
import {
  agentsOf,
  collectionsAhead,
  findCollection,
  offerCollection,
  shippingWindows,
  withdrawCollection,
} from './collections.ts';
import { keepRouteOrder, routeOf } from './route.ts';
import {
  answerTransports,
  findTransport,
  findTransports,
  giveBack,
  lockTransports,
  pickUp,
  putBack,
  reopenTransports,
  requestTransport,
  takeBack,
} from './transports.ts';
import {
  countsOfAgent,
  countTransports,
  listedTransports,
  listOfTransports,
  manifestOf,
  ofAgent,
  shipmentsOf,
  transportView,
} from './views.ts';

const loftsOfAgent = (actor: Actor) => agentOf(actor as Actor & Rights);

export const transportRoutes: Route[] = [
  route(listCollections, {
    load: async (tx, { params }) => (await loadLoft(tx, params.loft_id)).loft,
    act: async (tx, loft, _input, { now_ms }) => ({ collections: await collectionsAhead(tx, loft, now_ms) }),
  }),
  route(registerCall, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id }, { params: { season_id }, body }, { actor, now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const who = { user_id: userOf(actor)!, now_ms };
      const { order_id, is_confirmed, is_new } = await register(tx, loft, { loft_id, season_id }, who, body);
      if (is_new && body.transport === 'agent')
        await requestTransport(
          tx,
          await findRegistration(tx, order_id),
          { collection_id: body.collection_id!, phone: body.phone },
          { by: who.user_id, now_ms },
        );
      return { order_id, is_confirmed };
    },
  }),
  route(readShipments, {
    load: (tx, { params }) => findRegistration(tx, params.order_id),
    act: (tx, order, _input, { actor, now_ms }) => shipmentsOf(tx, order, { asker: userOf(actor), now_ms }),
  }),
  route(requestCall, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, { body: { collection_id, phone } }, context) => {
      if (collection_id === null) throw refusalAt('collection_id', 'agent_needed');
      return { transport_id: await requestTransport(tx, order, { collection_id, phone }, actOf(context)) };
    },
  }),
  route(takeBackTransport, {
    load: (tx, { params }) => lockRegistration(tx, params.order_id),
    act: async (tx, order, _input, context) => {
      await takeBack(tx, order, actOf(context));
      return {};
    },
  }),
  route(listOwnTransports, {
    load: async () => null,
    act: async (tx, _own, { query }, { actor, now_ms }) => {
      const mine = { agent_id: userOf(actor)!, loft_ids: loftsOfAgent(actor) };
      return {
        counts: await countsOfAgent(tx, mine),
        transports: await ofAgent(tx, mine, query.show),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(readTransport, {
    load: async (tx, { params }) => [await findTransport(tx, params.transport_id)],
    act: (tx, [transport], _input, { actor, now_ms }) =>
      transportView(tx, transport!, { asker: userOf(actor), now_ms }),
  }),
  route(confirmTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, _input, context) => ({
      outcomes: await answerTransports(tx, held, 'confirm', actOf(context)),
    }),
  }),
  route(rejectTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, { body: { reason } }, context) => ({
      outcomes: await answerTransports(tx, held, 'reject', { ...actOf(context), reason }),
    }),
  }),
  route(closeTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, _input, context) => ({
      outcomes: await answerTransports(tx, held, 'close', actOf(context)),
    }),
  }),
  route(reopenCall, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, _input, context) => ({ outcomes: await reopenTransports(tx, held, actOf(context)) }),
  }),
  route(pickUpTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, { body: { not_entered } }, context) => ({
      outcomes: await pickUp(tx, held, { ...actOf(context), not_entered }),
    }),
  }),
  route(putBackTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, _input, context) => ({ outcomes: await putBack(tx, held, actOf(context)) }),
  }),
  route(giveBackTransports, {
    load: (tx, { body }) => lockTransports(tx, body.transport_ids),
    act: async (tx, held, _input, context) => ({ outcomes: await giveBack(tx, held, actOf(context)) }),
  }),
  route(readRoute, {
    load: async () => [],
    act: (tx, _none, { query }, { actor, now_ms }) =>
      routeOf(tx, { agent_id: userOf(actor)!, loft_ids: loftsOfAgent(actor) }, { day: query.day, now_ms }),
  }),
  route(orderRoute, {
    load: (tx, { body }) => findTransports(tx, body.transport_ids),
    act: async (tx, _stops, { body }, { actor }) => {
      await keepRouteOrder(tx, { user_id: userOf(actor)!, ...body });
      return {};
    },
  }),
  route(readManifest, {
    load: async (tx, { params }) => [await findCollection(tx, params.collection_id)],
    act: (tx, [collection]) => manifestOf(tx, collection!),
  }),
  route(listOwnOffers, {
    load: async () => null,
    act: async (tx, _own, _input, { actor, now_ms }) => {
      const lofts = [];
      for (const loft_id of loftsOfAgent(actor)) {
        const loft = (await findLoft(tx, loft_id))!;
        const { currency } = (await describeLoft(tx, loft_id)).loft;
        const [offers] = await agentsOf(tx, loft, now_ms, userOf(actor)!);
        if (offers) lofts.push({ ...offers, loft, currency, shipping: await shippingWindows(tx, loft_id) });
      }
      return { lofts };
    },
  }),
  route(listAgents, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }, _input, { now_ms }) => {
      const { currency } = (await describeLoft(tx, loft_id)).loft;
      const shipping = await shippingWindows(tx, loft_id);
      return { loft, currency, shipping, agents: await agentsOf(tx, loft, now_ms) };
    },
  }),
  route(offerCall, {
    load: async (tx, { params: { loft_id, agent_id } }) => [{ ...(await loadLoft(tx, loft_id)), agent_id }],
    act: async (tx, [agent], { body }, context) => ({
      collection_id: await offerCollection(tx, agent!, body, actOf(context)),
    }),
  }),
  route(withdrawCall, {
    load: async (tx, { params }) => [await findCollection(tx, params.collection_id, { lock: true })],
    act: async (tx, [collection], _input, context) => {
      await withdrawCollection(tx, collection!, actOf(context));
      return {};
    },
  }),
  route(listSeasonTransports, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }) => {
      const key = { loft_id, season_id };
      const list = listOfTransports(key, { year: season.year, status: query.status });
      const read = (ids: readonly number[]) => listedTransports(tx, key, ids);
      const { rows, ...page } = await pageOf(tx, { ...query, sort: 'hour' }, list, read, ({ id }) => id);
      return {
        loft: (await findLoft(tx, loft_id))!,
        season,
        ...(await countTransports(tx, key)),
        ...page,
        transports: rows,
      };
    },
  }),
];
