/** Devices of a loft: registering, changing and revoking them, and their keys; each with a row in the audit log. */

import type { DeviceSettings, DeviceToRegister } from '#domain/devices/contract.ts';
import { hasKey, whyNotPlace } from '#domain/devices/device.ts';
import type { DeviceKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { makeKey } from './keys.ts';
import { endSilence } from './silences.ts';

const settings = [
  'name',
  'clock_id',
  'position',
  'maker',
  'serial',
  'note',
  'online_from',
  'online_to',
  'silent_after_s',
  'sample_s',
] as const satisfies readonly (keyof DeviceSettings)[];

/** Register a clock with a name only, for a replay if one is given. Its key is returned only here. */
export async function registerDevice(
  tx: Tx,
  { loft_id, name, replay_id = null }: { loft_id: number; name: string; replay_id?: number | null },
): Promise<{ device_id: number; key: string }> {
  const { key, key_hash } = makeKey();
  const { id } = await tx
    .insertInto('devices')
    .values({ loft_id, name, replay_id, key_hash, key_issued_at: new Date().toISOString(), revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { device_id: id, key };
}

/**
 * Register a device with the details given by its operator.
 * @returns its key, only this once; null for an antenna
 * @throws Refusal `bad_input` or `no_such_clock` by {@link whyNotPlace}; the database's `error_unique` for a name or a
 * pad that is taken
 */
export async function enterDevice(
  tx: Tx,
  { by, now_ms }: Act,
  loft_id: number,
  device: DeviceToRegister,
): Promise<{ device_id: number; key: string | null }> {
  const no = whyNotPlace(device.kind, device, await clocksToHangAt(tx, loft_id));
  if (no) throw no;
  const made = hasKey(device.kind) ? makeKey() : null;
  const key_issued_at = made && new Date(now_ms).toISOString();
  const { id } = await tx
    .insertInto('devices')
    .values({
      ...device,
      loft_id,
      replay_id: null,
      key_hash: made?.key_hash ?? null,
      key_issued_at,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { device_id: id, ...device };
  await writeAudit(tx, { loft_id, user_id: by, action: 'device.register', before: null, after });
  return { device_id: id, key: made?.key ?? null };
}

export type LockedDevice = Awaited<ReturnType<typeof lockDevice>>;

/**
 * A device of a loft, locked until the transaction ends; those of replays are not found.
 * @throws Refusal `not_found`.
 */
export async function lockDevice(tx: Tx, { loft_id, device_id }: DeviceKey) {
  const device = await tx
    .selectFrom('devices')
    .select(['loft_id', 'id', 'kind', 'key_hash', 'revoked_at', ...settings])
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .where('replay_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!device) throw new Refusal('not_found');
  return device;
}

/**
 * Change the name, position and expectations of a locked device. Without a change there is no audit entry.
 * @throws Refusal as {@link enterDevice}
 */
export async function changeDevice(
  tx: Tx,
  { by, now_ms }: Act,
  device: LockedDevice,
  after: DeviceSettings,
): Promise<void> {
  const { loft_id, id } = device;
  const clocks = (await clocksToHangAt(tx, loft_id)).concat(device.clock_id ?? []);
  const no = whyNotPlace(device.kind, after, clocks);
  if (no) throw no;
  const changed = settings.filter((name) => device[name] !== after[name]);
  if (!changed.length) return;
  await tx.updateTable('devices').set(after).where('loft_id', '=', loft_id).where('id', '=', id).execute();
  if (after.online_from === null) await endSilence(tx, { loft_id, device_id: id }, now_ms);
  const part = (from: DeviceSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'device.change',
    before: { device_id: id, ...part(device) },
    after: { device_id: id, ...part(after) },
  });
}

/**
 * Give a locked device a new key, returned only this once; the current one stays valid for so many minutes, and any
 * older one ends. A revoked device is in use again, with none of its old keys.
 * @throws Refusal `device_without_key` for an antenna; the database's `error_unique` when its name was given to another
 * meanwhile
 */
export async function issueKey(
  tx: Tx,
  { by, now_ms }: Act,
  device: LockedDevice,
  old_key_min: number,
): Promise<{ key: string; old_key_until: string | null }> {
  const { loft_id, id, key_hash: old_key_hash, revoked_at } = device;
  if (!hasKey(device.kind)) throw new Refusal('device_without_key');
  const { key, key_hash } = makeKey();
  const holds = old_key_min > 0 && revoked_at === null;
  const old_key_until = holds ? new Date(now_ms + old_key_min * 60_000).toISOString() : null;
  await tx
    .updateTable('devices')
    .set({
      key_hash,
      key_issued_at: new Date(now_ms).toISOString(),
      old_key_hash: holds ? old_key_hash : null,
      old_key_until,
      revoked_at: null,
    })
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .execute();
  const after = { device_id: id, old_key_until };
  await writeAudit(tx, { loft_id, user_id: by, action: 'device.key', before: null, after });
  return { key, old_key_until };
}

/** Invalidate the keys of a device and stop watching it; its data stays. Idempotent. */
export async function revokeDevice(
  tx: Tx,
  { loft_id, device_id }: DeviceKey,
  { by, now_ms }: Act = { by: null, now_ms: Date.now() },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set({ revoked_at: new Date(now_ms).toISOString(), old_key_hash: null, old_key_until: null })
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) return;
  await endSilence(tx, { loft_id, device_id }, now_ms);
  const after = { device_id };
  await writeAudit(tx, { loft_id, user_id: by, action: 'device.revoke', before: null, after });
}

/** The clocks of a loft that antennas can belong to. */
async function clocksToHangAt(tx: Tx, loft_id: number): Promise<number[]> {
  const clocks = await tx
    .selectFrom('devices')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('kind', '=', 'clock')
    .where('replay_id', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  return clocks.map(({ id }) => id);
}
