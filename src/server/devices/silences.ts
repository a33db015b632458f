/** Silent devices that should be online: found once a minute, reported once, ended by the next contact. */

import { sql } from 'kysely';
import { silentSince } from '#domain/devices/expected-online.ts';
import type { DeviceKey } from '#domain/keys.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { notify } from '#server/notifications/notify.ts';

/** A watched device with its last contact. */
interface Watched {
  loft_id: number;
  device_id: number;
  name: string;
  loft: string;
  time_zone: string;
  online_from: string | null;
  online_to: string | null;
  silent_after_s: number;
  last_at: string;
}

export interface LookOptions extends Omit<ItemsOptions, 'now_ms'> {
  /** How a silence is opened; a proof's control does it differently. */
  open?: typeof openSilence;
}

/**
 * Finds devices that have fallen silent by `now_ms` and notifies the merchants of their lofts, once for each silence
 * however many processes search; and ends the silences of those that had contact meanwhile.
 * @returns the devices that have fallen silent.
 */
export async function lookForSilence(
  db: Database,
  now_ms: number,
  { open = openSilence, ...options }: LookOptions = {},
): Promise<number[]> {
  // A silence whose device had contact while it was being opened.
  await sql`
    update device_silences s set ended_at = c.last_at from device_contacts c
    where c.device_id = s.device_id and s.ended_at is null and c.last_at > s.since`.execute(db);
  const { rows } = await sql<Watched>`
    select d.loft_id, d.id as device_id, d.name, l.name as loft, l.time_zone, d.online_from, d.online_to,
      d.silent_after_s, c.last_at
    from devices d
    join lofts l on l.id = d.loft_id
    join device_contacts c on c.device_id = d.id
    where d.kind <> 'antenna' and d.online_from is not null and d.revoked_at is null and d.replay_id is null
      and c.last_at <= ${new Date(now_ms).toISOString()}::timestamptz - d.silent_after_s * interval '1 second'
      and not exists (select from device_silences s where s.device_id = d.id and s.ended_at is null)
    order by d.id`.execute(db);
  const due = rows.flatMap((device) => {
    const since_ms = silentSince(device, device.time_zone, { last_contact_ms: Date.parse(device.last_at), now_ms });
    return since_ms === null ? [] : [{ device, since: new Date(since_ms).toISOString() }];
  });
  const job: Job<(typeof due)[number]> = {
    queue: 'silences',
    nameOf: ({ device: { device_id, loft_id } }) => ({ key: device_id, loft_id }),
    work: ({ device, since }) =>
      transact(db, async (tx) => {
        const id = await open(tx, device, { since, noticed_at: new Date(now_ms).toISOString() });
        if (id !== null) await notifyMerchants(tx, device, id, since);
        return id !== null;
      }),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ device }) => device.device_id);
}

/**
 * Opens the silence of a device, unless one is open or the device had contact since the search: its contact row is
 * locked, so that a contact at this moment is either seen here or comes after.
 * @returns its id, or null.
 */
export async function openSilence(
  tx: Tx,
  { loft_id, device_id, last_at }: Pick<Watched, 'loft_id' | 'device_id' | 'last_at'>,
  { since, noticed_at }: { since: string; noticed_at: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with quiet as materialized (
      select device_id from device_contacts where device_id = ${device_id} and last_at = ${last_at}::timestamptz for update)
    insert into device_silences (loft_id, device_id, since, noticed_at)
    select ${loft_id}::bigint, device_id, ${since}::timestamptz, ${noticed_at}::timestamptz from quiet
    on conflict do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Ends the silence of a device that is no longer watched. */
export async function endSilence(tx: Tx, { loft_id, device_id }: DeviceKey, now_ms: number): Promise<void> {
  await tx
    .updateTable('device_silences')
    .set(({ fn, val, ref }) => ({
      ended_at: fn<string>('greatest', [ref('since'), sql`${val(new Date(now_ms).toISOString())}::timestamptz`]),
    }))
    .where('loft_id', '=', loft_id)
    .where('device_id', '=', device_id)
    .where('ended_at', 'is', null)
    .execute();
}

async function notifyMerchants(tx: Tx, device: Watched, silence_id: number, since: string): Promise<void> {
  const { loft_id, device_id, loft, name, time_zone } = device;
  const merchants = sql`select user_id from loft_permissions where loft_id = ${loft_id} and is_merchant and is_active`;
  const path = `/admin/lofts/${loft_id}/devices/${device_id}`;
  const facts = { loft, device: name, since, time_zone, path };
  await notify(tx, merchants, { event: 'device_silent', key: `silence:${silence_id}`, facts });
}

/**
 * Since when the public feed of a loft is delayed: the start of the longest open silence of its clocks; null for none.
 */
export async function feedDelayedSince(tx: Tx, loft_id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('device_silences as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select('s.since')
    .where('s.loft_id', '=', loft_id)
    .where('s.ended_at', 'is', null)
    .where('d.kind', '=', 'clock')
    .orderBy('s.since')
    .limit(1)
    .executeTakeFirst();
  return row?.since ?? null;
}
