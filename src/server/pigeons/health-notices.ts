/** Notices to owners when a bird of theirs is lost, injured, in quarantine or dead, and when it is well again. */
import { sql } from 'kysely';
import type { Health } from '#domain/pigeons/status.ts';
import type { Tx } from '#server/db/database.ts';
import { notifyEach, withdraw } from '#server/notifications/notify.ts';
import { firstOwner } from './rights.ts';

/** The delay of a notice, so that a state set by mistake can be corrected within minutes without alarming the owner. */
const hold_ms = 10 * 60_000;

/** States reported to owners by name; every other one means that the bird is well. */
const reported = ['lost', 'injured', 'quarantine', 'died'] as const satisfies readonly Health[];

/**
 * Notify the owner of each of these locked birds, and the holders of its rights on that day in the loft's time zone, of
 * its state, once for each step of its history. Notices of earlier steps that still wait are withdrawn, and the last
 * reported state is not repeated: a bird set to died and back to active within minutes causes no notice. A recovery is
 * reported only to those who were notified of the illness.
 */
export async function notifyOwners(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
  { status, now_ms }: { status: Health; now_ms: number },
): Promise<void> {
  if (!pigeon_ids.length) return;
  await withdraw(
    tx,
    'bird_lost',
    pigeon_ids.map((id) => `lost:${id}:`),
  );
  const isWell = !(reported as readonly Health[]).includes(status);
  await notifyEach(
    tx,
    'bird_lost',
    sql`
    select whom.user_id, 'lost:' || p.id || ':' || h.n as key,
      jsonb_build_object('loft', l.name, 'bird', p.ring, 'as', case when ${!isWell} then ${status}
          else case last.as when 'lost' then 'back' when 'died' then 'alive' else 'well' end end,
        'path', '/lofts/' || p.loft_id || '/teams/' || coalesce(p.team_id || '/', '') || 'pigeons/' || p.id) as facts
    from pigeons p
    join lofts l on l.id = p.loft_id
    join lateral (select n, (at at time zone l.time_zone)::date as day from pigeon_history
      where loft_id = p.loft_id and pigeon_id = p.id and machine = 'pigeon_health' order by n desc limit 1) h on true
    cross join lateral (
      select ${firstOwner} as user_id
      union
      select r.user_id from pigeon_rights r where r.loft_id = p.loft_id and r.pigeon_id = p.id
        and r.from_day <= h.day and (r.until_day is null or h.day < r.until_day)) whom
    -- Before there were other states, facts said only whether it was back.
    left join lateral (
      select coalesce(sent.facts ->> 'as', case when (sent.facts -> 'is_back')::boolean then 'back' else 'lost' end) as as
      from notifications sent where sent.user_id = whom.user_id and sent.event = 'bird_lost'
        and sent.key like 'lost:' || p.id || ':%' and sent.status in ('pending', 'sent')
      order by sent.id desc limit 1) last on true
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[]) and whom.user_id is not null
      and case when ${isWell} then coalesce(last.as, '') = any(${reported}::text[]) else last.as is distinct from ${status} end`,
    now_ms + hold_ms,
  );
}
