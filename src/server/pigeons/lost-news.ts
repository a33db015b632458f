/** Whose bird is lost or back is told so. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { tellEach } from '#server/notifications/tell.ts';
import { firstOwner } from './rights.ts';

/**
 * Tells the owner of each bird, and whoever has rights in it on that day of the loft. Once for each step of its history.
 */
export async function tellOwners(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
  is_back: boolean,
): Promise<void> {
  if (!pigeon_ids.length) return;
  await tellEach(
    tx,
    'bird_lost',
    sql`
    select told.user_id, 'lost:' || p.id || ':' || h.n as key,
      jsonb_build_object('loft', l.name, 'bird', p.ring, 'is_back', ${is_back}::boolean, 'path',
        '/lofts/' || p.loft_id || '/teams/' || coalesce(p.team_id || '/', '') || 'pigeons/' || p.id) as facts
    from pigeons p
    join lofts l on l.id = p.loft_id
    join lateral (select n, (at at time zone l.time_zone)::date as day from pigeon_history
      where loft_id = p.loft_id and pigeon_id = p.id and machine = 'pigeon_health' order by n desc limit 1) h on true
    cross join lateral (
      select ${firstOwner} as user_id
      union
      select r.user_id from pigeon_rights r where r.loft_id = p.loft_id and r.pigeon_id = p.id
        and r.from_day <= h.day and (r.until_day is null or h.day < r.until_day)) told
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[]) and told.user_id is not null`,
  );
}
