/**
 * For the reliability proofs of the ledger: clocks that send like clocks do (again, late, shuffled, in parallel), the
 * real program as a process of its own, and the checks of what is left in the database at the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type ChipHeld, type LedgerEntry, type ProjectFrame, project } from '#domain/arrivals/project.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { Database } from '#server/db/database.ts';
import { startOf } from '#server/db/embedded-processes.ts';
import { type FlightKey, findFlight } from '#server/flights/flights.ts';
import { type Acceptance, type Content, contentHash, contentOf, firstBreak, type Head } from '#server/ledger/ledger.ts';
import { type BuiltRace, type Random, readingOf } from '#server/testing.ts';
import { createStandings } from './arrivals.ts';

// -- clocks ----------------------------------------------------------------------------------------------------------

export type SentReading = ReturnType<typeof readingOf>;

/** A reading in a clock's own journal, and what the clock was told about it. */
export interface Entry {
  reading: SentReading;
  /** How often it was answered `stored`; more than once means that it was lost and stored anew. */
  stored: number;
  acknowledged: boolean;
}

/** A clock of a race: its journal is the memory of what it told. */
export interface Clock {
  race: BuiltRace;
  device_id: number;
  key: string;
  boot: number;
  sequence: number;
  journal: Entry[];
}

export function clockOf(race: BuiltRace, { device_id, key }: { device_id: number; key: string }): Clock {
  return { race, device_id, key, boot: 1, sequence: 0, journal: [] };
}

/**
 * The next reading of a clock: a bird of its race some time after the release, one in ten a chip that nobody knows, now
 * and then a restart, with which the count begins anew.
 */
export function readNext(clock: Clock, random: Random): Entry {
  if (random(300) === 0) {
    clock.boot += 1;
    clock.sequence = 0;
  }
  clock.sequence += 1;
  const { race } = clock;
  const reading = readingOf(race, random(race.chips.length), 0, { boot: clock.boot, sequence: clock.sequence });
  reading.device_time = new Date(race.release_ms - 60_000 + random(10 * 3_600_000)).toISOString();
  if (random(10) === 0) reading.chip = `STRANGER${random(50)}`;
  const entry: Entry = { reading, stored: 0, acknowledged: false };
  clock.journal.push(entry);
  return entry;
}

export function shuffle<T>(list: T[], random: Random): T[] {
  for (let left = list.length - 1; left > 0; left--) {
    const other = random(left + 1);
    [list[left], list[other]] = [list[other]!, list[left]!];
  }
  return list;
}

export interface Answer {
  readings: { boot: string; sequence: number; status: 'stored' | 'duplicate' | 'conflict'; unranked: string | null }[];
  watermarks: { boot: string; watermark: number }[];
}

/** Write an answer into the journal. @returns how many readings it called a conflict. */
export function noteAnswer(batch: readonly Entry[], answer: Answer): number {
  let conflicts = 0;
  for (const [i, entry] of batch.entries()) {
    const { status } = answer.readings[i]!;
    if (status === 'conflict') {
      conflicts += 1;
      continue;
    }
    entry.acknowledged = true;
    if (status === 'stored') entry.stored += 1;
  }
  return conflicts;
}

/**
 * Send a batch over HTTP. An answer that does not come within the time, a broken connection and a 503 leave the clock
 * in the dark: `unknown`. Any other answer than 200 is a fault of the program.
 */
export async function sendBatch(address: string, clock: Clock, batch: readonly Entry[]): Promise<Answer | 'unknown'> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(`${address}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clock.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: batch.map((entry) => entry.reading) }),
      signal: AbortSignal.timeout(10_000),
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    return 'unknown';
  }
  if (status === 200) return JSON.parse(text) as Answer;
  // A 500 would be a bug: a database that is away is no accident that the program does not know.
  if (status === 503) return 'unknown';
  throw new Error(`a clock was answered ${status}: ${text}`);
}

// -- the program -----------------------------------------------------------------------------------------------------

const root = fileURLToPath(new URL('../../../', import.meta.url));
const entry = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * What `npm start` tells Node: a smaller nursery. Ten thousand handshakes would leave the default one full of what they
 * no longer need, some 3 kB for each socket.
 */
export const nodeFlags: readonly string[] =
  (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }).scripts.start.match(
    /--\S+/g,
  ) ?? [];

/** The real program as a process with a process group of its own. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Where it answers; rejects with what it said when it ends before. */
  up: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** The last of what it wrote. */
  said(): string;
}

const running = new Set<Program>();
// The last resort, when the test's own end did not come: nothing stays behind.
process.once('exit', () => {
  for (const program of running) kill(program.pid);
});

/** Start `main.ts` with this environment and no other; the API without pages unless ROLE says otherwise. */
export function startProgram(env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ROLE: 'live',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      AUTH_SECRET: 'only for tests: nothing is kept that it signs',
      ...env,
    },
  });
  let text = '';
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(program);
      resolve(code ?? signal ?? 'gone');
    });
  });
  const up = new Promise<string>((resolve, reject) => {
    const heard = (chunk: Buffer) => {
      text = (text + chunk).slice(-100_000);
      const address = /is up: http:\/\/localhost:(\d+)/.exec(text);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    void ended.then((how) => reject(new Error(`the program ended (${how}) before it was up:\n${text}`)));
  });
  up.catch(() => {});
  const program: Program = { child, pid: child.pid!, up, ended, said: () => text };
  running.add(program);
  return program;
}

/** End it in order, or after ten seconds at once. */
export async function stopProgram(program: Program): Promise<number | string> {
  kill(program.pid, 'SIGTERM');
  const how = await Promise.race([program.ended, sleep(10_000, undefined, { ref: false })]);
  if (how !== undefined) return how;
  kill(program.pid);
  return program.ended;
}

/** Kill one process of ours by its number; -9 unless said otherwise. One that has just gone is fine. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** Wait until a process is gone (a zombie counts as gone). */
export async function gone(pid: number): Promise<void> {
  while (startOf(pid) !== null) await sleep(5);
}

// -- the checks ------------------------------------------------------------------------------------------------------

export type LedgerRow = Content & Acceptance & { content_hash: Buffer; hash: Buffer };

/** The start of every chain. */
export const origin: Head = { number: 0, hash: Buffer.alloc(32) };

/** The readings of a loft's ledger in the order of acceptance, and its head. */
export async function ledgerOf(db: Database, loft_id: number): Promise<{ rows: LedgerRow[]; head: Head }> {
  const rows: LedgerRow[] = [];
  for (;;) {
    const page = await sql<LedgerRow>`
      select number, device_id, boot, sequence, chip, (extract(epoch from device_time) * 1000000)::bigint as device_time_us,
        resolution_ms, antenna, previous_hash, signature, (extract(epoch from received_at) * 1000)::bigint as received_ms,
        clock_offset_ms, content_hash, hash
      from readings where loft_id = ${loft_id} and number > ${rows.at(-1)?.number ?? 0} order by number limit 20000`.execute(
      db,
    );
    rows.push(...page.rows);
    if (page.rows.length < 20_000) break;
  }
  const { head, hash } = await db
    .selectFrom('ledgers')
    .select(['head', 'hash'])
    .where('loft_id', '=', loft_id)
    .executeTakeFirstOrThrow();
  return { rows, head: { number: head, hash } };
}

const keyText = (device_id: number, { boot, sequence }: { boot: string; sequence: number }) =>
  `${device_id}/${boot}/${sequence}`;

/** What a check of a race's ledger found; every figure but `kept` has to be nought. */
export interface Verdict {
  kept: number;
  /** Acknowledged and not there, or there only because it was sent again after it had been stored once before. */
  lost: number;
  duplicated: number;
  /** There, but nobody sent it, or not with this content. */
  unexpected: number;
  /** Numbers of the ledger or of the live stream that are missing or out of order. */
  holes: number;
  broken_links: number;
  /** Birds that are not where the projection of the ledger puts them, and readings without their reason. */
  misplaced: number;
  /** Sequences that a clock is said to owe, though it has told all. */
  owed: number;
}

/** Compare what the clocks of a race were told with what the database holds. */
export async function checkRace(db: Database, race: BuiltRace, clocks: readonly Clock[]): Promise<Verdict> {
  const loft_id = race.loft.id;
  // What was told before the look into the database; the clocks may still be sending.
  const told = clocks.map(({ device_id, journal }) => ({ device_id, entries: journal.map((entry) => ({ ...entry })) }));
  const { rows, head } = await ledgerOf(db, loft_id);
  const verdict: Verdict = {
    kept: rows.length,
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

  const held = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const key = keyText(row.device_id, row);
    const same = held.get(key);
    if (same) same.push(row);
    else held.set(key, [row]);
  }
  for (const { device_id, entries } of told) {
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

/** The stream of arrivals is gapless and ends in what the pure projection of the ledger says. */
async function checkResult(
  db: Database,
  key: FlightKey,
  rows: readonly LedgerRow[],
  verdict: Pick<Verdict, 'holes' | 'misplaced'>,
): Promise<void> {
  const flight = (await findFlight(db, key))!;
  const stream = await db
    .selectFrom('flight_streams')
    .select(['head', 'home_count'])
    .where('loft_id', '=', key.loft_id)
    .where('flight_id', '=', key.flight_id)
    .executeTakeFirstOrThrow();
  const arrivals = await db
    .selectFrom('arrivals')
    .select(['seq', 'pigeon_id', 'time'])
    .where('loft_id', '=', key.loft_id)
    .where('flight_id', '=', key.flight_id)
    .orderBy('seq')
    .execute();
  verdict.holes += holesIn(
    arrivals.map((row) => row.seq),
    stream.head,
  );
  const frame = await frameOf(db, flight);
  const entries = rows.map((row): LedgerEntry => ({ kind: 'reading', ...row, time_us: row.device_time_us }));
  const { ranked, unranked } = project(entries, frame);

  const homes = new Map(arrivals.map((row) => [row.pigeon_id, row.time]));
  for (const [pigeon_id, time] of homes) if (time === null) homes.delete(pigeon_id);
  if (homes.size !== ranked.length || stream.home_count !== ranked.length) verdict.misplaced += 1;
  const shown = (await createStandings()(db, flight)).ranked;
  for (const [i, { device_id: _, boot: __, sequence: ___, ...line }] of ranked.entries()) {
    if (homes.get(line.pigeon_id) !== new Date(line.time_ms).toISOString()) verdict.misplaced += 1;
    if (JSON.stringify(shown[i]) !== JSON.stringify(line)) verdict.misplaced += 1;
  }
  const numbers = new Map(rows.map((row) => [keyText(row.device_id, row), row.number]));
  const expected = unranked.map((line) => `${numbers.get(keyText(line.device_id, line))} ${line.reason}`);
  const waiting = await db
    .selectFrom('unranked_readings')
    .select(['number', 'reason'])
    .where('loft_id', '=', key.loft_id)
    .execute();
  const listed = new Set(waiting.map((row) => `${row.number} ${row.reason}`));
  verdict.misplaced += expected.filter((line) => !listed.delete(line)).length + listed.size;
}

/** What the projection of a flight needs, all of it as the database has it now. */
async function frameOf(db: Database, flight: Flight): Promise<ProjectFrame> {
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

/** How many birds and readings of a flight are not where the projection of its loft's ledger puts them. */
export async function misplacedIn(db: Database, key: FlightKey): Promise<number> {
  const verdict = { holes: 0, misplaced: 0 };
  await checkResult(db, key, (await ledgerOf(db, key.loft_id)).rows, verdict);
  return verdict.holes + verdict.misplaced;
}

/** How far a list of numbers is from 1, 2, 3 … up to its head. */
export function holesIn(numbers: readonly number[], head: number): number {
  let wrong = Math.abs(head - numbers.length);
  for (const [i, number] of numbers.entries()) if (number !== i + 1) wrong += 1;
  return wrong;
}
