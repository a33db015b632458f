/** Keys of devices: shown once and stored as hashes. One has 256 random bits, so a plain hash is enough. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#domain/policy.ts';
import type { Tx } from '#server/db/database.ts';

/** A new key, and the hash to store. */
export function makeKey(): { key: string; key_hash: Buffer } {
  const key = `clock_${randomBytes(32).toString('base64url')}`;
  return { key, key_hash: hashOf(key) };
}

type Device = Actor & { kind: 'device' };

/** Pending lookups by database: those of one tick of the event loop share one query. */
const pending = new WeakMap<Tx, Map<string, PromiseWithResolvers<Device | null>>>();

/**
 * The device in use that has this key, or this old key while it is valid; null for none. Looked up on every request, so
 * revoking takes effect at once.
 */
export function deviceByKey(tx: Tx, key: string): Promise<Device | null> {
  let asked = pending.get(tx);
  if (!asked) {
    asked = new Map();
    pending.set(tx, asked);
    setImmediate(() => void ask(tx));
  }
  const hash = hashOf(key).toString('hex');
  let answer = asked.get(hash);
  if (!answer) {
    answer = Promise.withResolvers();
    asked.set(hash, answer);
  }
  return answer.promise;
}

async function ask(tx: Tx): Promise<void> {
  const asked = pending.get(tx)!;
  pending.delete(tx);
  try {
    const hashes = sql`${[...asked.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[]`;
    const { rows } = await sql<{ id: number; loft_id: number; hash: string }>`
      select id, loft_id, encode(key_hash, 'hex') as hash from devices
      where key_hash = any(${hashes}) and revoked_at is null
      union all
      select id, loft_id, encode(old_key_hash, 'hex') from devices
      where old_key_hash = any(${hashes}) and old_key_until > now() and revoked_at is null`.execute(tx);
    for (const { id, loft_id, hash } of rows) asked.get(hash)!.resolve({ kind: 'device', device_id: id, loft_id });
    for (const { resolve } of asked.values()) resolve(null); // no effect on promises that are already resolved
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
