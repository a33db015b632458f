/**
 * Rulings on a flight's arrivals: a clock's offset, a void of an entry, a bird that came home without a reading.
 * Nothing is edited: each ruling is one more entry of the ledger, and the affected birds are rematched with it.
 */

import { sql } from 'kysely';
import type { MomentOffset } from '#domain/arrivals/close-times.ts';
import type { Declared } from '#domain/arrivals/declarations-contract.ts';
import {
  type Disqualified,
  type LedgerEntry,
  type Offset,
  project,
  type Unranked,
  withdrawals,
} from '#domain/arrivals/project.ts';
import { flightStatuses, takesArrivals } from '#domain/flights/flight.ts';
import type { DeviceKey } from '#domain/keys.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import { markDisqualified } from '#server/basketing/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { corrections, declare, entryAt } from '#server/ledger/declarations.ts';
import { birdsOf, factsOf } from '#server/ledger/facts.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematch } from '#server/ledger/matching.ts';

/** The author, time and reason of a ruling, shown with its effects. */
export type Ruling = Act & { by: number; reason: string };

/**
 * Set by how much a clock of a loft was behind the true time, in milliseconds, for its own times in [from, to) in
 * microseconds. Its birds are rematched; those of official results stay.
 * @returns the number of the entry
 */
export async function setOffset(
  tx: Tx,
  { loft_id, device_id }: DeviceKey,
  { from_us = null, to_us = null, offset_ms }: Pick<Offset, 'offset_ms'> & Partial<Pick<Offset, 'from_us' | 'to_us'>>,
  ruling: Ruling,
): Promise<number> {
  const offset = { kind: 'offset' as const, device_id, boot: null, from_us, to_us, offset_ms };
  const [number] = await declare(tx, loft_id, [offset], ruling);
  await settleMoved(tx, loft_id, { ...offset, number: number! });
  return number!;
}

/**
 * Give readings of single moments of clocks another time in a locked flight: those of birds whose order the rulebook
 * decides. The birds are rematched together.
 * @returns the numbers of the entries
 */
export async function setMoments(
  tx: Tx,
  { loft_id, release_time }: LockedFlight,
  moments: readonly MomentOffset[],
  ruling: Ruling,
): Promise<number[]> {
  const offsets = moments.map(({ device_id, boot, own_us, offset_ms }) => ({
    kind: 'offset' as const,
    device_id,
    boot,
    from_us: own_us,
    to_us: own_us + 1,
    offset_ms,
  }));
  const numbers = await declare(tx, loft_id, offsets, ruling);
  const pigeon_ids = moments.map(({ pigeon_id }) => pigeon_id);
  await rematch(tx, loft_id, { pigeon_ids, from: release_time! });
  return numbers;
}

/**
 * Withdraw an entry of the ledger: a reading, an offset, a manual arrival, or a withdrawal.
 * @returns the number of the void
 * @throws Refusal `not_found`; `entry_not_withdrawable` for a release or rules, which are declared anew instead
 * (`correctRelease`); `entry_withdrawn` for an entry already withdrawn; `result_not_open` for the arrival of a flight
 * that takes no arrivals any more.
 */
export async function voidEntry(
  tx: Tx,
  { loft_id, number }: { loft_id: number; number: number },
  ruling: Ruling,
): Promise<number> {
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
 * Enter that a bird came home in a locked flight without a reading. It counts like a reading of that moment; an earlier
 * reading of the bird takes precedence.
 * @returns the number of the entry
 * @throws Refusal `result_not_open` for a flight that takes no arrivals; at `ring` `pigeon_not_basketed` or
 * `pigeon_disqualified`; at `time` `time_outside_flight`
 */
export async function enterManualArrival(
  tx: Tx,
  flight: LockedFlight,
  { pigeon_id, time_ms, evidence }: { pigeon_id: number; time_ms: number; evidence: string },
  ruling: Ruling,
): Promise<number> {
  const { loft_id, id: flight_id } = flight;
  if (!takesArrivals(flight.status)) throw new Refusal('result_not_open');
  await lockLedger(tx, loft_id);
  const arrival = { kind: 'manual' as const, flight_id, pigeon_id, time_ms };
  const facts = { ...factsOf(loft_id, [], await birdsOf(tx, loft_id, [pigeon_id])), arrivals: [] };
  const no = project(facts, [{ ...arrival, number: 1 }]).unranked[0];
  if (no) throw whyNotHome(no.reason);
  const [number] = await declare(tx, loft_id, [{ ...arrival, evidence }], ruling);
  await settleMoved(tx, loft_id, { ...arrival, number: number! });
  return number!;
}

function whyNotHome(reason: Unranked): Refusal {
  if (reason === 'not_basketed') return refusalAt('ring', 'pigeon_not_basketed');
  return reason === 'disqualified'
    ? refusalAt('ring', 'pigeon_disqualified')
    : refusalAt('time', 'time_outside_flight');
}

/**
 * Disqualify a bird in a locked flight: it has no place there, whatever was and is read of it, until that is withdrawn.
 * @returns the number of the entry
 * @throws Refusal `result_not_open` for a flight that takes no arrivals; at `ring` `pigeon_disqualified` for one
 * that is it already
 */
export async function disqualify(tx: Tx, flight: LockedFlight, pigeon_id: number, ruling: Ruling): Promise<number> {
  const { loft_id, id: flight_id } = flight;
  if (!takesArrivals(flight.status)) throw new Refusal('result_not_open');
  await lockLedger(tx, loft_id);
  const entry = { kind: 'disqualified' as const, flight_id, pigeon_id };
  const basket = await tx
    .selectFrom('baskets')
    .select('disqualified_by')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', '=', pigeon_id)
    .executeTakeFirst();
  if (!basket) throw refusalAt('ring', 'pigeon_not_basketed');
  if (basket.disqualified_by !== null) throw refusalAt('ring', 'pigeon_disqualified');
  const [number] = await declare(tx, loft_id, [entry], ruling);
  await settleMoved(tx, loft_id, { ...entry, number: number! });
  return number!;
}

/** An official result is never changed by a single person, and an annulled flight has no result. */
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

/** Rematch the birds that are affected by an entry just declared or withdrawn. */
async function settleMoved(tx: Tx, loft_id: number, entry: LedgerEntry): Promise<void> {
  if (entry.kind === 'void') {
    const withdrawn = (await entryAt(tx, loft_id, entry.voids))!;
    return settleMoved(tx, loft_id, withdrawn);
  }
  if (entry.kind === 'manual') {
    const from = new Date(entry.time_ms).toISOString();
    return rematch(tx, loft_id, { pigeon_ids: [entry.pigeon_id], from });
  }
  if (entry.kind === 'disqualified') return settleDisqualified(tx, loft_id, entry);
  if (entry.kind !== 'reading' && entry.kind !== 'offset') return;
  // By any offset that the clock has or had: none of the affected readings was or is before that.
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
  if (from !== null) await rematch(tx, loft_id, { pigeon_ids, chips, from });
}

/** The basket of the bird says whether it is disqualified: by this entry, or no longer. */
async function settleDisqualified(
  tx: Tx,
  loft_id: number,
  { number, flight_id, pigeon_id }: Disqualified,
): Promise<void> {
  const isVoid = withdrawals(await corrections(tx, loft_id, []))(number);
  await markDisqualified(tx, { loft_id, flight_id, pigeon_id }, isVoid ? null : number);
  const { release_time } = await tx
    .selectFrom('flights')
    .select('release_time')
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  await rematch(tx, loft_id, { pigeon_ids: [pigeon_id], from: release_time! });
}

function movedBy(entry: Extract<LedgerEntry, { kind: 'reading' | 'offset' }>) {
  if (entry.kind === 'reading') return sql`number = ${entry.number}`;
  const { boot, from_us, to_us } = entry;
  const at = (us: number | null) => sql`to_timestamp(0) + ${us}::float8 * interval '1 microsecond'`;
  return sql`(${boot}::text is null or boot = ${boot})
    and (${from_us}::float8 is null or device_time >= ${at(from_us)})
    and (${to_us}::float8 is null or device_time < ${at(to_us)})`;
}

/** Declarations on one page. */
const page = 50;

/** The declarations about a loft's races before an entry (null: to the end), the latest first. */
export async function declaredBefore(
  tx: Tx,
  loft_id: number,
  before: number | null,
): Promise<{ declarations: Declared[]; has_more: boolean }> {
  const { rows } = await sql<Omit<Declared, 'is_withdrawn'>>`
    select d.number, d.kind, d.device_id, d.boot, d.flight_id, d.pigeon_id,
      coalesce(d.reading_number, d.declaration_number) as voids, d.content, d.reason, d.declared_at,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by
    from declarations d left join users u on u.id = d.user_id
    where d.loft_id = ${loft_id} and (${before}::bigint is null or d.number < ${before})
    order by d.number desc limit ${page + 1}`.execute(tx);
  const isVoid = withdrawals(await corrections(tx, loft_id, []));
  const declarations = rows.slice(0, page).map((row) => ({ ...row, is_withdrawn: isVoid(row.number) }));
  return { declarations, has_more: rows.length > page };
}
