/** The calls about the devices of a loft: registering them, their keys, their telemetry. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { boundedInteger, nullableBoundedInteger, requiredText, text } from '#domain/validation.ts';
import { deviceKinds, deviceStates, longestOldKey_min } from './device.ts';
import { clockInstant, ownTime } from './instant.ts';

/** No control characters and no lone surrogates: PostgreSQL refuses both. */
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
const manyLines = /^([^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;
const orNull = (value: string | null) => value || null;
const line = (max: number) => text({ max }).regex(oneLine).nullable().transform(orNull);
const timeOfDay = z
  .union([z.literal(''), z.iso.time({ precision: -1 })])
  .nullable()
  .transform(orNull);

/** The fields of a device; its kind is set once, when it is registered. */
const fields = {
  name: requiredText({ max: 64 })
    .regex(oneLine)
    .transform((name) => name.trim()),
  clock_id: nullableBoundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).meta({
    description: 'The clock of an antenna; null for everything else',
  }),
  position: line(64).meta({ description: 'The pad of an antenna, by the name that its clock sends with each reading' }),
  maker: line(64),
  serial: line(64),
  note: text({ max: 2000 }).regex(manyLines).nullable().transform(orNull),
  online_from: timeOfDay.meta({
    description: 'Start of the daily time online, by the clock of the loft; null: never',
  }),
  online_to: timeOfDay.meta({ description: 'Its end; before the start: across midnight, the same: all day' }),
  silent_after_s: boundedInteger({ min: 60, max: 86_400 }).meta({ description: 'Maximum silence' }),
  sample_s: boundedInteger({ min: 10, max: 3600 }).meta({ description: 'Interval of its telemetry' }),
};

/** A window has both ends or none. */
const wholeWindow = ({
  value,
  issues,
}: z.core.ParsePayload<{ online_from: string | null; online_to: string | null }>) => {
  const { online_from, online_to } = value;
  if ((online_from === null) === (online_to === null)) return;
  const field = online_from === null ? 'online_from' : 'online_to';
  issues.push({ code: 'custom', input: value[field], path: [field], params: { code: 'error_required' } });
};

export const deviceToRegister = z.strictObject({ kind: z.enum(deviceKinds), ...fields }).check(wholeWindow);
export type DeviceToRegister = z.output<typeof deviceToRegister>;
export const deviceSettings = z.strictObject(fields).check(wholeWindow);
export type DeviceSettings = z.output<typeof deviceSettings>;

/** A device as its operator sees it; the values of its telemetry are null until it sends some. */
export const device = z.object({
  id: replyId,
  kind: z.enum(deviceKinds),
  name: z.string(),
  clock_id: replyId.nullable(),
  position: z.string().nullable(),
  maker: z.string().nullable(),
  serial: z.string().nullable(),
  note: z.string().nullable(),
  online_from: z.string().nullable(),
  online_to: z.string().nullable(),
  silent_after_s: z.int(),
  sample_s: z.int(),
  key_issued_at: instant.nullable(),
  old_key_until: instant.nullable().meta({ description: 'Until when the previous key is valid' }),
  state: z.enum(deviceStates).meta({ description: 'Of an antenna that of its clock, which sends for it' }),
  since: instant,
  last_contact_at: instant.nullable().meta({ description: 'Of an antenna: its last reading' }),
  day_readings: z.int().meta({ description: 'Readings in the last 24 hours' }),
  clock_offset_ms: z.number().nullable().meta({ description: 'Positive: the clock is behind' }),
  battery_percent: z.number().nullable(),
  temperature_c: z.number().nullable(),
  signal_percent: z.number().nullable(),
  free_memory_kb: z.number().nullable(),
  reading_count: z.number().nullable(),
  firmware: z.string().nullable(),
});
export type Device = z.output<typeof device>;

/** The telemetry of a device over an interval; null for values that it did not send. */
export const point = z.object({
  at: z.number().meta({ description: 'Start of the interval, epoch ms' }),
  readings: z.number(),
  battery_percent: z.number().nullable(),
  temperature_c: z.number().nullable(),
  signal_percent: z.number().nullable(),
  clock_offset_ms: z.number().nullable(),
});
export type Point = z.output<typeof point>;

export const ranges = ['day', 'hour', 'week'] as const;
export type Range = (typeof ranges)[number];

/** A period cut into equal intervals. */
export const course = z.object({
  range: z.enum(ranges),
  from: z.number(),
  to: z.number(),
  step_ms: z.number(),
  points: z.array(point).meta({ description: 'Intervals without telemetry are left out' }),
});
export type Course = z.output<typeof course>;

const ofLoft = z.object({ loft_id: id });
const ofDevice = z.object({ loft_id: id, device_id: id });
const key = z.string().meta({ description: 'Shown this once and not stored' });
const path = '/api/admin/lofts/{loft_id}/devices';
const range = z.enum(ranges).default('day');

export const listDevices = contract({
  name: 'listDevices',
  summary: 'The devices of a loft: clocks, each with its antennas, then PC cards; those that are revoked last',
  method: 'GET',
  path,
  access: 'loft.manage',
  params: ofLoft,
  query: z.object({ range }),
  reply: z.object({ loft, devices: z.array(device), course, read_at: instant }),
});

export const registerDeviceCall = contract({
  name: 'registerDevice',
  summary: 'Register a device; everything but an antenna gets a key',
  method: 'POST',
  path,
  access: 'loft.manage',
  fresh_proof: true,
  params: ofLoft,
  body: deviceToRegister,
  reply: z.object({ device_id: replyId, key: key.nullable() }),
});

const change = z.object({
  id: replyId,
  action: z.enum(['device.register', 'device.change', 'device.key', 'device.revoke']),
  by: z
    .string()
    .nullable()
    .meta({ description: 'The name of the person who did it; null: the program, or a deleted account' }),
  /** The fields that changed. */
  fields: z.array(z.string()),
  at: instant,
});
export type DeviceChange = z.output<typeof change>;

export const readDevice = contract({
  name: 'readDevice',
  summary: 'One device: its state, telemetry, silences and changes',
  method: 'GET',
  path: `${path}/{device_id}`,
  access: 'loft.manage',
  params: ofDevice,
  query: z.object({ range }),
  reply: z.object({
    loft,
    device,
    clocks: z.array(z.object({ id: replyId, name: z.string() })),
    antennas: z.array(device),
    course,
    silences: z.array(z.object({ id: replyId, since: instant, ended_at: instant.nullable() })),
    changes: z.array(change),
    read_at: instant,
  }),
});

export const changeDeviceCall = contract({
  name: 'changeDevice',
  summary: 'Change the name and place of a device, and what is expected of it',
  method: 'PUT',
  path: `${path}/{device_id}`,
  access: 'loft.manage',
  params: ofDevice,
  body: deviceSettings,
  reply: z.object({}),
});

export const keyToIssue = z.strictObject({
  old_key_min: boundedInteger({ min: 0, max: longestOldKey_min }).meta({
    description: 'Minutes for which the present key stays valid; 0: it ends now',
  }),
});

export const issueDeviceKey = contract({
  name: 'issueDeviceKey',
  summary: 'Give a device a new key; one that is revoked is taken back into use by it',
  method: 'POST',
  path: `${path}/{device_id}/key`,
  access: 'loft.manage',
  fresh_proof: true,
  params: ofDevice,
  body: keyToIssue,
  reply: z.object({ key, old_key_until: instant.nullable() }),
});

export const revokeDeviceCall = contract({
  name: 'revokeDevice',
  summary: 'Revoke a device: its keys are invalid from now on, and its data stay',
  method: 'DELETE',
  path: `${path}/{device_id}/key`,
  access: 'loft.manage',
  params: ofDevice,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

/** Maximum number of samples in one batch of a device. */
export const maxSamples = 200;

/** A sample of a device's telemetry. `n` counts within a boot: with the device they are the sample's key. */
const sample = z.strictObject({
  boot: z.union([z.int().min(0), z.string().regex(/^[\w.:-]{1,64}$/)]).transform(String),
  n: z.int().min(0),
  at: clockInstant,
  battery_percent: z.number().min(0).max(100).nullish(),
  temperature_c: z.number().min(-100).max(200).nullish(),
  clock_offset_ms: z.number().min(-1e12).max(1e12).nullish().meta({ description: 'Positive: the clock is behind' }),
  reading_count: z.int().min(0).nullish().meta({ description: 'Readings since its start, by its own count' }),
  signal_percent: z.number().min(0).max(100).nullish(),
  free_memory_kb: z.int().min(0).nullish(),
  firmware: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u)
    .nullish(),
});
export type Sample = z.output<typeof sample>;

export const recordTelemetryCall = contract({
  name: 'recordTelemetry',
  summary: 'The telemetry of a device. Send it again until there is a reply: repeated samples change nothing',
  method: 'POST',
  path: '/api/devices/telemetry',
  access: 'reading.record',
  body: z.strictObject({
    samples: z.array(sample).min(1).max(maxSamples),
    ...ownTime,
  }),
  reply: z.object({
    stored: z.int().meta({ description: 'Those that were new' }),
    sample_s: z.int().meta({ description: 'Interval of the telemetry that the operator wants' }),
    received_at: instant,
  }),
});
