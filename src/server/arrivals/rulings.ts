/**
 * What people rule about a flight's arrivals: a clock's offset, an entry that does not count, a bird that came home without
 * a reading. Nothing is edited: each is one more entry of the ledger, and what it moves is settled again with it.
 */
import { sql } from 'kysely';
import { type LedgerEntry, project, type Unranked, withdrawals } from '#domain/arrivals/project.ts';
import { flightStatuses, takesArrivals } from '#domain/flights/flight.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlightKey } from '#server/flights/flights.ts';
import { lockFlight } from '#server/flights/lifecycle.ts';
import { corrections, declare, entryAt } from '#server/ledger/declarations.ts';
import { birdsOf, factsOf } from '#server/ledger/facts.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { settleAgain } from '#server/ledger/matching.ts';

/** Who rules, when and why: all of it is shown with what it changes. */
export type Ruling = Act & { by: number; reason: string };

/** How far a clock is behind the true time, in milliseconds, as far as its own time lies in [from, to). */
export interface OffsetToSet {
  /** One start-up of the clock; null or left out: all of them. */
  boot?: string | null;
  /** ISO instants by the clock's own time; null or left out: without that end. */
  from?: string | null;
  to?: string | null;
  offset_ms: number;
}

/** A bird that is home without a reading: since when, and how it was seen. */
export interface ManualArrivalToEnter {
  pigeon_id: number;
  /** An ISO instant. */
  time: string;
  evidence: string;
}

/** An offset beyond this is a mistake: a clock whose battery was empty begins anew in 1970 at the earliest. */
const mostOffset_ms = 100 * 365 * 86_400_000;

/**
 * Set by how much a clock of the loft was behind the true time. Its birds move; those of official results stay.
 * @returns the number of the entry
 * @throws Refusal `not_found` for a clock that is not the loft's; at `reason` or `offset_ms` what is missing or beyond reason;
 * at `to` a range that ends before it starts.
 */
export async function setOffset(
  tx: Tx,
  { loft_id, device_id }: { loft_id: number; device_id: number },
  { boot = null, from = null, to = null, offset_ms }: OffsetToSet,
  ruling: Ruling,
): Promise<number> {
  needReason(ruling);
  if (!Number.isFinite(offset_ms) || Math.abs(offset_ms) > mostOffset_ms) throw refusalAt('offset_ms', 'error_number');
  const microseconds = (time: string | null) => (time === null ? null : Date.parse(time) * 1000);
  const [from_us, to_us] = [microseconds(from), microseconds(to)];
  if (from_us !== null && to_us !== null && to_us <= from_us) throw refusalAt('to', 'due_date_range_invalid');
  const device = await tx
    .selectFrom('devices')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .executeTakeFirst();
  if (!device) throw new Refusal('not_found');
  const offset = { kind: 'offset' as const, device_id, boot, from_us, to_us, offset_ms };
  const [number] = await declare(tx, loft_id, [offset], ruling);
  await settleMoved(tx, loft_id, { ...offset, number: number! });
  return number!;
}

/**
 * Withdraw an entry of the ledger: a reading, an offset, a manual arrival, or a withdrawal. What counts without it counts.
 * @returns the number of the entry that says so
 * @throws Refusal `not_found`; at `reason` when it is missing; `entry_not_withdrawable` for a release or rules, which are
 * declared anew instead; `entry_withdrawn` for what is withdrawn already; `result_not_open` for the arrival of a flight that
 * takes none any more.
 */
export async function voidEntry(
  tx: Tx,
  { loft_id, number }: { loft_id: number; number: number },
  ruling: Ruling,
): Promise<number> {
  needReason(ruling);
  await lockLedger(tx, loft_id);
  const entry = await entryAt(tx, loft_id, number);
  if (!entry) throw new Refusal('not_found');
  if (entry.kind === 'release' || entry.kind === 'rules') throw new Refusal('entry_not_withdrawable');
  if (withdrawals(await corrections(tx, loft_id, []))(number)) throw new Refusal('entry_withdrawn');
  await refuseSettled(tx, loft_id, entry);
  const is_reading = entry.kind === 'reading';
  const [by] = await declare(tx, loft_id, [{ kind: 'void', voids: number, is_reading }], ruling);
  await settleMoved(tx, loft_id, entry);
  return by!;
}

/**
 * Enter that a bird came home which no clock read. It counts in this flight like a reading of that moment; where a clock read
 * the bird earlier, that counts.
 * @returns the number of the entry
 * @throws Refusal `not_found`; `result_not_open` for a flight that takes no arrivals; at `reason` or `evidence` what is missing;
 * at `pigeon_id` `pigeon_not_basketed`; at `time` `time_outside_flight`.
 */
export async function enterManualArrival(
  tx: Tx,
  key: FlightKey,
  { pigeon_id, time, evidence }: ManualArrivalToEnter,
  ruling: Ruling,
): Promise<number> {
  needReason(ruling);
  if (evidence.trim() === '') throw refusalAt('evidence', 'error_required');
  const { loft_id, id: flight_id, status } = await lockFlight(tx, key);
  if (!takesArrivals(status)) throw new Refusal('result_not_open');
  await lockLedger(tx, loft_id);
  const arrival = { kind: 'manual' as const, flight_id, pigeon_id, time_ms: Date.parse(time) };
  const facts = { ...factsOf(loft_id, [], await birdsOf(tx, loft_id, [pigeon_id])), arrivals: [] };
  const no = project(facts, [{ ...arrival, number: 1 }]).unranked[0];
  if (no) throw whyNotHome(no.reason);
  const [number] = await declare(tx, loft_id, [{ ...arrival, evidence }], ruling);
  await settleMoved(tx, loft_id, { ...arrival, number: number! });
  return number!;
}

function needReason({ reason }: Ruling): void {
  if (reason.trim() === '') throw refusalAt('reason', 'error_required');
}

function whyNotHome(reason: Unranked): Refusal {
  return reason === 'not_basketed'
    ? refusalAt('pigeon_id', 'pigeon_not_basketed')
    : refusalAt('time', 'time_outside_flight');
}

/** What is official is changed by no single person, and an annulled flight has no result. */
async function refuseSettled(tx: Tx, loft_id: number, { kind, number }: LedgerEntry): Promise<void> {
  const column = kind === 'reading' ? 'reading_number' : 'declaration_number';
  const open = flightStatuses.filter(takesArrivals);
  const { rows } = await sql`
    select from arrivals a join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
    where a.loft_id = ${loft_id} and a.${sql.ref(column)} = ${number} and a.time is not null and not f.status = any(${open})
      and not exists (select from arrivals later where later.loft_id = a.loft_id and later.flight_id = a.flight_id
        and later.pigeon_id = a.pigeon_id and later.seq > a.seq)`.execute(tx);
  if (rows.length) throw new Refusal('result_not_open');
}

/** Settle again what an entry moves that is declared or withdrawn now. */
async function settleMoved(tx: Tx, loft_id: number, entry: LedgerEntry): Promise<void> {
  if (entry.kind === 'void') {
    const withdrawn = (await entryAt(tx, loft_id, entry.voids))!;
    return settleMoved(tx, loft_id, withdrawn);
  }
  if (entry.kind === 'manual') {
    const from = new Date(entry.time_ms).toISOString();
    return settleAgain(tx, loft_id, { pigeon_ids: [entry.pigeon_id], from });
  }
  if (entry.kind !== 'reading' && entry.kind !== 'offset') return;
  // By whatever offset their clock has or had: none of them was or is before that.
  const { rows } = await sql<{ pigeon_ids: number[]; chips: string[]; from: string | null }>`
    select coalesce(array_agg(distinct c.pigeon_id) filter (where c.pigeon_id is not null), '{}') as pigeon_ids,
      array_agg(distinct moved.chip) as chips, min(moved.device_time) + (
      select least(min((content ->> 'offset_ms')::float8), 0) * interval '1 ms' from declarations
      where loft_id = ${loft_id} and device_id = ${entry.device_id} and kind = 'offset') as from
    from (
      select upper(chip) as chip, min(device_time) as device_time from readings
      where loft_id = ${loft_id} and device_id = ${entry.device_id} and ${movedBy(entry)} group by upper(chip)) moved
    left join pigeon_chips c on c.chip = moved.chip and c.loft_id = ${loft_id}`.execute(tx);
  const { pigeon_ids, chips, from } = rows[0]!;
  if (from !== null) await settleAgain(tx, loft_id, { pigeon_ids, chips, from });
}

function movedBy(entry: Extract<LedgerEntry, { kind: 'reading' | 'offset' }>) {
  if (entry.kind === 'reading') return sql`number = ${entry.number}`;
  const { boot, from_us, to_us } = entry;
  const at = (us: number | null) => sql`to_timestamp(0) + ${us}::float8 * interval '1 microsecond'`;
  return sql`(${boot}::text is null or boot = ${boot})
    and (${from_us}::float8 is null or device_time >= ${at(from_us)})
    and (${to_us}::float8 is null or device_time < ${at(to_us)})`;
}
