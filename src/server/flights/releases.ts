/** The releases of a loft for calendars, where no season or flight in draft appears. */
import { sql } from 'kysely';
import { expectedEnd } from '#domain/flights/expected-end.ts';
import type { Release } from '#domain/flights/releases-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { inLoftUnit, summaryQuery } from './flights.ts';

export interface ReleasesAsked {
  season_id?: number | undefined;
  flight_id?: number | undefined;
}

/**
 * The releases that have a time, the earliest first: of the seasons in progress, of one season, or one alone.
 * @throws Refusal `not_found` for a season or a flight that is not public
 */
export async function releasesOf(
  tx: Tx,
  loft: Loft,
  { season_id, flight_id }: ReleasesAsked,
): Promise<{ season_name: string | null; releases: Release[] }> {
  const season = season_id === undefined ? null : await publicSeason(tx, loft.id, season_id);
  const rows = await summaryQuery(tx)
    .select(['f.release_latitude', 'f.release_longitude', 'f.estimated_average_speed', 'f.rules'])
    .select(sql<number>`(f.version + ${steps('flight_history')} + ${steps('flight_decisions')})::int`.as('revision'))
    .select(
      sql<string>`greatest(f.created_at,
        (select max(h.at) from flight_history h where h.loft_id = f.loft_id and h.flight_id = f.id),
        (select max(d.at) from flight_decisions d where d.loft_id = f.loft_id and d.flight_id = f.id))`.as(
        'changed_at',
      ),
    )
    .where('f.loft_id', '=', loft.id)
    .where('s.status', '<>', 'draft')
    .where('f.is_draft', '=', false)
    .where('f.replay_of', 'is', null)
    .where('f.release_time', 'is not', null)
    .$if(season_id !== undefined, (query) => query.where('f.season_id', '=', season_id!))
    .$if(flight_id !== undefined, (query) => query.where('f.id', '=', flight_id!))
    .$if(season_id === undefined && flight_id === undefined, (query) => query.where('s.status', '=', 'in_progress'))
    .orderBy('f.release_time')
    .orderBy('f.id')
    .execute();
  if (flight_id !== undefined && rows.length === 0) throw new Refusal('not_found');
  const releases = rows.map(({ release_time, rules, estimated_average_speed: average, ...row }) => {
    const release_ms = Date.parse(release_time!);
    const { closing } = rules;
    const ends_ms = expectedEnd({ ...row, release_ms, average }, { closing, time_zone: loft.time_zone });
    return {
      ...inLoftUnit(row),
      release_time: release_time!,
      ends_at: ends_ms === null ? null : new Date(ends_ms).toISOString(),
    };
  });
  return { season_name: season?.name ?? null, releases };
}

/** How many entries of a history a flight `f` has. */
const steps = (history: 'flight_history' | 'flight_decisions') =>
  sql`(select count(*) from ${sql.table(history)} n where n.loft_id = f.loft_id and n.flight_id = f.id)`;

async function publicSeason(tx: Tx, loft_id: number, season_id: number): Promise<{ name: string }> {
  const season = await tx
    .selectFrom('seasons')
    .select('name')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .where('status', '<>', 'draft')
    .executeTakeFirst();
  if (!season) throw new Refusal('not_found');
  return season;
}
