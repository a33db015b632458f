/** The calls of those who plan flights, and keep the places that they are released from. */

import { dayAt } from '#domain/day.ts';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { nextFlight } from '#domain/flights/plan.ts';
import {
  changePlan as changeCall,
  closeFlight as closeCall,
  listPlans,
  planFlight as planCall,
  postponeFlight as postponeCall,
  prepareFlight,
  readPlan,
  removeFlight as removeCall,
  ruleFlight,
  planSeries as seriesCall,
  stepFlight,
} from '#domain/flights/plan-contract.ts';
import {
  addReleasePoint as addPointCall,
  changeReleasePoint as changePointCall,
  listReleasePoints,
  removeReleasePoint as removePointCall,
} from '#domain/flights/release-point-contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { plainText } from '#domain/plain-text.ts';
import { changedParts } from '#domain/seasons/rulebook.ts';
import { inOrder } from '#domain/sorted.ts';
import { actOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { countBirdsToFly } from '#server/entries/place-state.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { rulebooksOf } from '#server/seasons/rulebook.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { clocksOfLoft } from './clocks.ts';
import { decisionLog } from './decisions.ts';
import {
  addPlan,
  addSeries,
  changePlan,
  changeRules,
  closeByHand,
  copyOfPlan,
  findPlan,
  nextSeason,
  plansOf,
  postponeFlight,
  removeFlight,
  rulesOf,
  stepPlan,
} from './plans.ts';
import { addReleasePoint, changeReleasePoint, releasePointsOf, removeReleasePoint } from './release-points.ts';

/** The season of a call as the policy needs it, with its loft. */
async function loadPlace(tx: Tx, season_id: number) {
  const season = await loadSeasonById(tx, season_id);
  return { ...season, ...(await loadLoft(tx, season.loft_id)) };
}

export const planRoutes: Route[] = [
  route(listReleasePoints, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft }) => ({ loft, release_points: await releasePointsOf(tx, loft) }),
  }),
  route(addPointCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft }, { body }, context) => ({
      release_point: await addReleasePoint(tx, loft, body, actOf(context)),
    }),
  }),
  route(changePointCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft }, { params, body }, context) => ({
      release_point: await changeReleasePoint(tx, loft, { id: params.release_point_id, ...body }, actOf(context)),
    }),
  }),
  route(removePointCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { params, body }, context) => {
      await removeReleasePoint(tx, loft_id, { id: params.release_point_id, ...body }, actOf(context));
      return {};
    },
  }),
  route(listPlans, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, season, ...key }, { query }, { now_ms }) => {
      const season_flights = await plansOf(tx, key);
      const chosen = season_flights.filter(
        ({ kind, status }) =>
          (query.kind === undefined || kind === query.kind) && (query.status === undefined || status === query.status),
      );
      const sorted = inOrder(chosen, query.sort, {
        release: ({ release_time }) => release_time,
        name: ({ name }) => name,
        kind: ({ kind }) => flightKinds.indexOf(kind),
        point: ({ release_point }) => release_point,
        distance: ({ distance_m }) => distance_m,
        home: ({ home_count }) => home_count,
        state: ({ status }) => flightStatuses.indexOf(status),
      });
      const { rows: flights, ...page } = pageOfArray(query, sorted, (wanted) => {
        const words = wanted.split(/\s+/u).map(plainText);
        return ({ name, release_point, kind }) => {
          const text = plainText(`${name} ${release_point ?? ''} ${kind}`);
          return words.every((word) => text.includes(word));
        };
      });
      const next = nextFlight(season_flights);
      return {
        loft,
        season,
        ...timeAt(now_ms, loft),
        birds: await countBirdsToFly(tx, key),
        next: next && (await findPlan(tx, { ...key, flight_id: next.id })),
        season_flights,
        flights,
        ...page,
      };
    },
  }),
  route(prepareFlight, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, season, ...key }, { query }, { now_ms }) => ({
      loft,
      season,
      today: dayAt(now_ms, loft.time_zone),
      birds: await countBirdsToFly(tx, key),
      clocks: await clocksOfLoft(tx, loft.id),
      release_points: await releasePointsOf(tx, loft),
      rulebook_version: (await latestRulebook(tx, key)).version,
      copied:
        query.copy === undefined
          ? null
          : await copyOfPlan(tx, key, { season_id: query.from ?? key.season_id, flight_id: query.copy }),
    }),
  }),
  route(readPlan, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, season, ...at }, { params: { flight_id } }, { now_ms }) => {
      const key = { ...at, flight_id };
      const flight = await findPlan(tx, key);
      const { rulebook } = await latestRulebook(tx, key);
      const rules = await rulesOf(tx, key);
      return {
        loft,
        season,
        ...timeAt(now_ms, loft),
        birds: await countBirdsToFly(tx, key),
        clocks: await clocksOfLoft(tx, loft.id),
        release_points: await releasePointsOf(tx, loft),
        flight,
        rules,
        next_season: await nextSeason(tx, key),
        differs: changedParts(rulebook, { ...rulebook, rules }),
        log: await decisionLog(tx, key),
      };
    },
  }),
  route(planCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { body }, context) => {
      const flight_id = await addPlan(tx, place, body, actOf(context));
      return { flight: await findPlan(tx, { ...place, flight_id }) };
    },
  }),
  route(seriesCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { body }, context) => {
      const flights = [];
      for (const flight_id of await addSeries(tx, place, body, actOf(context)))
        flights.push(await findPlan(tx, { ...place, flight_id }));
      return { flights };
    },
  }),
  route(changeCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params: { flight_id }, body }, context) => {
      const key = { ...place, flight_id };
      await changePlan(tx, key, body, actOf(context));
      return { flight: await findPlan(tx, key) };
    },
  }),
  route(removeCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params: { flight_id }, body }, context) => {
      await removeFlight(tx, { ...place, flight_id }, body, actOf(context));
      return {};
    },
  }),
  route(ruleFlight, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params, body }, context) => {
      const key = { ...place, flight_id: params.flight_id };
      await changeRules(tx, key, body, actOf(context));
      return { flight: await findPlan(tx, key) };
    },
  }),
  route(stepFlight, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params: { flight_id }, body }, context) => {
      const key = { ...place, flight_id };
      await stepPlan(tx, key, body, actOf(context));
      return { flight: await findPlan(tx, key) };
    },
  }),
  route(closeCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params: { flight_id }, body }, context) => {
      const key = { ...place, flight_id };
      await closeByHand(tx, key, body, actOf(context));
      return { flight: await findPlan(tx, key) };
    },
  }),
  route(postponeCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, place, { params: { flight_id }, body }, context) => {
      const key = { ...place, flight_id };
      await postponeFlight(tx, key, body, actOf(context));
      return { flight: await findPlan(tx, key) };
    },
  }),
];

const timeAt = (now_ms: number, { time_zone }: Loft) => ({
  today: dayAt(now_ms, time_zone),
  read_at: new Date(now_ms).toISOString(),
});

async function latestRulebook(tx: Tx, key: SeasonKey) {
  const [latest] = await rulebooksOf(tx, key);
  return latest!;
}
