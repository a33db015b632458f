/** Telemetry of devices: stored as sent, and summed up by the minute for longer (ages.ts). */

import { sql } from 'kysely';
import { type ClockSample, oneWaySample, roundTripSample } from '#domain/devices/clock-time.ts';
import type { Course, Point, Range, Sample } from '#domain/devices/contract.ts';
import type { RoundTripSent } from '#domain/devices/instant.ts';
import type { DeviceKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';

const minute_ms = 60_000;

/**
 * Stores telemetry of a device. A sample's key is (device, boot, n): a repeated sample is not counted again, so a
 * minute's means are the same however often a batch is sent. Where the device gave its own time at sending, a sample is
 * counted at the time it was taken by our clock.
 * @returns how many samples were new.
 */
export async function recordTelemetry(
  tx: Tx,
  { loft_id, device_id }: DeviceKey,
  samples: readonly Sample[],
  { received_ms, clock_offset_ms }: { received_ms: number; clock_offset_ms: number | null },
): Promise<number> {
  const rows = samples.map((sample) => {
    const at_ms = Date.parse(sample.at);
    const taken_ms = at_ms + (clock_offset_ms ?? 0);
    const minute = new Date(Math.floor(Math.min(taken_ms, received_ms) / minute_ms) * minute_ms).toISOString();
    const [battery_percent, temperature_c, signal_percent] = [
      sample.battery_percent,
      sample.temperature_c,
      sample.signal_percent,
    ].map(inHundredths);
    // PostgreSQL does not accept every spelling of a zone.
    const at = new Date(at_ms).toISOString();
    return { ...sample, at, minute, battery_percent, temperature_c, signal_percent };
  });
  const { rows: found } = await sql<{ stored: number }>`
    with told as materialized (
      select distinct on (boot, n) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t
        (boot text, n bigint, at timestamptz, minute timestamptz, battery_percent real, temperature_c real,
        clock_offset_ms double precision, reading_count bigint, signal_percent real, free_memory_kb bigint, firmware text)
      order by boot, n),
    fresh as (
      insert into device_telemetry (loft_id, device_id, boot, n, at, received_at, battery_percent, temperature_c,
        clock_offset_ms, reading_count, signal_percent, free_memory_kb, firmware)
      select ${loft_id}::bigint, ${device_id}::bigint, boot, n, at, ${new Date(received_ms).toISOString()}::timestamptz,
        battery_percent, temperature_c, clock_offset_ms, reading_count, signal_percent, free_memory_kb, firmware
      from told
      on conflict do nothing
      returning boot, n),
    counted as (
      insert into device_minutes (loft_id, device_id, minute, battery_sum, battery_n, temperature_sum, temperature_n,
        signal_sum, signal_n, offset_sum, offset_n)
      select ${loft_id}::bigint, ${device_id}::bigint, minute, coalesce(sum(battery_percent), 0), count(battery_percent),
        coalesce(sum(temperature_c), 0), count(temperature_c), coalesce(sum(signal_percent), 0), count(signal_percent),
        -- What the server measured is counted with the contact.
        coalesce(sum(clock_offset_ms) filter (where ${clock_offset_ms === null}), 0),
        count(clock_offset_ms) filter (where ${clock_offset_ms === null})
      from told join fresh using (boot, n) group by minute order by minute
      on conflict (device_id, minute) do update set
        battery_sum = device_minutes.battery_sum + excluded.battery_sum,
        battery_n = device_minutes.battery_n + excluded.battery_n,
        temperature_sum = device_minutes.temperature_sum + excluded.temperature_sum,
        temperature_n = device_minutes.temperature_n + excluded.temperature_n,
        signal_sum = device_minutes.signal_sum + excluded.signal_sum, signal_n = device_minutes.signal_n + excluded.signal_n,
        offset_sum = device_minutes.offset_sum + excluded.offset_sum, offset_n = device_minutes.offset_n + excluded.offset_n)
    select count(*)::int as stored from fresh`.execute(tx);
  return found[0]!.stored;
}

/** Hundredths: no sensor is finer, and smaller numbers underflow the column. */
const inHundredths = (value: number | null | undefined) => (value == null ? null : Math.round(value * 100) / 100);

/** How far a device's clock is behind ours, in ms, by its time at sending; null where it gives none. */
export function offsetOf(sent_at: string | null | undefined, received_ms: number): number | null {
  return sent_at ? received_ms - Date.parse(sent_at) : null;
}

/** A round trip that ended longer ago says nothing about a call of now, ms. */
const oldest_ms = 3_600_000;

/** The comparisons of a device's clock with ours in one of its calls. */
export function comparisonsIn(
  { sent_at, round_trip }: { sent_at?: string | null | undefined; round_trip?: RoundTripSent | null | undefined },
  now_ms: number,
): ClockSample[] {
  const offset_ms = offsetOf(sent_at, now_ms);
  const whole =
    round_trip &&
    roundTripSample({
      sent_ms: Date.parse(round_trip.sent_at),
      received_ms: Date.parse(round_trip.received_at),
      replied_ms: Date.parse(round_trip.replied_at),
    });
  const isOfNow = whole && whole.at_ms <= now_ms && whole.at_ms > now_ms - oldest_ms;
  return [offset_ms === null ? [] : oneWaySample(now_ms, offset_ms), isOfNow ? whole : []].flat();
}

/** The interval at which the device should send telemetry, s. */
export async function sampleOf(tx: Tx, { loft_id, device_id }: DeviceKey): Promise<number> {
  const device = await tx
    .selectFrom('devices')
    .select('sample_s')
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .executeTakeFirstOrThrow();
  return device.sample_s;
}

/** How far back a range reaches, and in what steps. */
const steps: Record<Range, { minutes: number; count: number }> = {
  hour: { minutes: 1, count: 60 },
  day: { minutes: 15, count: 96 },
  week: { minutes: 120, count: 84 },
};

/** The course of a device, or of all clocks of a loft together, up to now. */
export async function courseOf(
  tx: Tx,
  { loft_id, device_id }: { loft_id: number; device_id?: number },
  range: Range,
  now_ms: number,
): Promise<Course> {
  const { minutes, count } = steps[range];
  const step_ms = minutes * minute_ms;
  const to = Math.ceil((now_ms + 1) / step_ms) * step_ms;
  const from = to - count * step_ms;
  // The readings of an antenna belong to its clock.
  const whose = device_id === undefined ? sql`and d.kind <> 'antenna'` : sql`and m.device_id = ${device_id}`;
  const { rows } = await sql<Point>`
    select floor(extract(epoch from m.minute) * 1000 / ${step_ms}::bigint)::bigint::float8 * ${step_ms}::float8 as at,
      sum(m.readings)::float8 as readings,
      sum(m.battery_sum) / nullif(sum(m.battery_n), 0) as battery_percent,
      sum(m.temperature_sum) / nullif(sum(m.temperature_n), 0) as temperature_c,
      sum(m.signal_sum) / nullif(sum(m.signal_n), 0) as signal_percent,
      sum(m.offset_sum) / nullif(sum(m.offset_n), 0) as clock_offset_ms
    from devices d join device_minutes m on m.device_id = d.id
    where d.loft_id = ${loft_id} and d.replay_id is null ${whose}
      and m.minute >= ${new Date(from).toISOString()}::timestamptz and m.minute < ${new Date(to).toISOString()}::timestamptz
    group by 1 order by 1`.execute(tx);
  return { range, from, to, step_ms, points: rows };
}
