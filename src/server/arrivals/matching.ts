/** From readings in the ledger to arrivals: what a chip leads to, what follows from it, and the waiting ones again. */
import { type RawBuilder, sql } from 'kysely';
import type { UnrankedReason } from '#domain/arrivals/contract.ts';
import { matchReading } from '#domain/arrivals/project.ts';
import { type FlightStatus, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';

/** A reading with what its chip leads to: the bird that wore it then, and the flights the bird is basketed in. */
export interface Candidate {
  number: number;
  time_ms: number;
  chip_loft_id: number | null;
  pigeon_id: number | null;
  flights: { flight_id: number; release_ms: number | null; closes_ms: number | null; status: FlightStatus }[] | null;
}

/** Joins each row `r` with a `chip` and a `device_time` to the columns of a candidate, as `match`. */
export function matchesOf(loft_id: number): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select c.loft_id as chip_loft_id, c.pigeon_id, (
        select json_agg(json_build_object('flight_id', f.id, 'status', f.status,
          'release_ms', extract(epoch from f.release_time) * 1000, 'closes_ms', extract(epoch from f.closes_at) * 1000))
        from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
        where b.loft_id = ${loft_id} and b.pigeon_id = c.pigeon_id and c.loft_id = ${loft_id}) as flights
      from pigeon_chips c where c.chip = upper(r.chip) and c.during @> r.device_time) match on true`;
}

/**
 * Look again at the waiting readings of a loft, whatever kept them from being arrivals: a chip that is known now, a
 * bird that is on the list now, a release that has happened. To be called with the ledger locked.
 * @returns how many readings became arrivals.
 */
export async function mendReadings(tx: Tx, loft_id: number): Promise<number> {
  let mended = 0;
  let after = 0;
  for (;;) {
    const { rows } = await sql<Candidate>`
      select r.number, floor(extract(epoch from r.device_time) * 1000)::bigint as time_ms, match.*
      from (
        select number from unranked_readings where loft_id = ${loft_id} and number > ${after} order by number limit 500) waiting
      join readings r on r.loft_id = ${loft_id} and r.number = waiting.number
      ${matchesOf(loft_id)}
      order by r.number`.execute(tx);
    if (!rows.length) return mended;
    const unranked = await settle(tx, loft_id, rows);
    const home = rows.map((row) => row.number).filter((number) => !unranked.has(number));
    if (home.length) {
      await sql`delete from unranked_readings where loft_id = ${loft_id} and number = any(${home}::bigint[])`.execute(
        tx,
      );
    }
    mended += home.length;
    after = rows.at(-1)!.number;
  }
}

interface Home {
  number: number;
  flight_id: number;
  pigeon_id: number;
  time_ms: number;
}

/**
 * Decide each candidate: arrivals are appended to their flight's stream, the others are listed with their reason.
 * @returns the reasons by ledger number.
 */
export async function settle(
  tx: Tx,
  loft_id: number,
  candidates: readonly Candidate[],
): Promise<Map<number, UnrankedReason>> {
  const unranked = new Map<number, UnrankedReason>();
  const reasons: { number: number; reason: UnrankedReason; pigeon_id: number | null }[] = [];
  const homes: Home[] = [];
  for (const { number, time_ms, pigeon_id, chip_loft_id, flights } of candidates) {
    const windows = (flights ?? []).map(({ status, ...flight }) => ({
      ...flight,
      release_ms: status === 'planned' || status === 'basketing' ? null : flight.release_ms,
      open: takesArrivals(status),
    }));
    const chip = pigeon_id === null || chip_loft_id === null ? null : { loft_id: chip_loft_id, pigeon_id };
    const decided = matchReading({ time_ms }, chip, loft_id, windows);
    if (typeof decided === 'string') {
      unranked.set(number, decided);
      reasons.push({ number, reason: decided, pigeon_id });
    } else {
      homes.push({ number, ...decided });
    }
  }
  if (reasons.length) await listUnranked(tx, loft_id, reasons);
  if (homes.length) await appendArrivals(tx, loft_id, homes);
  return unranked;
}

async function listUnranked(
  tx: Tx,
  loft_id: number,
  reasons: readonly { number: number; reason: UnrankedReason; pigeon_id: number | null }[],
): Promise<void> {
  await sql`
    insert into unranked_readings (loft_id, number, reason, pigeon_id)
    select ${loft_id}::bigint, number, reason, pigeon_id
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as u (number bigint, reason text, pigeon_id bigint)
    on conflict (loft_id, number) do update set reason = excluded.reason, pigeon_id = excluded.pigeon_id
    where unranked_readings.reason <> excluded.reason`.execute(tx);
}

/**
 * Append what changes a bird's counted time: its first arrival, or an earlier reading of another clock. Each takes the
 * flight's next live number under the row lock of its stream; flights are locked in the order of their ids.
 */
async function appendArrivals(tx: Tx, loft_id: number, homes: readonly Home[]): Promise<void> {
  const flight_ids = [...new Set(homes.map((home) => home.flight_id))];
  const { rows: streams } = await sql<{ flight_id: number; head: number }>`
    select flight_id, head from flight_streams where loft_id = ${loft_id} and flight_id = any(${flight_ids}::bigint[])
    order by flight_id for update`.execute(tx);
  // A statement of its own, that begins when the streams are ours and so sees what others have appended.
  const { rows: counted } = await sql<{ flight_id: number; pigeon_id: number; time_ms: number | null }>`
    select distinct on (a.flight_id, a.pigeon_id) a.flight_id, a.pigeon_id, (extract(epoch from a.time) * 1000)::bigint as time_ms
    from unnest(${homes.map((home) => home.flight_id)}::bigint[], ${homes.map((home) => home.pigeon_id)}::bigint[]) as home (flight_id, pigeon_id)
    join arrivals a on a.loft_id = ${loft_id} and a.flight_id = home.flight_id and a.pigeon_id = home.pigeon_id
    order by a.flight_id, a.pigeon_id, a.seq desc`.execute(tx);
  const times = new Map(counted.map((row) => [`${row.flight_id} ${row.pigeon_id}`, row.time_ms]));
  const heads = new Map(streams.map((row) => [row.flight_id, { ...row, newly_home: 0, moved: false }]));
  const rows: { flight_id: number; seq: number; pigeon_id: number; number: number; time: string }[] = [];
  for (const { number, flight_id, pigeon_id, time_ms } of homes) {
    const key = `${flight_id} ${pigeon_id}`;
    const before = times.get(key) ?? null;
    if (before !== null && before <= time_ms) continue;
    const stream = heads.get(flight_id)!;
    if (before === null) stream.newly_home += 1;
    stream.head += 1;
    stream.moved = true;
    times.set(key, time_ms);
    rows.push({ flight_id, seq: stream.head, pigeon_id, number, time: new Date(time_ms).toISOString() });
  }
  if (!rows.length) return;
  const moved = [...heads.values()].filter((stream) => stream.moved);
  // The poke carries no data and is sent by PostgreSQL at commit, or never.
  await sql`
    with appended as (
      insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, time)
      select ${loft_id}::bigint, flight_id, seq, pigeon_id, number, time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a
        (flight_id bigint, seq bigint, pigeon_id bigint, number bigint, time timestamptz)),
    moved as (
      update flight_streams s set head = m.head, home_count = s.home_count + m.newly_home
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (flight_id bigint, head bigint, newly_home int)
      where s.loft_id = ${loft_id} and s.flight_id = m.flight_id
      returning s.flight_id)
    select pg_notify('arrivals', ${`${loft_id}:`} || flight_id) from moved order by flight_id`.execute(tx);
}
