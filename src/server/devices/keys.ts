/** Keys of devices: told once and kept as hashes. One carries 256 random bits, so a plain hash will do. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#domain/policy.ts';
import type { Tx } from '#server/db/database.ts';

/** A new key, and what is kept of it. */
export function makeKey(): { key: string; key_hash: Buffer } {
  const key = `clock_${randomBytes(32).toString('base64url')}`;
  return { key, key_hash: hashOf(key) };
}

type Device = Actor & { kind: 'device' };

/** Keys that are being asked for, by database: those of one turn of the event loop go in one query. */
const asking = new WeakMap<Tx, Map<string, PromiseWithResolvers<Device | null>>>();

/**
 * Who shows this key: a device that is in use, by its key or by the one before as long as that holds, or nobody. Asked
 * on every request, so revoking acts at once.
 */
export function deviceByKey(tx: Tx, key: string): Promise<Device | null> {
  let asked = asking.get(tx);
  if (!asked) {
    asked = new Map();
    asking.set(tx, asked);
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
  const asked = asking.get(tx)!;
  asking.delete(tx);
  try {
    const hashes = sql`${[...asked.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[]`;
    const { rows } = await sql<{ id: number; loft_id: number; hash: string }>`
      select id, loft_id, encode(key_hash, 'hex') as hash from devices
      where key_hash = any(${hashes}) and revoked_at is null
      union all
      select id, loft_id, encode(old_key_hash, 'hex') from devices
      where old_key_hash = any(${hashes}) and old_key_until > now() and revoked_at is null`.execute(tx);
    for (const { id, loft_id, hash } of rows) asked.get(hash)!.resolve({ kind: 'device', device_id: id, loft_id });
    for (const { resolve } of asked.values()) resolve(null); // changes nothing for those who have their answer
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
