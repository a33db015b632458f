/** The state of lofts, for the people who run them. */

import { sql } from 'kysely';
import { beforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { ClockAtWork, Overseen } from '#domain/overview/contract.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { devicesOf } from '#server/devices/device-state.ts';
import { flightCounts, inLoftUnit, latestFlights, summaryQuery } from '#server/flights/flights.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { findSeason } from '#server/seasons/seasons.ts';

/** The given lofts by name, each with its season, its flights and its clocks. */
export async function overseenLofts(tx: Tx, loft_ids: readonly number[], now_ms: number): Promise<Overseen[]> {
  const lofts = await loftsById(tx, loft_ids);
  const live = await latestFlights(tx, ['released'], loft_ids);
  const last = await latestFlights(tx, ['closed', 'provisional', 'official'], loft_ids);
  const counts = await flightCounts(tx, loft_ids);
  const work = await workOfLofts(tx, loft_ids);
  const overseen: Overseen[] = [];
  for (const loft of lofts.values()) {
    const clocks = await clocksOf(tx, loft, now_ms);
    const contacts = clocks.flatMap(({ last_contact_at }) => last_contact_at ?? []).sort();
    overseen.push({
      ...loft,
      season: (await findSeason(tx, loft.id)) ?? null,
      flight_count: counts.get(loft.id) ?? 0,
      live_flight: live.get(loft.id) ?? null,
      last_flight: last.get(loft.id) ?? null,
      ...work.get(loft.id)!,
      clock_count: clocks.length,
      silent_clock_count: clocks.filter(({ state }) => state === 'silent').length,
      last_contact_at: contacts.at(-1) ?? null,
    });
  }
  return overseen.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

interface LoftWork {
  orders_to_confirm: number;
  orders_to_pay: number;
  cash_to_approve: number;
  claims_open: number;
  places: { taken: number; max: number | null };
}

/** The open tasks of each given loft, and how full its seasons in progress are. */
async function workOfLofts(tx: Tx, loft_ids: readonly number[]): Promise<Map<number, LoftWork>> {
  const { rows } = await sql<Omit<LoftWork, 'places'> & { loft_id: number; taken: number; max: number | null }>`
    select l.id as loft_id, coalesce(o.to_confirm, 0) as orders_to_confirm, coalesce(o.to_pay, 0) - coalesce(c.to_pay, 0) as orders_to_pay,
      coalesce(c.cash, 0) as cash_to_approve,
      (select count(*)::int from team_claims t where t.loft_id = l.id and t.state = 'open') as claims_open,
      coalesce(s.taken, 0) as taken, s.max
    from lofts l
    left join (
      select loft_id, (sum(orders) filter (where status = 'pending'))::int as to_confirm,
        (sum(orders) filter (where is_to_pay(status)))::int as to_pay
      from order_sums where loft_id = any(${loft_ids}::bigint[]) group by loft_id) o on o.loft_id = l.id
    left join (
      select p.loft_id, count(*)::int as cash, (count(*) filter (where is_to_pay(o.status)))::int as to_pay
      from payments p join orders o on o.loft_id = p.loft_id and o.id = p.order_id
      where p.loft_id = any(${loft_ids}::bigint[]) and p.method = 'hand' and p.status = 'open'
      group by p.loft_id) c on c.loft_id = l.id
    left join (
      select loft_id, sum(taken_active_pigeons + taken_reserve_pigeons + outside_order_pigeons)::int as taken,
        case when bool_and(max_pigeons is not null) then sum(max_pigeons)::int end as max
      from seasons
      where status = 'in_progress' and loft_id = any(${loft_ids}::bigint[]) group by loft_id) s on s.loft_id = l.id
    where l.id = any(${loft_ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ loft_id, taken, max, ...work }) => [loft_id, { ...work, places: { taken, max } }]));
}

/** The clocks of a loft that are not revoked, as on the page of its devices; without those of replays. */
export async function clocksOf(tx: Tx, loft: Loft, now_ms: number): Promise<ClockAtWork[]> {
  const clocks = (await devicesOf(tx, loft, now_ms)).filter(
    ({ kind, state }) => kind === 'clock' && state !== 'revoked',
  );
  const { rows } = await sql<{ device_id: number; missing: number }>`
    select device_id, sum(to_sequence - from_sequence + 1)::float8 as missing
    from owed_readings where loft_id = ${loft.id} group by device_id`.execute(tx);
  const missing = new Map(rows.map((row) => [row.device_id, row.missing]));
  return clocks.map(({ id, name, state, last_contact_at, day_readings }) => ({
    device_id: id,
    name,
    state,
    last_contact_at,
    day_readings,
    // A clock with wild sequence numbers can owe more readings than an integer holds.
    missing_readings: Math.min(missing.get(id) ?? 0, Number.MAX_SAFE_INTEGER),
  }));
}

/** The latest seasons of a loft with drafts and their counts; and the number of all seasons. */
export async function seasonsWithCounts(tx: Tx, loft_id: number) {
  type Row = SeasonOfLoft & {
    team_count: number;
    pigeon_count: number;
    gone_count: number;
    flight_count: number;
    season_count: number;
  };
  const { rows } = await sql<Row>`
    select s.id, s.name, s.year, s.status,
      (select count(*)::int from teams t where t.loft_id = s.loft_id and t.season_id = s.id) as team_count,
      (select count(*)::int from pigeons p where p.loft_id = s.loft_id and p.season_id = s.id) as pigeon_count,
      (select count(*)::int from pigeons p where p.loft_id = s.loft_id and p.season_id = s.id
        and ${isGoneBird}) as gone_count,
      (select count(*)::int from flights f where f.loft_id = s.loft_id and f.season_id = s.id) as flight_count,
      (select count(*)::int from seasons where loft_id = ${loft_id}) as season_count
    from seasons s where s.loft_id = ${loft_id} order by s.year desc, s.id desc limit ${mostSeasons}`.execute(tx);
  return {
    seasons: rows.map(({ season_count: _season_count, ...season }) => season),
    season_count: rows[0]?.season_count ?? 0,
  };
}

const mostSeasons = 5;

/** The flights of a loft in the air, and the next ones to be released. */
export async function flyingAndComing(tx: Tx, loft_id: number) {
  const flights = summaryQuery(tx).where('f.loft_id', '=', loft_id);
  const flying = await flights.where('f.status', '=', 'released').orderBy('f.release_time').orderBy('f.id').execute();
  const coming = await flights
    .where('f.status', 'in', beforeRelease)
    .orderBy(sql`f.release_time nulls last`)
    .orderBy('f.id')
    .limit(mostComing)
    .execute();
  return { flying: flying.map(inLoftUnit), coming: coming.map(inLoftUnit) };
}

const mostComing = 5;

/** How many claims to teams of a loft wait for an answer. */
export async function openClaims(tx: Tx, loft_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('team_claims')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many people have active rights in a loft. */
export async function activePeople(tx: Tx, loft_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('loft_permissions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}
