/** The calls that make a result official. */
import { readOfficialResult, readResultToSign, signResult as signCall } from '#domain/arrivals/official-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { explainsPlaces } from '#domain/seasons/visibility.ts';
import { personOf, userOf } from '#server/act.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { lockSeasonFlight } from '#server/flights/locked-flight.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { officialResult, resultToSign, signResult } from './official.ts';

export const officialRoutes: Route[] = [
  route(readResultToSign, {
    load: async (tx, { params }) => {
      const season = await loadSeasonById(tx, params.season_id);
      return { ...season, ...(await loadLoft(tx, season.loft_id)) };
    },
    act: async (tx, { loft, loft_id, season_id }, { params: { flight_id } }, { actor, now_ms }) => {
      const flight = await findFlownFlight(tx, { loft_id, flight_id });
      if (flight?.season_id !== season_id) throw new Refusal('not_found');
      return { result: await resultToSign(tx, { loft_id, flight_id }, { loft, user_id: userOf(actor), now_ms }) };
    },
  }),
  route(signCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor, now_ms }) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      const act = { by: personOf(actor).user_id, now_ms };
      return { status: await signResult(tx, flight, body.fingerprint, act) };
    },
  }),
  route(readOfficialResult, {
    load: async (tx, { params }) => {
      const flight = await findFlownFlight(tx, params);
      if (!flight) throw new Refusal('not_found');
      return flight;
    },
    act: async (tx, flight, { params, query }, { actor }) => {
      if (!explainsPlaces(viewFor(actor, flight).hidden)) throw new Refusal('not_found');
      const { text, ...official } = await officialResult(tx, params, query.version);
      return { ...official, text: query.with === 'text' ? text : null };
    },
  }),
];
