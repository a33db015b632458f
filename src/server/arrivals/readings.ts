/**
 * Recording of readings: into the ledger, and from there to an arrival or to the reason why there is none
 * (matching.ts). The same readings give the same arrivals, in whatever order and however often they are delivered.
 */
import { sql } from 'kysely';
import type { Reading, recordReadingsCall } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { RoundTripSent } from '#domain/devices/instant.ts';
import type { Tx } from '#server/db/database.ts';
import { type Candidate, leadsOf } from '#server/ledger/facts.ts';
import {
  type Content,
  chainHash,
  contentHash,
  contentOf,
  type Head,
  isoMicroseconds,
  microseconds,
} from '#server/ledger/ledger.ts';
import { match } from '#server/ledger/matching.ts';

/** The readings of one request of a clock. */
export interface Batch {
  device: { device_id: number; loft_id: number };
  readings: readonly Reading[];
  sent_at?: string | null;
  round_trip?: RoundTripSent | null;
  received_ms: number;
}

type Reply = ReplyOf<typeof recordReadingsCall>;

/** The result of one batch; the caller logs its conflicts, the alarms are stored. */
export interface Recorded {
  reply: Reply;
  conflicts: number;
}

/** A reading during its recording. */
interface Incoming {
  batch: Batch;
  content: Content;
  content_hash: Buffer;
  status: 'stored' | 'duplicate' | 'conflict';
  /** Its place in the ledger, if it is new. */
  entry: Entry | null;
}

interface Entry extends Head {
  clock_offset_ms: number | null;
}

type Fresh = Incoming & { entry: Entry };

/**
 * Record batches of a loft's clocks under the locked ledger, in the order given and all in the same few statements. A
 * reading's key is (device, boot, sequence): same key and same content is a `duplicate`, same key and other content a
 * `conflict`, which is stored apart, raises an alarm and overwrites nothing.
 */
export async function recordReadings(
  tx: Tx,
  loft_id: number,
  batches: readonly Batch[],
  from: Head,
): Promise<{ head: Head; recorded: Recorded[] }> {
  const incoming: Incoming[] = batches.flatMap((batch) =>
    batch.readings.map(contentOf).map((content) => ({
      batch,
      content,
      content_hash: contentHash(content),
      status: 'stored' as const,
      entry: null,
    })),
  );
  const found = await lookUp(tx, loft_id, incoming);
  const head = number(incoming, found, from);
  const fresh = incoming.filter((one): one is Fresh => one.entry !== null);
  const conflicts = incoming.filter((one) => one.status === 'conflict');

  const watermarks = fresh.length ? await append(tx, loft_id, fresh, head) : new Map<string, number>();
  if (conflicts.length) await keepConflicts(tx, loft_id, conflicts);
  const chained = incoming.some(
    ({ content, entry }, place) => entry && (content.previous_hash !== null || found[place]!.named),
  );
  if (chained) await checkDeviceChains(tx, loft_id, fresh);
  const candidates = incoming.flatMap(({ batch, content, entry }, place) => {
    const { boot, sequence, chip, device_time_us: time_us } = content;
    const { replay_id, has_offset, wearers } = found[place]!;
    const { device_id } = batch.device;
    return entry
      ? { number: entry.number, device_id, boot, sequence, chip, time_us, replay_id, has_offset, wearers }
      : [];
  });
  const unranked = await match(tx, loft_id, candidates);
  await addWatermarks(tx, incoming, watermarks);

  let start = 0;
  const recorded = batches.map((batch): Recorded => {
    const own = incoming.slice(start, start + batch.readings.length);
    start += own.length;
    const boots = [...new Set(own.map(({ content }) => content.boot))];
    return {
      conflicts: own.filter(({ status }) => status === 'conflict').length,
      reply: {
        readings: own.map(({ content: { boot, sequence }, status, entry }) => ({
          boot,
          sequence,
          status,
          unranked: entry ? (unranked.get(entry.number) ?? null) : null,
        })),
        watermarks: boots.map((boot) => ({ boot, watermark: watermarks.get(bootOf(batch.device, boot)) ?? 0 })),
        received_at: new Date(batch.received_ms).toISOString(),
      },
    };
  });
  return { head, recorded };
}

const bootOf = ({ device_id }: { device_id: number }, boot: string) => `${device_id} ${boot}`;
const keyOf = ({ batch, content }: Incoming) => `${content.sequence} ${bootOf(batch.device, content.boot)}`;

/**
 * The facts about an incoming reading: the stored content of its key, whether the next reading names it, and its leads.
 */
type Found = Pick<Candidate, 'replay_id' | 'has_offset' | 'wearers'> & { content_hash: Buffer | null; named: boolean };

async function lookUp(tx: Tx, loft_id: number, incoming: readonly Incoming[]): Promise<Found[]> {
  const wanted = incoming.map(({ batch, content }, place) => ({
    place,
    device_id: batch.device.device_id,
    boot: content.boot,
    sequence: content.sequence,
    chip: content.chip,
    device_time: isoMicroseconds(content.device_time_us),
  }));
  const { rows } = await sql<Found>`
    select known.content_hash, next.previous_hash is not null as named, lead.*
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r
      (place int, device_id bigint, boot text, sequence bigint, chip text, device_time timestamptz)
    left join readings known on known.device_id = r.device_id and known.boot = r.boot and known.sequence = r.sequence
    left join readings next on next.device_id = r.device_id and next.boot = r.boot and next.sequence = r.sequence + 1
    ${leadsOf(loft_id)}
    order by r.place`.execute(tx);
  return rows;
}

/**
 * Mark each reading as new or known, and give the new ones their numbers and links.
 * @returns the new head of the chain.
 */
function number(incoming: Incoming[], found: readonly { content_hash: Buffer | null }[], from: Head): Head {
  const known = new Map<string, Buffer>();
  let head = from;
  for (const [place, one] of incoming.entries()) {
    const key = keyOf(one);
    const stored = found[place]!.content_hash ?? known.get(key);
    if (stored) {
      one.status = stored.equals(one.content_hash) ? 'duplicate' : 'conflict';
      continue;
    }
    known.set(key, one.content_hash);
    const { device, sent_at, received_ms } = one.batch;
    const clock_offset_ms = sent_at ? received_ms - Math.floor(microseconds(sent_at) / 1000) : null;
    const acceptance = { number: head.number + 1, device_id: device.device_id, received_ms, clock_offset_ms };
    head = { number: acceptance.number, hash: chainHash(head.hash, one.content_hash, acceptance) };
    one.entry = { ...head, clock_offset_ms };
  }
  return head;
}

/** The highest sequence of a boot up to which nothing is missing. */
const watermark = sql`coalesce((select upper(r) - 1 from unnest(received) as r where lower(r) = 1), 0) as watermark`;
type Watermark = { device_id: number; boot: string; watermark: number };

/**
 * Insert the new readings, the delivered sequences of each boot and the new head of the ledger, in one statement.
 * @returns the watermarks of these boots.
 */
async function append(tx: Tx, loft_id: number, fresh: readonly Fresh[], head: Head): Promise<Map<string, number>> {
  const rows = fresh.map(({ batch, content: { device_time_us, ...content }, content_hash, entry }) => ({
    ...content,
    number: entry.number,
    device_id: batch.device.device_id,
    device_time: isoMicroseconds(device_time_us),
    received_at: new Date(batch.received_ms).toISOString(),
    clock_offset_ms: entry.clock_offset_ms,
    content_hash: hex(content_hash),
    hash: hex(entry.hash),
  }));
  const { rows: delivered } = await sql<Watermark>`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number bigint, device_id bigint, boot text, sequence bigint,
        chip text, device_time timestamptz, resolution_ms numeric, antenna text, previous_hash text, signature text,
        received_at timestamptz, clock_offset_ms bigint, content_hash bytea, hash bytea)),
    entered as (
      insert into readings (loft_id, number, device_id, boot, sequence, chip, device_time, resolution_ms, antenna,
        previous_hash, signature, received_at, clock_offset_ms, content_hash, hash)
      select ${loft_id}::bigint, number, device_id, boot, sequence, chip, device_time, resolution_ms, antenna,
        previous_hash, signature, received_at, clock_offset_ms, content_hash, hash
      from told),
    delivered as (
      insert into device_boots (loft_id, device_id, boot, received, first_at, last_at)
      select ${loft_id}::bigint, device_id, boot, range_agg(int8range(sequence, sequence, '[]')), min(device_time), max(device_time)
      from told group by device_id, boot
      on conflict (device_id, boot) do update set received = device_boots.received + excluded.received,
        first_at = least(device_boots.first_at, excluded.first_at), last_at = greatest(device_boots.last_at, excluded.last_at)
      returning device_id, boot, received),
    moved as (
      update ledgers set head = ${head.number}, hash = ${head.hash} where loft_id = ${loft_id})
    select device_id, boot, ${watermark} from delivered`.execute(tx);
  return byBoot(delivered);
}

async function keepConflicts(tx: Tx, loft_id: number, conflicts: readonly Incoming[]): Promise<void> {
  const rows = conflicts.map(({ batch, content, content_hash }) => ({
    device_id: batch.device.device_id,
    boot: content.boot,
    sequence: content.sequence,
    content,
    content_hash: hex(content_hash),
    received_at: new Date(batch.received_ms).toISOString(),
  }));
  // A clock that repeats the same conflict raises one alarm.
  await sql`
    with kept as (
      insert into reading_conflicts (loft_id, device_id, boot, sequence, content, content_hash, received_at)
      select ${loft_id}::bigint, device_id, boot, sequence, content, content_hash, received_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c
        (device_id bigint, boot text, sequence bigint, content jsonb, content_hash bytea, received_at timestamptz)
      on conflict (device_id, boot, sequence, content_hash) do nothing
      returning device_id, boot, sequence)
    insert into alarms (loft_id, kind, params)
    select ${loft_id}::bigint, 'reading_conflict', jsonb_build_object('device_id', device_id, 'boot', boot, 'sequence', sequence)
    from kept`.execute(tx);
}

/**
 * A clock that chains its own readings names in each the content hash of the previous one. Each pair is checked once
 * both are stored, so up to the contiguous watermark the whole chain is checked; a break raises an alarm and refuses
 * nothing.
 */
async function checkDeviceChains(tx: Tx, loft_id: number, fresh: readonly Fresh[]): Promise<void> {
  const rows = fresh.map(({ batch: { device }, content: { boot, sequence } }) => ({
    device_id: device.device_id,
    boot,
    sequence,
  }));
  await sql`
    insert into alarms (loft_id, kind, params)
    select ${loft_id}::bigint, 'device_chain_broken',
      jsonb_build_object('device_id', r.device_id, 'boot', r.boot, 'sequence', r.sequence)
    from (
      select distinct device_id, boot, sequence + step as sequence
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (device_id bigint, boot text, sequence bigint),
        (values (0), (1)) as neighbour (step)) pair
    join readings r on r.device_id = pair.device_id and r.boot = pair.boot and r.sequence = pair.sequence
    join readings before on before.device_id = r.device_id and before.boot = r.boot and before.sequence = r.sequence - 1
    where r.previous_hash is not null and r.previous_hash <> encode(before.content_hash, 'hex')`.execute(tx);
}

/** Add the watermarks of the boots that sent only known readings. */
async function addWatermarks(tx: Tx, incoming: readonly Incoming[], watermarks: Map<string, number>): Promise<void> {
  const boots = new Map(
    incoming.map(({ batch: { device }, content: { boot } }) => [
      bootOf(device, boot),
      { device_id: device.device_id, boot },
    ]),
  );
  const wanted = [...boots].flatMap(([key, boot]) => (watermarks.has(key) ? [] : boot));
  if (!wanted.length) return;
  const { rows } = await sql<Watermark>`
    select device_id, boot, ${watermark}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (device_id bigint, boot text)
    join device_boots using (device_id, boot)`.execute(tx);
  for (const [key, value] of byBoot(rows)) watermarks.set(key, value);
}

function byBoot(rows: readonly Watermark[]): Map<string, number> {
  return new Map(rows.map((row) => [bootOf(row, row.boot), row.watermark]));
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
