/** The calls of the basketing desk. */

import { readDesk, sendDeskEvents, setRollCall } from '#domain/basketing/desk-contract.ts';
import { readInventory } from '#domain/basketing/inventory-contract.ts';
import { actOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { recordEvents } from './desk.ts';
import { birdsElsewhere, deskBirds, finalActivation } from './desk-birds.ts';
import { deskFlight } from './desk-flight.ts';
import { desksOf } from './desks.ts';
import { lastSeq } from './event-log.ts';
import { inventory } from './inventory.ts';
import { callRoll, presentSince } from './roll-call.ts';
import { explainedStandings } from './standings.ts';

async function loadFlight(tx: Tx, { season_id, flight_id }: { season_id: number; flight_id: number }) {
  const { loft_id, season } = await loadSeasonById(tx, season_id);
  return { loft_id, season_id, flight_id, season, ...(await deskFlight(tx, { loft_id, season_id, flight_id })) };
}

async function loadInventory(tx: Tx, { season_id, flight_id }: { season_id: number; flight_id: number }) {
  const { loft_id, season } = await loadSeasonById(tx, season_id);
  return { loft_id, season_id, flight_id, season };
}

export const deskRoutes: Route[] = [
  route(readDesk, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: async (tx, { season, flight, crate_size, currency, ...key }, _input, context) => {
      const { now_ms } = context;
      const present_since = await presentSince(tx, key);
      return {
        loft: (await findLoft(tx, key.loft_id))!,
        season,
        flight,
        crate_size,
        currency,
        activation: flight.entry === 'activated' ? await finalActivation(tx, key) : null,
        birds: await deskBirds(tx, key, { since: present_since, now_ms }),
        elsewhere: await birdsElsewhere(tx, key),
        standings: await explainedStandings(tx, key),
        desks: await desksOf(tx, key, actOf(context)),
        present_since,
        seq: await lastSeq(tx, key),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(readInventory, {
    load: (tx, { params }) => loadInventory(tx, params),
    act: async (tx, { season, ...key }, { query }, { now_ms }) => ({
      loft: (await findLoft(tx, key.loft_id))!,
      season,
      ...(await inventory(tx, key, query.anyway !== undefined, now_ms)),
    }),
  }),
  route(sendDeskEvents, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: (tx, key, { body }, context) => recordEvents(tx, key, body, actOf(context)),
  }),
  route(setRollCall, {
    load: (tx, { params }) => loadFlight(tx, params),
    act: async (tx, key, { body }, context) => {
      await callRoll(tx, key, body.since, actOf(context));
      return { present_since: body.since };
    },
  }),
];
