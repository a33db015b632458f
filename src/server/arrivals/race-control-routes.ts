/** The call of race control. */
import { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import { takesRulings } from '#domain/flights/flight.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { findPlan } from '#server/flights/plans.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { missingReadings, raceControl } from './race-control.ts';
import type { Standings } from './standings.ts';

export const raceControlRoutes = (standings: Standings): Route[] => [
  route(readRaceControl, {
    load: async (tx, { params }) => {
      const season = await loadSeasonById(tx, params.season_id);
      return { ...season, ...(await loadLoft(tx, season.loft_id)) };
    },
    act: async (tx, { loft, season, loft_id, season_id }, { params: { flight_id } }, { actor, now_ms }) => {
      const plan = await findPlan(tx, { loft_id, season_id, flight_id });
      const flight = await findFlownFlight(tx, { loft_id, flight_id });
      if (!flight) throw new Refusal('not_found');
      const { ranked } = await standings(tx, flight, flight);
      const shown = await raceControl(tx, flight, loft, ranked, now_ms);
      return {
        loft,
        season,
        flight: plan,
        speed_rule: flight.rules.speed,
        groups: flight.release_groups,
        read_at: new Date(now_ms).toISOString(),
        gaps: {
          ...(await missingReadings(tx, flight)),
          may_give_up: takesRulings(flight.status) && can(actor, 'flight.rule', { loft_id }),
        },
        ...shown,
      };
    },
  }),
];
