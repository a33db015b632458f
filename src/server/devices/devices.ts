/** Clocks: registering one, knowing one by its key, revoking one. */
import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '#domain/policy.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * Register a clock. Its key is told once and kept as a hash only; it carries 256 random bits, so a plain hash will do.
 */
export async function registerDevice(
  tx: Tx,
  { loft_id, name }: { loft_id: number; name: string },
): Promise<{ device_id: number; key: string }> {
  const key = `clock_${randomBytes(32).toString('base64url')}`;
  const { id } = await tx
    .insertInto('devices')
    .values({ loft_id, name, key_hash: hashOf(key), revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { device_id: id, key };
}

/** Who shows this key: a clock that is not revoked, or nobody. Asked on every request, so revoking acts at once. */
export async function deviceByKey(tx: Tx, key: string): Promise<(Actor & { kind: 'device' }) | null> {
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'loft_id'])
    .where('key_hash', '=', hashOf(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return device ? { kind: 'device', device_id: device.id, loft_id: device.loft_id } : null;
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
