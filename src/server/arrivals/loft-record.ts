/** What a loft has flown, counted from its official flights, and where it releases. */
import { sql } from 'kysely';
import type { LoftRecord } from '#domain/flights/contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';

/** The record of a loft over the official flights of its public seasons; replays repeat a flight and do not count. */
export async function recordOfLoft(tx: Tx, loft_id: number): Promise<LoftRecord> {
  const { rows } = await sql<LoftRecord>`
    select count(*)::int as official_flights,
      coalesce(sum(stream.home_count), 0)::int as home,
      coalesce(sum(f.basketed_count) filter (where f.kind = 'final'), 0)::int as final_basketed,
      coalesce(sum(stream.home_count) filter (where f.kind = 'final'), 0)::int as final_home,
      count(*) filter (where exists (
        select from official_results r
        where r.loft_id = f.loft_id and r.flight_id = f.id and r.version > 1))::int as changed_results
    from flights f
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id
    join flight_streams stream on stream.loft_id = f.loft_id and stream.flight_id = f.id
    where f.loft_id = ${loft_id} and f.status = 'official' and f.replay_of is null
      and not f.is_draft and s.status <> 'draft'`.execute(tx);
  return rows[0]!;
}

/** Where the public flights of a season are released, each place once, the farthest ones last. */
export async function releasePointsOf(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<{ name: string; latitude: number; longitude: number }[]> {
  const { rows } = await sql<{ name: string; latitude: number; longitude: number }>`
    select name, latitude, longitude from (
      select distinct on (release_point) release_point as name, release_latitude as latitude,
        release_longitude as longitude, distance_m
      from flights
      where loft_id = ${loft_id} and season_id = ${season_id} and not is_draft and status <> 'annulled'
        and release_point is not null and release_latitude is not null and release_longitude is not null
      order by release_point, id desc) as points
    order by distance_m nulls last`.execute(tx);
  return rows;
}
