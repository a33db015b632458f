/**
 * Corrections of a loft's arrivals: a clock's offset, a void of an entry, a bird that came home without a reading, a bird
 * that is disqualified. Nothing is edited: each is one more entry of the ledger, and the affected birds are rematched
 * with it. What a correction changes is found before anything is written, so that it can be seen first; writing it
 * writes what was found.
 */

import { sql } from 'kysely';
import type { MomentOffset } from '#domain/arrivals/close-times.ts';
import type { Declared } from '#domain/arrivals/declarations-contract.ts';
import {
  type Exchanged,
  exchangesThatApply,
  type LedgerEntry,
  type Offset,
  type Unranked,
  withdrawals,
} from '#domain/arrivals/project.ts';
import { flightStatuses, takesArrivals } from '#domain/flights/flight.ts';
import type { DeviceKey, FlightKey, PigeonKey } from '#domain/keys.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import { markDisqualified, markExchanged, markReleased } from '#server/basketing/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { type Correction, correctFlight } from '#server/flights/corrections.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { type Affected, nobody } from '#server/ledger/affected.ts';
import { corrections, declare, declaredExchanges, entryAt } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { matchAgain, type Rematch, recordRematch } from '#server/ledger/matching.ts';

/** The author, time and reason of a ruling, shown with its effects. */
export type Ruling = Act & { by: number; reason: string };

/**
 * A correction, the rows of streams and lists that it changes, and the counted times of the birds that were home in its
 * flight before, epoch ms.
 */
export interface Foreseen {
  correction: Correction;
  rematch: Rematch;
  before: ReadonlyMap<number, number>;
}

/**
 * Finds what a correction changes; nothing is written. Locks the ledger, so that it stays so until it is written.
 * @param flight_id the flight that is corrected: it takes arrivals also when its result is official
 * @throws Refusal for a manual arrival that would not count: at `ring` `pigeon_not_basketed` or `pigeon_disqualified`;
 * at `time` `time_outside_flight`
 */
export async function foresee(tx: Tx, loft_id: number, correction: Correction, flight_id?: number): Promise<Foreseen> {
  const { declared, affected, disqualified } = correction;
  const { number } = await lockLedger(tx, loft_id);
  const entries = declared.map((entry, at) => ({ ...entry, number: number + 1 + at }));
  const { before, ...rematch } = await matchAgain(tx, loft_id, affected, { entries, flight_id, disqualified });
  for (const entry of entries) {
    const no = entry.kind === 'manual' && rematch.unranked.find((one) => one.number === entry.number);
    if (no) throw whyNotHome(no.reason);
  }
  const homes = new Map<number, number>();
  for (const home of before) if (home.flight_id === flight_id) homes.set(home.pigeon_id, home.time_ms);
  return { correction, rematch, before: homes };
}

function whyNotHome(reason: Unranked): Refusal {
  if (reason === 'not_basketed') return refusalAt('ring', 'pigeon_not_basketed');
  return reason === 'disqualified'
    ? refusalAt('ring', 'pigeon_disqualified')
    : refusalAt('time', 'time_outside_flight');
}

/**
 * Writes a correction as it was foreseen in the same transaction.
 * @returns the numbers of its entries
 */
export async function correct(
  tx: Tx,
  loft_id: number,
  { correction: { declared, flight, disqualified, exchanged, released }, rematch }: Foreseen,
  ruling: Ruling,
): Promise<number[]> {
  const numbers = await declare(tx, loft_id, declared, ruling);
  if (flight) {
    const { flight_id, ...facts } = flight;
    await correctFlight(tx, { loft_id, flight_id }, facts);
  }
  if (disqualified) await markDisqualified(tx, { loft_id, ...disqualified }, disqualified.by);
  if (exchanged) await markExchanged(tx, { loft_id, flight_id: exchanged.flight_id }, exchanged.exchanges);
  if (released) await markReleased(tx, { loft_id, flight_id: released.flight_id }, released.releases);
  await recordRematch(tx, loft_id, rematch);
  return numbers;
}

/**
 * By how much a clock of a loft was behind the true time, in milliseconds, for its own times in [from, to) in
 * microseconds. Its birds are rematched; those of official results stay.
 * @param kept readings among them that keep the offset they had
 */
export async function offsetCorrection(
  tx: Tx,
  { loft_id, device_id }: DeviceKey,
  {
    from_us = null,
    to_us = null,
    offset_ms,
    kept = [],
  }: Pick<Offset, 'offset_ms'> &
    Partial<Pick<Offset, 'from_us' | 'to_us'>> & { kept?: readonly Omit<MomentOffset, 'pigeon_id'>[] },
): Promise<Correction> {
  const offset = { kind: 'offset' as const, device_id, boot: null, from_us, to_us, offset_ms };
  return {
    declared: [offset, ...kept.map(offsetOfMoment)],
    affected: await readBy(tx, loft_id, { ...offset, number: 0 }),
  };
}

const offsetOfMoment = ({ device_id, boot, own_us, offset_ms }: Omit<MomentOffset, 'pigeon_id'>) => ({
  kind: 'offset' as const,
  device_id,
  boot,
  from_us: own_us,
  to_us: own_us + 1,
  offset_ms,
});

/**
 * Readings of single moments of clocks count at another time in a locked flight: those of birds whose order the rulebook
 * decides.
 */
export function momentsCorrection({ release_time }: LockedFlight, moments: readonly MomentOffset[]): Correction {
  return {
    declared: moments.map(offsetOfMoment),
    affected: { pigeon_ids: moments.map(({ pigeon_id }) => pigeon_id), from: release_time! },
  };
}

/**
 * The withdrawal of an entry of the ledger: a reading, an offset, a manual arrival, a disqualification, or a withdrawal.
 * @param flight_id the flight that is corrected: it takes arrivals also when its result is official
 * @throws Refusal `not_found`; `entry_not_withdrawable` for a release or rules, which are declared anew instead, also
 * for those of a release that was taken back;
 * `entry_withdrawn` for an entry already withdrawn; `result_not_open` for the arrival of a flight that takes no arrivals
 * any more.
 */
export async function voidCorrection(
  tx: Tx,
  { loft_id, number }: { loft_id: number; number: number },
  flight_id?: number,
): Promise<Correction> {
  const head = await lockLedger(tx, loft_id);
  const entry = await entryAt(tx, loft_id, number);
  if (!entry) throw new Refusal('not_found');
  const withdrawn = entry.kind === 'void' ? await entryAt(tx, loft_id, entry.voids) : undefined;
  if ([entry, withdrawn].some((one) => one?.kind === 'release' || one?.kind === 'rules'))
    throw new Refusal('entry_not_withdrawable');
  const voids = await corrections(tx, loft_id, []);
  if (withdrawals(voids)(number)) throw new Refusal('entry_withdrawn');
  await refuseSettled(tx, loft_id, entry, flight_id);
  const isVoid = withdrawals([...voids, { kind: 'void', number: head.number + 1, voids: number }]);
  return {
    declared: [{ kind: 'void', voids: number, is_reading: entry.kind === 'reading' }],
    ...(await movedBy(tx, loft_id, entry, isVoid)),
  };
}

/**
 * A bird came home in a locked flight without a reading. It counts like a reading of that moment; an earlier reading of
 * the bird takes precedence.
 * @throws Refusal `result_not_open` for a flight that takes no arrivals
 */
export function manualCorrection(
  { id: flight_id, status }: LockedFlight,
  { pigeon_id, time_ms, evidence }: { pigeon_id: number; time_ms: number; evidence: string },
): Correction {
  if (!takesArrivals(status)) throw new Refusal('result_not_open');
  return {
    declared: [{ kind: 'manual', flight_id, pigeon_id, time_ms, evidence }],
    affected: { pigeon_ids: [pigeon_id], from: new Date(time_ms).toISOString() },
  };
}

/**
 * A bird has no place in a locked flight, whatever was and is read of it, until that is withdrawn.
 * @throws Refusal `result_not_open` for a flight that takes no arrivals; at `ring` `pigeon_not_basketed`, or
 * `pigeon_disqualified` for one that is it already
 */
export async function disqualification(tx: Tx, flight: LockedFlight, pigeon_id: number): Promise<Correction> {
  const { loft_id, id: flight_id, status, release_time } = flight;
  if (!takesArrivals(status)) throw new Refusal('result_not_open');
  const { number } = await lockLedger(tx, loft_id);
  const basket = await tx
    .selectFrom('baskets')
    .select('disqualified_by')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', '=', pigeon_id)
    .executeTakeFirst();
  if (!basket) throw refusalAt('ring', 'pigeon_not_basketed');
  if (basket.disqualified_by !== null) throw refusalAt('ring', 'pigeon_disqualified');
  return {
    declared: [{ kind: 'disqualified', flight_id, pigeon_id }],
    disqualified: { flight_id, pigeon_id, by: number + 1 },
    affected: { pigeon_ids: [pigeon_id], from: release_time! },
  };
}

/**
 * Two birds of a locked flight are exchanged: what clocks read of one counts there for the other, until that is
 * withdrawn.
 * @throws Refusal `result_not_open` for a flight that takes no arrivals; at `ring` or `other_ring`
 * `pigeon_not_basketed`, `pigeon_exchanged`; at `other_ring` `exchange_itself`
 */
export async function exchangeCorrection(
  tx: Tx,
  { loft_id, id: flight_id, status }: LockedFlight,
  { pigeon_id, other_id }: Pick<Exchanged, 'pigeon_id' | 'other_id'>,
): Promise<Correction> {
  if (!takesArrivals(status)) throw new Refusal('result_not_open');
  if (pigeon_id === other_id) throw refusalAt('other_ring', 'exchange_itself');
  const { number } = await lockLedger(tx, loft_id);
  const baskets = await tx
    .selectFrom('baskets')
    .select(['pigeon_id', 'exchanged_by'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', 'in', [pigeon_id, other_id])
    .execute();
  for (const [field, bird] of [
    ['ring', pigeon_id],
    ['other_ring', other_id],
  ] as const) {
    const basket = baskets.find((one) => one.pigeon_id === bird);
    if (!basket) throw refusalAt(field, 'pigeon_not_basketed');
    if (basket.exchanged_by !== null) throw refusalAt(field, 'pigeon_exchanged');
  }
  const entry = { kind: 'exchanged' as const, flight_id, pigeon_id, other_id };
  const isVoid = withdrawals(await corrections(tx, loft_id, []));
  return {
    declared: [entry],
    ...(await exchangedBirds(tx, { loft_id, flight_id }, isVoid, { ...entry, number: number + 1 })),
  };
}

/** The exchanges of a flight that apply from now on, and whose arrivals follow from them. */
async function exchangedBirds(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  isVoid: (number: number) => boolean,
  next?: Exchanged,
): Promise<Pick<Correction, 'affected' | 'exchanged'>> {
  const declared = [...(await declaredExchanges(tx, loft_id, flight_id)), ...(next ? [next] : [])];
  const { release_time } = await tx
    .selectFrom('flights')
    .select('release_time')
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  return {
    exchanged: { flight_id, exchanges: exchangesThatApply(declared.filter(({ number }) => !isVoid(number))) },
    affected: { pigeon_ids: declared.flatMap(({ pigeon_id, other_id }) => [pigeon_id, other_id]), from: release_time! },
  };
}

/** An official result is never changed by a single person, and an annulled flight has no result. */
async function refuseSettled(tx: Tx, loft_id: number, { kind, number }: LedgerEntry, flight_id = 0): Promise<void> {
  const column = kind === 'reading' ? 'reading_number' : 'declaration_number';
  const open = flightStatuses.filter(takesArrivals);
  const { rows } = await sql`
    select from arrivals a join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
    where a.loft_id = ${loft_id} and a.${sql.ref(column)} = ${number} and a.time is not null
      and f.id <> ${flight_id} and not f.status = any(${open})
      and not exists (select from arrivals later where later.loft_id = a.loft_id and later.flight_id = a.flight_id
        and later.pigeon_id = a.pigeon_id and later.seq > a.seq)`.execute(tx);
  if (rows.length) throw new Refusal('result_not_open');
}

/** What else changes when an entry is withdrawn, or counts again. */
async function movedBy(
  tx: Tx,
  loft_id: number,
  entry: LedgerEntry,
  isVoid: (number: number) => boolean,
): Promise<Pick<Correction, 'affected' | 'disqualified' | 'exchanged'>> {
  if (entry.kind === 'void') return movedBy(tx, loft_id, (await entryAt(tx, loft_id, entry.voids))!, isVoid);
  if (entry.kind === 'manual') {
    const { pigeon_id, time_ms } = entry;
    return { affected: { pigeon_ids: [pigeon_id], from: new Date(time_ms).toISOString() } };
  }
  if (entry.kind === 'disqualified') {
    const { flight_id, pigeon_id } = entry;
    const by = (await disqualifications(tx, { loft_id, flight_id, pigeon_id })).findLast((one) => !isVoid(one)) ?? null;
    const { release_time } = await tx
      .selectFrom('flights')
      .select('release_time')
      .where('loft_id', '=', loft_id)
      .where('id', '=', flight_id)
      .executeTakeFirstOrThrow();
    return { disqualified: { flight_id, pigeon_id, by }, affected: { pigeon_ids: [pigeon_id], from: release_time! } };
  }
  if (entry.kind === 'exchanged') return exchangedBirds(tx, { loft_id, flight_id: entry.flight_id }, isVoid);
  if (entry.kind === 'reading' || entry.kind === 'offset') return { affected: await readBy(tx, loft_id, entry) };
  return { affected: nobody };
}

/** The declarations that disqualify a bird in a flight, also withdrawn ones, in their order. */
async function disqualifications(tx: Tx, { loft_id, flight_id, pigeon_id }: FlightKey & PigeonKey): Promise<number[]> {
  const rows = await tx
    .selectFrom('declarations')
    .select('number')
    .where('loft_id', '=', loft_id)
    .where('kind', '=', 'disqualified')
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', '=', pigeon_id)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

/** Whose readings an entry moves: those that an offset corrects, or the reading itself. */
async function readBy(
  tx: Tx,
  loft_id: number,
  entry: Extract<LedgerEntry, { kind: 'reading' | 'offset' }>,
): Promise<Affected> {
  // By any offset that the clock has, had or gets: none of the affected readings was or is before that.
  const least_ms = entry.kind === 'offset' ? Math.min(entry.offset_ms, 0) : 0;
  const moved = sql`from readings where loft_id = ${loft_id} and device_id = ${entry.device_id} and ${isMoved(entry)}`;
  const { rows } = await sql<{ from: string | null }>`
    select min(device_time) + (
      select least(min((content ->> 'offset_ms')::float8), ${least_ms}) * interval '1 ms' from declarations
      where loft_id = ${loft_id} and device_id = ${entry.device_id} and kind = 'offset') as from ${moved}`.execute(tx);
  const { from } = rows[0]!;
  return from === null ? nobody : { chips: sql`select upper(chip) ${moved}`, from };
}

function isMoved(entry: Extract<LedgerEntry, { kind: 'reading' | 'offset' }>) {
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
