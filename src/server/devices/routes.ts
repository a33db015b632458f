/** The calls about the devices of a loft. */

import {
  changeDeviceCall,
  issueDeviceKey,
  listDevices,
  readDevice,
  recordTelemetryCall,
  registerDeviceCall,
  revokeDeviceCall,
} from '#domain/devices/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import type { Contacts } from './contacts.ts';
import { changesOfDevice, devicesOf, silencesOf } from './device-state.ts';
import { changeDevice, enterDevice, issueKey, lockDevice, revokeDevice } from './devices.ts';
import { comparisonsIn, courseOf, offsetOf, recordTelemetry, sampleOf } from './telemetry.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

export function deviceRoutes(contacts: Contacts): Route[] {
  return [
    route(listDevices, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft }, { query }, context) => ({
        loft,
        devices: await devicesOf(tx, loft, context.now_ms),
        course: await courseOf(tx, { loft_id: loft.id }, query.range, context.now_ms),
        read_at: readAt(context),
      }),
    }),
    route(readDevice, {
      load: async (tx, { params }, { now_ms }) => {
        const { loft_id, loft } = await loadLoft(tx, params.loft_id);
        return { loft_id, loft, devices: await devicesOf(tx, loft, now_ms) };
      },
      act: async (tx, { loft_id, loft, devices }, { params, query }, context) => {
        const device = devices.find(({ id }) => id === params.device_id);
        if (!device) throw new Refusal('not_found');
        const key = { loft_id, device_id: device.id };
        return {
          loft,
          device,
          clocks: devices.filter(
            ({ kind, id, state }) => kind === 'clock' && (state !== 'revoked' || id === device.clock_id),
          ),
          antennas: devices.filter(({ clock_id }) => clock_id === device.id),
          course: await courseOf(tx, key, query.range, context.now_ms),
          silences: await silencesOf(tx, key),
          changes: await changesOfDevice(tx, key),
          read_at: readAt(context),
        };
      },
    }),
    route(registerDeviceCall, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: (tx, { loft_id }, { body }, context) => enterDevice(tx, actOf(context), loft_id, body),
    }),
    route(changeDeviceCall, {
      load: (tx, { params }) => lockDevice(tx, params),
      act: async (tx, device, { body }, context) => {
        await changeDevice(tx, actOf(context), device, body);
        return {};
      },
    }),
    route(issueDeviceKey, {
      load: (tx, { params }) => lockDevice(tx, params),
      act: (tx, device, { body }, context) => issueKey(tx, actOf(context), device, body.old_key_min),
    }),
    route(revokeDeviceCall, {
      load: (tx, { params }) => lockDevice(tx, params),
      act: async (tx, { loft_id, id }, _input, context) => {
        await revokeDevice(tx, { loft_id, device_id: id }, actOf(context));
        return {};
      },
    }),
    route(recordTelemetryCall, {
      load: async (_tx, _input, { actor }) => ({ loft_id: actor.kind === 'device' ? actor.loft_id : 0 }),
      act: async (tx, { loft_id }, { body }, { actor, now_ms }) => {
        const { device_id } = actor as Extract<typeof actor, { kind: 'device' }>;
        const clock_offset_ms = offsetOf(body.sent_at, now_ms);
        const key = { loft_id, device_id };
        const stored = await recordTelemetry(tx, key, body.samples, { received_ms: now_ms, clock_offset_ms });
        const comparisons = comparisonsIn(body, now_ms);
        contacts.heard({ ...key, at_ms: now_ms, clock_offset_ms, comparisons, readings: 0 });
        return { stored, sample_s: await sampleOf(tx, key), received_at: new Date(now_ms).toISOString() };
      },
    }),
  ];
}
