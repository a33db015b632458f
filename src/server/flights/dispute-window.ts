/** How long a provisional result can be disputed: from its publication, for the hours of the rulebook of the flight. */
import { sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { followedVersion } from '#server/seasons/rulebook.ts';

/**
 * Until when the result of the flight `f` can be disputed; null in any other state, in a replay, and where the rulebook
 * gives no time for it.
 */
export const disputesUntil = sql<string | null>`case when f.status = 'provisional' and f.replay_factor is null then (
  select published.at + make_interval(hours => nullif((r.content -> 'disputes' ->> 'hours')::int, 0))
  from rulebooks r, lateral (
    select max(h.at) as at from flight_history h
    where h.loft_id = f.loft_id and h.flight_id = f.id and h.to_status = 'provisional') published
  where r.loft_id = f.loft_id and r.season_id = f.season_id and r.version = ${followedVersion}) end`;

/** {@link disputesUntil} of one flight, epoch ms. */
export async function disputesUntilOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number | null> {
  const row = await tx
    .selectFrom('flights as f')
    .select(disputesUntil.as('until'))
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirst();
  return row?.until ? Date.parse(row.until) : null;
}
