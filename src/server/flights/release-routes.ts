/** The calls of the release. */
import {
  addReleasePicture,
  observeRelease,
  readRelease,
  removeReleasePicture,
  reportRelease,
  takeBackRelease as takeBackCall,
} from '#domain/flights/release-contract.ts';
import { actOf, personOf } from '#server/act.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { lockSeasonFlight } from './locked-flight.ts';
import { releaseChecklist, report } from './release.ts';
import { observe } from './release-observations.ts';
import { addPicture, removePicture } from './release-pictures.ts';
import { takeBackRelease } from './taken-back.ts';

export const releaseRoutes: Route[] = [
  route(readRelease, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { params }, { now_ms }) => {
      const loft = (await findLoft(tx, loft_id))!;
      const key = { loft_id, season_id, flight_id: params.flight_id };
      return { loft, season, ...(await releaseChecklist(tx, key, loft)), read_at: new Date(now_ms).toISOString() };
    },
  }),
  route(observeRelease, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor, now_ms }) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      await observe(tx, flight, body, { by: personOf(actor).user_id, now_ms });
      return { flight_id: flight.id };
    },
  }),
  route(addReleasePicture, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      await addPicture(tx, flight, body, actOf(context));
      return { flight_id: flight.id };
    },
  }),
  route(removeReleasePicture, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      await removePicture(tx, flight, params.picture_id, actOf(context));
      return { flight_id: flight.id };
    },
  }),
  route(reportRelease, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor, now_ms }) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      return report(tx, flight, body, { by: personOf(actor).user_id, now_ms });
    },
  }),
  route(takeBackCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor, now_ms }) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      const { reason, release_time } = body;
      await takeBackRelease(tx, flight, release_time, { by: personOf(actor).user_id, now_ms, reason });
      return { flight_id: flight.id };
    },
  }),
];
