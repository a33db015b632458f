/**
 * The hash chain of a loft's ledger: readings of clocks, and what people declare. Each entry's hash covers the one before
 * it, so whoever knows the last hash can tell that nothing earlier was added, removed or altered.
 */
import { createHash } from 'node:crypto';
import type { Reading } from '#domain/arrivals/contract.ts';
import type { Tx } from '#server/db/database.ts';

/** Where a loft's chain stands: the number and hash of its last entry. */
export interface Head {
  number: number;
  hash: Buffer;
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

/** What a clock told, in the one spelling that is hashed. `device_time_us` is microseconds since 1970. */
export type Content = Pick<Reading, 'boot' | 'sequence' | 'chip' | 'resolution_ms'> & {
  device_time_us: number;
  antenna: string | null;
  previous_hash: string | null;
  signature: string | null;
};

/** What the server adds on acceptance. */
export interface Acceptance {
  number: number;
  device_id: number;
  received_ms: number;
  clock_offset_ms: number | null;
}

/** The reading in its hashed spelling. */
export function contentOf(reading: Reading): Content {
  return {
    boot: reading.boot,
    sequence: reading.sequence,
    chip: reading.chip,
    device_time_us: microseconds(reading.device_time),
    resolution_ms: reading.resolution_ms,
    antenna: reading.antenna ?? null,
    previous_hash: reading.previous_hash?.toLowerCase() ?? null,
    signature: reading.signature ?? null,
  };
}

/** SHA-256 of what the clock told. Also what a clock that chains its own readings names as the next one's `previous_hash`. */
export function contentHash(c: Content): Buffer {
  return sha256(
    JSON.stringify([
      c.boot,
      c.sequence,
      c.chip,
      c.device_time_us,
      c.resolution_ms,
      c.antenna,
      c.previous_hash,
      c.signature,
    ]),
  );
}

/** SHA-256 that chains a reading to the one before it. */
export function chainHash(previous: Buffer, content_hash: Buffer, a: Acceptance): Buffer {
  return sha256(
    Buffer.concat([
      previous,
      content_hash,
      Buffer.from(JSON.stringify([a.number, a.device_id, a.received_ms, a.clock_offset_ms])),
    ]),
  );
}

/** What somebody declares and of what; `content` says it in the spelling of its kind. */
export interface Declaration {
  kind: 'offset' | 'void' | 'manual' | 'release' | 'rules';
  /** A clock, and one of its start-ups; null: all of them. */
  device_id: number | null;
  boot: string | null;
  flight_id: number | null;
  pigeon_id: number | null;
  /** The entry that is withdrawn, by what it is. */
  reading_number: number | null;
  declaration_number: number | null;
  content: Readonly<Record<string, unknown>>;
  reason: string | null;
}

/** SHA-256 of what was declared. It begins with a brace and what a clock told with a bracket: neither passes for the other. */
export function declarationHash(d: Declaration): Buffer {
  const { kind, device_id, boot, flight_id, pigeon_id, reading_number, declaration_number, content, reason } = d;
  const whole = { kind, device_id, boot, flight_id, pigeon_id, reading_number, declaration_number, content, reason };
  return sha256(JSON.stringify(inOrder(whole)));
}

/** SHA-256 that chains a declaration to the entry before it. */
export function declarationLink(
  previous: Buffer,
  content_hash: Buffer,
  { number, declared_ms, user_id }: Declared,
): Buffer {
  const accepted = Buffer.from(JSON.stringify([number, declared_ms, user_id]));
  return sha256(Buffer.concat([previous, content_hash, accepted]));
}

/** When and by whom a declaration was made, and its place in the chain. */
export interface Declared {
  number: number;
  declared_ms: number;
  user_id: number | null;
}

/** The same with its fields by their names, at every depth: what comes back from the database is in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
}

interface Hashed {
  content_hash: Buffer;
  hash: Buffer;
}
export type ReadingRow = { kind: 'reading' } & Content & Acceptance & Hashed;
export type DeclarationRow = Declaration & Declared & Hashed;
/** An entry as it is kept. */
export type LedgerRow = ReadingRow | DeclarationRow;

/** The number of the first entry that does not follow from the one before it, or null for a sound chain from `from` on. */
export function firstBreak(entries: readonly LedgerRow[], from: Head, head: Head): number | null {
  let last = from;
  for (const entry of entries) {
    const content_hash = entry.kind === 'reading' ? contentHash(entry) : declarationHash(entry);
    const hash =
      entry.kind === 'reading'
        ? chainHash(last.hash, content_hash, entry)
        : declarationLink(last.hash, content_hash, entry);
    if (entry.number !== last.number + 1 || !content_hash.equals(entry.content_hash) || !hash.equals(entry.hash)) {
      return last.number + 1;
    }
    last = { number: entry.number, hash };
  }
  return last.number === head.number && last.hash.equals(head.hash) ? null : last.number + 1;
}

/** Microseconds since 1970 of an ISO instant with offset; `Date` alone would cut to milliseconds. */
export function microseconds(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  const whole = Date.parse(iso.replace(/\.\d+/, ''));
  return whole * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** The ISO instant of microseconds since 1970, in UTC with six decimals. */
export function isoMicroseconds(us: number): string {
  const second = Math.floor(us / 1_000_000);
  return `${new Date(second * 1000).toISOString().slice(0, 19)}.${String(us - second * 1_000_000).padStart(6, '0')}Z`;
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
