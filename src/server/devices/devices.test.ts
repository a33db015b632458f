/**
 * The devices of a loft through their calls: registering, changes, keys, revoking; their telemetry, and their silence.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BuiltLoft, buildLoft, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { lookForSilence, openSilence } from './silences.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

const described = {
  kind: 'clock',
  name: 'Clock 2',
  clock_id: null,
  position: null,
  maker: 'Bricon',
  serial: 'X-1',
  note: 'Left of the door',
  online_from: null,
  online_to: null,
  silent_after_s: 300,
  sample_s: 60,
};
/** All day, so that the hour of the test does not matter. */
const watched = { ...described, online_from: '00:00', online_to: '00:00' };
const { kind: _kind, ...settings } = described;

type Merchant = Awaited<ReturnType<typeof buildPerson>>;

async function loftWithMerchant(): Promise<BuiltLoft & { merchant: Merchant; url: string }> {
  const built = await buildLoft(scene.db);
  const merchant = await buildPerson(scene.db, {
    email: `merchant-${built.loft.id}@example.org`,
    first_name: 'Marc',
    entries: [{ loft_id: built.loft.id, entry: { is_merchant: true } }],
  });
  return { ...built, merchant, url: `/api/admin/lofts/${built.loft.id}/devices` };
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: Merchant, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const register = async (at: { url: string; merchant: Merchant }, more: object = {}) =>
  (await call('POST', at.url, at.merchant, { ...described, ...more })).body as { device_id: number; key: string };

async function send(key: string, path: 'telemetry' | 'readings', payload: object) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await scene.app.inject({ method: 'POST', url: `/api/devices/${path}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const sample = (n: number, more: object = {}) => ({ boot: 'b', n, at: new Date().toISOString(), ...more });

/** Contacts are written asynchronously, beside the replies. */
const eventually = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 30_000, interval: 50 });

/** Polls the page of a device until it shows the expected values. */
function becomes(at: { url: string; merchant: Merchant }, device_id: number, expected: object) {
  return eventually(async () => {
    const { body } = await call('GET', `${at.url}/${device_id}`, at.merchant);
    expect(body.device).toMatchObject(expected);
    return body;
  });
}

describe('a device', () => {
  it('is registered with a key that is shown once and admits its readings and telemetry', async () => {
    const at = await loftWithMerchant();
    const { status, body } = await call('POST', at.url, at.merchant, described);
    expect(status).toBe(200);
    const { device_id, key } = body;
    expect(key).toMatch(/^clock_/);
    const shown = await call('GET', `${at.url}/${device_id}`, at.merchant);
    expect(shown.body.device).toMatchObject({ ...settings, state: 'unseen', last_contact_at: null });
    expect(shown.body.changes).toMatchObject([{ action: 'device.register', by: 'Marc', fields: [] }]);
    expect((await send(key, 'telemetry', { samples: [sample(1)] })).body).toMatchObject({ stored: 1, sample_s: 60 });
    await becomes(at, device_id, { state: 'online' });
    const pages = [
      shown,
      await call('GET', at.url, at.merchant),
      await call('GET', `${at.url}/${device_id}`, at.merchant),
    ];
    const log = await scene.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify([pages, log])).not.toContain(key.slice('clock_'.length, 20));
  });

  it.each([
    ['a name that is taken', { name: ' clock 1 ' }, { name: ['error_unique'] }, 409],
    ['no name', { name: '  ' }, { name: ['error_required'] }],
    ['another kind', { kind: 'toaster' }, { kind: ['error_one_of'] }],
    ['a clock above a clock', { clock_id: 1 }, { clock_id: ['error_unknown_field'] }],
    ['an antenna in the air', { kind: 'antenna' }, { clock_id: ['error_required'], position: ['error_required'] }],
    [
      'an antenna at no clock of this loft',
      { kind: 'antenna', clock_id: 1, position: 'A' },
      { clock_id: ['no_such_clock'] },
      409,
    ],
    ['half a window', { online_from: '05:00' }, { online_to: ['error_required'] }],
    ['no time of the day', { online_from: '25:00', online_to: '06:00' }, { online_from: expect.anything() }],
    ['less silence than a minute', { silent_after_s: 59 }, { silent_after_s: ['error_min_value'] }],
    ['more silence than a day', { silent_after_s: 86_401 }, { silent_after_s: ['error_max_value'] }],
    ['a line with two lines', { maker: 'a\nb' }, { maker: ['error_format'] }],
  ])('is not registered with %s', async (_, more, wrong, code = 422) => {
    const at = await loftWithMerchant();
    const { status, body } = await call('POST', at.url, at.merchant, { ...described, ...more });
    expect({ status, errors: body.codes }).toEqual({ status: code, errors: wrong });
  });

  it('that is an antenna belongs to a clock, has no key, and each pad of a clock exists once', async () => {
    const at = await loftWithMerchant();
    const antenna = { kind: 'antenna', name: 'Left', clock_id: at.device.device_id, position: 'A' };
    const { device_id, key } = await register(at, antenna);
    expect(key).toBe(null);
    expect((await call('POST', `${at.url}/${device_id}/key`, at.merchant, { old_key_min: 0 })).body).toMatchObject({
      code: 'device_without_key',
    });
    const again = await call('POST', at.url, at.merchant, { ...described, ...antenna, name: 'Right', position: 'a' });
    expect(again.body.codes).toEqual({ position: ['error_unique'] });
    // The database refuses by itself: a key for an antenna, and an antenna at an antenna or at another loft's clock.
    const foreign = await buildLoft(scene.db);
    const hang = (clock_id: number) =>
      sql`insert into devices (loft_id, name, kind, clock_id, position) values (${at.loft.id}, 'x', 'antenna', ${clock_id}, 'Z')`.execute(
        scene.db,
      );
    await expect(hang(device_id)).rejects.toMatchObject({ code: '23503' });
    await expect(hang(foreign.device.device_id)).rejects.toMatchObject({ code: '23503' });
    await expect(
      sql`insert into devices (loft_id, name, kind) values (${at.loft.id}, 'x', 'clock')`.execute(scene.db),
    ).rejects.toMatchObject({ code: '23514', constraint: 'antennas_have_no_key' });
  });

  it('is changed with an audit entry of the changed fields; no change leaves none', async () => {
    const at = await loftWithMerchant();
    const { device_id } = await register(at);
    const url = `${at.url}/${device_id}`;
    expect((await call('PUT', url, at.merchant, settings)).status).toBe(200);
    expect((await call('PUT', url, at.merchant, { ...settings, note: null, sample_s: 30 })).status).toBe(200);
    const { body } = await call('GET', url, at.merchant);
    expect(body.device).toMatchObject({ note: null, sample_s: 30 });
    expect(body.changes.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])).toEqual([
      ['device.change', ['note', 'sample_s']],
      ['device.register', []],
    ]);
    const taken = await call('PUT', url, at.merchant, { ...settings, name: 'CLOCK 1' });
    expect({ status: taken.status, errors: taken.body.codes }).toEqual({
      status: 409,
      errors: { name: ['error_unique'] },
    });
  });

  it('gets a new key, and the old one stays valid as long as its operator says', async () => {
    const at = await loftWithMerchant();
    const { device_id, key: first } = await register(at);
    const url = `${at.url}/${device_id}/key`;
    const open = async (key: string) => (await send(key, 'telemetry', { samples: [sample(1)] })).status;
    const second = (await call('POST', url, at.merchant, { old_key_min: 60 })).body;
    expect([await open(first), await open(second.key)]).toEqual([200, 200]);
    // Only one old key stays valid: the next new key ends the older one.
    const third = (await call('POST', url, at.merchant, { old_key_min: 1440 })).body;
    expect([await open(first), await open(second.key), await open(third.key)]).toEqual([401, 200, 200]);
    const ends = { old_key_until: new Date(Date.now() - 1).toISOString() };
    await scene.db.updateTable('devices').set(ends).where('id', '=', device_id).execute();
    expect([await open(second.key), await open(third.key)]).toEqual([401, 200]);
    const fourth = (await call('POST', url, at.merchant, { old_key_min: 0 })).body;
    expect(fourth.old_key_until).toBe(null);
    expect([await open(third.key), await open(fourth.key)]).toEqual([401, 200]);
    for (const old_key_min of [-1, 1441, 1.5, null])
      expect((await call('POST', url, at.merchant, { old_key_min })).status).toBe(422);
    await expect(
      sql`update devices set old_key_hash = sha256('x'), old_key_until = key_issued_at + interval '1 day 1 second'
        where id = ${device_id}`.execute(scene.db),
    ).rejects.toMatchObject({ constraint: 'old_keys_end_soon' });
  });

  it('is revoked at once with both its keys, once, and comes back with a new one', async () => {
    const at = await loftWithMerchant();
    const { device_id, key } = await register(at);
    const url = `${at.url}/${device_id}/key`;
    const next = (await call('POST', url, at.merchant, { old_key_min: 60 })).body;
    for (const _ of [1, 2]) expect((await call('DELETE', url, at.merchant, {})).status).toBe(200);
    const open = async (one: string) => (await send(one, 'telemetry', { samples: [sample(1)] })).status;
    expect([await open(key), await open(next.key)]).toEqual([401, 401]);
    // Its name is free again: once another device has it, the old one cannot come back under it.
    await register(at);
    expect((await call('POST', url, at.merchant, { old_key_min: 60 })).body.codes).toEqual({ name: ['error_unique'] });
    await call('PUT', `${at.url}/${device_id}`, at.merchant, { ...settings, name: 'Clock 3' });
    const back = (await call('POST', url, at.merchant, { old_key_min: 60 })).body;
    expect([await open(next.key), await open(back.key)]).toEqual([401, 200]);
    const { body } = await call('GET', `${at.url}/${device_id}`, at.merchant);
    expect(body.changes.map(({ action }: { action: string }) => action)).toEqual([
      'device.key',
      'device.change',
      'device.revoke',
      'device.key',
      'device.register',
    ]);
  });

  it('of another loft is not found, nor is the clock of a replay', async () => {
    const [at, foreign] = [await loftWithMerchant(), await loftWithMerchant()];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', settings],
      ['POST', '/key', { old_key_min: 0 }],
      ['DELETE', '/key', {}],
    ] as const)
      expect((await call(method, `${at.url}/${foreign.device.device_id}${path}`, at.merchant, body)).status).toBe(404);
    const race = await buildRace(scene.db, { birds: 1 }, at);
    await scene.db
      .insertInto('devices')
      .values({
        loft_id: at.loft.id,
        name: 'Player',
        replay_id: race.flight_id,
        key_hash: Buffer.alloc(32, at.loft.id),
        revoked_at: null,
      })
      .execute();
    const { body } = await call('GET', at.url, at.merchant);
    expect(body.devices.map(({ name }: { name: string }) => name)).toEqual(['Clock 1']);
  });
});

describe('telemetry', () => {
  it('is counted once, however often and in whatever batches it is sent', async () => {
    const at = await loftWithMerchant();
    const { device_id, key } = await register(at);
    const values = { battery_percent: 80, temperature_c: 20, signal_percent: 50, clock_offset_ms: 100 };
    const samples = [sample(1, values), sample(2, { ...values, battery_percent: 60, temperature_c: 21.5 })];
    // In the past by its own clock, which is an hour behind.
    const behind = (ms: number) => new Date(Date.now() - 3_600_000 - ms).toISOString();
    const late = { boot: 'c', n: 0, at: behind(60_000), battery_percent: 10, firmware: '2.1' };
    expect((await send(key, 'telemetry', { samples: [samples[0]!, samples[0]!] })).body.stored).toBe(1);
    expect((await send(key, 'telemetry', { samples })).body.stored).toBe(1);
    const both = await Promise.all([1, 2].map(() => send(key, 'telemetry', { samples })));
    expect(both.map(({ body }) => body.stored)).toEqual([0, 0]);
    // The last sample is shown, with the clock offset at its sending.
    await send(key, 'telemetry', { samples: [late], sent_at: behind(0) });
    const { course } = await becomes(at, device_id, { battery_percent: 10, firmware: '2.1' });
    const sums = await scene.db
      .selectFrom('device_minutes')
      .select(({ fn }) => [
        fn.sum<number>('battery_sum').as('battery'),
        fn.sum<number>('battery_n').as('n'),
        fn.sum<number>('temperature_sum').as('temperature'),
      ])
      .where('device_id', '=', device_id)
      .executeTakeFirstOrThrow();
    expect([Number(sums.battery), Number(sums.n), Number(sums.temperature)]).toEqual([150, 3, 41.5]);
    // A sample taken an hour ago by the slow clock was taken a minute ago by ours.
    expect(course.points.every((point: { at: number }) => point.at > Date.now() - 30 * 60_000)).toBe(true);
    await eventually(async () => {
      const { body } = await call('GET', `${at.url}/${device_id}`, at.merchant);
      expect(body.device.clock_offset_ms).toBeGreaterThanOrEqual(3_600_000);
      expect(body.device.clock_offset_ms).toBeLessThan(3_660_000);
    });
  });

  it.each([
    ['no sample', { samples: [] }],
    ['too many', { samples: Array.from({ length: 201 }, (_, n) => sample(n)) }],
    ['more battery than there is', { samples: [sample(1, { battery_percent: 101 })] }],
    ['a field that nobody knows', { samples: [sample(1, { mood: 'fine' })] }],
    ['no time', { samples: [{ boot: 1, n: 1 }] }],
    ['a word with a null character', { samples: [sample(1, { firmware: 'a\u0000' })] }],
    ['a count that no number holds', { samples: [sample(1, { reading_count: 1e300 })] }],
  ])('with %s is refused', async (_, payload) => {
    const at = await loftWithMerchant();
    expect((await send(at.key, 'telemetry', payload)).status).toBe(422);
  });

  it('readings update the contact, its offset and the readings of the minute, each once', async () => {
    const at = await loftWithMerchant();
    const race = await buildRace(scene.db, { birds: 3 }, at);
    const readings = [0, 1, 2].map((bird) => readingOf(race, bird, 240, { sequence: bird + 1 }));
    const sent_at = new Date(Date.now() - 2_000).toISOString();
    for (const _ of [1, 2]) expect((await send(at.key, 'readings', { readings, sent_at })).status).toBe(200);
    const counted = await eventually(async () => {
      const { body } = await call('GET', `${at.url}/${at.device.device_id}?range=hour`, at.merchant);
      expect(body.device.clock_offset_ms).toBeGreaterThanOrEqual(2_000);
      return body.course.points.reduce((sum: number, point: { readings: number }) => sum + point.readings, 0);
    });
    expect(counted).toBe(3);
    // An antenna has contact when its clock names its pad.
    const hang = { kind: 'antenna', clock_id: at.device.device_id };
    const [left, right] = [
      await register(at, { ...watched, ...hang, name: 'Left', position: 'L' }),
      await register(at, { ...hang, name: 'Right', position: 'R' }),
    ];
    const more = [4, 5].map((sequence) => ({ ...readingOf(race, 0, 296 + sequence, { sequence }), antenna: 'L' }));
    for (const _ of [1, 2]) await send(at.key, 'readings', { readings: more });
    const { course } = await becomes(at, left.device_id, { state: 'online', day_readings: 2 });
    expect(course.points.map(({ readings }: { readings: number }) => readings)).toEqual([2]);
    await becomes(at, right.device_id, { state: 'unseen', last_contact_at: null, day_readings: 0 });
    // Its readings are counted once for the loft.
    const { body } = await call('GET', at.url, at.merchant);
    expect(body.devices.find(({ id }: { id: number }) => id === at.device.device_id).day_readings).toBe(5);
    expect(body.course.points.reduce((sum: number, { readings }: { readings: number }) => sum + readings, 0)).toBe(5);
    // It is silent with its clock, without a notice of its own.
    const late_ms = Date.now() + 3_600_000;
    expect(await lookForSilence(scene.db, late_ms)).not.toContain(left.device_id);
  });
});

describe('a silence', () => {
  const later = (minutes: number) => Date.now() + minutes * 60_000;

  async function heardOnce() {
    const at = await loftWithMerchant();
    const { device_id, key } = await register(at, watched);
    await send(key, 'telemetry', { samples: [sample(1)] });
    await becomes(at, device_id, { state: 'online' });
    return { ...at, device_id, key };
  }

  it('is found once by many processes, sent to the merchants, and ended by the next contact', async () => {
    const at = await heardOnce();
    expect(await lookForSilence(scene.db, later(4))).not.toContain(at.device_id);
    const found = await Promise.all(Array.from({ length: 4 }, () => lookForSilence(scene.db, later(6))));
    expect(found.flat().filter((id) => id === at.device_id)).toHaveLength(1);
    expect(await lookForSilence(scene.db, later(9))).not.toContain(at.device_id);
    await becomes(at, at.device_id, { state: 'silent' });
    const notices = await scene.db
      .selectFrom('notifications')
      .select(['channel', 'facts'])
      .where('user_id', '=', at.merchant.user_id)
      .where('event', '=', 'device_silent')
      .execute();
    const path = `/admin/lofts/${at.loft.id}/devices/${at.device_id}`;
    expect(notices).toMatchObject([{ channel: 'mail', facts: { device: 'Clock 2', loft: at.loft.name, path } }]);
    await send(at.key, 'telemetry', { samples: [sample(2)] });
    const { silences } = await becomes(at, at.device_id, { state: 'online' });
    expect(silences).toMatchObject([{ ended_at: expect.any(String) }]);
    // A later silence is a new one.
    expect(await lookForSilence(scene.db, later(6))).toContain(at.device_id);
  });

  it('control: opened without a check of the contact, it would report a device that has sent', async () => {
    const at = await heardOnce();
    const { device_id, loft } = at;
    const contact = () =>
      scene.db.selectFrom('device_contacts').select('last_at').where('device_id', '=', device_id).executeTakeFirst();
    const before = (await contact())!;
    const heardMeanwhile = async () => {
      await scene.db
        .updateTable('device_contacts')
        .set({ last_at: new Date(Date.parse(before.last_at) + 60_000).toISOString() })
        .where('device_id', '=', device_id)
        .execute();
    };
    const exact = await lookForSilence(scene.db, later(6), {
      open: async (tx, device, at_) => {
        if (device.device_id === device_id) await heardMeanwhile();
        return openSilence(tx, device, at_);
      },
    });
    expect(exact).not.toContain(device_id);
    await scene.db.updateTable('device_contacts').set(before).where('device_id', '=', device_id).execute();
    const careless = await lookForSilence(scene.db, later(6), {
      open: async (tx, device, { since, noticed_at }) => {
        if (device.device_id !== device_id) return openSilence(tx, device, { since, noticed_at });
        await heardMeanwhile();
        const row = { loft_id: loft.id, device_id, since, noticed_at, ended_at: null };
        return (await tx.insertInto('device_silences').values(row).returning('id').executeTakeFirstOrThrow()).id;
      },
    });
    expect(careless).toContain(device_id);
    // The next run ends the silence that was opened wrongly.
    await lookForSilence(scene.db, later(5));
    const { body } = await call('GET', `${at.url}/${device_id}`, at.merchant);
    expect(body.silences).toMatchObject([{ ended_at: expect.any(String) }]);
  });

  it('ends for a device that is revoked or no longer expected online', async () => {
    for (const end of ['revoke', 'change'] as const) {
      const at = await heardOnce();
      await lookForSilence(scene.db, later(6));
      const url = `${at.url}/${at.device_id}`;
      if (end === 'revoke') await call('DELETE', `${url}/key`, at.merchant, {});
      else await call('PUT', url, at.merchant, { ...settings, online_from: null, online_to: null });
      const { body } = await call('GET', url, at.merchant);
      expect(body.silences).toMatchObject([{ ended_at: expect.any(String) }]);
      expect(await lookForSilence(scene.db, later(60))).not.toContain(at.device_id);
    }
  });

  it('of a clock is shown to all followers of a flight in the air', async () => {
    const at = await heardOnce();
    const race = await buildRace(scene.db, { birds: 1 }, at);
    const feed = async () =>
      (await scene.app.inject(`/api/lofts/${at.loft.id}/flights/${race.flight_id}`)).json().flight.feed_delayed_since;
    expect(await feed()).toBe(null);
    await lookForSilence(scene.db, later(6));
    const { body } = await call('GET', `${at.url}/${at.device_id}`, at.merchant);
    await eventually(async () => expect(await feed()).toBe(body.device.since));
    await send(at.key, 'telemetry', { samples: [sample(3)] });
    await eventually(async () => expect(await feed()).toBe(null));
  });
});
