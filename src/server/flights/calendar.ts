/** The flights of all lofts in one calendar: in the air, planned and flown; and their seasons. */

import { type SqlBool, sql } from 'kysely';
import type { FlightSummary } from '#domain/flights/contract.ts';
import { beforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownQuery, inLoftUnit, summaryQuery } from './flights.ts';

/** A flight with the facts of its ranking and of its course home. */
export type RacedFlight = FlownFlight & { estimated_average_speed: number | null };

/**
 * The number of flights in the air, and the first of them: those in which birds land before those in which the last one
 * came an hour ago, races before replays, then by the number of birds.
 */
export async function flightsInTheAir(
  tx: Tx,
  most: number,
): Promise<{ counts: { races: number; home: number; basketed: number }; flights: RacedFlight[] }> {
  const rows = await racedQuery(tx)
    .select(({ fn }) => [
      fn.countAll<number>().over().as('races'),
      sql<number>`(sum(stream.home_count) over ())::int`.as('home'),
      sql<number>`(sum(f.basketed_count) over ())::int`.as('basketed'),
    ])
    .where('f.status', '=', 'released')
    .orderBy(isQuiet)
    .orderBy(sql`f.replay_of is not null`)
    .orderBy('f.basketed_count', 'desc')
    .orderBy('f.id')
    .limit(most)
    .execute();
  const { races = 0, home = 0, basketed = 0 } = rows[0] ?? {};
  return {
    counts: { races, home, basketed },
    flights: rows.map(({ races: _races, home: _home, basketed: _basketed, ...row }) => inLoftUnit(row)),
  };
}

/** Whether the last bird of a flight came an hour ago; the times of a replay run ahead of ours. */
const isQuiet = sql`coalesce((
  select a.time < now() - interval '1 hour' from arrivals a
  where a.loft_id = f.loft_id and a.flight_id = f.id and a.seq = stream.head), false)`;

/** The next releases after an instant, the earliest first; without flights that have no planned time. */
export async function nextReleases(tx: Tx, after: string, most: number): Promise<FlightSummary[]> {
  const rows = await openQuery(tx)
    .where('f.status', 'in', beforeRelease)
    .where('f.replay_of', 'is', null)
    .where('f.release_time', '>=', after)
    .orderBy('f.release_time')
    .orderBy('f.id')
    .limit(most)
    .execute();
  return rows.map(inLoftUnit);
}

/** The next release after an instant of each of these seasons that has one, by season. */
export async function nextReleaseBySeason(
  tx: Tx,
  after: string,
  seasons: readonly SeasonKey[],
): Promise<Map<number, FlightSummary>> {
  if (!seasons.length) return new Map();
  const loft_ids = seasons.map(({ loft_id }) => loft_id);
  const season_ids = seasons.map(({ season_id }) => season_id);
  const rows = await openQuery(tx)
    .distinctOn('f.season_id')
    .where('f.loft_id', 'in', loft_ids)
    .where('f.season_id', 'in', season_ids)
    .where('f.status', 'in', beforeRelease)
    .where('f.replay_of', 'is', null)
    .where('f.release_time', '>=', after)
    .orderBy('f.season_id')
    .orderBy('f.release_time')
    .orderBy('f.id')
    .execute();
  return new Map(rows.map((row) => [row.season_id, inLoftUnit(row)]));
}

/** The finals flown last, the latest first. */
export async function lastFinals(tx: Tx, most: number): Promise<RacedFlight[]> {
  const rows = await racedQuery(tx)
    .where('f.kind', '=', 'final')
    .where('f.status', 'in', ['closed', 'provisional', 'official'])
    .where('f.replay_of', 'is', null)
    .orderBy('f.release_time', 'desc')
    .orderBy('f.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(inLoftUnit);
}

/** The flights whose results were published last, of one loft or of all, the latest first. */
export async function lastPublished(
  tx: Tx,
  most: number,
  loft_id?: number,
): Promise<(RacedFlight & { published_at: string })[]> {
  const rows = await racedQuery(tx)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('flight_history as h')
          .select(({ fn }) => fn.max('h.at').as('published_at'))
          .whereRef('h.loft_id', '=', 'f.loft_id')
          .whereRef('h.flight_id', '=', 'f.id')
          .whereRef('h.to_status', '=', 'f.status')
          .as('step'),
      (join) => join.onTrue(),
    )
    .select('step.published_at')
    .where('f.status', 'in', ['provisional', 'official'])
    .where('f.replay_of', 'is', null)
    .where('step.published_at', 'is not', null)
    .$if(loft_id !== undefined, (query) => query.where('f.loft_id', '=', loft_id!))
    .orderBy('step.published_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(most)
    .$narrowType<{ published_at: string }>()
    .execute();
  return rows.map(inLoftUnit);
}

/** The flights in the air, and those released or to be released on this day at their lofts; races before replays. */
export async function flightsOfToday(tx: Tx, now: string, most: number): Promise<RacedFlight[]> {
  const rows = await racedQuery(tx)
    .where('f.is_draft', '=', false)
    .where('f.status', '<>', 'annulled')
    .where(
      sql<SqlBool>`(f.status = 'released' or (f.release_time at time zone l.time_zone)::date
        = (${now}::timestamptz at time zone l.time_zone)::date)`,
    )
    .orderBy(sql`f.status = 'released' desc`)
    .orderBy(sql`f.replay_of is not null`)
    .orderBy('f.basketed_count', 'desc')
    .orderBy('f.id')
    .limit(most)
    .execute();
  return rows.map(inLoftUnit);
}

/** These flights in their order; those of drafts are left out, for everybody. */
export async function publicFlights(tx: Tx, keys: readonly FlightKey[]): Promise<RacedFlight[]> {
  if (!keys.length) return [];
  const rows = await racedQuery(tx)
    .where('f.is_draft', '=', false)
    .where((eb) => eb.or(keys.map(({ loft_id, flight_id }) => eb.and({ 'f.loft_id': loft_id, 'f.id': flight_id }))))
    .execute();
  const found = new Map(rows.map((row) => [row.id, inLoftUnit(row)]));
  return [...new Set(keys.map(({ flight_id }) => flight_id))].flatMap((id) => found.get(id) ?? []);
}

/** The seasons in progress, ordered by their next release after an instant. */
export async function seasonsUnderWay(tx: Tx, after: string, most: number) {
  const seasons = await tx
    .selectFrom('seasons as s')
    .leftJoin('flights as f', (join) =>
      join
        .onRef('f.loft_id', '=', 's.loft_id')
        .onRef('f.season_id', '=', 's.id')
        .on('f.replay_of', 'is', null)
        .on('f.is_draft', '=', false)
        .on('f.status', '<>', 'annulled'),
    )
    .select(['s.loft_id', 's.id', 's.name', 's.year', 's.status'])
    .select(({ fn }) => [
      fn.count<number>('f.id').as('flight_count'),
      fn.count<number>('f.id').filterWhere('f.status', 'in', ['closed', 'provisional', 'official']).as('flown_count'),
    ])
    .where('s.status', '=', 'in_progress')
    .groupBy(['s.loft_id', 's.id'])
    .orderBy(sql`min(f.release_time) filter (where ${toCome('f')} and f.release_time >= ${after}) nulls last`)
    .orderBy(sql`max(f.release_time) desc nulls last`)
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute();
  if (!seasons.length) return [];
  const coming = await openQuery(tx)
    .distinctOn(['f.season_id', sql`f.kind = 'final'`])
    .where(
      'f.season_id',
      'in',
      seasons.map(({ id }) => id),
    )
    .where('f.replay_of', 'is', null)
    .where(toCome('f'))
    .where((eb) => eb.or([eb('f.release_time', 'is', null), eb('f.release_time', '>=', after)]))
    .orderBy('f.season_id')
    .orderBy(sql`f.kind = 'final'`)
    .orderBy(sql`f.release_time nulls last`)
    .orderBy('f.id')
    .execute();
  return seasons.map((season) => ({
    ...season,
    coming: coming.filter(({ season_id }) => season_id === season.id).map(inLoftUnit),
  }));
}

const toCome = (flight: string) => sql<SqlBool>`${sql.ref(flight)}.status in ('planned', 'basketing', 'sealed')`;

/** Flights of public seasons; a season or a flight in draft is private to its loft. */
const openQuery = (tx: Tx) => summaryQuery(tx).where('s.status', '<>', 'draft').where('f.is_draft', '=', false);

const racedQuery = (tx: Tx) => flownQuery(tx).where('s.status', '<>', 'draft').select('f.estimated_average_speed');
