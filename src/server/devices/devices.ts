/** Clocks: registering one, knowing one by its key, revoking one. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#domain/policy.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * Register a clock, of a replay if it plays one. Its key is told once and kept as a hash only; it carries 256 random
 * bits, so a plain hash will do.
 */
export async function registerDevice(
  tx: Tx,
  { loft_id, name, replay_id = null }: { loft_id: number; name: string; replay_id?: number | null },
): Promise<{ device_id: number; key: string }> {
  const key = `clock_${randomBytes(32).toString('base64url')}`;
  const { id } = await tx
    .insertInto('devices')
    .values({ loft_id, name, replay_id, key_hash: hashOf(key), revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { device_id: id, key };
}

type Device = Actor & { kind: 'device' };

/** Keys that are being asked for, by database: those of one turn of the event loop go in one query. */
const asking = new WeakMap<Tx, Map<string, PromiseWithResolvers<Device | null>>>();

/** Who shows this key: a clock that is not revoked, or nobody. Asked on every request, so revoking acts at once. */
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
    const { rows } = await sql<{ id: number; loft_id: number; hash: string }>`
      select id, loft_id, encode(key_hash, 'hex') as hash from devices
      where key_hash = any(${[...asked.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[]) and revoked_at is null`.execute(
      tx,
    );
    for (const { id, loft_id, hash } of rows) asked.get(hash)!.resolve({ kind: 'device', device_id: id, loft_id });
    for (const { resolve } of asked.values()) resolve(null); // changes nothing for those who have their answer
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}

/** From now on the clock's key opens nothing; its readings stay. */
export async function revokeDevice(
  tx: Tx,
  { loft_id, device_id }: { loft_id: number; device_id: number },
): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ revoked_at: new Date().toISOString() })
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .where('revoked_at', 'is', null)
    .execute();
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
