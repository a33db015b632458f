/** The call of a later group of a release. */
import { declareReleaseGroup } from '#domain/flights/release-groups-contract.ts';
import { personOf } from '#server/act.ts';
import { lockSeasonFlight } from '#server/flights/locked-flight.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { declareGroup } from './release-groups.ts';

export const releaseGroupRoutes: Route[] = [
  route(declareReleaseGroup, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor, now_ms }) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id: params.flight_id });
      return declareGroup(tx, flight, body, { by: personOf(actor).user_id, now_ms });
    },
  }),
];
