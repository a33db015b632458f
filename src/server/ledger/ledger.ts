/**
 * The hash chain of a loft's ledger: readings of clocks, and declarations of people. Each entry's hash covers the
 * previous one, so the last hash proves that nothing earlier was added, removed or altered.
 */
import { createHash } from 'node:crypto';
import type { Reading } from '#domain/arrivals/contract.ts';
import type { Tx } from '#server/db/database.ts';

/** The end of a loft's chain: the number and hash of its last entry. */
export interface Head {
  number: number;
  hash: Buffer;
}

/** The head of a loft's ledger, locked: until the transaction ends no other one gets a number. */
export async function lockLedger(tx: Tx, loft_id: number): Promise<Head> {
  const { head, hash } = await tx
    .selectFrom('ledgers')
    .select(['head', 'hash'])
    .where('loft_id', '=', loft_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { number: head, hash };
}

/** The content of a reading, in the canonical form that is hashed. `device_time_us` is microseconds since 1970. */
export type Content = Pick<Reading, 'boot' | 'sequence' | 'chip' | 'resolution_ms'> & {
  device_time_us: number;
  antenna: string | null;
  previous_hash: string | null;
  signature: string | null;
};

/** The fields that the server adds on acceptance. */
export interface Acceptance {
  number: number;
  device_id: number;
  received_ms: number;
  clock_offset_ms: number | null;
}

/** The reading in its canonical form. */
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

/** SHA-256 of a reading's content; a clock that chains its own readings sends it as `previous_hash` of the next one. */
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

/** SHA-256 that chains a reading to the previous entry. */
export function chainHash(previous: Buffer, content_hash: Buffer, a: Acceptance): Buffer {
  return sha256(
    Buffer.concat([
      previous,
      content_hash,
      Buffer.from(JSON.stringify([a.number, a.device_id, a.received_ms, a.clock_offset_ms])),
    ]),
  );
}

/** A declaration and its subject; the form of `content` depends on the kind. */
export interface Declaration {
  kind: 'offset' | 'void' | 'manual' | 'disqualified' | 'exchanged' | 'release' | 'rules';
  /** A clock, and one of its boots; null: all of them. */
  device_id: number | null;
  boot: string | null;
  flight_id: number | null;
  pigeon_id: number | null;
  /** The withdrawn entry, a reading or a declaration. */
  reading_number: number | null;
  declaration_number: number | null;
  content: Readonly<Record<string, unknown>>;
  reason: string | null;
}

/**
 * SHA-256 of a declaration. Its JSON begins with a brace, that of a reading with a bracket, so the two cannot be
 * confused.
 */
export function declarationHash(d: Declaration): Buffer {
  const { kind, device_id, boot, flight_id, pigeon_id, reading_number, declaration_number, content, reason } = d;
  const whole = { kind, device_id, boot, flight_id, pigeon_id, reading_number, declaration_number, content, reason };
  return sha256(JSON.stringify(inOrder(whole)));
}

/** SHA-256 that chains a declaration to the previous entry. */
export function declarationLink(
  previous: Buffer,
  content_hash: Buffer,
  { number, declared_ms, user_id }: Declared,
): Buffer {
  const accepted = Buffer.from(JSON.stringify([number, declared_ms, user_id]));
  return sha256(Buffer.concat([previous, content_hash, accepted]));
}

/** Time and author of a declaration, and its place in the chain. */
export interface Declared {
  number: number;
  declared_ms: number;
  user_id: number | null;
}

/** The value with its keys sorted, at every depth: PostgreSQL returns JSON keys in its own order. */
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
/** An entry as stored. */
export type LedgerRow = ReadingRow | DeclarationRow;

/** The number of the first entry that does not follow from the previous one; null for a sound chain from `from` on. */
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

/** Microseconds since 1970 of an ISO instant with offset; `Date` alone would truncate to milliseconds. */
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
