/** The clocks of the demo's lofts: a day of telemetry, which goes on every minute; one clock is offline. */

import type { DeviceToRegister, Sample } from '#domain/devices/contract.ts';
import { plainDevice } from '#domain/devices/device.ts';
import type { DeviceKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { type Contact, recordContacts } from '#server/devices/contacts.ts';
import { enterDevice } from '#server/devices/devices.ts';
import { recordTelemetry } from '#server/devices/telemetry.ts';
import { pause } from './replay-clocks.ts';

const minute_ms = 60_000;
const day_minutes = 24 * 60;

/** The base values of a clock: battery at midnight, temperature, and how far it is behind. */
interface DemoClock {
  name: string;
  serial: string;
  battery: number;
  warmth: number;
  offset_ms: number;
  antennas: readonly string[];
  /** It has been offline for so many minutes, and stays so. */
  silent_min?: number;
}

const clocks: readonly DemoClock[] = [
  { name: 'North trap', serial: 'X-20418', battery: 96, warmth: 19, offset_ms: 140, antennas: ['N1', 'N2'] },
  { name: 'South trap', serial: 'X-20419', battery: 81, warmth: 23, offset_ms: -60, antennas: ['S1', 'S2'] },
  { name: 'Garden', serial: 'X-17003', battery: 34, warmth: 12, offset_ms: 2300, antennas: ['G1'], silent_min: 190 },
];

const watched = { ...plainDevice, maker: 'Bricon', online_from: '00:00', online_to: '00:00' };

/** Registers the clocks, antennas and the PC card of a loft, with the telemetry of the last day. */
export async function seedDevices(tx: Tx, { id: loft_id }: Loft, now_ms: number): Promise<void> {
  const enter = (device: DeviceToRegister) => enterDevice(tx, { by: null, now_ms }, loft_id, device);
  for (const clock of clocks) {
    const { name, serial, antennas, silent_min = 0 } = clock;
    const { device_id } = await enter({ ...watched, kind: 'clock', name, serial });
    for (const position of antennas)
      await enter({ ...watched, kind: 'antenna', name: `${name} ${position}`, clock_id: device_id, position });
    const minutes: number[] = [];
    const until = Math.floor(now_ms / minute_ms) - silent_min;
    for (let minute = until - day_minutes; minute <= until; minute += 10) minutes.push(minute);
    await sendSamples(tx, { loft_id, device_id }, clock, minutes);
  }
  await enter({
    ...plainDevice,
    kind: 'pc_card',
    name: 'Office',
    maker: 'Benzing',
    note: 'Reads the rings at basketing.',
  });
}

/** Records the telemetry of the demo's clocks each minute, until the signal. */
export async function keepSendingSamples(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const rows = await db
      .selectFrom('devices')
      .select(['loft_id', 'id as device_id', 'serial'])
      .where('kind', '=', 'clock')
      .where('revoked_at', 'is', null)
      .where(
        'serial',
        'in',
        clocks.filter(({ silent_min }) => !silent_min).map(({ serial }) => serial),
      )
      .execute();
    for (const { serial, ...key } of rows)
      await sendSamples(db, key, clocks.find((clock) => clock.serial === serial)!, [
        Math.floor(Date.now() / minute_ms),
      ]);
    await pause(minute_ms, signal);
  }
}

/** Records samples and contacts of a clock at these minutes since 1970, in ascending order. */
async function sendSamples(
  tx: Tx,
  key: DeviceKey,
  { battery, warmth, offset_ms, antennas }: DemoClock,
  minutes: readonly number[],
): Promise<void> {
  const wave = (minute: number, period: number) => Math.sin((minute / period) * 2 * Math.PI);
  const samples = minutes.map(
    (minute): Sample => ({
      boot: 'demo',
      n: minute,
      at: new Date(minute * minute_ms).toISOString(),
      // The battery is charged by day.
      battery_percent: Math.round(battery + 4 * wave(minute, day_minutes)),
      temperature_c: Math.round(10 * (warmth + 5 * wave(minute - 360, day_minutes))) / 10,
      signal_percent: Math.round(72 + 9 * wave(minute, 97)),
      free_memory_kb: 118_000 - (minute % day_minutes),
      firmware: '4.12',
    }),
  );
  const contacts = minutes.map((minute): Contact => {
    // Birds pass the antennas mostly in the afternoon, and most of them pass the first one.
    const readings = Math.max(0, Math.round(14 * wave(minute - 540, day_minutes) + 3 * wave(minute, 31)));
    const first = Math.ceil(readings / antennas.length);
    const spread = antennas.map((antenna, i) => [antenna, i === 0 ? first : readings - first] as const);
    return {
      ...key,
      at_ms: minute * minute_ms,
      clock_offset_ms: Math.round(offset_ms + 25 * wave(minute, 53)),
      readings,
      antennas: Object.fromEntries(spread.filter(([, count]) => count > 0)),
    };
  });
  await recordTelemetry(tx, key, samples, { received_ms: minutes.at(-1)! * minute_ms, clock_offset_ms: 0 });
  await recordContacts(tx, contacts);
}
