/** From readings in the ledger to arrivals: what a chip leads to, what follows from it, and the settled ones again. */
import { type RawBuilder, sql } from 'kysely';
import type { UnrankedReason } from '#domain/arrivals/contract.ts';
import { matchReading } from '#domain/arrivals/project.ts';
import { type FlightStatus, flightStatuses, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';
import { addHomeEvents } from '#server/notifications/races.ts';
import { lockLedger } from './ledger.ts';

/** A reading with what its chip leads to: the bird that wore it then, and the flights the bird is basketed in. */
export interface Candidate {
  number: number;
  time_ms: number;
  chip_loft_id: number | null;
  pigeon_id: number | null;
  flights: Basketed[] | null;
}

/** A flight that a bird is basketed in, and the time that counts for the bird there. */
interface Basketed {
  flight_id: number;
  release_ms: number | null;
  closes_ms: number | null;
  status: FlightStatus;
  counted_ms: number | null;
}

/** A reading that counts for a bird in a flight. */
interface Home {
  number: number;
  flight_id: number;
  pigeon_id: number;
  time_ms: number;
}

/** The same with the time that counted for the bird before. */
interface Decided extends Home {
  counted_ms: number | null;
}

interface Unranked {
  number: number;
  reason: UnrankedReason;
  pigeon_id: number | null;
}

/** A row to append to a flight's stream: the time that counts for a bird from now on, and before; null for none. */
type Change = Omit<Home, 'time_ms'> & { time_ms: number | null; before: number | null };

/**
 * Joins each row `r` with a `device_id`, a `chip` and a `device_time` to the columns of a candidate, as `match`. The
 * clocks of a replay tell of that flight alone, and nobody else tells of it: its race clock is not the wall's. The release
 * of a flight that was annulled before it is a plan that never came true.
 * The instant is asked with `is true`, so that PostgreSQL finds the chip by its own index and not by the one that keeps
 * chips apart over time, where a search costs six times as much; and so is the flight of an arrival: a plan from the first
 * minutes of a race would else look through all that are home in it for the last one of the bird.
 */
export function matchesOf(loft_id: number): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select c.loft_id as chip_loft_id, c.pigeon_id, (
        select json_agg(json_build_object('flight_id', f.id, 'status', f.status,
          'release_ms', case when f.status <> 'annulled' or exists (
              select from flight_history h where h.loft_id = f.loft_id and h.flight_id = f.id and h.to_status = 'released')
            then extract(epoch from f.release_time) * 1000 end,
          'closes_ms', extract(epoch from f.closes_at) * 1000,
          'counted_ms', (
            select extract(epoch from a.time) * 1000 from arrivals a
            where a.pigeon_id = b.pigeon_id and (a.loft_id = b.loft_id and a.flight_id = b.flight_id) is true
            order by a.seq desc limit 1)))
        from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
        where b.loft_id = ${loft_id} and b.pigeon_id = c.pigeon_id and c.loft_id = ${loft_id}
          and d.replay_id is not distinct from case when f.replay_of is not null then f.id end) as flights
      from pigeon_chips c join devices d on d.loft_id = ${loft_id} and d.id = r.device_id
      where c.chip = upper(r.chip) and (c.during @> r.device_time) is true) match on true`;
}

const timeOfReading = sql`floor(extract(epoch from r.device_time) * 1000)::bigint`;

/**
 * Look again at the first waiting readings of a loft after a number, whatever kept them from being arrivals: a chip that
 * is known now, a bird that is on the list now, a release that has happened. To be called with the ledger locked, and a
 * part at a time, so that no clock waits for the whole list.
 * @returns how many readings became arrivals, and the number to go on after; null at the end.
 */
export async function mendReadings(
  tx: Tx,
  loft_id: number,
  after: number,
): Promise<{ mended: number; next: number | null }> {
  const { rows } = await sql<Candidate>`
    select r.number, ${timeOfReading} as time_ms, match.*
    from (
      select number from unranked_readings where loft_id = ${loft_id} and number > ${after}
      order by number limit ${mostMended}) waiting
    join readings r on r.loft_id = ${loft_id} and r.number = waiting.number
    ${matchesOf(loft_id)}
    order by r.number`.execute(tx);
  const unranked = await settle(tx, loft_id, rows);
  const mended = rows.filter(({ number }) => !unranked.has(number));
  await unlist(tx, loft_id, mended);
  return { mended: mended.length, next: rows.length < mostMended ? null : rows.at(-1)!.number };
}

const mostMended = 500;

/**
 * Put the readings of these birds from an instant on where they belong now, as if they had all come only now: after
 * something was told late, or corrected, by which readings were settled already, such as a release, a closing, a basket
 * or a chip. An arrival that belongs elsewhere is withdrawn; that of an official result stays. Locks the ledger.
 */
export async function settleAgain(
  tx: Tx,
  loft_id: number,
  { pigeon_ids, from }: { pigeon_ids: readonly number[]; from: string },
): Promise<void> {
  await lockLedger(tx, loft_id);
  const { rows } = await sql<Candidate>`
    select r.number, ${timeOfReading} as time_ms, match.*
    from (
      select distinct chip from pigeon_chips where loft_id = ${loft_id} and pigeon_id = any(${pigeon_ids}::bigint[])) worn
    join readings r on upper(r.chip) = worn.chip and r.loft_id = ${loft_id} and r.device_time >= ${from}::timestamptz
    ${matchesOf(loft_id)}
    order by r.number`.execute(tx);
  if (!rows.length) return;
  const { homes, unranked } = decide(loft_id, rows);
  await list(tx, loft_id, unranked);
  await unlist(tx, loft_id, homes);

  const earliest = new Map<string, Home>();
  for (const home of homes) {
    const known = earliest.get(placeOf(home));
    if (!known || home.time_ms < known.time_ms) earliest.set(placeOf(home), home);
  }
  const birds = new Set([...pigeon_ids, ...homes.map(({ pigeon_id }) => pigeon_id)]);
  const counted = await countedOf(tx, loft_id, [...birds]);
  const changes: Change[] = [];
  for (const place of new Set([...earliest.keys(), ...counted.keys()])) {
    const was = counted.get(place);
    const is = earliest.get(place);
    const before = was?.time_ms ?? null;
    const time_ms = is?.time_ms ?? null;
    // What counts from before that instant is no question here.
    if (before === time_ms || (before !== null && before < Date.parse(from))) continue;
    changes.push({ ...(is ?? was)!, time_ms, before });
  }
  await append(tx, loft_id, changes);
}

/**
 * Decide each candidate: arrivals are appended to their flight's stream, the others are listed with their reason. To be
 * called with the ledger locked.
 * @returns the reasons by ledger number.
 */
export async function settle(
  tx: Tx,
  loft_id: number,
  candidates: readonly Candidate[],
): Promise<Map<number, UnrankedReason>> {
  const { homes, unranked } = decide(loft_id, candidates);
  await list(tx, loft_id, unranked);
  await append(tx, loft_id, earlierThanCounted(homes));
  return new Map(unranked.map(({ number, reason }) => [number, reason]));
}

function decide(loft_id: number, candidates: readonly Candidate[]): { homes: Decided[]; unranked: Unranked[] } {
  const homes: Decided[] = [];
  const unranked: Unranked[] = [];
  for (const { number, time_ms, pigeon_id, chip_loft_id, flights } of candidates) {
    const windows = (flights ?? []).map(({ flight_id, release_ms, closes_ms, status }) => ({
      flight_id,
      release_ms: status === 'planned' || status === 'basketing' ? null : release_ms,
      closes_ms,
      open: takesArrivals(status),
    }));
    const chip = pigeon_id === null || chip_loft_id === null ? null : { loft_id: chip_loft_id, pigeon_id };
    const decided = matchReading({ time_ms }, chip, loft_id, windows);
    if (typeof decided === 'string') unranked.push({ number, reason: decided, pigeon_id });
    else {
      const { counted_ms } = flights!.find(({ flight_id }) => flight_id === decided.flight_id)!;
      homes.push({ number, ...decided, counted_ms });
    }
  }
  return { homes, unranked };
}

async function list(tx: Tx, loft_id: number, unranked: readonly Unranked[]): Promise<void> {
  if (!unranked.length) return;
  await sql`
    insert into unranked_readings (loft_id, number, reason, pigeon_id)
    select ${loft_id}::bigint, number, reason, pigeon_id
    from jsonb_to_recordset(${JSON.stringify(unranked)}::jsonb) as u (number bigint, reason text, pigeon_id bigint)
    on conflict (loft_id, number) do update set reason = excluded.reason, pigeon_id = excluded.pigeon_id
    where (unranked_readings.reason, unranked_readings.pigeon_id) is distinct from (excluded.reason, excluded.pigeon_id)`.execute(
    tx,
  );
}

async function unlist(tx: Tx, loft_id: number, readings: readonly { number: number }[]): Promise<void> {
  if (!readings.length) return;
  const numbers = readings.map(({ number }) => number);
  await sql`delete from unranked_readings where loft_id = ${loft_id} and number = any(${numbers}::bigint[])`.execute(
    tx,
  );
}

/** What names a bird's place in a flight. */
const placeOf = ({ flight_id, pigeon_id }: Pick<Home, 'flight_id' | 'pigeon_id'>) => `${flight_id} ${pigeon_id}`;

/** Of these, what changes a bird's counted time: its first arrival, or an earlier reading of another clock. */
function earlierThanCounted(homes: readonly Decided[]): Change[] {
  const times = new Map(homes.map((home) => [placeOf(home), home.counted_ms]));
  return homes.flatMap(({ number, flight_id, pigeon_id, time_ms }) => {
    const home = { number, flight_id, pigeon_id, time_ms };
    const before = times.get(placeOf(home)) ?? null;
    if (before !== null && before <= time_ms) return [];
    times.set(placeOf(home), time_ms);
    return [{ ...home, before }];
  });
}

/** The arrivals that count for these birds in flights that still take arrivals, by their places. */
async function countedOf(tx: Tx, loft_id: number, pigeon_ids: readonly number[]): Promise<Map<string, Home>> {
  const { rows } = await sql<Home>`
    select flight_id, pigeon_id, number, (extract(epoch from time) * 1000)::bigint as time_ms
    from (
      select distinct on (a.flight_id, a.pigeon_id) a.flight_id, a.pigeon_id, a.reading_number as number, a.time
      from baskets b
      join flights f on f.loft_id = b.loft_id and f.id = b.flight_id and f.status = any(${flightStatuses.filter(takesArrivals)})
      join arrivals a on a.loft_id = b.loft_id and a.flight_id = b.flight_id and a.pigeon_id = b.pigeon_id
      where b.loft_id = ${loft_id} and b.pigeon_id = any(${pigeon_ids}::bigint[])
      order by a.flight_id, a.pigeon_id, a.seq desc) last
    where time is not null`.execute(tx);
  return new Map(rows.map((home) => [placeOf(home), home]));
}

/**
 * Append to the streams of flights, and write down for who starred a bird that it is home. The rows take the next live
 * numbers of their stream, under its row lock; who appends has locked the loft's ledger, so nobody else holds one of them
 * and waits for another.
 */
async function append(tx: Tx, loft_id: number, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return;
  const streams = new Map<number, { flight_id: number; rows: number; newly_home: number }>();
  const rows = changes.map(({ flight_id, pigeon_id, number, time_ms, before }) => {
    const stream = streams.get(flight_id) ?? { flight_id, rows: 0, newly_home: 0 };
    streams.set(flight_id, stream);
    stream.rows += 1;
    stream.newly_home += Number(time_ms !== null) - Number(before !== null);
    const time = time_ms === null ? null : new Date(time_ms).toISOString();
    return { flight_id, place: stream.rows, pigeon_id, number, time };
  });
  const newlyHome = changes.filter(({ time_ms, before }) => time_ms !== null && before === null);
  // The poke carries no data and is sent by PostgreSQL at commit, or never.
  await sql`
    with moved as (
      update flight_streams s set head = s.head + m.rows, home_count = s.home_count + m.newly_home
      from jsonb_to_recordset(${JSON.stringify([...streams.values()])}::jsonb) as m (flight_id bigint, rows int, newly_home int)
      where s.loft_id = ${loft_id} and s.flight_id = m.flight_id
      returning s.flight_id, s.head - m.rows as before),
    appended as (
      insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, time)
      select ${loft_id}::bigint, flight_id, before + place, pigeon_id, number, time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a
        (flight_id bigint, place int, pigeon_id bigint, number bigint, time timestamptz)
      join moved using (flight_id)),
    noticed as (${addHomeEvents(loft_id, newlyHome)})
    select pg_notify('arrivals', ${`${loft_id}:`} || flight_id) from moved order by flight_id`.execute(tx);
}

/** Before a bird is removed that was basketed nowhere: the chip in its waiting readings is nobody's. Locks the ledger. */
export async function forgetBird(
  tx: Tx,
  { loft_id, pigeon_id }: { loft_id: number; pigeon_id: number },
): Promise<void> {
  await lockLedger(tx, loft_id);
  await tx
    .updateTable('unranked_readings')
    .set({ reason: 'unknown_chip', pigeon_id: null })
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .execute();
}
