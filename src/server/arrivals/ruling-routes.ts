/** The calls by which people rule on arrivals, and the list of declarations. */

import {
  correctReleaseCall,
  enterManualArrivalCall,
  listDeclarations,
  setClockOffset,
  voidEntryCall,
} from '#domain/arrivals/rulings.ts';
import { personOf } from '#server/act.ts';
import { lockDevice } from '#server/devices/devices.ts';
import { correctRelease } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { declaredBefore, enterManualArrival, type Ruling, setOffset, voidEntry } from './rulings.ts';

/** The author of a ruling is a person: the policy allows nobody else. */
const ruling = ({ actor, now_ms }: CallContext, reason: string): Ruling => ({
  by: personOf(actor).user_id,
  now_ms,
  reason,
});

export const rulingRoutes: Route[] = [
  route(setClockOffset, {
    load: (tx, { params }) => lockDevice(tx, params),
    act: async (tx, { loft_id, id: device_id }, { body }, context) => ({
      number: await setOffset(tx, { loft_id, device_id }, body, ruling(context, body.reason)),
    }),
  }),
  route(voidEntryCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, _loft, { params, body }, context) => ({
      number: await voidEntry(tx, params, ruling(context, body.reason)),
    }),
  }),
  route(enterManualArrivalCall, {
    load: (tx, { params }) => lockFlight(tx, params),
    act: async (tx, flight, { body }, context) => ({
      number: await enterManualArrival(tx, flight, body, ruling(context, body.reason)),
    }),
  }),
  route(correctReleaseCall, {
    load: (tx, { params }) => lockFlight(tx, params),
    act: async (tx, flight, { body }, context) => {
      await correctRelease(tx, flight, body.release_time, ruling(context, body.reason));
      return {};
    },
  }),
  route(listDeclarations, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: (tx, { loft_id }, { query }) => declaredBefore(tx, loft_id, query.before),
  }),
];
