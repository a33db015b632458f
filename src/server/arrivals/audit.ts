/** Audits a loft: whether its ledger is intact, and whether its results follow from it. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  type Arrival,
  declaredFlights,
  type FlightWindow,
  placeOf,
  project,
  withdrawals,
} from '#domain/arrivals/project.ts';
import { type FlightStatus, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { corrections, declaredExchanges, entryOf } from '#server/ledger/declarations.ts';
import {
  birdsOf,
  type Candidate,
  factsOf,
  leadsOf,
  manualOf,
  readingColumns,
  readingOf,
} from '#server/ledger/facts.ts';
import { type DeclarationRow, firstBreak, type Head, type LedgerRow, type ReadingRow } from '#server/ledger/ledger.ts';
import { rankedAnew, readStandings } from './standings.ts';

/** The position before the first entry of every chain. */
export const origin: Head = { number: 0, hash: Buffer.alloc(32) };

/** The number of entries in memory at once. */
const page = 20_000;

/** The entries of a loft's ledger after a number, in the order of acceptance; at most one page. */
export async function readLedger(tx: Tx, loft_id: number, after: number): Promise<LedgerRow[]> {
  const { rows } = await sql<ReadingRow>`
    select 'reading' as kind, number, device_id, boot, sequence, chip,
      (extract(epoch from device_time) * 1000000)::bigint as device_time_us,
      resolution_ms, antenna, previous_hash, signature, (extract(epoch from received_at) * 1000)::bigint as received_ms,
      clock_offset_ms, content_hash, hash
    from readings where loft_id = ${loft_id} and number > ${after} order by number limit ${page}`.execute(tx);
  const declared = await declaredIn(tx, loft_id, after, rows.length < page ? null : rows.at(-1)!.number);
  return [...rows, ...declared].sort((a, b) => a.number - b.number).slice(0, page);
}

/** The declarations after a number, up to another (null: to the end). */
async function declaredIn(tx: Tx, loft_id: number, after: number, to: number | null): Promise<DeclarationRow[]> {
  const { rows } = await sql<DeclarationRow>`
    select number, kind, device_id, boot, flight_id, pigeon_id, reading_number, declaration_number, content, reason, user_id,
      (extract(epoch from declared_at) * 1000)::bigint as declared_ms, content_hash, hash
    from declarations where loft_id = ${loft_id} and number > ${after} and (${to}::bigint is null or number <= ${to})
    order by number`.execute(tx);
  return rows;
}

/** The head of the chain of a loft. */
export async function readHead(tx: Tx, loft_id: number): Promise<Head> {
  const { head, hash } = await tx
    .selectFrom('ledgers')
    .select(['head', 'hash'])
    .where('loft_id', '=', loft_id)
    .executeTakeFirstOrThrow();
  return { number: head, hash };
}

export interface LoftAudit {
  readings: number;
  /** Ledger entries that are declarations of people. */
  declarations: number;
  arrivals: number;
  /** One sentence for each wrong row; empty when the audit finds none. */
  faults: string[];
}

/**
 * Checks every entry of a loft's ledger against the hash chain and its head, every live stream for gaps, every arrival
 * and every waiting reading against the projection of the ledger, and every flight against its declarations. Call it in
 * a transaction with a stable snapshot.
 */
export async function auditLoft(tx: Tx, loft_id: number): Promise<LoftAudit> {
  const chain = await auditChain(tx, loft_id);
  const streams = await auditStreams(tx, loft_id);
  const results = await auditResults(tx, loft_id);
  return {
    readings: chain.readings,
    declarations: chain.declarations,
    arrivals: streams.arrivals,
    faults: [
      ...chain.faults,
      ...streams.faults,
      ...results,
      ...(await auditDeclared(tx, loft_id)),
      ...(await auditStandings(tx, loft_id)),
    ],
  };
}

async function auditChain(
  tx: Tx,
  loft_id: number,
): Promise<{ readings: number; declarations: number; faults: string[] }> {
  const head = await readHead(tx, loft_id);
  let last = origin;
  let readings = 0;
  let declarations = 0;
  const found = (...faults: string[]) => ({ readings, declarations, faults });
  for (;;) {
    const rows = await readLedger(tx, loft_id, last.number);
    const readingCount = rows.filter(({ kind }) => kind === 'reading').length;
    readings += readingCount;
    declarations += rows.length - readingCount;
    const end = rows.at(-1);
    const broken = end && firstBreak(rows, last, end);
    if (typeof broken === 'number') return found(`loft ${loft_id}: the chain of the ledger breaks at entry ${broken}`);
    if (end) last = { number: end.number, hash: end.hash };
    if (rows.length < page) break;
  }
  const is_whole = last.number === head.number && last.hash.equals(head.hash);
  if (is_whole) return found();
  return found(
    `loft ${loft_id}: the ledger ends at entry ${last.number}, its head says ${head.number} or another hash`,
  );
}

async function auditStreams(tx: Tx, loft_id: number): Promise<{ arrivals: number; faults: string[] }> {
  const { rows } = await sql<{
    flight_id: number;
    head: number;
    home_count: number;
    rows: number;
    last: number;
    home: number;
  }>`
    select s.flight_id, s.head, s.home_count, count(a.seq) as rows, coalesce(max(a.seq), 0) as last,
      count(*) filter (where a.time is not null and not exists (
        select from arrivals later where later.loft_id = a.loft_id and later.flight_id = a.flight_id
          and later.pigeon_id = a.pigeon_id and later.seq > a.seq)) as home
    from flight_streams s
    left join arrivals a on a.loft_id = s.loft_id and a.flight_id = s.flight_id
    where s.loft_id = ${loft_id}
    group by s.flight_id, s.head, s.home_count order by s.flight_id`.execute(tx);
  const faults: string[] = [];
  for (const stream of rows) {
    const flight = `loft ${loft_id}, flight ${stream.flight_id}`;
    // Numbers are unique and at least 1: if there are as many rows as the last number, none is missing.
    if (stream.rows !== stream.head || stream.last !== stream.head)
      faults.push(`${flight}: the stream of arrivals has ${stream.rows} rows up to ${stream.last}, not ${stream.head}`);
    if (stream.home !== stream.home_count)
      faults.push(`${flight}: ${stream.home} birds are home, the count says ${stream.home_count}`);
  }
  return { arrivals: rows.reduce((sum, stream) => sum + stream.rows, 0), faults };
}

interface Counted {
  flight_id: number;
  pigeon_id: number;
  number: number;
  time_ms: number;
  status: FlightStatus;
}

async function auditResults(tx: Tx, loft_id: number): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await sql<Counted>`
    select a.flight_id, a.pigeon_id, a.number, (extract(epoch from a.time) * 1000)::float8 as time_ms, f.status
    from (
      select distinct on (flight_id, pigeon_id) flight_id, pigeon_id,
        coalesce(reading_number, declaration_number) as number, time
      from arrivals where loft_id = ${loft_id} order by flight_id, pigeon_id, seq desc) a
    join flights f on f.loft_id = ${loft_id} and f.id = a.flight_id
    where a.time is not null`.execute(tx);
  const counted = new Map(rows.map((row) => [placeOf(row), row]));
  const waiting = new Map(
    (
      await tx.selectFrom('unranked_readings').select(['number', 'reason']).where('loft_id', '=', loft_id).execute()
    ).map(({ number, reason }) => [number, reason as string]),
  );

  // The entries that count at the very same moment: of several, the first received, or that with the lower key.
  const homes = new Map<string, Arrival & { numbers: Set<number> }>();
  const come = (home: Arrival) => {
    const known = homes.get(placeOf(home));
    if (known?.time_ms === home.time_ms) known.numbers.add(home.number);
    else if (!known || home.time_ms < known.time_ms)
      homes.set(placeOf(home), { ...home, numbers: new Set([home.number]) });
  };
  const seen = await manualArrivals(tx, loft_id);
  const exchanges = await declaredExchanges(tx, loft_id);
  for (const home of [...seen.arrivals, ...seen.repeated]) come(home);
  for (let after = 0; ; ) {
    const candidates = await candidatesAfter(tx, loft_id, after);
    const facts = { ...factsOf(loft_id, candidates), arrivals: [] };
    const declared = await corrections(tx, loft_id, new Set(candidates.map(({ device_id }) => device_id)));
    const { arrivals, repeated, unranked } = project(facts, [...candidates.map(readingOf), ...declared, ...exchanges]);
    const reasons = new Map(unranked.map((one) => [one.number, one]));
    for (const { number } of candidates) {
      const found = reasons.get(number);
      const listed = waiting.get(number);
      waiting.delete(number);
      // For a closed flight a reading may be listed or not, depending on when it came: official results stay.
      if (found?.is_settled || listed === found?.reason) continue;
      const should = found ? `should wait as ${found.reason}` : 'counts';
      const does = listed ? `waits as ${listed}` : 'does not wait';
      faults.push(`loft ${loft_id}: reading ${number} ${should}, it ${does}`);
    }
    for (const home of [...arrivals, ...repeated]) come(home);
    if (candidates.length < page) break;
    after = candidates.at(-1)!.number;
  }
  for (const number of waiting.keys()) faults.push(`loft ${loft_id}: reading ${number} waits and is not in the ledger`);
  const nameOf = ({ flight_id, pigeon_id }: Pick<Arrival, 'flight_id' | 'pigeon_id'>) =>
    `loft ${loft_id}, flight ${flight_id}, pigeon ${pigeon_id}`;
  for (const [place, row] of counted) {
    if (!takesArrivals(row.status)) continue;
    const home = homes.get(place);
    if (home?.time_ms !== row.time_ms)
      faults.push(`${nameOf(row)}: counts with ${row.time_ms}, the ledger says ${home?.time_ms}`);
    else if (!home.numbers.has(row.number))
      faults.push(`${nameOf(row)}: counts by entry ${row.number}, the ledger says ${home.number}`);
  }
  for (const [place, home] of homes)
    if (!counted.has(place)) faults.push(`${nameOf(home)}: is home at ${home.time_ms} and not in the result`);
  return faults;
}

async function candidatesAfter(tx: Tx, loft_id: number, after: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${readingColumns}, lead.*
    from (select * from readings where loft_id = ${loft_id} and number > ${after} order by number limit ${page}) r
    ${leadsOf(loft_id)}
    order by r.number`.execute(tx);
  return rows;
}

async function manualArrivals(tx: Tx, loft_id: number) {
  const rows = await tx
    .selectFrom('declarations')
    .select('pigeon_id')
    .distinct()
    .where('loft_id', '=', loft_id)
    .where('kind', '=', 'manual')
    .execute();
  const birds = await birdsOf(
    tx,
    loft_id,
    rows.map(({ pigeon_id }) => pigeon_id!),
  );
  const facts = { ...factsOf(loft_id, [], birds), arrivals: [] };
  return project(facts, [...birds.flatMap(manualOf), ...(await corrections(tx, loft_id, []))]);
}

/** Flights whose release, closing or later groups differ from the declared ones. */
async function auditDeclared(tx: Tx, loft_id: number): Promise<string[]> {
  const entries = (await declaredIn(tx, loft_id, 0, null)).map(entryOf);
  const isVoid = withdrawals(entries);
  const { rows } = await sql<FlightWindow & { release_ms: number }>`
    select id as flight_id, (extract(epoch from release_time) * 1000)::bigint as release_ms,
      (extract(epoch from closes_at) * 1000)::bigint as closes_ms, true as open
    from flights where loft_id = ${loft_id} order by id`.execute(tx);
  const later = await tx
    .selectFrom('baskets')
    .select(['flight_id', 'pigeon_id', 'released_at'])
    .where('loft_id', '=', loft_id)
    .where('released_at', 'is not', null)
    .execute();
  const groups = Map.groupBy(later, ({ flight_id }) => flight_id);
  const declared = declaredFlights(
    rows,
    entries.filter(({ number }) => !isVoid(number)),
  );
  const grouped = declared.flatMap(({ flight_id, released = new Map<number, number>() }) => {
    const own = groups.get(flight_id) ?? [];
    const isSame = own.every(({ pigeon_id, released_at }) => released.get(pigeon_id) === Date.parse(released_at!));
    if (isSame && own.length === released.size) return [];
    return `loft ${loft_id}, flight ${flight_id}: ${own.length} birds were released later, the ledger says others`;
  });
  const flown = rows.flatMap(({ flight_id, release_ms, closes_ms }, place) => {
    const declaration = declared[place]!;
    if (declaration.release_ms === release_ms && declaration.closes_ms === closes_ms) return [];
    const [is, was] = [
      [release_ms, closes_ms],
      [declaration.release_ms, declaration.closes_ms],
    ].map((times) => times.join(' to '));
    return `loft ${loft_id}, flight ${flight_id}: flies from ${is}, the ledger says ${was}`;
  });
  return [...flown, ...grouped];
}

/**
 * Official flights whose standings differ from the ranking of their arrivals. Flights older than standings have none
 * yet.
 */
async function auditStandings(tx: Tx, loft_id: number): Promise<string[]> {
  const official = await tx
    .selectFrom('flights')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('status', '=', 'official')
    .orderBy('id')
    .execute();
  const faults: string[] = [];
  for (const { id: flight_id } of official) {
    const flight = (await findFlownFlight(tx, { loft_id, flight_id }))!;
    if (!flight.has_standings) continue;
    const stored = (await readStandings(tx, [flight])).get(flight_id)!;
    const ranked = await rankedAnew(tx, flight);
    const wrong = ranked.findIndex((line, place) => !isDeepStrictEqual(line, stored[place]));
    if (wrong >= 0 || stored.length !== ranked.length)
      faults.push(
        `loft ${loft_id}, flight ${flight_id}: its standings differ from its arrivals from place ${wrong < 0 ? ranked.length + 1 : wrong + 1}`,
      );
  }
  return faults;
}
