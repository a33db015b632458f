/** Reading flights: single flights, lists, and the facts that rankings are made from. */

import { sql } from 'kysely';
import type { Flight, FlightSummary, ReleaseGroup } from '#domain/flights/contract.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { isLate } from '#domain/flights/release.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import { goesLive } from '#domain/seasons/visibility.ts';
import { distanceInUnit } from '#domain/units.ts';
import type { Tx } from '#server/db/database.ts';
import { feedDelayedSince } from '#server/devices/silences.ts';
import type { View } from '#server/seasons/visibility.ts';
import { disputesUntil } from './dispute-window.ts';
import { gapsOf } from './gaps.ts';

/** Flights as lists show them: the flight `f`, its season `s`, its loft `l` and its stream. */
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
    .select(['f.is_draft', 'f.basketed_count', 'stream.home_count']);
}

/** A row of {@link summaryQuery} as a reply: the distance is in the unit of the loft (3.3, 9.6). */
export function inLoftUnit<Row extends { distance_m: number | null; unit: Loft['unit'] }>({ unit, ...row }: Row) {
  return { ...row, distance: row.distance_m === null ? null : distanceInUnit(row.distance_m, unit) };
}

/** What decides who may read a flight (`flight.read`). */
interface Guarded {
  season_status: SeasonStatus;
  is_draft: boolean;
}

/** The later groups of the release of a flight `f`, by what was last declared of each. */
const releaseGroups = sql<ReleaseGroup[]>`coalesce((
  select json_agg(json_build_object('group', g.content -> 'group', 'crates', g.content ->> 'crates',
      'release_time', to_char(to_timestamp((g.content ->> 'release_ms')::float8 / 1000) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'birds', jsonb_array_length(g.content -> 'pigeon_ids'), 'number', g.number) order by g.content -> 'group')
  from (
    select distinct on (d.content -> 'group') d.number, d.content from declarations d
    where d.loft_id = f.loft_id and d.flight_id = f.id and d.kind = 'release' and d.content ? 'group'
    order by d.content -> 'group', d.number desc) g
  where jsonb_array_length(g.content -> 'pigeon_ids') > 0), '[]')`.as('release_groups');

/** In which steps the clocks of a flight `f` tell the time, ms. */
const resolution = sql<number>`coalesce((
  select min(r.resolution_ms)::float8 from arrivals a
  join readings r on r.loft_id = a.loft_id and r.number = a.reading_number
  where a.loft_id = f.loft_id and a.flight_id = f.id and a.seq <= 20), (
  select r.resolution_ms::float8 from readings r where r.loft_id = f.loft_id order by r.number desc limit 1), 1)`.as(
  'resolution_ms',
);

/** One flight with its rules and what decides who may read it, or undefined. */
export async function findFlight(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
): Promise<(Flight & View & Guarded) | undefined> {
  const row = await summaryQuery(tx)
    .select(['f.release_latitude', 'f.release_longitude', 'f.distance_source', 'f.estimated_average_speed'])
    .select(['f.rules', 'f.rulebook_version', 'f.closed_intervals', 'f.day_starts', 'f.closes_at', 'f.replay_of'])
    .select([releaseGroups, resolution])
    .select(disputesUntil.as('disputes_until'))
    .select(({ selectFrom }) =>
      selectFrom('release_reports as r')
        .select(sql<number>`extract(epoch from r.received_at - r.at)::float8 * 1000`.as('later_ms'))
        .whereRef('r.loft_id', '=', 'f.loft_id')
        .whereRef('r.flight_id', '=', 'f.id')
        .where(
          sql<boolean>`not exists (select from flight_decisions d where d.loft_id = r.loft_id and d.flight_id = r.flight_id
            and d.kind = 'release_taken_back' and d.at >= r.received_at)`,
        )
        .orderBy('r.received_at')
        .orderBy('r.id')
        .limit(1)
        .as('later_ms'),
    )
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { later_ms, ...flight } = inLoftUnit(row);
  const gaps = await gapsOf(tx, flight);
  const missing = gaps.reduce((total, gap) => total + gap.to - gap.from + 1, 0);
  return {
    ...flight,
    goes_live: goesLive(flight.hidden),
    reported_late: later_ms !== null && isLate(0, later_ms),
    // A clock with wild sequence numbers can owe more readings than an integer holds.
    missing_readings: Math.min(missing, Number.MAX_SAFE_INTEGER),
    // A replay has clocks of its own.
    feed_delayed_since:
      flight.status === 'released' && flight.replay_of === null ? await feedDelayedSince(tx, loft_id) : null,
  };
}

/**
 * For each loft, the flight released last among those in the given states, in a public season; a replay where no other.
 * Of those in the air the one with the most birds still out goes before the others.
 */
export async function latestFlights(
  tx: Tx,
  statuses: readonly FlightStatus[],
  loft_ids?: readonly number[],
): Promise<Map<number, FlightSummary & { season_status: SeasonStatus }>> {
  const rows = await summaryQuery(tx)
    .distinctOn('f.loft_id')
    .where('f.status', 'in', statuses)
    .where('s.status', '<>', 'draft')
    .$if(loft_ids !== undefined, (query) => query.where('f.loft_id', '=', sql<number>`any(${loft_ids}::bigint[])`))
    .orderBy('f.loft_id')
    .orderBy(sql`f.replay_of is not null`)
    .orderBy(sql`case f.status when 'released' then stream.home_count - f.basketed_count end`)
    .orderBy('f.release_time', 'desc')
    .orderBy('f.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.loft_id, inLoftUnit(row)]));
}

/** The number of flights of each loft, or of each given loft, that are public. */
export async function flightCounts(tx: Tx, loft_ids?: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('flights as f')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.loft_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('s.status', '<>', 'draft')
    .where('f.is_draft', '=', false)
    .$if(loft_ids !== undefined, (query) => query.where('f.loft_id', '=', sql<number>`any(${loft_ids}::bigint[])`))
    .groupBy('f.loft_id')
    .execute();
  return new Map(rows.map((row) => [row.loft_id, row.count]));
}

/** The facts that a ranking is made from. */
export type RankedFlight = Pick<
  Flight,
  'loft_id' | 'id' | 'release_time' | 'release_groups' | 'distance_m' | 'rules' | 'closed_intervals' | 'day_starts'
> & {
  /** The releases of the birds of later groups as a ruling would have them, epoch ms; absent: as they are. */
  releases?: ReadonlyMap<number, number>;
};

/** A flight with the facts of its ranking, and the head of its stream. */
export type FlownFlight = FlightSummary &
  RankedFlight &
  View & {
    epoch: number;
    seq: number;
    /** In which steps its clocks tell the time, ms. */
    resolution_ms: number;
    /** Whether the ranking is stored as rows: the flight is official. */
    has_standings: boolean;
    closes_at: string | null;
  };

/** The same with the facts of the ranking. */
export function flownQuery(tx: Tx) {
  return summaryQuery(tx).select([
    'f.rules',
    'f.closed_intervals',
    'f.day_starts',
    'f.closes_at',
    resolution,
    releaseGroups,
    'stream.epoch',
    'stream.head as seq',
    sql<boolean>`f.status = 'official' and exists (
      select from standings k where k.loft_id = f.loft_id and k.flight_id = f.id)`.as('has_standings'),
  ]);
}

/**
 * The flights of a season that are no drafts, or those that a set of birds was basketed for; the latest release first.
 */
export async function flownFlights(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  pigeon_ids?: readonly number[],
): Promise<FlownFlight[]> {
  let query = flownQuery(tx)
    .where('f.loft_id', '=', loft_id)
    .where('f.season_id', '=', season_id)
    .where('f.is_draft', '=', false);
  if (pigeon_ids) {
    query = query.where(
      sql<boolean>`exists (select from baskets b where b.loft_id = f.loft_id and b.flight_id = f.id
        and b.pigeon_id = any(${pigeon_ids}::bigint[]))`,
    );
  }
  const rows = await query.orderBy(sql`f.release_time desc nulls first`).orderBy('f.id', 'desc').execute();
  return rows.map(inLoftUnit);
}

/** Order of flights `f`: those in the air first, then by the latest release. */
export const latestFirst = sql`f.status = 'released' desc, f.release_time desc nulls last, f.id desc`;

/** Flights of any lofts by their ids, in the order of {@link latestFirst}. */
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

/** One flight with the facts of its ranking and what decides who may read it, or undefined. */
export async function findFlownFlight(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
): Promise<(FlownFlight & Guarded) | undefined> {
  const row = await flownQuery(tx).where('f.loft_id', '=', loft_id).where('f.id', '=', flight_id).executeTakeFirst();
  return row && inLoftUnit(row);
}
