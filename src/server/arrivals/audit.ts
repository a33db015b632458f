/** Looks whether a loft's ledger is whole, and whether its results are what follows from it. */
import { sql } from 'kysely';
import { matchReading } from '#domain/arrivals/project.ts';
import { type FlightStatus, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';
import { type Acceptance, type Content, firstBreak, type Head } from '#server/ledger/ledger.ts';
import { type Candidate, matchesOf } from '#server/ledger/matching.ts';

export type LedgerRow = Content & Acceptance & { content_hash: Buffer; hash: Buffer };

/** The start of every chain. */
export const origin: Head = { number: 0, hash: Buffer.alloc(32) };

/** So many readings are in memory at once. */
const page = 20_000;

/** The readings of a loft's ledger after a number, in the order of acceptance; at most one page. */
export async function readLedger(tx: Tx, loft_id: number, after: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select number, device_id, boot, sequence, chip, (extract(epoch from device_time) * 1000000)::bigint as device_time_us,
      resolution_ms, antenna, previous_hash, signature, (extract(epoch from received_at) * 1000)::bigint as received_ms,
      clock_offset_ms, content_hash, hash
    from readings where loft_id = ${loft_id} and number > ${after} order by number limit ${page}`.execute(tx);
  return rows;
}

/** Where the chain of a loft stands. */
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
  arrivals: number;
  /** One sentence for each row that is wrong; empty when all is well. */
  faults: string[];
}

/**
 * Checks every reading of a loft against the hash chain and its head, every live stream for holes, and every arrival and
 * every waiting reading against what the ledger leads to. To be called in a transaction that sees one moment.
 */
export async function auditLoft(tx: Tx, loft_id: number): Promise<LoftAudit> {
  const chain = await auditChain(tx, loft_id);
  const streams = await auditStreams(tx, loft_id);
  const results = await auditResults(tx, loft_id);
  return {
    readings: chain.readings,
    arrivals: streams.arrivals,
    faults: [...chain.faults, ...streams.faults, ...results],
  };
}

async function auditChain(tx: Tx, loft_id: number): Promise<{ readings: number; faults: string[] }> {
  const head = await readHead(tx, loft_id);
  let last = origin;
  let readings = 0;
  for (;;) {
    const rows = await readLedger(tx, loft_id, last.number);
    readings += rows.length;
    const end = rows.at(-1);
    const broken = end && firstBreak(rows, last, end);
    if (typeof broken === 'number') {
      return { readings, faults: [`loft ${loft_id}: the chain of the ledger breaks at reading ${broken}`] };
    }
    if (end) last = { number: end.number, hash: end.hash };
    if (rows.length < page) break;
  }
  const is_whole = last.number === head.number && last.hash.equals(head.hash);
  return {
    readings,
    faults: is_whole
      ? []
      : [`loft ${loft_id}: the ledger ends at reading ${last.number}, its head says ${head.number} or another hash`],
  };
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
    // Numbers are unique and at least 1: as many as the last one says means that none is missing.
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
  const placeOf = (flight_id: number, pigeon_id: number) => `flight ${flight_id}, pigeon ${pigeon_id}`;
  const { rows } = await sql<Counted>`
    select a.flight_id, a.pigeon_id, a.number, (extract(epoch from a.time) * 1000)::bigint as time_ms, f.status
    from (
      select distinct on (flight_id, pigeon_id) flight_id, pigeon_id, reading_number as number, time
      from arrivals where loft_id = ${loft_id} order by flight_id, pigeon_id, seq desc) a
    join flights f on f.loft_id = ${loft_id} and f.id = a.flight_id
    where a.time is not null`.execute(tx);
  const counted = new Map(rows.map((row) => [placeOf(row.flight_id, row.pigeon_id), row]));
  const waiting = new Map(
    (
      await tx.selectFrom('unranked_readings').select(['number', 'reason']).where('loft_id', '=', loft_id).execute()
    ).map(({ number, reason }) => [number, reason as string]),
  );

  const earliest = new Map<string, number>();
  for (let after = 0; ; ) {
    const candidates = await candidatesAfter(tx, loft_id, after);
    for (const candidate of candidates) {
      const { number, reason, home, is_open } = decided(loft_id, candidate);
      const listed = waiting.get(number);
      waiting.delete(number);
      // A result that is official stays as it is, whatever is read later.
      if (!is_open) continue;
      if (listed !== reason)
        faults.push(
          `loft ${loft_id}: reading ${number} ${reason ? `should wait as ${reason}` : 'counts'}, it ${listed ? `waits as ${listed}` : 'does not wait'}`,
        );
      if (!home) continue;
      const place = placeOf(home.flight_id, home.pigeon_id);
      earliest.set(place, Math.min(home.time_ms, earliest.get(place) ?? Number.POSITIVE_INFINITY));
    }
    if (candidates.length < page) break;
    after = candidates.at(-1)!.number;
  }
  for (const number of waiting.keys()) faults.push(`loft ${loft_id}: reading ${number} waits and is not in the ledger`);
  for (const [place, { time_ms, status }] of counted) {
    if (!takesArrivals(status)) continue;
    if (earliest.get(place) !== time_ms)
      faults.push(`loft ${loft_id}, ${place}: counts with ${time_ms}, the ledger says ${earliest.get(place)}`);
    earliest.delete(place);
  }
  for (const [place, time_ms] of earliest)
    if (!counted.has(place)) faults.push(`loft ${loft_id}, ${place}: is home at ${time_ms} and not in the result`);
  return faults;
}

async function candidatesAfter(tx: Tx, loft_id: number, after: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.number, floor(extract(epoch from r.device_time) * 1000)::bigint as time_ms, match.*
    from (select * from readings where loft_id = ${loft_id} and number > ${after} order by number limit ${page}) r
    ${matchesOf(loft_id)}
    order by r.number`.execute(tx);
  return rows;
}

/** Where a reading leads, by the rule of domain/arrivals; `is_open`: to a flight whose result is not settled for good. */
function decided(loft_id: number, { number, time_ms, chip_loft_id, pigeon_id, flights }: Candidate) {
  const windows = (flights ?? []).map(({ flight_id, release_ms, closes_ms, status }) => ({
    flight_id,
    release_ms: status === 'planned' || status === 'basketing' ? null : release_ms,
    closes_ms,
    open: true,
    takes: takesArrivals(status),
  }));
  const chip = pigeon_id === null || chip_loft_id === null ? null : { loft_id: chip_loft_id, pigeon_id };
  const match = matchReading({ time_ms }, chip, loft_id, windows);
  if (typeof match === 'string') {
    // After the end of a flight that is settled for good: listed or not, as it came.
    const is_open = match !== 'after_close' || windows.every(({ takes }) => takes);
    return { number, reason: match, home: undefined, is_open };
  }
  const { takes } = windows.find(({ flight_id }) => flight_id === match.flight_id)!;
  return { number, reason: undefined, home: match, is_open: takes };
}
