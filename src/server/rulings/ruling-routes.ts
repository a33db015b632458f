/** The calls by which people rule on a flight. */
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  findBirds,
  findEntries,
  prepareRuling as prepareCall,
  previewPrepared,
  previewRuling,
  readRuling,
  readRulings,
  refuseRuling as refuseCall,
  signRuling as signCall,
} from '#domain/rulings/contract.ts';
import { whyNotSecond } from '#domain/rulings/ruling.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { clocksThatFly } from '#server/flights/clocks.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { type LockedFlight, lockSeasonFlight } from '#server/flights/locked-flight.ts';
import { findPlan } from '#server/flights/plans.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { changeOf, foreseeRuling, movedReadings } from './apply.ts';
import { birdsFound } from './birds.ts';
import { effectOf, previewed } from './effect.ts';
import { entriesOf } from './entries.ts';
import { aboutOf, rulingsOf, signersOf } from './read.ts';
import { shownReadings } from './readings.ts';
import { loadRuling, personAt, prepareRuling, refuseOutside, refuseRuling, runnersOf, signRuling } from './rulings.ts';

async function loadPlace(tx: Tx, season_id: number) {
  const season = await loadSeasonById(tx, season_id);
  return { ...season, ...(await loadLoft(tx, season.loft_id)) };
}

const actOf = ({ actor, now_ms }: CallContext) => ({ by: personOf(actor).user_id, now_ms });

/** A preview has no reason yet. */
const trial = (context: CallContext) => ({ ...actOf(context), reason: '-' });

async function lockOpen(tx: Tx, key: SeasonKey & FlightKey): Promise<LockedFlight> {
  const flight = await lockSeasonFlight(tx, key);
  refuseOutside(flight);
  return flight;
}

export const rulingRoutes: Route[] = [
  route(readRulings, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, season, loft_id, season_id }, { params: { flight_id } }, { actor, now_ms }) => {
      const flight = await findPlan(tx, { loft_id, season_id, flight_id });
      const { user_id } = personOf(actor);
      return {
        loft,
        season,
        flight,
        rulings: await rulingsOf(tx, { loft_id, flight_id }, user_id),
        clocks: await clocksThatFly(tx, { loft_id, flight_id }),
        groups: (await findFlownFlight(tx, { loft_id, flight_id }))!.release_groups,
        people: signersOf(await runnersOf(tx, loft_id), { user_id, reason: '' }),
        manual_arrival: (await rulebookOf(tx, flight)).manual_arrival,
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(findEntries, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id }, query }) => {
      const flight = await findPlan(tx, { loft_id, season_id, flight_id });
      return { entries: await entriesOf(tx, { loft_id, flight_id }, { ...query, release_time: flight.release_time }) };
    },
  }),
  route(findBirds, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id }, query }) => {
      await findPlan(tx, { loft_id, season_id, flight_id });
      return { birds: await birdsFound(tx, { loft_id, flight_id }, query.q) };
    },
  }),
  route(previewRuling, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, loft_id, season_id }, { params: { flight_id }, body }, context) => {
      const key = { loft_id, flight_id };
      const flight = await lockOpen(tx, { ...key, season_id });
      const change = await changeOf(tx, flight, body.ruling, { unit: loft.unit, now_ms: context.now_ms });
      const foreseen = await foreseeRuling(tx, flight, change, trial(context));
      const effect = await effectOf(tx, flight, change, foreseen, { all: body.all });
      const about = await aboutOf(tx, key, change);
      const read = change.kind === 'manual' ? await shownReadings(tx, flight, change) : [];
      return { effect, about, read, readings: await movedReadings(tx, flight, change) };
    },
  }),
  route(readRuling, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, season, loft_id, season_id }, { params: { flight_id, n } }, { actor }) => {
      const key = { loft_id, flight_id };
      const plan = await findPlan(tx, { ...key, season_id });
      const { user_id } = personOf(actor);
      const ruling = (await rulingsOf(tx, key, user_id)).find((one) => one.n === n);
      if (!ruling) throw new Refusal('not_found');
      const own = await loadRuling(tx, key, n);
      const { change, effect, reason, user_id: maker, state } = own;
      const isPrepared = state === 'prepared';
      const people = await runnersOf(tx, loft_id);
      return {
        loft,
        season,
        flight: plan,
        ruling,
        people: signersOf(people, { user_id: maker, reason }),
        refusal: isPrepared ? (whyNotSecond({ ...own, people }, await personAt(tx, user_id))?.code ?? null) : null,
        effect,
        manual_arrival: (await rulebookOf(tx, plan)).manual_arrival,
        read: isPrepared && change.kind === 'manual' ? await shownReadings(tx, plan, change) : [],
      };
    },
  }),
  route(previewPrepared, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id, n }, body }, context) => {
      const flight = await lockOpen(tx, { loft_id, season_id, flight_id });
      const { change } = await loadRuling(tx, { loft_id, flight_id }, n);
      return { effect: await previewed(tx, flight, change, trial(context), body) };
    },
  }),
  route(prepareCall, {
    load: (tx, { params }) => loadPlace(tx, params.season_id),
    act: async (tx, { loft, loft_id, season_id }, { params: { flight_id }, body }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id });
      return prepareRuling(tx, flight, { ...body, unit: loft.unit }, actOf(context));
    },
  }),
  route(signCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id, n }, body }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id });
      await signRuling(tx, flight, { n, seen: body.seen }, actOf(context));
      return { state: 'made' as const };
    },
  }),
  route(refuseCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id, n }, body }, context) => {
      const flight = await lockSeasonFlight(tx, { loft_id, season_id, flight_id });
      return { state: await refuseRuling(tx, flight, { n, reason: body.reason }, actOf(context)) };
    },
  }),
];
