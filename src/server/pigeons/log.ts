/** The log of a bird for its owners: the steps of its health, its progress and its location. */
import { sql } from 'kysely';
import type { PigeonKey } from '#domain/keys.ts';
import type { PigeonLog } from '#domain/pigeons/log-contract.ts';
import type { Tx } from '#server/db/database.ts';
import { firstOwner } from './rights.ts';

/** The steps of these birds, the latest first. */
export async function logsOf(
  tx: Tx,
  { loft_id }: { loft_id: number },
  pigeon_ids: readonly number[],
): Promise<Map<number, PigeonLog>> {
  const { rows } = await sql<PigeonLog[number] & { pigeon_id: number }>`
    select pigeon_id, at, from_status as "from", to_status as "to", reason from pigeon_history
    where loft_id = ${loft_id} and pigeon_id = any(${pigeon_ids}::bigint[])
    order by at desc, machine, n desc`.execute(tx);
  return Map.groupBy(rows, ({ pigeon_id }) => pigeon_id);
}

/**
 * The steps of a bird for a person who owns it, by its order or team, or holds a share in it on the loft's day; none for
 * anybody else.
 */
export async function ownLog(tx: Tx, { loft_id, pigeon_id }: PigeonKey, reader: { user_id: number; now_ms: number }) {
  const { rows } = await sql<{ time_zone: string }>`
    select l.time_zone from pigeons p join lofts l on l.id = p.loft_id
    where p.loft_id = ${loft_id} and p.id = ${pigeon_id} and (${firstOwner} = ${reader.user_id} or exists (
      select from pigeon_rights r
      cross join lateral (select (to_timestamp(${reader.now_ms}::double precision / 1000) at time zone l.time_zone)::date as day) today
      where r.loft_id = p.loft_id and r.pigeon_id = p.id and r.user_id = ${reader.user_id}
        and r.from_day <= today.day and (r.until_day is null or today.day < r.until_day)))`.execute(tx);
  const [own] = rows;
  if (!own) return { time_zone: null, log: [] };
  return { ...own, log: (await logsOf(tx, { loft_id }, [pigeon_id])).get(pigeon_id) ?? [] };
}
