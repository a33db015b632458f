/** The clocks that take the birds of a flight. */
import { sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

/** A clock of a loft, and when it was last compared with the server; null: never. */
export interface FlightClock {
  id: number;
  name: string;
  last_at: string | null;
  /** How far its time is ahead of the server's, ms; null: never compared. */
  offset_ms: number | null;
  /** Since when it is silent although it should be online; null where it is not. */
  silent_since: string | null;
}

/** A clock in use: it was not taken out of service, and repeats no earlier race. */
const inUse = sql`d.kind = 'clock' and d.revoked_at is null and d.replay_id is null`;

/** The clocks chosen for the flights of a query, under the name of their table there. */
export const chosenClocks = (flights: 'f' | 'flights') =>
  sql<number[]>`array(select c.device_id::float8 from flight_clocks c where c.loft_id = ${sql.ref(`${flights}.loft_id`)}
    and c.flight_id = ${sql.ref(`${flights}.id`)} order by c.device_id)`.as('clock_ids');

/** The clocks of a loft that are in use, by their names. */
export async function clocksOfLoft(tx: Tx, loft_id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, d.name from devices d where d.loft_id = ${loft_id} and ${inUse} order by lower(d.name), d.id`.execute(
    tx,
  );
  return rows;
}

/** The clocks in use of those chosen for a flight; where none is, all of its loft. */
export async function clocksOfFlight(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<FlightClock[]> {
  const { rows } = await sql<FlightClock>`
    with flying as (select d.id, d.name, exists (select from flight_clocks f
      where f.loft_id = d.loft_id and f.flight_id = ${flight_id} and f.device_id = d.id) as is_chosen
      from devices d where d.loft_id = ${loft_id} and ${inUse})
    select d.id, d.name, c.last_at, c.clock_offset_ms::float8 as offset_ms,
      (select s.since from device_silences s where s.device_id = d.id and s.ended_at is null) as silent_since
    from flying d left join device_contacts c on c.loft_id = ${loft_id} and c.device_id = d.id
    where d.is_chosen or not exists (select from flying where is_chosen)
    order by lower(d.name), d.id`.execute(tx);
  return rows;
}

/** The clocks that a flight can be corrected by: those chosen for it, and those that read between its release and the next. */
export async function clocksThatFly(tx: Tx, key: FlightKey): Promise<{ id: number; name: string }[]> {
  const { loft_id, flight_id } = key;
  const chosen = (await clocksOfFlight(tx, key)).map(({ id }) => id);
  const { rows } = await sql<{ id: number; name: string }>`
    with flown as (
      select f.release_time as "from", (select min(next.release_time) from flights next
        where next.loft_id = f.loft_id and next.release_time > f.release_time and next.replay_of is null
          and next.status not in ('planned', 'basketing', 'sealed')) as "to"
      from flights f where f.loft_id = ${loft_id} and f.id = ${flight_id})
    select d.id, d.name from devices d
    where d.loft_id = ${loft_id} and d.kind = 'clock' and d.replay_id is null
      and (d.id = any(${chosen}::bigint[]) or exists (select from readings r, flown
        where r.loft_id = d.loft_id and r.device_id = d.id and r.device_time >= flown."from"
          and r.device_time < coalesce(flown."to", 'infinity')))
    order by lower(d.name), d.id`.execute(tx);
  return rows;
}

/** Choose the clocks of a locked flight; none: all of the loft. @throws Refusal `not_found` for one of another loft */
export async function chooseClocks(tx: Tx, { loft_id, flight_id }: FlightKey, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('flight_clocks').where('loft_id', '=', loft_id).where('flight_id', '=', flight_id).execute();
  const wanted = [...new Set(ids)];
  const { numAffectedRows = 0n } = await sql`
    insert into flight_clocks (loft_id, flight_id, device_id)
    select ${loft_id}, ${flight_id}, d.id from devices d
    where d.loft_id = ${loft_id} and d.id = any(${wanted}::bigint[]) and d.kind = 'clock' and d.replay_id is null`.execute(
    tx,
  );
  if (numAffectedRows !== BigInt(wanted.length)) throw new Refusal('not_found');
}
