/** For the proofs of the ledger: checks of the final state of the database. */

import { sql } from 'kysely';
import type { ChipHeld, LedgerEntry } from '#domain/arrivals/project.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { auditLoft, origin, readHead, readLedger } from '#server/arrivals/audit.ts';
import { createStandings } from '#server/arrivals/standings.ts';
import type { Database } from '#server/db/database.ts';
import { findFlight } from '#server/flights/flights.ts';
import { entryOf } from '#server/ledger/declarations.ts';
import {
  contentHash,
  contentOf,
  firstBreak,
  type Head,
  type LedgerRow,
  type ReadingRow,
} from '#server/ledger/ledger.ts';
import type { BuiltRace } from './builders.ts';
import type { Clock } from './clocks.ts';
import { type RaceFrame, resultOf } from './ledger-histories.ts';

/** The entries of a loft's ledger in the order of acceptance, and its head. */
export async function ledgerOf(db: Database, loft_id: number): Promise<{ rows: LedgerRow[]; head: Head }> {
  const rows: LedgerRow[] = [];
  for (;;) {
    const page = await readLedger(db, loft_id, rows.at(-1)?.number ?? 0);
    if (!page.length) return { rows, head: await readHead(db, loft_id) };
    rows.push(...page);
  }
}

export const isReading = (row: LedgerRow): row is ReadingRow => row.kind === 'reading';

const keyText = (device_id: number, { boot, sequence }: { boot: string; sequence: number }) =>
  `${device_id}/${boot}/${sequence}`;

/** The findings about a race's ledger; every figure but `kept` must be zero. */
export interface Verdict {
  kept: number;
  /** Acknowledged and missing, or there only because it was sent again after it had been stored once before. */
  lost: number;
  duplicated: number;
  /** Stored, but never sent, or with other content. */
  unexpected: number;
  /** Numbers of the ledger or of the live stream that are missing or out of order. */
  holes: number;
  broken_links: number;
  /** Birds that are not where the projection of the ledger puts them, and readings without their reason. */
  misplaced: number;
  /** Sequences that a clock seems to owe although it has delivered all. */
  owed: number;
}

/** Compares the replies to the clocks of a race with the content of the database. */
export async function checkRace(db: Database, race: BuiltRace, clocks: readonly Clock[]): Promise<Verdict> {
  const loft_id = race.loft.id;
  // A copy of the journals before the database is read; the clocks may still be sending.
  const sent = clocks.map(({ device_id, journal }) => ({ device_id, entries: journal.map((entry) => ({ ...entry })) }));
  const { rows, head } = await ledgerOf(db, loft_id);
  const verdict: Verdict = {
    kept: rows.filter(isReading).length,
    lost: 0,
    duplicated: 0,
    unexpected: 0,
    holes: 0,
    broken_links: firstBreak(rows, origin, head) === null ? 0 : 1,
    misplaced: 0,
    owed: 0,
  };
  verdict.holes += holesIn(
    rows.map((row) => row.number),
    head.number,
  );

  const held = new Map<string, ReadingRow[]>();
  for (const row of rows.filter(isReading)) {
    const key = keyText(row.device_id, row);
    const same = held.get(key);
    if (same) same.push(row);
    else held.set(key, [row]);
  }
  for (const { device_id, entries } of sent) {
    for (const { reading, acknowledged, stored } of entries) {
      const key = keyText(device_id, reading);
      const found = held.get(key) ?? [];
      held.delete(key);
      if ((acknowledged && !found.length) || stored > 1) verdict.lost += 1;
      verdict.duplicated += Math.max(0, found.length - 1);
      const content_hash = contentHash(contentOf(reading as never));
      if (found.some((row) => !row.content_hash.equals(content_hash))) verdict.unexpected += 1;
    }
  }
  verdict.unexpected += [...held.values()].reduce((total, list) => total + list.length, 0);

  const owed = await sql<{ missing: number }>`
    select coalesce(sum(to_sequence - from_sequence + 1), 0)::bigint as missing from reading_gaps where loft_id = ${loft_id}`.execute(
    db,
  );
  verdict.owed = owed.rows[0]!.missing;
  await checkResult(db, { loft_id, flight_id: race.flight_id }, rows, verdict);
  return verdict;
}

/** The audit finds nothing, and the stream of arrivals has no gap and ends in the pure projection of the ledger. */
async function checkResult(
  db: Database,
  key: FlightKey,
  rows: readonly LedgerRow[],
  verdict: Pick<Verdict, 'holes' | 'misplaced'>,
): Promise<void> {
  verdict.misplaced += (await auditLoft(db, key.loft_id)).faults.length;
  const flight = (await findFlight(db, key))!;
  const stream = await db
    .selectFrom('flight_streams')
    .select(['head', 'home_count'])
    .where('loft_id', '=', key.loft_id)
    .where('flight_id', '=', key.flight_id)
    .executeTakeFirstOrThrow();
  const arrivals = await db
    .selectFrom('arrivals')
    .select(['seq', 'pigeon_id', 'time', 'reading_number', 'declaration_number'])
    .where('loft_id', '=', key.loft_id)
    .where('flight_id', '=', key.flight_id)
    .orderBy('seq')
    .execute();
  verdict.holes += holesIn(
    arrivals.map((row) => row.seq),
    stream.head,
  );
  const frame = await frameOf(db, flight);
  const { ranked, unranked } = resultOf(rows.map(ledgerEntryOf), frame);

  const homes = new Map(arrivals.map((row) => [row.pigeon_id, row]));
  for (const [pigeon_id, { time }] of homes) if (time === null) homes.delete(pigeon_id);
  if (homes.size !== ranked.length || stream.home_count !== ranked.length) verdict.misplaced += 1;
  const shown = (await createStandings()(db, flight)).ranked;
  const numbers = new Map(rows.filter(isReading).map((row) => [keyText(row.device_id, row), row.number]));
  const numberOf = (line: (typeof ranked)[number] | (typeof unranked)[number]) =>
    'manual' in line ? line.manual : numbers.get(keyText(line.device_id, line))!;
  for (const [i, line] of ranked.entries()) {
    const home = homes.get(line.pigeon_id);
    if (home?.time !== new Date(line.time_ms).toISOString()) verdict.misplaced += 1;
    if ((home?.reading_number ?? home?.declaration_number) !== numberOf(line)) verdict.misplaced += 1;
    const { device_id: _, boot: __, sequence: ___, manual: ____, ...shownLine } = line as Record<string, unknown>;
    if (JSON.stringify(shown[i]) !== JSON.stringify(shownLine)) verdict.misplaced += 1;
  }
  const expected = unranked.filter((line) => !('manual' in line)).map((line) => `${numberOf(line)} ${line.reason}`);
  const waiting = await db
    .selectFrom('unranked_readings')
    .select(['number', 'reason'])
    .where('loft_id', '=', key.loft_id)
    .execute();
  const listed = new Set(waiting.map((row) => `${row.number} ${row.reason}`));
  verdict.misplaced += expected.filter((line) => !listed.delete(line)).length + listed.size;
}

function ledgerEntryOf(row: LedgerRow): LedgerEntry {
  if (row.kind !== 'reading') return entryOf(row);
  const { number, device_id, boot, sequence, chip, device_time_us } = row;
  return { kind: 'reading', number, device_id, boot, sequence, chip, time_us: device_time_us };
}

/** All facts that the projection of a flight needs, as the database has them now. */
async function frameOf(db: Database, flight: Flight): Promise<RaceFrame> {
  const { loft_id } = flight;
  const flights = await db
    .selectFrom('flights')
    .select(['id', 'status', 'release_time', 'closes_at'])
    .where('loft_id', '=', loft_id)
    .execute();
  const baskets = await db
    .selectFrom('baskets')
    .select(['flight_id', 'pigeon_id'])
    .where('loft_id', '=', loft_id)
    .execute();
  const chips = await sql<ChipHeld>`
    select chip, loft_id, pigeon_id, (extract(epoch from lower(during)) * 1000)::bigint as from_ms,
      (extract(epoch from upper(during)) * 1000)::bigint as to_ms
    from pigeon_chips where loft_id = ${loft_id}`.execute(db);
  const ms = (time: string | null) => (time === null ? null : Date.parse(time));
  return {
    loft_id,
    flight_id: flight.id,
    distance_m: flight.distance_m!,
    rules: flight.rules,
    closed: flight.closed_intervals,
    day_starts: flight.day_starts,
    flights: flights.map(({ id, status, release_time, closes_at }) => ({
      flight_id: id,
      release_ms: status === 'planned' || status === 'basketing' ? null : ms(release_time),
      closes_ms: ms(closes_at),
      open: takesArrivals(status),
      pigeon_ids: new Set(baskets.filter((row) => row.flight_id === id).map((row) => row.pigeon_id)),
    })),
    chips: chips.rows,
  };
}

/** The number of birds and readings of a flight that are not where the projection of its loft's ledger puts them. */
export async function misplacedIn(db: Database, key: FlightKey): Promise<number> {
  const verdict = { holes: 0, misplaced: 0 };
  await checkResult(db, key, (await ledgerOf(db, key.loft_id)).rows, verdict);
  return verdict.holes + verdict.misplaced;
}

/** The number of positions in which a list differs from 1, 2, 3 … up to its head. */
export function holesIn(numbers: readonly number[], head: number): number {
  let wrong = Math.abs(head - numbers.length);
  for (const [i, number] of numbers.entries()) if (number !== i + 1) wrong += 1;
  return wrong;
}
