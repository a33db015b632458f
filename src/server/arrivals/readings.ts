/**
 * The way of a reading: into the ledger, and from there to an arrival or a named reason why not. Whatever order and
 * however often the clocks deliver, the same readings give the same arrivals.
 */
import { sql } from 'kysely';
import type { Reading, recordReadingsCall, UnrankedReason } from '#domain/arrivals/contract.ts';
import { matchReading } from '#domain/arrivals/project.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type FlightStatus, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';
import { type Content, chainHash, contentHash, contentOf, type Head, isoMicroseconds, microseconds } from './ledger.ts';

export interface Batch {
  device: { device_id: number; loft_id: number };
  readings: readonly Reading[];
  sent_at?: string | null;
  received_ms: number;
}

type Reply = ReplyOf<typeof recordReadingsCall>;

/** What one batch did, beside the answer: conflicts are alarmed and logged by the caller. */
export interface Recorded {
  reply: Reply;
  head: Head;
  conflicts: number;
}

/** The head of a loft's ledger, locked: from here to the end of the transaction nobody else gets a number. */
export async function lockLedger(tx: Tx, loft_id: number): Promise<Head> {
  const { head, hash } = await tx
    .selectFrom('ledgers')
    .select(['head', 'hash'])
    .where('loft_id', '=', loft_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { number: head, hash };
}

/** Write the head back, once for all batches of a transaction. */
export async function advanceLedger(tx: Tx, loft_id: number, head: Head): Promise<void> {
  await tx.updateTable('ledgers').set({ head: head.number, hash: head.hash }).where('loft_id', '=', loft_id).execute();
}

/**
 * Record a batch under the locked ledger. A reading's key is (device, boot, sequence): same key and same content is a
 * `duplicate`, same key and other content a `conflict`, which is kept and alarmed and overwrites nothing.
 */
export async function recordReadings(tx: Tx, batch: Batch, head: Head): Promise<Recorded> {
  const { device, received_ms } = batch;
  const contents = batch.readings.map(contentOf);
  const hashes = contents.map(contentHash);
  const known = await storedHashes(tx, device.device_id, contents);
  const offset = batch.sent_at ? received_ms - Math.floor(microseconds(batch.sent_at) / 1000) : null;

  const statuses: ('stored' | 'duplicate' | 'conflict')[] = [];
  const fresh: { content: Content; content_hash: Buffer; number: number; hash: Buffer }[] = [];
  const conflicts: { content: Content; content_hash: Buffer }[] = [];
  let last = head;
  contents.forEach((content, i) => {
    const content_hash = hashes[i]!;
    const key = keyOf(content);
    const stored = known.get(key);
    if (stored) {
      const same = stored.equals(content_hash);
      statuses.push(same ? 'duplicate' : 'conflict');
      if (!same) conflicts.push({ content, content_hash });
      return;
    }
    known.set(key, content_hash);
    const acceptance = { number: last.number + 1, device_id: device.device_id, received_ms, clock_offset_ms: offset };
    last = { number: acceptance.number, hash: chainHash(last.hash, content_hash, acceptance) };
    fresh.push({ content, content_hash, ...last });
    statuses.push('stored');
  });

  if (fresh.length) await append(tx, batch, fresh, offset);
  if (conflicts.length) await keepConflicts(tx, batch, conflicts);
  const watermarks = await markReceived(tx, device, contents, fresh);
  if (fresh.some(({ content }) => content.previous_hash)) await checkDeviceChain(tx, device, fresh);
  const unranked = fresh.length
    ? await settle(tx, device.loft_id, { from: head.number + 1, to: last.number })
    : new Map<number, UnrankedReason>();

  const numbers = new Map(fresh.map(({ content, number }) => [keyOf(content), number]));
  return {
    head: last,
    conflicts: conflicts.length,
    reply: {
      readings: contents.map((content, i) => ({
        boot: content.boot,
        sequence: content.sequence,
        status: statuses[i]!,
        unranked: statuses[i] === 'stored' ? (unranked.get(numbers.get(keyOf(content))!) ?? null) : null,
      })),
      watermarks,
    },
  };
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
    const { rows } = await sql<{ number: number }>`
      select number from unranked_readings where loft_id = ${loft_id} and number > ${after} order by number limit 500`.execute(
      tx,
    );
    const numbers = rows.map((row) => row.number);
    if (!numbers.length) return mended;
    const unranked = await settle(tx, loft_id, { numbers });
    mended += numbers.length - unranked.size;
    after = numbers.at(-1)!;
  }
}

function keyOf({ boot, sequence }: Pick<Content, 'boot' | 'sequence'>): string {
  return `${sequence} ${boot}`;
}

async function storedHashes(tx: Tx, device_id: number, contents: readonly Content[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ boot: string; sequence: number; content_hash: Buffer }>`
    select r.boot, r.sequence, r.content_hash
    from unnest(${contents.map((c) => c.boot)}::text[], ${contents.map((c) => c.sequence)}::bigint[]) as wanted (boot, sequence)
    join readings r on r.device_id = ${device_id} and r.boot = wanted.boot and r.sequence = wanted.sequence`.execute(
    tx,
  );
  return new Map(rows.map((row) => [keyOf(row), row.content_hash]));
}

async function append(
  tx: Tx,
  { device, received_ms }: Batch,
  fresh: readonly { content: Content; content_hash: Buffer; number: number; hash: Buffer }[],
  clock_offset_ms: number | null,
): Promise<void> {
  const rows = fresh.map(({ content: { device_time_us, ...content }, content_hash, number, hash }) => ({
    ...content,
    number,
    device_time: isoMicroseconds(device_time_us),
    content_hash: `\\x${content_hash.toString('hex')}`,
    hash: `\\x${hash.toString('hex')}`,
  }));
  await sql`
    insert into readings (loft_id, number, device_id, boot, sequence, chip, device_time, resolution_ms, antenna, previous_hash,
      signature, received_at, clock_offset_ms, content_hash, hash)
    select ${device.loft_id}, number, ${device.device_id}, boot, sequence, chip, device_time, resolution_ms, antenna, previous_hash,
      signature, ${new Date(received_ms).toISOString()}::timestamptz, ${clock_offset_ms}::bigint, content_hash, hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number bigint, boot text, sequence bigint, chip text,
      device_time timestamptz, resolution_ms numeric, antenna text, previous_hash text, signature text, content_hash bytea, hash bytea)`.execute(
    tx,
  );
}

async function keepConflicts(
  tx: Tx,
  { device, received_ms }: Batch,
  conflicts: readonly { content: Content; content_hash: Buffer }[],
): Promise<void> {
  const rows = conflicts.map(({ content, content_hash }) => ({
    boot: content.boot,
    sequence: content.sequence,
    content,
    content_hash: `\\x${content_hash.toString('hex')}`,
  }));
  // A clock that repeats the same clash is alarmed once.
  await sql`
    with kept as (
      insert into reading_conflicts (loft_id, device_id, boot, sequence, content, content_hash, received_at)
      select ${device.loft_id}, ${device.device_id}, boot, sequence, content, content_hash, ${new Date(received_ms).toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (boot text, sequence bigint, content jsonb, content_hash bytea)
      on conflict (device_id, boot, sequence, content_hash) do nothing
      returning boot, sequence)
    insert into alarms (loft_id, kind, params)
    select ${device.loft_id}, 'reading_conflict', jsonb_build_object('device_id', ${device.device_id}::bigint, 'boot', boot, 'sequence', sequence)
    from kept`.execute(tx);
}

/** Add the fresh readings to what each boot has delivered; the watermarks of all boots in the batch. */
async function markReceived(
  tx: Tx,
  { loft_id, device_id }: Batch['device'],
  contents: readonly Content[],
  fresh: readonly { content: Content }[],
): Promise<Reply['watermarks']> {
  if (fresh.length) {
    const added = fresh.map(({ content: c }) => ({
      boot: c.boot,
      sequence: c.sequence,
      at: isoMicroseconds(c.device_time_us),
    }));
    await sql`
      insert into device_boots (loft_id, device_id, boot, received, first_at, last_at)
      select ${loft_id}, ${device_id}, boot, range_agg(int8range(sequence, sequence, '[]')), min(at), max(at)
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r (boot text, sequence bigint, at timestamptz) group by boot
      on conflict (device_id, boot) do update set received = device_boots.received + excluded.received,
        first_at = least(device_boots.first_at, excluded.first_at), last_at = greatest(device_boots.last_at, excluded.last_at)`.execute(
      tx,
    );
  }
  const boots = [...new Set(contents.map((c) => c.boot))];
  const { rows } = await sql<{ boot: string; watermark: number }>`
    select boot, coalesce((select upper(r) - 1 from unnest(received) as r where lower(r) = 1), 0) as watermark
    from device_boots where device_id = ${device_id} and boot = any(${boots}::text[])`.execute(tx);
  const found = new Map(rows.map((row) => [row.boot, row.watermark]));
  return boots.map((boot) => ({ boot, watermark: found.get(boot) ?? 0 }));
}

/**
 * A clock that chains its own readings names in each the content hash of the one before it. Each pair is checked when
 * both are here, so over the contiguous watermark the whole chain is; a break is alarmed and nothing is refused.
 */
async function checkDeviceChain(
  tx: Tx,
  { loft_id, device_id }: Batch['device'],
  fresh: readonly { content: Content }[],
): Promise<void> {
  await sql`
    insert into alarms (loft_id, kind, params)
    select ${loft_id}, 'device_chain_broken',
      jsonb_build_object('device_id', r.device_id, 'boot', r.boot, 'sequence', r.sequence)
    from (
      select distinct boot, sequence + step as sequence
      from unnest(${fresh.map((f) => f.content.boot)}::text[], ${fresh.map((f) => f.content.sequence)}::bigint[]) as f (boot, sequence),
        (values (0), (1)) as neighbour (step)) pair
    join readings r on r.device_id = ${device_id} and r.boot = pair.boot and r.sequence = pair.sequence
    join readings before on before.device_id = r.device_id and before.boot = r.boot and before.sequence = r.sequence - 1
    where r.previous_hash is not null and r.previous_hash <> encode(before.content_hash, 'hex')`.execute(tx);
}

interface Candidate {
  number: number;
  time_ms: number;
  chip_loft_id: number | null;
  pigeon_id: number | null;
  flights: { flight_id: number; release_ms: number | null; closes_ms: number | null; status: FlightStatus }[] | null;
}

/**
 * Decide each of the given readings: arrivals are appended to their flight's stream, the others are listed with their
 * reason. Readings that were waiting leave the list when they have become arrivals.
 * @returns the reasons by ledger number.
 */
async function settle(
  tx: Tx,
  loft_id: number,
  which: { from: number; to: number } | { numbers: readonly number[] },
): Promise<Map<number, UnrankedReason>> {
  const candidates = await loadCandidates(tx, loft_id, which);
  const unranked = new Map<number, UnrankedReason>();
  const reasons: { number: number; reason: UnrankedReason; pigeon_id: number | null }[] = [];
  const homes: { number: number; flight_id: number; pigeon_id: number; time_ms: number }[] = [];
  for (const c of candidates) {
    const flights = (c.flights ?? []).map(({ status, ...flight }) => ({
      ...flight,
      release_ms: status === 'planned' || status === 'basketing' ? null : flight.release_ms,
      open: takesArrivals(status),
    }));
    const chip =
      c.pigeon_id === null || c.chip_loft_id === null ? null : { loft_id: c.chip_loft_id, pigeon_id: c.pigeon_id };
    const decided = matchReading({ time_ms: c.time_ms }, chip, loft_id, flights);
    if (typeof decided === 'string') {
      unranked.set(c.number, decided);
      reasons.push({ number: c.number, reason: decided, pigeon_id: c.pigeon_id });
    } else {
      homes.push({ number: c.number, ...decided });
    }
  }
  if (reasons.length) await listUnranked(tx, loft_id, reasons);
  if ('numbers' in which && homes.length) {
    await sql`delete from unranked_readings where loft_id = ${loft_id} and number = any(${homes.map((h) => h.number)}::bigint[])`.execute(
      tx,
    );
  }
  if (homes.length) await appendArrivals(tx, loft_id, homes);
  return unranked;
}

async function loadCandidates(
  tx: Tx,
  loft_id: number,
  which: { from: number; to: number } | { numbers: readonly number[] },
): Promise<Candidate[]> {
  const wanted =
    'numbers' in which
      ? sql`r.number = any(${which.numbers}::bigint[])`
      : sql`r.number between ${which.from} and ${which.to}`;
  const { rows } = await sql<Candidate>`
    select r.number, floor(extract(epoch from r.device_time) * 1000)::bigint as time_ms,
      c.loft_id as chip_loft_id, c.pigeon_id, f.flights
    from readings r
    left join lateral (
      select loft_id, pigeon_id from pigeon_chips where chip = upper(r.chip) and during @> r.device_time) c on true
    left join lateral (
      select json_agg(json_build_object('flight_id', f.id, 'status', f.status,
        'release_ms', extract(epoch from f.release_time) * 1000, 'closes_ms', extract(epoch from f.closes_at) * 1000)) as flights
      from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
      where b.loft_id = r.loft_id and b.pigeon_id = c.pigeon_id and c.loft_id = r.loft_id) f on true
    where r.loft_id = ${loft_id} and ${wanted}
    order by r.number`.execute(tx);
  return rows;
}

async function listUnranked(
  tx: Tx,
  loft_id: number,
  reasons: readonly { number: number; reason: UnrankedReason; pigeon_id: number | null }[],
): Promise<void> {
  await sql`
    insert into unranked_readings (loft_id, number, reason, pigeon_id)
    select ${loft_id}, number, reason, pigeon_id
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as u (number bigint, reason text, pigeon_id bigint)
    on conflict (loft_id, number) do update set reason = excluded.reason, pigeon_id = excluded.pigeon_id
    where unranked_readings.reason <> excluded.reason`.execute(tx);
}

/**
 * Append what changes a bird's counted time: its first arrival, or an earlier reading of another clock. Each takes the
 * flight's next live number under the row lock of its stream; flights are locked in the order of their ids.
 */
async function appendArrivals(
  tx: Tx,
  loft_id: number,
  homes: readonly { number: number; flight_id: number; pigeon_id: number; time_ms: number }[],
): Promise<void> {
  const flight_ids = [...new Set(homes.map((home) => home.flight_id))].sort((a, b) => a - b);
  for (const flight_id of flight_ids) {
    const own = homes.filter((home) => home.flight_id === flight_id);
    const { rows: streams } = await sql<{ head: number }>`
      select head from flight_streams where loft_id = ${loft_id} and flight_id = ${flight_id} for update`.execute(tx);
    const { rows: before } = await sql<{ pigeon_id: number; time_ms: number | null }>`
      select distinct on (pigeon_id) pigeon_id, (extract(epoch from time) * 1000)::bigint as time_ms from arrivals
      where loft_id = ${loft_id} and flight_id = ${flight_id} and pigeon_id = any(${own.map((home) => home.pigeon_id)}::bigint[])
      order by pigeon_id, seq desc`.execute(tx);
    const counted = new Map(before.map((row) => [row.pigeon_id, row.time_ms]));
    let head = streams[0]!.head;
    let newly_home = 0;
    const rows: { seq: number; pigeon_id: number; number: number; time: string }[] = [];
    for (const { number, pigeon_id, time_ms } of own) {
      const time_before = counted.get(pigeon_id) ?? null;
      if (time_before !== null && time_before <= time_ms) continue;
      if (time_before === null) newly_home++;
      counted.set(pigeon_id, time_ms);
      rows.push({ seq: ++head, pigeon_id, number, time: new Date(time_ms).toISOString() });
    }
    if (!rows.length) continue;
    await sql`
      insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, time)
      select ${loft_id}, ${flight_id}, seq, pigeon_id, number, time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (seq bigint, pigeon_id bigint, number bigint, time timestamptz)`.execute(
      tx,
    );
    await sql`
      update flight_streams set head = ${head}, home_count = home_count + ${newly_home}
      where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
    // The poke carries no data and is sent by PostgreSQL at commit, or never.
    await sql`select pg_notify('arrivals', ${`${loft_id}:${flight_id}`})`.execute(tx);
  }
}
