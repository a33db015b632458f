/** The calls about disputes. */
import type { FastifyInstance } from 'fastify';
import {
  answerDispute as answerCall,
  openDispute as openCall,
  readDisputes,
  readOwnDisputes,
  uploadDisputePicture,
  withdrawDispute as withdrawCall,
} from '#domain/disputes/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import { shows } from '#domain/seasons/visibility.ts';
import { personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { asked, type Receive } from '#server/files/routes.ts';
import { disputesUntilOf } from '#server/flights/dispute-window.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { lockFlight, lockSeasonFlight } from '#server/flights/locked-flight.ts';
import { findPlan } from '#server/flights/plans.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { authorize, type CallContext, type Route, registerContract, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { answerDispute, openDispute, refusalToDispute, withdrawDispute } from './disputes.ts';
import { disputesOf, namedRulings, ownBirds } from './read.ts';

const actOf = ({ actor, now_ms }: CallContext) => ({ by: personOf(actor).user_id, now_ms });

async function loadFlight(tx: Tx, key: FlightKey) {
  const flight = await findFlownFlight(tx, key);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

export const disputeRoutes: Route[] = [
  route(readOwnDisputes, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: async (tx, flight, { params }, context) => {
      const act = actOf(context);
      return {
        disputes: await disputesOf(tx, params, { user_id: act.by, of: act.by }),
        refusal: (await refusalToDispute(tx, flight, act))?.code ?? null,
        rings: (await ownBirds(tx, params, act.by)).map(({ ring }) => ring),
        read_at: new Date(act.now_ms).toISOString(),
      };
    },
  }),
  route(openCall, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: async (tx, seen, { params, body }, context) => {
      const showsRings = shows(viewFor(context.actor, seen).hidden, 'baskets.ringDescriptor');
      const flight = await lockFlight(tx, params);
      return { n: await openDispute(tx, flight, { ...body, showsRings }, actOf(context)) };
    },
  }),
  route(withdrawCall, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: async (tx, _seen, { params }, context) => {
      await withdrawDispute(tx, await lockFlight(tx, params), params.n, actOf(context));
      return {};
    },
  }),
  route(readDisputes, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season, loft_id, season_id }, { params: { flight_id } }, context) => {
      const key = { loft_id, flight_id };
      const flight = await findPlan(tx, { ...key, season_id });
      const { by, now_ms } = actOf(context);
      const until_ms = await disputesUntilOf(tx, key);
      return {
        loft: (await loadLoft(tx, loft_id)).loft,
        season,
        flight,
        disputes: await disputesOf(tx, key, { user_id: by }),
        until: until_ms === null ? null : new Date(until_ms).toISOString(),
        rulings: await namedRulings(tx, key),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(answerCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id, n }, body }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id });
      await answerDispute(tx, flight, { n, ...body }, actOf(context));
      return {};
    },
  }),
];

/** A picture for a dispute, uploaded before it is opened, by those who may open one. */
export const disputePictureRoute = (db: Database) => (app: FastifyInstance, receive: Receive) =>
  registerContract(app, uploadDisputePicture, async (request) => {
    const { actor, params, query } = await asked(uploadDisputePicture, request, db);
    const flight = await loadFlight(db, params);
    authorize(actor, uploadDisputePicture.access, flight);
    const { user_id } = personOf(actor);
    const sender = { loft_id: params.loft_id, user_id, name: query.name };
    const stored = await receive(
      request,
      uploadDisputePicture.body,
      sender,
      async ([file]) => {
        const no = await refusalToDispute(db, flight, { by: user_id, now_ms: Date.now() });
        if (no) throw no;
        return { file: file!, as: 'photo' };
      },
      async () => {},
    );
    return uploadDisputePicture.reply.parse({ data: [stored] });
  });
