/** The entries about a flight that a ruling can withdraw, to choose from. */
import { sql } from 'kysely';
import { withdrawals } from '#domain/arrivals/project.ts';
import type { FlightKey } from '#domain/keys.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import type { Entry } from '#domain/rulings/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { corrections } from '#server/ledger/declarations.ts';

/** Entries in the list; a ring finds the others. */
const most = 60;

/**
 * The entries about a flight that count, the latest first: readings of its birds since its release, birds that came
 * home without one, disqualified and exchanged ones, and the offsets and withdrawals of its rulings.
 * @param ring part of a ring; empty: of all birds, and those of no bird
 */
export async function entriesOf(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  { ring, release_time }: { ring: string; release_time: string | null },
): Promise<Entry[]> {
  if (release_time === null) return [];
  const key = ringKey(ring);
  const { rows } = await sql<Entry>`
    with birds as (
      select p.id, p.ring from baskets b
      join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
      where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and position(${key} in p.ring_key) > 0),
    declared as (
      select d.*, array[d.pigeon_id, (d.content ->> 'other_id')::bigint] as birds from declarations d
      where d.loft_id = ${loft_id} and (d.flight_id = ${flight_id} and d.kind in ('manual', 'disqualified', 'exchanged')
        or d.kind in ('offset', 'void') and d.number in (
          select unnest(m.numbers) from ruling_decisions m
          where m.loft_id = ${loft_id} and m.flight_id = ${flight_id}))),
    next as (
      select min(f.release_time) as time from flights f
      where f.loft_id = ${loft_id} and f.id <> ${flight_id} and f.replay_of is null and f.release_time > ${release_time}
        and f.status not in ('planned', 'basketing', 'sealed'))
    (select r.number, 'reading' as kind, array[p.ring] as rings, d.name as clock, r.device_time as time,
      null::float8 as offset_ms
    from birds p
    join pigeon_chips c on c.loft_id = ${loft_id} and c.pigeon_id = p.id
    join readings r on r.loft_id = ${loft_id} and upper(r.chip) = c.chip and c.during @> r.device_time
    join devices d on d.loft_id = r.loft_id and d.id = r.device_id and d.replay_id is null
    where r.device_time >= ${release_time} and r.device_time < coalesce((select time from next), 'infinity')
    order by r.number desc limit ${most})
    union all
    (select d.number, d.kind, array(select p.ring from pigeons p where p.loft_id = d.loft_id and p.id = any(d.birds)
        order by p.id <> d.pigeon_id), c.name,
      to_timestamp((d.content ->> 'time_ms')::float8 / 1000), (d.content ->> 'offset_ms')::float8
    from declared d left join devices c on c.loft_id = d.loft_id and c.id = d.device_id
    where ${key} = '' or exists (select from birds p where p.id = any(d.birds))
    order by d.number desc limit ${most})
    order by number desc`.execute(tx);
  const isVoid = withdrawals(await corrections(tx, loft_id, []));
  return rows.filter(({ number }) => !isVoid(number)).slice(0, most);
}
