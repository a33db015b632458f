/**
 * The plans of a season's flights: read, made, changed, postponed, removed. Each change is in the audit log, but for a
 * postponement, which is a decision in the log of its flight.
 */

import { sql } from 'kysely';
import { clockOf, instantOf } from '#domain/day.ts';
import { type FlightEvent, isBeforeRelease, nextAction, waitsForSomebody } from '#domain/flights/flight.ts';
import {
  nextName,
  seriesOf,
  whyNotChangePlan,
  whyNotClose,
  whyNotPlan,
  whyNotPlanAt,
  whyNotPostpone,
  whyNotRemoveFlight,
  whyNotShow,
  whyNotStep,
} from '#domain/flights/plan.ts';
import type { FlightPlan, FlightSeries, ListedPlan, WholePlan } from '#domain/flights/plan-contract.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { changedParts } from '#domain/seasons/rulebook.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { addFlightEvent } from '#server/notifications/races.ts';
import { currentRulebook } from '#server/seasons/rulebook.ts';
import { chooseClocks, chosenClocks } from './clocks.ts';
import { addDecision } from './decisions.ts';
import { disputesUntil } from './dispute-window.ts';
import { inLoftUnit, summaryQuery } from './flights.ts';
import { closeFlight, moveFlight, reopenList, sealList } from './lifecycle.ts';
import { type LockedFlight, lockSeasonFlight } from './locked-flight.ts';
import { measured, planFlight } from './planning.ts';
import { holdReleasePoint, placeOf } from './release-points.ts';

/** The flights of a season with drafts, without replays, the earliest first; those without a time last. */
export async function plansOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<ListedPlan[]> {
  const rows = await planQuery(tx)
    .where('f.loft_id', '=', loft_id)
    .where('f.season_id', '=', season_id)
    .where('f.replay_of', 'is', null)
    .orderBy(sql`f.release_time nulls last`)
    .orderBy('f.id')
    .execute();
  return rows.map(planView);
}

/** A flight of a season for those who plan it. @throws Refusal `not_found`. */
export async function findPlan(tx: Tx, key: SeasonKey & FlightKey): Promise<WholePlan> {
  const row = await planQuery(tx)
    .select(['f.release_point_id', 'f.release_latitude', 'f.release_longitude', 'f.distance_source'])
    .select(['f.distance_note', 'f.estimated_average_speed', 'f.notifies_followers', 'f.rulebook_version'])
    .select(['f.basketing_at', 'f.sealed_at', 'f.closes_at', 'f.list_fingerprint', 'f.version', 'l.time_zone'])
    .select(chosenClocks('f'))
    .where('f.loft_id', '=', key.loft_id)
    .where('f.season_id', '=', key.season_id)
    .where('f.id', '=', key.flight_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { time_zone, ...plan } = planView(row);
  const release = clockAt(plan.release_time, time_zone);
  const basketing = clockAt(plan.basketing_at, time_zone);
  return {
    ...plan,
    release_date: release.date,
    release_clock: release.time,
    basketing_date: basketing.date,
    basketing_clock: basketing.time,
  };
}

const planQuery = (tx: Tx) =>
  summaryQuery(tx).select([
    'f.entry',
    disputesUntil.as('disputes_until'),
    sql<string | null>`(select h.reason from flight_history h where h.loft_id = f.loft_id and h.flight_id = f.id
      and h.to_status = 'annulled' order by h.n desc limit 1)`.as('annulled_because'),
  ]);

const planView = <Row extends Parameters<typeof inLoftUnit>[0] & Pick<ListedPlan, 'status'>>(row: Row) => ({
  ...inLoftUnit(row),
  next_action: nextAction(row),
  waits: waitsForSomebody(row),
});

const clockAt = (at: string | null, time_zone: string) =>
  at === null ? { date: null, time: '' } : clockOf(Date.parse(at), time_zone);

/** The rules by which a flight is flown. */
export async function rulesOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<RaceRules> {
  const { rules } = await tx
    .selectFrom('flights')
    .select('rules')
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  return rules;
}

/** Names of all flights of a season. */
async function namesOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('flights')
    .select('name')
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .execute();
  return rows.map(({ name }) => name);
}

/** The season of a loft after this one, which is not over yet; null: there is none. */
export async function nextSeason(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select next.id, next.name from seasons this
    join seasons next on next.loft_id = this.loft_id and next.year > this.year and next.status in ('draft', 'in_progress')
    where this.loft_id = ${loft_id} and this.id = ${season_id} order by next.year, next.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * A flight of a season, or of another one of its loft, as a plan for the season: under the next free name, without its
 * days. @throws Refusal `not_found`
 */
export async function copyOfPlan(
  tx: Tx,
  season: SeasonKey,
  of: { season_id: number; flight_id: number },
): Promise<WholePlan> {
  const plan = await findPlan(tx, { loft_id: season.loft_id, ...of });
  const names = await namesOf(tx, season);
  const name = names.includes(plan.name) ? nextName(plan.name, names) : plan.name;
  return { ...plan, name, release_time: null, release_date: null, basketing_at: null, basketing_date: null };
}

/** A season, and its loft, in which flights are planned. */
interface Where extends SeasonKey {
  loft: Loft;
}

/** The instant of a day and a time of the loft's clock, or null. */
function instantAt(date: string | null, time: string, { time_zone }: Loft): number | null {
  return date === null || time === '' ? null : instantOf({ date, time }, time_zone);
}

const textOf = (at_ms: number | null) => (at_ms === null ? null : new Date(at_ms).toISOString());

/** The facts of a plan for the rules. */
function factsOf(fields: FlightPlan, loft: Loft) {
  return {
    ...fields,
    stated_m: fields.distance,
    distance_note: fields.distance_note.trim() || null,
    release_ms: instantAt(fields.release_date, fields.release_time, loft),
    basketing_ms: instantAt(fields.basketing_date, fields.basketing_time, loft),
  };
}

/**
 * Plan a flight of a season by its rulebook.
 * @throws Refusal by {@link whyNotPlanAt}; `not_found` for a place of another loft; `error_unique` at `name`, from the
 * database
 */
export async function addPlan(tx: Tx, where: Where, fields: FlightPlan, act: Act): Promise<number> {
  const flight_id = await addUnannounced(tx, where, fields, act);
  if (!fields.is_draft) await addFlightEvent(tx, { loft_id: where.loft_id, flight_id }, 'planned');
  return flight_id;
}

async function addUnannounced(tx: Tx, { loft, ...key }: Where, fields: FlightPlan, act: Act): Promise<number> {
  const facts = factsOf(fields, loft);
  const no = whyNotPlanAt(facts, act.now_ms) ?? whyNotShow(facts, fields.is_over ?? false, act.now_ms);
  if (no) throw no;
  const point = facts.release_point_id === null ? null : await holdReleasePoint(tx, loft.id, facts.release_point_id);
  const release_time = textOf(facts.release_ms);
  const flight_id = await planFlight(
    tx,
    loft,
    {
      season_id: key.season_id,
      name: facts.name.trim(),
      kind: facts.kind,
      entry: facts.entry,
      is_draft: facts.is_draft,
      notifies_followers: facts.notifies_followers,
      basketing_at: textOf(facts.basketing_ms),
      ...(release_time !== null && { release_time }),
      ...(facts.estimated_average_speed !== null && { estimated_average_speed: facts.estimated_average_speed }),
      ...(facts.stated_m !== null && { distance_m: facts.stated_m, distance_note: facts.distance_note }),
      ...(point && {
        release_point_id: point.id,
        release_point: point.name,
        release_latitude: point.latitude,
        release_longitude: point.longitude,
      }),
    },
    act,
  );
  await chooseClocks(tx, { loft_id: loft.id, flight_id }, facts.clock_ids);
  await write(tx, { ...key, flight_id }, 'flight.plan', null, act);
  return flight_id;
}

/**
 * Plan a series of flights at once.
 * @throws Refusal as {@link addPlan}
 */
export async function addSeries(tx: Tx, where: Where, series: FlightSeries, act: Act): Promise<number[]> {
  const { name, first_day, days_between, release_point_ids, release_time, ...common } = series;
  const count = release_point_ids.length;
  const planned = seriesOf({ name: name.trim(), first_day, days_between, count }, await namesOf(tx, where));
  const ids: number[] = [];
  for (const [n, { name, day }] of planned.entries()) {
    const plan: FlightPlan = {
      ...common,
      name,
      release_date: day,
      release_time,
      basketing_date: null,
      basketing_time: '',
      release_point_id: release_point_ids[n]!,
      distance: null,
      distance_note: '',
    };
    ids.push(await addUnannounced(tx, where, plan, act).catch(ofSeries));
  }
  // One notice for all of them.
  if (!common.is_draft) await addFlightEvent(tx, { loft_id: where.loft_id, flight_id: ids[0]! }, 'planned');
  return ids;
}

/** A series has a first day instead of the day of each release. */
function ofSeries(error: unknown): never {
  if (!isRefusal(error) || !error.errors?.release_date) throw error;
  const { release_date: first_day, ...others } = error.errors;
  throw new Refusal(error.code, error.params, { ...others, first_day });
}

/**
 * Change the plan of a flight in the version that was seen. Moving a shown flight to another place is a decision.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotChangePlan} and {@link whyNotPlan}; `error_unique`
 * at `name`, from the database
 */
export async function changePlan(
  tx: Tx,
  { loft, ...key }: Where & FlightKey,
  { version, reason, ...fields }: FlightPlan & { version: number; reason: string },
  act: Act,
): Promise<void> {
  const facts = factsOf(fields, loft);
  const point = facts.release_point_id === null ? null : await holdReleasePoint(tx, loft.id, facts.release_point_id);
  const flight = await lockSeen(tx, key, version);
  const before = plannedOf(flight);
  const isMoved = facts.release_ms !== before.release_ms;
  const no =
    whyNotChangePlan(before, { ...facts, reason }) ??
    (isMoved ? whyNotPlanAt(facts, act.now_ms) : whyNotPlan(facts)) ??
    (isMoved || before.is_draft ? whyNotShow(facts, fields.is_over ?? false, act.now_ms) : null);
  if (no) throw no;
  const isOther = facts.release_point_id !== flight.release_point_id;
  // A flight of the time before the places were kept has coordinates of its own.
  const place = isOther
    ? {
        release_point: point?.name ?? null,
        release_latitude: point?.latitude ?? null,
        release_longitude: point?.longitude ?? null,
      }
    : {
        release_point: flight.release_point,
        release_latitude: flight.release_latitude,
        release_longitude: flight.release_longitude,
      };
  const geodesic_m = measured({ latitude: place.release_latitude, longitude: place.release_longitude }, loft);
  await tx
    .updateTable('flights')
    .set({
      ...place,
      name: facts.name.trim(),
      kind: facts.kind,
      entry: facts.entry,
      is_draft: facts.is_draft,
      notifies_followers: facts.notifies_followers,
      release_time: textOf(facts.release_ms),
      basketing_at: textOf(facts.basketing_ms),
      estimated_average_speed: facts.estimated_average_speed,
      release_point_id: facts.release_point_id,
      distance_m: facts.stated_m ?? geodesic_m,
      distance_source: facts.stated_m !== null ? 'stated' : geodesic_m !== null ? 'geodesic' : null,
      distance_note: facts.stated_m === null ? null : facts.distance_note,
      version: version + 1,
    })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.flight_id)
    .execute();
  if (isOther && !flight.is_draft && hasPoint(flight)) {
    const { release_point: name, release_latitude: latitude, release_longitude: longitude } = flight;
    const details = { from: { name, latitude, longitude }, to: point && placeOf(point) };
    await addDecision(tx, key, 'point_moved', details, { ...act, reason });
  }
  if (flight.is_draft && !facts.is_draft) await addFlightEvent(tx, eventKey(key), 'planned');
  await chooseClocks(tx, key, facts.clock_ids);
  await write(tx, key, 'flight.change', flight, act);
}

/**
 * Give a flight in the version that was seen rules of its own; null, or rules equal to those of the rulebook, have it
 * follow the latest version of this.
 * @throws Refusal `not_found`; `changed_meanwhile`; `flight_plan_fixed` after the release
 */
export async function changeRules(
  tx: Tx,
  key: SeasonKey & FlightKey,
  { version, rules }: { version: number; rules: RaceRules | null },
  act: Act,
): Promise<void> {
  const { version: latest, rulebook } = await currentRulebook(tx, key);
  const flight = await lockSeen(tx, key, version);
  if (!isBeforeRelease(flight.status)) throw new Refusal('flight_plan_fixed', { status: flight.status });
  const own = rules && changedParts(rulebook, { ...rulebook, rules }).length > 0 ? rules : null;
  await tx
    .updateTable('flights')
    .set({
      rules: JSON.stringify(own ?? rulebook.rules),
      rulebook_version: own ? null : latest,
      version: version + 1,
    })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.flight_id)
    .execute();
  await write(tx, key, 'flight.change', flight, act);
}

/**
 * Postpone a flight in the version that was seen to another time, or to none yet. Its basketing moves by as much.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotPostpone}
 */
export async function postponeFlight(
  tx: Tx,
  { loft, ...key }: Where & FlightKey,
  to: { release_date: string | null; release_time: string; version: number; reason: string },
  act: Act,
): Promise<void> {
  const flight = await lockSeen(tx, key, to.version);
  const before = plannedOf(flight);
  const to_ms = instantAt(to.release_date, to.release_time, loft);
  const no = whyNotPostpone(before, to_ms, act.now_ms);
  if (no) throw no;
  const basketing_at =
    to_ms === null || flight.basketing_at === null || before.release_ms === null
      ? null
      : textOf(Date.parse(flight.basketing_at) + to_ms - before.release_ms);
  await tx
    .updateTable('flights')
    .set({ release_time: textOf(to_ms), basketing_at, version: to.version + 1 })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.flight_id)
    .execute();
  const details = { from: flight.release_time, to: textOf(to_ms) };
  await addDecision(tx, key, 'postponed', details, { ...act, reason: to.reason });
  await addFlightEvent(tx, eventKey(key), 'postponed');
}

/**
 * Take a flight one of the steps of its plan.
 * @throws Refusal `not_found`; `step_not_possible`; by {@link whyNotStep}
 */
export async function stepPlan(
  tx: Tx,
  key: SeasonKey & FlightKey,
  { event, reason }: { event: FlightEvent; reason: string },
  act: Act,
): Promise<void> {
  const flight = await lockPlan(tx, key);
  const no = whyNotStep(flight, { event, reason });
  if (no) throw no;
  const because = { ...act, reason: reason.trim() || null };
  if (event === 'seal') await sealList(tx, flight, because);
  else if (event === 'reopen') await reopenList(tx, flight, because);
  else await moveFlight(tx, flight, event, because);
}

/**
 * Close a flight by hand, for a reason that everybody can read.
 * @throws Refusal `not_found`; by {@link whyNotClose}
 */
export async function closeByHand(
  tx: Tx,
  { loft, ...key }: Where & FlightKey,
  { date, time, reason }: { date: string; time: string; reason: string },
  act: Act,
): Promise<void> {
  const flight = await lockPlan(tx, key);
  const at_ms = instantAt(date, time, loft)!;
  const release_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const no = whyNotClose({ ...flight, release_ms }, at_ms, act.now_ms);
  if (no) throw no;
  await closeFlight(tx, flight, textOf(at_ms)!, { ...act, reason });
}

/**
 * Remove a flight without a basket, in the version that was seen, with its history.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotRemoveFlight}
 */
export async function removeFlight(
  tx: Tx,
  key: SeasonKey & FlightKey,
  { version }: { version: number },
  act: Act,
): Promise<void> {
  const flight = await lockSeen(tx, key, version);
  const no = whyNotRemoveFlight(flight);
  if (no) throw no;
  await tx.deleteFrom('flights').where('loft_id', '=', key.loft_id).where('id', '=', key.flight_id).execute();
  await write(tx, key, 'flight.remove', flight, act);
}

const eventKey = ({ loft_id, flight_id }: FlightKey): FlightKey => ({ loft_id, flight_id });

/** A flight that was planned in a season, locked; a replay was not. @throws Refusal `not_found` */
async function lockPlan(tx: Tx, key: SeasonKey & FlightKey): Promise<LockedFlight> {
  const flight = await lockSeasonFlight(tx, key);
  if (flight.replay_factor !== null) throw new Refusal('not_found');
  return flight;
}

/** The same in the version that was seen. @throws Refusal `changed_meanwhile`. */
async function lockSeen(tx: Tx, key: SeasonKey & FlightKey, version: number): Promise<LockedFlight> {
  const flight = await lockPlan(tx, key);
  if (flight.version !== version) throw new Refusal('changed_meanwhile');
  return flight;
}

const hasPoint = ({ release_point, release_latitude }: LockedFlight) =>
  release_point !== null || release_latitude !== null;

const plannedOf = (flight: LockedFlight) => ({
  ...flight,
  has_point: hasPoint(flight),
  release_ms: flight.release_time === null ? null : Date.parse(flight.release_time),
});

const audited = [
  'name',
  'kind',
  'entry',
  'is_draft',
  'notifies_followers',
  'release_time',
  'basketing_at',
  'release_point_id',
  'distance_m',
  'distance_source',
  'distance_note',
  'estimated_average_speed',
] as const;

/** The change of a plan in the audit log, and to the pages that show the flight. */
async function write(
  tx: Tx,
  { loft_id, season_id, flight_id }: SeasonKey & FlightKey,
  action: 'flight.plan' | 'flight.change' | 'flight.remove',
  before: LockedFlight | null,
  { by }: Act,
): Promise<void> {
  const after = await tx
    .selectFrom('flights')
    .select(audited)
    .select(chosenClocks('flights'))
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .executeTakeFirst();
  const factsOf = (one: Pick<LockedFlight, (typeof audited)[number] | 'clock_ids'>) => ({
    season_id,
    id: flight_id,
    clock_ids: one.clock_ids,
    ...Object.fromEntries(audited.map((name) => [name, one[name]])),
  });
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action,
    before: before && factsOf(before),
    after: after ? factsOf(after) : null,
  });
  await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
}
