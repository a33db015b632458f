/** Matches ledger entries to arrivals: applies the projection to the affected birds and stores the result. */

import { sql } from 'kysely';
import type { UnrankedReason } from '#domain/arrivals/contract.ts';
import { type Arrival, knownByPlace, type LedgerEntry, type Projection, project } from '#domain/arrivals/project.ts';
import { exactTime } from '#domain/arrivals/rank.ts';
import type { PigeonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { addHomeEvents } from '#server/notifications/races.ts';
import { type Affected, type Assumed, type Counted, readAffected } from './affected.ts';
import { corrections } from './declarations.ts';
import { type Candidate, factsOf, leadsOf, readingColumns, readingOf } from './facts.ts';
import { lockLedger } from './ledger.ts';

/** A row to append to a flight's stream: the bird's time that counts from now on, and the one before; null for none. */
export interface Change extends Pick<Arrival, 'flight_id' | 'pigeon_id' | 'number'> {
  is_reading: boolean;
  time_ms: number | null;
  before: number | null;
}

/**
 * Match new or waiting readings: arrivals are appended to the streams of their flights, the others are listed with
 * their reason. Call it with the ledger locked.
 * @returns the reasons by ledger number.
 */
export async function match(
  tx: Tx,
  loft_id: number,
  candidates: readonly Candidate[],
): Promise<Map<number, UnrankedReason>> {
  const facts = factsOf(loft_id, candidates);
  const { arrivals, unranked } = project(facts, [
    ...candidates.map(readingOf),
    ...facts.exchanges,
    ...(await correctionsOf(tx, loft_id, candidates)),
  ]);
  await list(tx, loft_id, unranked);
  await append(tx, loft_id, changesBetween(facts.arrivals, arrivals));
  return new Map(unranked.flatMap(({ number, reason }) => (reason === 'void' ? [] : [[number, reason] as const])));
}

/** Few clocks have an offset: without one there is no query. */
async function correctionsOf(tx: Tx, loft_id: number, candidates: readonly Candidate[]): Promise<LedgerEntry[]> {
  const corrected = candidates.filter(({ has_offset }) => has_offset);
  if (!corrected.length) return [];
  return corrections(tx, loft_id, new Set(corrected.map(({ device_id }) => device_id)));
}

/**
 * Match again the first waiting readings of a loft after a number: the chip may be known now, the bird on the list, the
 * flight released. Call it with the ledger locked, and for one part at a time, so that no clock waits for the whole
 * list.
 * @returns how many readings became arrivals, and the number to continue after; null at the end.
 */
export async function rematchWaiting(
  tx: Tx,
  loft_id: number,
  after: number,
): Promise<{ matched: number; next: number | null }> {
  const { rows } = await sql<Candidate>`
    select ${readingColumns}, lead.*
    from (
      select number from unranked_readings where loft_id = ${loft_id} and number > ${after} and reason <> 'void'
      order by number limit ${mostRematched}) waiting
    join readings r on r.loft_id = ${loft_id} and r.number = waiting.number
    ${leadsOf(loft_id)}
    order by r.number`.execute(tx);
  const unranked = await match(tx, loft_id, rows);
  const matched = rows.filter(({ number }) => !unranked.has(number));
  await unlist(
    tx,
    loft_id,
    matched.map(({ number }) => number),
  );
  return { matched: matched.length, next: rows.length < mostRematched ? null : rows.at(-1)!.number };
}

const mostRematched = 500;

/** What matching entries again changes, before it is written. */
export interface Rematch {
  /** Rows to append to the streams of flights. */
  changes: Change[];
  /** The entries that are no arrival, and why. */
  unranked: Projection['unranked'];
  /** The numbers of the readings that are arrivals. */
  ranked: number[];
}

/**
 * Match all entries of these birds from an instant on again, as if they all arrived now: after a fact they depended on
 * was entered late or corrected, such as a release, a closing, a basket, a chip, an offset or a void. A misplaced
 * arrival is withdrawn; that of an official result stays. Locks the ledger.
 */
export async function rematch(tx: Tx, loft_id: number, affected: Affected): Promise<void> {
  await lockLedger(tx, loft_id);
  await recordRematch(tx, loft_id, await matchAgain(tx, loft_id, affected));
}

/** What {@link rematch} changes, with what is declared next. Nothing is written; the caller has locked the ledger. */
export async function matchAgain(
  tx: Tx,
  loft_id: number,
  affected: Affected,
  assumed?: Assumed,
): Promise<Rematch & { before: readonly Arrival[] }> {
  const { entries, facts, birds, from_ms } = await readAffected(tx, loft_id, affected, assumed);
  const before = facts.arrivals;
  // Those of other birds stay; an arrival before the instant stays and precedes what comes later.
  const own = before.filter(({ pigeon_id }) => birds.has(pigeon_id));
  const settled = own.filter(({ time_ms }) => time_ms < from_ms);
  const { arrivals, repeated, unranked } = project({ ...facts, arrivals: settled }, entries);
  return {
    before,
    changes: changesBetween(own, arrivals),
    unranked,
    ranked: [...arrivals, ...repeated].flatMap(({ key, number, time_ms }) =>
      key !== null && time_ms >= from_ms ? number : [],
    ),
  };
}

/** Writes what {@link matchAgain} found. */
export async function recordRematch(tx: Tx, loft_id: number, { changes, unranked, ranked }: Rematch): Promise<void> {
  // Official results stay as they are, and so do the readings listed beside them.
  await list(
    tx,
    loft_id,
    unranked.filter(({ key, is_settled }) => key !== null && !is_settled),
  );
  await unlist(tx, loft_id, ranked);
  await append(tx, loft_id, changes);
}

async function list(tx: Tx, loft_id: number, unranked: Projection['unranked']): Promise<void> {
  if (!unranked.length) return;
  const rows = unranked.map(({ number, reason, pigeon_id }) => ({ number, reason, pigeon_id }));
  await sql`
    insert into unranked_readings (loft_id, number, reason, pigeon_id)
    select ${loft_id}::bigint, number, reason, pigeon_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (number bigint, reason text, pigeon_id bigint)
    on conflict (loft_id, number) do update set reason = excluded.reason, pigeon_id = excluded.pigeon_id
    where (unranked_readings.reason, unranked_readings.pigeon_id) is distinct from (excluded.reason, excluded.pigeon_id)`.execute(
    tx,
  );
}

async function unlist(tx: Tx, loft_id: number, numbers: readonly number[]): Promise<void> {
  if (!numbers.length) return;
  await sql`delete from unranked_readings where loft_id = ${loft_id} and number = any(${numbers}::bigint[])`.execute(
    tx,
  );
}

/** The stream rows that turn the arrivals before into the arrivals after, in the order of the ledger. */
function changesBetween(
  before: readonly (Arrival & Partial<Pick<Counted, 'is_reading'>>)[],
  after: readonly Arrival[],
): Change[] {
  const left = knownByPlace<(typeof before)[number]>();
  for (const was of before) left.set(was, was);
  const moved: Change[] = [];
  for (const is of after) {
    const was = left.get(is);
    left.delete(is);
    if (was?.number !== is.number || was.time_ms !== is.time_ms)
      moved.push(changeTo(is, is.time_ms, was?.time_ms ?? null));
  }
  const withdrawn = left.all().map((was) => ({
    ...changeTo(was, null, was.time_ms),
    is_reading: was.is_reading ?? was.key !== null,
  }));
  return [...withdrawn, ...moved].sort((a, b) => a.number - b.number);
}

function changeTo(
  { flight_id, pigeon_id, number, key }: Arrival,
  time_ms: number | null,
  before: number | null,
): Change {
  return { flight_id, pigeon_id, number, is_reading: key !== null, time_ms, before };
}

/**
 * Append to the streams of flights, and record home events for the fans. The rows take the next live numbers of their
 * streams, under the streams' row locks; the caller has locked the loft's ledger, which prevents deadlocks.
 */
async function append(tx: Tx, loft_id: number, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return;
  const streams = new Map<number, { flight_id: number; rows: number; newly_home: number }>();
  const rows = changes.map(({ flight_id, pigeon_id, number, is_reading, time_ms, before }) => {
    const stream = streams.get(flight_id) ?? { flight_id, rows: 0, newly_home: 0 };
    streams.set(flight_id, stream);
    stream.rows += 1;
    stream.newly_home += Number(time_ms !== null) - Number(before !== null);
    const time = time_ms === null ? null : exactTime(time_ms);
    const [reading, declaration] = is_reading ? [number, null] : [null, number];
    return { flight_id, place: stream.rows, pigeon_id, reading, declaration, time };
  });
  const newlyHome = changes.filter(({ time_ms, before }) => time_ms !== null && before === null);
  // The notification carries no data; PostgreSQL sends it at the commit, or never.
  await sql`
    with moved as (
      update flight_streams s set head = s.head + m.rows, home_count = s.home_count + m.newly_home
      from jsonb_to_recordset(${JSON.stringify([...streams.values()])}::jsonb) as m (flight_id bigint, rows int, newly_home int)
      where s.loft_id = ${loft_id} and s.flight_id = m.flight_id
      returning s.flight_id, s.head - m.rows as before),
    appended as (
      insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, declaration_number, time)
      select ${loft_id}::bigint, flight_id, before + place, pigeon_id, reading, declaration, time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a
        (flight_id bigint, place int, pigeon_id bigint, reading bigint, declaration bigint, time timestamptz)
      join moved using (flight_id)),
    noticed as (${addHomeEvents(loft_id, newlyHome)})
    select pg_notify('arrivals', ${`${loft_id}:`} || flight_id) from moved order by flight_id`.execute(tx);
}

/**
 * Before the removal of a bird that was never basketed: its waiting readings have an unknown chip. Locks the ledger.
 */
export async function forgetBird(tx: Tx, { loft_id, pigeon_id }: PigeonKey): Promise<void> {
  await lockLedger(tx, loft_id);
  await tx
    .updateTable('unranked_readings')
    .set({ reason: 'unknown_chip', pigeon_id: null })
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .execute();
}
