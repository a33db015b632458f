/** What a loft has flown, counted from its official flights. */
import { sql } from 'kysely';
import type { LoftRecord } from '#domain/flights/contract.ts';
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
