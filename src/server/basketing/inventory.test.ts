/** The inventory of a flight over HTTP: its lists as at the seal, and when it is refused (8.26, 8.27). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { InventoryBird } from '#domain/basketing/inventory-contract.ts';
import { recordContacts } from '#server/devices/contacts.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { sealList } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { type BuiltRace, buildFlight, buildPerson, buildRace } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { basketPigeons } from './basketing.ts';
import { recordEvents } from './desk.ts';

let site: TestSite;
let race: BuiltRace;
let flight_id: number;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());
beforeEach(async () => {
  race = await buildRace(site.db, { birds: 6, until: 'planned' });
  merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  await bring(race.pigeon_ids, 'at_loft');
  flight_id = await work((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' }));
});

const work = <T>(what: Parameters<ReturnType<TestSite['db']['transaction']>['execute']>[0]) =>
  site.db.transaction().execute(what) as Promise<T>;
const season = () => ({ loft_id: race.loft.id, season_id: race.season_id });
const act = (now_ms = Date.now()) => ({ by: merchant.user_id, now_ms });
const bring = (ids: readonly number[], to: 'at_loft' | 'lost' | 'quarantine') =>
  work(async (tx) => bringTo(tx, season(), await lockPigeons(tx, season(), ids), to, { by: null, now_ms: Date.now() }));

async function inventory(query = '', headers: object = merchant.headers, id = flight_id) {
  const url = `/api/admin/seasons/${race.season_id}/flights/${id}/inventory${query}`;
  const answer = await site.app.inject({ method: 'GET', url, headers: headers as never });
  return { status: answer.statusCode, body: answer.json() };
}
const birdsOf = async () => (await inventory('?anyway=1')).body.birds as InventoryBird[];

/** Two birds go in at a desk, a third is held back. */
const atDesk = (now_ms = Date.now()) =>
  work((tx) =>
    recordEvents(
      tx,
      { ...season(), flight_id },
      {
        device: randomUUID(),
        since: 0,
        events: [0, 1, 2].map((n) => ({
          id: randomUUID(),
          n: n + 1,
          pigeon_id: race.pigeon_ids[n]!,
          at: new Date(now_ms).toISOString(),
          undoes: null,
          ...(n < 2
            ? { kind: 'in' as const, crate: 1, number: n + 1, chip: null }
            : { kind: 'hold' as const, reason: 'A cough' }),
        })),
      },
      act(now_ms),
    ),
  );
const compared = (device_id: number, at_ms: number) =>
  recordContacts(site.db, [{ loft_id: race.loft.id, device_id, at_ms, clock_offset_ms: 0, readings: 0, antennas: {} }]);

it('has every bird on one list, with crate, desk and reason; nobody else reads it', async () => {
  await bring([race.pigeon_ids[3]!], 'quarantine');
  await bring([race.pigeon_ids[4]!], 'lost');
  await atDesk();
  expect((await birdsOf()).map((b) => [b.list, b.crate, b.crate_number, b.desk, b.reason, b.health])).toEqual([
    ['basketed', 1, 1, 'A', null, 'active'],
    ['basketed', 1, 2, 'A', null, 'active'],
    ['held_back', null, null, null, 'A cough', 'active'],
    ['held_back', null, null, null, null, 'quarantine'],
    ['unaccounted', null, null, null, null, 'active'],
  ]);
  expect((await inventory('', {})).status).toBe(401);
  const stranger = await buildPerson(site.db);
  expect((await inventory('', stranger.headers)).status).toBe(404);
});

it('stays as it was at the seal, whatever becomes of the birds (control: an open list follows them)', async () => {
  await atDesk();
  const before = await birdsOf();
  const falls_ill = race.pigeon_ids[5]!;
  const listOf = async () => (await birdsOf()).find(({ pigeon_id }) => pigeon_id === falls_ill)?.list;
  await work(async (tx) => sealList(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id }), act()));
  await bring([falls_ill], 'quarantine');
  await bring([race.pigeon_ids[4]!], 'lost');
  expect(await birdsOf()).toEqual(before);
  flight_id = await work((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' }));
  expect(await listOf()).toBe('held_back');
});

it('is refused while a clock has an older list, however it was changed (8.26)', async () => {
  const now_ms = Date.now();
  await compared(race.device.device_id, now_ms - 60_000);
  expect((await inventory()).status).toBe(200);
  await atDesk(now_ms);
  expect((await inventory()).body).toMatchObject({ code: 'clock_data_out_of_date', params: { clocks: 'Clock 1' } });
  expect((await inventory('?anyway=1')).status).toBe(200);
  await compared(race.device.device_id, now_ms);
  expect((await inventory()).status).toBe(200);
  // By a call, without a desk.
  await work(async (tx) =>
    basketPigeons(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id }), [race.pigeon_ids[5]!]),
  );
  expect((await inventory()).body.code).toBe('clock_data_out_of_date');
  await compared(race.device.device_id, Date.now() + 1000);
  expect((await inventory()).status).toBe(200);
});

it('asks the clocks of the flight alone; a chosen one that is out of use is none (8.26)', async () => {
  const now_ms = Date.now();
  const other = await work<{ device_id: number }>((tx) =>
    registerDevice(tx, { loft_id: race.loft.id, name: 'Clock 2' }),
  );
  await compared(race.device.device_id, now_ms);
  await compared(other.device_id, now_ms - 60_000);
  await atDesk(now_ms - 1000);
  expect((await inventory()).body.params).toEqual({ clocks: 'Clock 2' });
  const chosen = { loft_id: race.loft.id, flight_id };
  await site.db
    .insertInto('flight_clocks')
    .values({ ...chosen, device_id: race.device.device_id })
    .execute();
  expect((await inventory()).status).toBe(200);
  await site.db
    .updateTable('devices')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', race.device.device_id)
    .execute();
  expect((await inventory()).body.params).toEqual({ clocks: 'Clock 2' });
});

it('is none before the basketing, nor of a flight that was annulled before it (8.27)', async () => {
  const none = { code: 'no_inventory_flight' };
  const planned = await work<number>((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'planned' }));
  expect((await inventory('', merchant.headers, planned)).body).toMatchObject(none);
  const annul = (id: number) =>
    site.app.inject({
      method: 'POST',
      url: `/api/admin/seasons/${race.season_id}/flights/${id}/steps`,
      headers: merchant.headers,
      payload: { event: 'annul', reason: 'Storm' },
    });
  expect((await annul(planned)).statusCode).toBe(200);
  expect((await inventory('?anyway=1', merchant.headers, planned)).body).toMatchObject(none);
  await atDesk();
  expect((await annul(flight_id)).statusCode).toBe(200);
  expect(await birdsOf()).toHaveLength(6);
  expect((await inventory('', merchant.headers, 999_999)).body).toMatchObject(none);
});
