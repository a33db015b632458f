/** Birds that are not home from the last flight they flew: proposed as lost, and asked about at the basketing desk. */
import { sql } from 'kysely';
import { arrivedAt } from '#server/ledger/last-arrival.ts';

/** Birds of a flight of longer ago are not spoken of any more. */
const remembered_ms = 60 * 86_400_000;

/** The last flight that the pigeon `p` flew, but for one flight; joined as `flown`. */
export const lastFlown = (but: number | null = null) => sql`(
  select f.loft_id, f.id, f.name, f.status, f.release_time from baskets b
  join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
  where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.replay_of is null and f.id is distinct from ${but}::bigint
    and f.status in ('released', 'closed', 'provisional', 'official')
  order by f.release_time desc limit 1)`;

/** Whether the pigeon `p` has not come home from `flown`, and no clock has read it since. */
export const isNotHome = (now_ms: number) => sql`(
  flown.release_time > ${new Date(now_ms - remembered_ms).toISOString()}
  and ${arrivedAt('flown', 'p.id')} is null
  and not exists (
    select from unranked_readings w join readings r on r.loft_id = w.loft_id and r.number = w.number
    where w.loft_id = p.loft_id and w.pigeon_id = p.id and r.device_time > flown.release_time))`;
