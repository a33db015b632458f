/** The state of a loft's devices: settings, last contact, last telemetry. */

import { sql } from 'kysely';
import type { Device, DeviceChange } from '#domain/devices/contract.ts';
import { type Standing, standingOf, standingOfAntenna } from '#domain/devices/device.ts';
import { silentSince } from '#domain/devices/expected-online.ts';
import type { DeviceKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Tx } from '#server/db/database.ts';

interface Row extends Omit<Device, 'state' | 'since'> {
  created_at: string;
  revoked_at: string | null;
  first_contact_at: string | null;
  silent_since: string | null;
  heard_again_at: string | null;
}

/** The devices of a loft: each clock followed by its antennas, then the PC cards; revoked ones last. */
export async function devicesOf(tx: Tx, loft: Loft, now_ms: number): Promise<Device[]> {
  const now = sql`${new Date(now_ms).toISOString()}::timestamptz`;
  const { rows } = await sql<Row>`
    select d.id, d.kind, d.name, d.clock_id, d.position, d.maker, d.serial, d.note, d.online_from, d.online_to,
      d.silent_after_s, d.sample_s, d.key_issued_at, case when d.old_key_until > ${now} then d.old_key_until end as old_key_until,
      d.created_at, d.revoked_at, c.first_at as first_contact_at,
      c.last_at as last_contact_at, c.clock_offset_ms::float8 as clock_offset_ms,
      coalesce((select sum(m.readings) from device_minutes m
        where m.device_id = d.id and m.minute > ${now} - interval '24 hours'), 0)::int as day_readings,
      t.battery_percent, t.temperature_c, t.signal_percent, t.free_memory_kb, t.reading_count, t.firmware,
      (select s.since from device_silences s where s.device_id = d.id and s.ended_at is null) as silent_since,
      (select max(s.ended_at) from device_silences s
        where s.loft_id = d.loft_id and s.device_id = d.id and s.ended_at is not null) as heard_again_at
    from devices d
    left join devices clock on clock.loft_id = d.loft_id and clock.id = d.clock_id
    left join device_contacts c on c.device_id = d.id
    left join lateral (
      select * from device_telemetry t where t.device_id = d.id order by t.received_at desc, t.at desc limit 1) t on true
    where d.loft_id = ${loft.id} and d.replay_id is null
    order by d.revoked_at is not null, d.kind = 'pc_card', lower(coalesce(clock.name, d.name)), coalesce(clock.id, d.id),
      d.kind = 'antenna', lower(d.name), d.id`.execute(tx);
  const own = new Map(rows.map((row) => [row.id, ownStanding(row, loft.time_zone, now_ms)]));
  return rows.map((row) => {
    const clock = row.revoked_at === null ? own.get(row.clock_id ?? 0) : undefined;
    const { state, since_ms } = clock ? standingOfAntenna(signsOf(row), clock) : own.get(row.id)!;
    return { ...row, state, since: new Date(since_ms).toISOString() };
  });
}

const ms = (at: string | null) => (at === null ? null : Date.parse(at));

function signsOf(row: Row) {
  return {
    created_ms: Date.parse(row.created_at),
    revoked_ms: ms(row.revoked_at),
    first_contact_ms: ms(row.first_contact_at),
    last_contact_ms: ms(row.last_contact_at),
    heard_again_ms: ms(row.heard_again_at),
    silent_after_s: row.silent_after_s,
  };
}

/** The state of a device that has contact by itself. */
function ownStanding(row: Row, time_zone: string, now_ms: number): Standing {
  const signs = signsOf(row);
  const { last_contact_ms } = signs;
  // A silence that the job has not found yet counts all the same.
  const silent_ms = ms(row.silent_since) ?? silentSince(row, time_zone, { last_contact_ms, now_ms });
  return standingOf({ ...signs, silent_ms }, now_ms);
}

const silencesShown = 20;

/** The last silences of a device, the latest first. */
export function silencesOf(tx: Tx, { loft_id, device_id }: DeviceKey) {
  return tx
    .selectFrom('device_silences')
    .select(['id', 'since', 'ended_at'])
    .where('loft_id', '=', loft_id)
    .where('device_id', '=', device_id)
    .orderBy('id', 'desc')
    .limit(silencesShown)
    .execute();
}

const changesShown = 50;

/** The last changes of a device, the latest first. */
export async function changesOfDevice(tx: Tx, { loft_id, device_id }: DeviceKey): Promise<DeviceChange[]> {
  const { rows } = await sql<Omit<DeviceChange, 'fields'> & { after: object }>`
    select l.id, l.action, l.after, l.at,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by
    from audit_log l left join users u on u.id = l.user_id
    where l.loft_id = ${loft_id} and l.action like 'device.%' and (l.after ->> 'device_id')::bigint = ${device_id}
    order by l.id desc limit ${changesShown}`.execute(tx);
  return rows.map(({ after, ...change }) => ({
    ...change,
    fields: change.action === 'device.change' ? Object.keys(after).filter((name) => name !== 'device_id') : [],
  }));
}
