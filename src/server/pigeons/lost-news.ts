/** Whose bird is lost or back is told so. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { tellEach } from '#server/notifications/tell.ts';

/**
 * Tells the owner of each bird: who ordered its place, else the account of its team. Once for each step of its history.
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
    select coalesce(o.user_id, t.user_id) as user_id, 'lost:' || p.id || ':' || h.n as key,
      jsonb_build_object('loft', l.name, 'bird', p.ring, 'is_back', ${is_back}::boolean, 'path',
        '/lofts/' || p.loft_id || '/teams/' || coalesce(p.team_id || '/', '') || 'pigeons/' || p.id) as facts
    from pigeons p
    join lofts l on l.id = p.loft_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
    join lateral (select max(n) as n from pigeon_history
      where loft_id = p.loft_id and pigeon_id = p.id and machine = 'pigeon_health') h on true
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[]) and coalesce(o.user_id, t.user_id) is not null`,
  );
}
