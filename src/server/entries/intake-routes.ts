/** The calls of the intake of birds, and of the search for lost ones. */

import { importPigeons, readIntake, readLost, takeIn as takeInCall } from '#domain/entries/intake-contract.ts';
import { actOf } from '#server/act.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { importList } from './import-list.ts';
import { birdsByScan, birdsReceived, takeIn } from './intake.ts';
import { birdsNotHome, comebacks, lostBirds } from './lost.ts';
import { readSheet } from './sheet.ts';

export const intakeRoutes: Route[] = [
  route(readIntake, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }) => ({
      loft: (await findLoft(tx, loft_id))!,
      season,
      ...(await birdsReceived(tx, { loft_id, season_id })),
      ...(await birdsByScan(tx, { loft_id, season_id }, query.ring)),
    }),
  }),
  route(takeInCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, { loft_id, season_id }, { body }, context) => takeIn(tx, { loft_id, season_id }, body, actOf(context)),
  }),
  route(importPigeons, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { body }, context) => {
      const rows = await readSheet(Buffer.from(body.file, 'base64'));
      return importList(tx, { loft_id, season_id }, rows, body, actOf(context));
    },
  }),
  route(readLost, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, _input, { now_ms }) => ({
      loft: (await findLoft(tx, loft_id))!,
      season,
      not_home: await birdsNotHome(tx, { loft_id, season_id }, now_ms),
      lost: await lostBirds(tx, { loft_id, season_id }),
      back: await comebacks(tx, { loft_id, season_id }),
    }),
  }),
];
