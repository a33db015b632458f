/** Applies a change of a season to its flights. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { RulebookChange } from '#server/seasons/consequences.ts';

/** Give the flights that follow the rulebook and are not sealed yet the rules of its new version. */
export async function applyRulebook(tx: Tx, { loft_id, season_id, version, rules }: RulebookChange): Promise<void> {
  await tx
    .updateTable('flights')
    .set({ rules: JSON.stringify(rules), rulebook_version: version })
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('rulebook_version', 'is not', null)
    .where('status', 'in', ['planned', 'basketing'])
    .execute();
}

/**
 * Begin a new epoch of the season's streams, because rows sent before are no longer valid. Followers of a flight drop
 * what they have, and so does every process its cache.
 */
export async function restartStreams(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<void> {
  const { rows } = await sql<{ flight_id: number }>`
    select s.flight_id from flight_streams s join flights f on f.loft_id = s.loft_id and f.id = s.flight_id
    where f.loft_id = ${loft_id} and f.season_id = ${season_id} order by s.flight_id for no key update of s`.execute(
    tx,
  );
  const flight_ids = rows.map((row) => row.flight_id);
  await sql`
    update flight_streams set epoch = epoch + 1
    where loft_id = ${loft_id} and flight_id = any(${flight_ids}::bigint[])`.execute(tx);
  await sql`
    select pg_notify('flights', ${`${loft_id}:0`})
    union all
    select pg_notify(channel, ${`${loft_id}:`}::text || flight_id)
    from unnest(${flight_ids}::bigint[]) flight_id cross join unnest(array['flights', 'arrivals']) channel`.execute(tx);
}
