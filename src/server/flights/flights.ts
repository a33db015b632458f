/** Flights: planning, releasing, closing, and moving them through their states. */
import { sql } from 'kysely';
import { midnightsAfter } from '#domain/day.ts';
import { closedNights } from '#domain/flights/closed-nights.ts';
import { closingTime } from '#domain/flights/closing.ts';
import type { Flight, FlightSummary } from '#domain/flights/contract.ts';
import { geodesicDistance } from '#domain/flights/distance.ts';
import {
  type FlightEvent,
  type FlightKind,
  type FlightStatus,
  flightMachine,
  type Gap,
  raceTime,
  whyNotOfficial,
} from '#domain/flights/flight.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { step } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import { goesLive } from '#domain/seasons/shown.ts';
import { distanceInUnit } from '#domain/units.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { feedDelayedSince } from '#server/devices/silences.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { settleAgain } from '#server/ledger/matching.ts';
import { tellOfFlight } from '#server/notifications/races.ts';
import { currentRulebook } from '#server/seasons/rulebook.ts';
import type { View } from '#server/seasons/shown.ts';

export interface FlightKey {
  loft_id: number;
  flight_id: number;
}

export interface FlightToPlan {
  season_id: number;
  name: string;
  kind: FlightKind;
  release_point?: string;
  release_latitude?: number;
  release_longitude?: number;
  /** As stated; left out, it is the WGS84 geodesic between release point and loft where both are known. */
  distance_m?: number;
  estimated_average_speed?: number;
  /** Its own; left out, it follows the rulebook of its season. */
  rules?: RaceRules;
  /** When the birds are meant to be released. */
  release_time?: string;
  replay?: { of: number; factor: number };
}

/** What follows from a release: the nights that are closed, the midnights, the end. Epoch ms, and ISO text. */
export interface FlightTimes {
  closed_intervals: readonly ClosedInterval[];
  day_starts: readonly number[];
  closes_at: string | null;
}

/** No rule closes a race later, and without a rule its nights and midnights are worked out this far ahead. */
const mostDays = 31;

/** A flight with its loft, locked until the transaction ends. */
export type LockedFlight = Awaited<ReturnType<typeof lockFlight>>;

/** Plan a flight by the rulebook of its season, or with rules of its own. It has a live stream from the start, so that followers can wait for it. */
export async function planFlight(tx: Tx, loft: Loft, flight: FlightToPlan): Promise<number> {
  const measured =
    flight.release_latitude !== undefined &&
    flight.release_longitude !== undefined &&
    loft.latitude !== null &&
    loft.longitude !== null
      ? geodesicDistance(
          { latitude: flight.release_latitude, longitude: flight.release_longitude },
          { latitude: loft.latitude, longitude: loft.longitude },
        )
      : null;
  const distance_m = flight.distance_m ?? measured;
  const { version: rulebook_version, rules } = flight.rules
    ? { version: null, rules: flight.rules }
    : await rulesOfSeason(tx, { loft_id: loft.id, season_id: flight.season_id });
  const { id } = await tx
    .insertInto('flights')
    .values({
      loft_id: loft.id,
      season_id: flight.season_id,
      name: flight.name,
      kind: flight.kind,
      release_point: flight.release_point ?? null,
      release_latitude: flight.release_latitude ?? null,
      release_longitude: flight.release_longitude ?? null,
      release_time: flight.release_time ?? null,
      distance_m,
      distance_source: flight.distance_m !== undefined ? 'stated' : measured !== null ? 'geodesic' : null,
      estimated_average_speed: flight.estimated_average_speed ?? null,
      rules: JSON.stringify(rules),
      rulebook_version,
      closes_at: null,
      replay_of: flight.replay?.of ?? null,
      replay_factor: flight.replay?.factor ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('flight_history')
    .values({ loft_id: loft.id, flight_id: id, n: 1, from_status: 'new', to_status: 'planned', reason: null })
    .execute();
  await tx.insertInto('flight_streams').values({ loft_id: loft.id, flight_id: id }).execute();
  return id;
}

/** The rules of a new flight, and the version of the rulebook they are from. */
async function rulesOfSeason(tx: Tx, season: { loft_id: number; season_id: number }) {
  const { version, rulebook } = await currentRulebook(tx, season);
  return { version, rules: rulebook.rules };
}

/**
 * Measures the flights of a loft again that was moved: those whose distance was measured and that are not released. The
 * others keep what was frozen with them.
 */
export async function measureAgain(tx: Tx, { id, latitude, longitude }: Loft): Promise<void> {
  const flights = await tx
    .selectFrom('flights')
    .select(['id', 'release_latitude', 'release_longitude'])
    .where('loft_id', '=', id)
    .where('status', 'in', ['planned', 'basketing'])
    .where(({ eb, or }) => or([eb('distance_source', 'is', null), eb('distance_source', '=', 'geodesic')]))
    .where('release_latitude', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const flight of flights) {
    const distance_m =
      latitude === null || longitude === null
        ? null
        : geodesicDistance(
            { latitude: flight.release_latitude!, longitude: flight.release_longitude! },
            { latitude, longitude },
          );
    await tx
      .updateTable('flights')
      .set({ distance_m, distance_source: distance_m === null ? null : 'geodesic' })
      .where('loft_id', '=', id)
      .where('id', '=', flight.id)
      .execute();
  }
}

/**
 * The flight, locked until the transaction ends, with what its rules need of the loft.
 * @throws Refusal `not_found`.
 */
export async function lockFlight(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const flight = await tx
    .selectFrom('flights')
    .innerJoin('lofts', 'lofts.id', 'flights.loft_id')
    .select([
      'flights.loft_id',
      'flights.id',
      'flights.season_id',
      'flights.status',
      'flights.distance_m',
      'flights.rules',
    ])
    .select(['flights.release_time', 'flights.closes_at', 'flights.replay_factor'])
    .select(['lofts.time_zone', 'lofts.latitude', 'lofts.longitude'])
    .where('flights.loft_id', '=', loft_id)
    .where('flights.id', '=', flight_id)
    .forUpdate('flights')
    .executeTakeFirst();
  if (!flight) throw new Refusal('not_found');
  return flight;
}

/**
 * Change the rules or the stated distance of a locked flight; once it is released the database keeps both as they are.
 * With rules of its own it follows the rulebook no more.
 */
export async function changeFlight(
  tx: Tx,
  flight: LockedFlight,
  { rules, distance_m }: { rules?: RaceRules; distance_m?: number },
): Promise<void> {
  if (rules === undefined && distance_m === undefined) return;
  await tx
    .updateTable('flights')
    .set({
      ...(rules && { rules: JSON.stringify(rules), rulebook_version: null }),
      ...(distance_m !== undefined && { distance_m, distance_source: 'stated' as const }),
    })
    .where('loft_id', '=', flight.loft_id)
    .where('id', '=', flight.id)
    .execute();
}

/**
 * Take a locked flight one step along its machine; the history row carries the new status. Who starred it is told.
 * @throws Refusal `step_not_possible`; `readings_missing` for a result that a clock still owes readings to.
 */
export async function moveFlight(
  tx: Tx,
  flight: LockedFlight,
  event: FlightEvent,
  reason: string | null = null,
): Promise<void> {
  const to_status = step(flightMachine, flight.status, event);
  if (event === 'make_official') {
    // A reading that leaves a hole is either in the ledger before this look, or finds the result official.
    await lockLedger(tx, flight.loft_id);
    const refusal = whyNotOfficial(await gapsOf(tx, flight));
    if (refusal) throw refusal;
  }
  await sql`
    insert into flight_history (loft_id, flight_id, n, from_status, to_status, reason)
    select loft_id, flight_id, max(n) + 1, ${flight.status}, ${to_status}, ${reason}::text
    from flight_history where loft_id = ${flight.loft_id} and flight_id = ${flight.id} group by loft_id, flight_id`.execute(
    tx,
  );
  if (to_status === 'released' || to_status === 'provisional' || to_status === 'official')
    await tellOfFlight(tx, { loft_id: flight.loft_id, flight_id: flight.id }, to_status);
}

/**
 * Release the birds: the release time becomes a fact, and nights, midnights and closing are worked out and kept. A
 * replay brings its own: those of the race it repeats, so that the same flying times give the same speeds.
 * @throws Refusal `distance_missing`, `loft_place_missing` (a sun rule without coordinates),
 * `closing_before_release`, `step_not_possible`.
 */
export async function releaseFlight(
  tx: Tx,
  flight: LockedFlight,
  release_time: string,
  times?: FlightTimes,
): Promise<void> {
  if (flight.distance_m === null) throw new Refusal('distance_missing');
  const { closed_intervals, day_starts, closes_at } = times ?? timesOf(flight, release_time);
  await tx
    .updateTable('flights')
    .set({
      release_time,
      closed_intervals: JSON.stringify(closed_intervals),
      day_starts: JSON.stringify(day_starts),
      closes_at,
    })
    .where('loft_id', '=', flight.loft_id)
    .where('id', '=', flight.id)
    .execute();
  await moveFlight(tx, flight, 'release');
  // The clocks may have told more than the release by now.
  await settleAgain(tx, flight.loft_id, { pigeon_ids: await basketOf(tx, flight), from: release_time });
}

async function basketOf(tx: Tx, { loft_id, id }: LockedFlight): Promise<number[]> {
  const rows = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', id)
    .execute();
  return rows.map((row) => row.pigeon_id);
}

const day_ms = 86_400_000;

function timesOf(flight: LockedFlight, release_time: string): FlightTimes {
  const { rules, time_zone } = flight;
  if (rules.closed_night.kind === 'sun' && flight.latitude === null) throw new Refusal('loft_place_missing');
  const release_ms = Date.parse(release_time);
  const place = { release_ms, time_zone, latitude: flight.latitude ?? 0, longitude: flight.longitude ?? 0 };
  const closes = closingTime(rules.closing, place);
  if (closes !== null && closes <= release_ms) throw new Refusal('closing_before_release');
  const days = closes === null ? mostDays : Math.ceil((closes - release_ms) / day_ms) + 1;
  return {
    closed_intervals: closedNights(rules.closed_night, { ...place, nights: days }),
    day_starts: midnightsAfter(release_ms, time_zone, days),
    closes_at: closes === null ? null : new Date(closes).toISOString(),
  };
}

/**
 * Close a released flight. Where no rule said when, it closes at `at`: birds clocked later are outside control, also
 * those that were told before, because it must not matter to a bird when its clock found a line.
 */
export async function closeFlight(
  tx: Tx,
  flight: LockedFlight,
  at: string,
  reason: string | null = null,
): Promise<void> {
  if (flight.closes_at === null) {
    await tx
      .updateTable('flights')
      .set({ closes_at: at })
      .where('loft_id', '=', flight.loft_id)
      .where('id', '=', flight.id)
      .execute();
    await settleAgain(tx, flight.loft_id, { pigeon_ids: await basketOf(tx, flight), from: at });
  }
  await moveFlight(tx, flight, 'close', reason);
}

/**
 * What the loft's clocks still owe: the holes in boots that recorded while the flight was in the air. When a missing
 * reading was made is unknown, so any hole in such a boot counts.
 */
export async function gapsOf(
  tx: Tx,
  flight: Pick<LockedFlight, 'loft_id' | 'release_time' | 'closes_at'>,
): Promise<Gap[]> {
  if (flight.release_time === null) return [];
  let gaps = tx
    .selectFrom('reading_gaps')
    .select(['device_id', 'boot', 'from_sequence as from', 'to_sequence as to'])
    .where('loft_id', '=', flight.loft_id)
    .where('last_at', '>=', flight.release_time);
  if (flight.closes_at !== null) gaps = gaps.where('first_at', '<=', flight.closes_at);
  return gaps.orderBy('device_id').orderBy('boot').orderBy('from_sequence').execute();
}

/** Of each loft that has one: the flight that was released last among those in some states, in a season open to see. */
export async function latestFlights(
  tx: Tx,
  statuses: readonly FlightStatus[],
): Promise<Map<number, FlightSummary & { season_status: SeasonStatus }>> {
  const rows = await summaryQuery(tx)
    .distinctOn('f.loft_id')
    .where('f.status', 'in', statuses)
    .where('s.status', '<>', 'draft')
    .orderBy('f.loft_id')
    .orderBy('f.release_time', 'desc')
    .orderBy('f.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.loft_id, inLoftUnit(row)]));
}

/** How many flights each loft has in seasons open to see. */
export async function flightCounts(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('flights as f')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.loft_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('s.status', '<>', 'draft')
    .groupBy('f.loft_id')
    .execute();
  return new Map(rows.map((row) => [row.loft_id, row.count]));
}

/** What a ranking is made from. */
export type RankedFlight = Pick<
  Flight,
  'loft_id' | 'id' | 'release_time' | 'distance_m' | 'rules' | 'closed_intervals' | 'day_starts'
>;

/** A flight with what its ranking is made from, and where its stream stands. */
export type FlownFlight = FlightSummary & RankedFlight & View & { epoch: number; seq: number };

/** The flights of a season, or those a set of birds was basketed for; the latest release first. */
export async function flownFlights(
  tx: Tx,
  { loft_id, season_id }: { loft_id: number; season_id: number },
  pigeon_ids?: readonly number[],
): Promise<FlownFlight[]> {
  let query = flownQuery(tx).where('f.loft_id', '=', loft_id).where('f.season_id', '=', season_id);
  if (pigeon_ids) {
    query = query.where(
      sql<boolean>`exists (select from baskets b where b.loft_id = f.loft_id and b.flight_id = f.id
        and b.pigeon_id = any(${pigeon_ids}::bigint[]))`,
    );
  }
  const rows = await query.orderBy(sql`f.release_time desc nulls first`).orderBy('f.id', 'desc').execute();
  return rows.map(inLoftUnit);
}

/** Of flights called f: those in the air first, then the one that was released last. */
export const latestFirst = sql`f.status = 'released' desc, f.release_time desc nulls last, f.id desc`;

/** Flights of any lofts by their ids, by {@link latestFirst}. */
export async function flownFlightsById(tx: Tx, keys: readonly FlightKey[]): Promise<FlownFlight[]> {
  if (!keys.length) return [];
  const rows = await flownQuery(tx)
    .where(
      sql<boolean>`(f.loft_id, f.id) in (select k.loft_id, k.flight_id
        from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (loft_id bigint, flight_id bigint))`,
    )
    .orderBy(latestFirst)
    .execute();
  return rows.map(inLoftUnit);
}

/** One flight with what its ranking is made from and its season's status, or undefined. */
export async function findFlownFlight(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
): Promise<(FlownFlight & { season_status: SeasonStatus }) | undefined> {
  const row = await flownQuery(tx).where('f.loft_id', '=', loft_id).where('f.id', '=', flight_id).executeTakeFirst();
  return row && inLoftUnit(row);
}

/** The same with what a ranking is made from. */
export function flownQuery(tx: Tx) {
  return summaryQuery(tx).select([
    'f.rules',
    'f.closed_intervals',
    'f.day_starts',
    'stream.epoch',
    'stream.head as seq',
  ]);
}

/** One flight with its rules and its season's status, or undefined. */
export async function findFlight(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
): Promise<(Flight & View & { season_status: SeasonStatus }) | undefined> {
  const row = await summaryQuery(tx)
    .select(['f.release_latitude', 'f.release_longitude', 'f.distance_source', 'f.estimated_average_speed'])
    .select(['f.rules', 'f.rulebook_version', 'f.closed_intervals', 'f.day_starts', 'f.closes_at', 'f.replay_of'])
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const flight = inLoftUnit(row);
  const gaps = await gapsOf(tx, flight);
  const missing = gaps.reduce((total, gap) => total + gap.to - gap.from + 1, 0);
  return {
    ...flight,
    // Clocks that count in fancy numbers owe more than a number can say.
    goes_live: goesLive(flight.hidden),
    missing_readings: Math.min(missing, Number.MAX_SAFE_INTEGER),
    // A replay is told by clocks of its own.
    feed_delayed_since:
      flight.status === 'released' && flight.replay_of === null ? await feedDelayedSince(tx, loft_id) : null,
  };
}

/** A row of {@link summaryQuery} as replies have it: the distance in the unit of the loft (3.3, 9.6). */
export function inLoftUnit<Row extends { distance_m: number | null; unit: Loft['unit'] }>({ unit, ...row }: Row) {
  return { ...row, distance: row.distance_m === null ? null : distanceInUnit(row.distance_m, unit) };
}

/** Flights as lists show them: the flight f, its season s, its loft l, its stream. */
export function summaryQuery(tx: Tx) {
  return tx
    .selectFrom('flights as f')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .innerJoin('flight_streams as stream', (join) =>
      join.onRef('stream.loft_id', '=', 'f.loft_id').onRef('stream.flight_id', '=', 'f.id'),
    )
    .select(['f.loft_id', 'f.id', 'f.season_id', 's.name as season_name', 's.status as season_status', 'l.unit'])
    .select(['s.hidden', 's.alias_key'])
    .select(['f.name', 'f.kind', 'f.status', 'f.release_point', 'f.release_time', 'f.distance_m', 'f.replay_factor'])
    .select(['f.basketed_count', 'stream.home_count']);
}

/** Close each flight whose closing time has passed, one transaction each. A replay's clock runs faster. */
export async function closeDueFlights(db: Database, now_ms: number): Promise<number[]> {
  const due = await db
    .selectFrom('flights')
    .select(['loft_id', 'id as flight_id', 'closes_at', 'release_time', 'replay_factor'])
    .where('status', '=', 'released')
    .where('closes_at', 'is not', null)
    .execute();
  const closed: number[] = [];
  for (const flight of due) {
    const race_ms = raceTime(Date.parse(flight.release_time!), now_ms, flight.replay_factor ?? undefined);
    if (race_ms < Date.parse(flight.closes_at!)) continue;
    await db.transaction().execute(async (tx) => {
      const locked = await lockFlight(tx, flight);
      if (locked.status !== 'released') return;
      await closeFlight(tx, locked, flight.closes_at!, 'closing rule');
      closed.push(locked.id);
    });
  }
  return closed;
}
