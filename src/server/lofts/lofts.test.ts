import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRules } from '#domain/seasons/rules.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { buildLoft, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { insertFile } from '#testing/files.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function ask(by: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: by?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function scene() {
  const { loft, season_id } = await buildLoft(connection.db);
  const merchant = await buildPerson(connection.db, {
    first_name: 'Maria',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const admin = await buildPerson(connection.db, { is_admin: true });
  return { loft, season_id, merchant, admin, at: `/api/admin/lofts/${loft.id}` };
}

const settingsOf = (loft: { name: string }) => ({
  name: loft.name,
  unit: 'km',
  time_zone: 'Europe/Brussels',
  currency: 'EUR',
  email: 'loft@example.org',
  phone: '+32 52 12 34 56',
  website: 'https://example.org',
  tags: ['fci'],
  version: 1,
});

describe('a new loft', () => {
  const fresh = () => ({
    name: crypto.randomUUID(),
    unit: 'mile',
    time_zone: 'Asia/Dhaka',
    currency: 'USD',
    country: 'BD',
  });

  it('opened by a merchant has that merchant and the basic package (4.12)', async () => {
    const { merchant } = await scene();
    const { body } = await ask(merchant, 'POST', '/api/admin/lofts', { ...fresh(), merchant_email: '' });
    const own = await ask(merchant, 'GET', `/api/admin/lofts/${body.loft.id}/settings`);
    expect(own.body).toMatchObject({
      loft: { unit: 'mile', latest_loft_type: { package: { type: 'basic' } } },
      settings_version: 1,
    });
  });

  it('opened by an admin has the named merchant', async () => {
    const { admin } = await scene();
    const email = `${crypto.randomUUID()}@example.org`;
    const named = { ...fresh(), merchant_email: email };
    const missing = await ask(admin, 'POST', '/api/admin/lofts', { ...named, merchant_email: '' });
    expect(missing.body.codes).toHaveProperty('merchant_email');
    const merchant = await buildPerson(connection.db, { email });
    const { body } = await ask(admin, 'POST', '/api/admin/lofts', named);
    const list = await ask(merchant, 'GET', `/api/admin/lofts?q=${named.name}&country=BD&package=basic`);
    expect(list.body).toMatchObject({ total: 1, lofts: [{ id: body.loft.id, merchant_count: 1, people_count: 1 }] });
    expect((await ask(merchant, 'GET', '/api/admin/lofts?package=premium')).body.total).toBe(0);
  });

  it('has a unique name, also where two open it at the same moment', async () => {
    const { merchant } = await scene();
    const loft = { ...fresh(), merchant_email: '' };
    const both = await Promise.all([0, 1].map(() => ask(merchant, 'POST', '/api/admin/lofts', loft)));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.codes).toHaveProperty('name');
  });
});

describe('settings', () => {
  it('are public in the shapes of 3.2', async () => {
    const { loft, merchant, at } = await scene();
    expect((await ask(merchant, 'PUT', `${at}/settings`, settingsOf(loft))).status).toBe(200);
    const { body } = await ask(null, 'GET', `/api/lofts/${loft.id}`);
    expect(body.loft).toMatchObject({
      email: 'loft@example.org',
      phone: '+3252123456',
      loft_address: { longitude: 4.5, latitude: 51 },
      latest_loft_type: { package: { type: 'basic' } },
      tags: [{ tag_name: 'fci' }],
    });
    const log = await connection.db.selectFrom('audit_log').selectAll().where('loft_id', '=', loft.id).execute();
    expect(log.at(-1)).toMatchObject({ action: 'loft.settings', user_id: merchant.user_id });
  });

  it('are not overwritten with an outdated version, also by two at once', async () => {
    const { loft, merchant, admin, at } = await scene();
    const one = { ...settingsOf(loft), name: `${loft.name} A` };
    const other = { ...settingsOf(loft), name: `${loft.name} B` };
    const both = await Promise.all([
      ask(merchant, 'PUT', `${at}/settings`, one),
      ask(admin, 'PUT', `${at}/settings`, other),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const [won, lost] = both[0]!.status === 200 ? [one, both[1]] : [other, both[0]];
    expect(lost!.body.code).toBe('changed_meanwhile');
    const now = await ask(merchant, 'GET', `${at}/settings`);
    expect(now.body).toMatchObject({ loft: { name: won.name }, settings_version: 2 });
    // The address has its own version.
    expect(now.body.address_version).toBe(1);
    // Control: with the present version the change is accepted.
    expect((await ask(admin, 'PUT', `${at}/settings`, { ...other, version: 2 })).status).toBe(200);
  });

  it('have a known time zone: the database refuses another with the code of the rule (T4)', async () => {
    const { loft, merchant, at } = await scene();
    const wrong = { ...settingsOf(loft), time_zone: 'Europe/Nowhere' };
    expect((await ask(merchant, 'PUT', `${at}/settings`, wrong)).body.codes).toHaveProperty('time_zone');
    const write = connection.db.updateTable('lofts').set({ time_zone: 'Europe/Nowhere' }).where('id', '=', loft.id);
    const no = await write.execute().catch(refusalOfDatabase);
    expect(no).toMatchObject({ errors: { time_zone: [{ code: 'error_time_zone' }] } });
  });
});

describe('a change of unit, zone and place', () => {
  it('keeps the distances of released flights, and measures the others again', async () => {
    const { db } = connection;
    const race = await buildRace(db, { birds: 2 });
    const { loft, flight_id, season_id } = race;
    const merchant = await buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const planned = await db.transaction().execute((tx) =>
      planFlight(tx, loft, {
        season_id,
        name: 'Ulm',
        kind: 'training',
        release_latitude: 48.4,
        release_longitude: 9.98,
        rules: defaultRules('km'),
      }),
    );
    const readings = { readings: [readingOf(race, 0, 400, { sequence: 1 })] };
    await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: readings,
    });
    const frozen = async () => {
      const flight = await db.selectFrom('flights').selectAll().where('id', '=', flight_id).executeTakeFirstOrThrow();
      const { body } = await ask(null, 'GET', `/api/lofts/${loft.id}/flights/${flight_id}/result`);
      const { read_at: _read_at, ...result } = body;
      return { flight, result };
    };
    const measured = (id: number) =>
      db.transaction().execute((tx) => lockFlight(tx, { loft_id: loft.id, flight_id: id }));
    const before = await frozen();
    expect(before.result.rows).toHaveLength(1);
    const far = (await measured(planned)).distance_m!;

    const at = `/api/admin/lofts/${loft.id}`;
    await ask(merchant, 'PUT', `${at}/settings`, { ...settingsOf(loft), unit: 'mile', time_zone: 'Asia/Tokyo' });
    const place = {
      street: '',
      zipcode: '',
      city: '',
      country: 'DE',
      latitude: `48° 24' N`,
      longitude: '9',
      version: 1,
    };
    expect((await ask(merchant, 'PUT', `${at}/address`, place)).status).toBe(200);

    expect(await frozen()).toEqual(before);
    const near = (await measured(planned)).distance_m!;
    expect([far > 400_000, near > 60_000, near < 80_000]).toEqual([true, true, true]);
    expect((await measured(flight_id)).distance_m).toBe(400_000);
    // Without a place there are no distances.
    await ask(merchant, 'PUT', `${at}/address`, { ...place, latitude: '', longitude: '', version: 2 });
    expect((await measured(planned)).distance_m).toBeNull();
  });
});

describe('packages and subscriptions (4.12, 9.3)', () => {
  it('are given by admins and seen by merchants, with author, beginning and end', async () => {
    const { merchant, admin, at } = await scene();
    expect((await ask(merchant, 'POST', `${at}/packages`, { type: 'premium' })).status).toBe(404);
    expect((await ask(admin, 'POST', `${at}/packages`, { type: 'premium' })).status).toBe(200);
    expect((await ask(admin, 'POST', `${at}/packages`, { type: 'premium' })).body.code).toBe('same_status');
    const { body } = await ask(merchant, 'GET', `${at}/packages`);
    const [latest, first] = body.loft_types;
    expect(latest).toMatchObject({ package: { type: 'premium' }, to: null, by: { user_id: admin.user_id } });
    expect(first).toMatchObject({ package: { type: 'basic' }, to: latest.from, by: null });
    expect(body.may_change).toBe(false);
    const change = connection.db.updateTable('loft_types').set({ package: 'premium' });
    await expect(change.execute()).rejects.toThrow();
  });

  it.each([
    [12, '2028-02-29', '2029-02-27'],
    [24, '2026-01-01', '2027-12-31'],
  ])('%s months from %s last until %s', async (months, starts_at, ends_at) => {
    const { admin, at } = await scene();
    expect((await ask(admin, 'POST', `${at}/subscriptions`, { months, starts_at })).body).toMatchObject({ ends_at });
  });

  it('are of 12 or 24 months and do not overlap, also where two are added at the same moment', async () => {
    const { admin, at } = await scene();
    const add = (months: number, starts_at: string) => ask(admin, 'POST', `${at}/subscriptions`, { months, starts_at });
    expect((await add(13, '2026-01-01')).status).toBe(422);
    expect((await add(12, '2026-02-30')).status).toBe(422);
    const both = await Promise.all([add(12, '2026-01-01'), add(12, '2026-12-31')]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('subscription_overlaps');
    // Control: the next one begins on the day after its last day.
    expect((await add(24, '2028-01-01')).status).toBe(200);
  });
});

describe('a subscription that is wrong or ends early (9.3)', () => {
  const year = { months: 12, starts_at: '2026-01-01' };
  const asked = { ...year, ended_on: null, reason: 'Moved away', version: 1 };

  async function subscribed() {
    const { loft, admin, merchant, at } = await scene();
    const { body } = await ask(admin, 'POST', `${at}/subscriptions`, year);
    const change = (more: object, id: number = body.id) =>
      ask(admin, 'PUT', `${at}/subscriptions/${id}`, { ...asked, ...more });
    const readPackages = async () => (await ask(merchant, 'GET', `${at}/packages`)).body;
    return { loft, admin, at, id: body.id as number, change, readPackages };
  }

  it('is changed with a reason, and keeps its former values with the author', async () => {
    const { admin, at, id, change, readPackages } = await subscribed();
    expect((await change({ reason: '' })).body.codes).toEqual({ reason: ['error_required'] });
    expect((await change({ ended_on: '2026-06-30' })).body).toEqual({ ends_at: '2026-06-30', version: 2 });
    expect(await readPackages()).toMatchObject({
      subscriptions: [{ ends_at: '2026-06-30', ended_on: '2026-06-30', version: 2 }],
      changes: [{ ends_at: '2026-12-31', taken_back: false, reason: 'Moved away', by: { user_id: admin.user_id } }],
    });
    // The days after the early end are free; then it is taken back, and all of its days are free.
    const next = { months: 12, starts_at: '2026-07-01' };
    expect((await ask(admin, 'POST', `${at}/subscriptions`, next)).status).toBe(200);
    expect((await change({ version: 2 })).body.code).toBe('subscription_overlaps');
    const back = { reason: 'Of another loft', version: 2 };
    expect((await ask(admin, 'DELETE', `${at}/subscriptions/${id}`, back)).status).toBe(200);
    expect((await ask(admin, 'POST', `${at}/subscriptions`, { ...year, starts_at: '2025-07-01' })).status).toBe(200);
    const after = await readPackages();
    expect(after.subscriptions).toHaveLength(2);
    expect(after.changes[0]).toMatchObject({ ends_at: '2026-06-30', taken_back: true, reason: 'Of another loft' });
    expect((await change({ version: 3 })).status).toBe(404);
    await expect(connection.db.deleteFrom('loft_subscription_changes').execute()).rejects.toThrow();
  });

  it.each(['2025-12-31', '2027-01-01'])('does not end on %s, outside its days (T4)', async (ended_on) => {
    const { loft, id, change } = await subscribed();
    const no = { errors: { ended_on: [{ code: 'subscription_day' }] } };
    expect((await change({ ended_on })).body.codes).toEqual({ ended_on: ['subscription_day'] });
    const write = connection.db.updateTable('loft_subscriptions').set({ ended_on }).where('id', '=', id);
    expect(await write.where('loft_id', '=', loft.id).execute().catch(refusalOfDatabase)).toMatchObject(no);
  });

  it('is changed by one of two with the same version, and two never overlap', async () => {
    const { admin, at, id, change, readPackages } = await subscribed();
    const both = await Promise.all(['2026-05-31', '2026-08-31'].map((ended_on) => change({ ended_on })));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
    expect((await readPackages()).changes).toHaveLength(1);
    const later = await ask(admin, 'POST', `${at}/subscriptions`, { months: 12, starts_at: '2030-01-01' });
    const moved = await Promise.all([
      change({ starts_at: '2040-01-01', version: 2 }),
      change({ starts_at: '2040-12-31' }, later.body.id),
    ]);
    expect(moved.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const lost = moved.find(({ status }) => status === 409)!;
    expect(lost.body.code).toBe('subscription_overlaps');
    // Control: the refused change is accepted on free days, because nothing of it was stored.
    const again =
      lost === moved[0]
        ? change({ starts_at: '2044-01-01', version: 2 }, id)
        : change({ starts_at: '2044-01-01' }, later.body.id);
    expect((await again).status).toBe(200);
  });
});

describe('notes', () => {
  it('are listed pinned first, then the latest; a removed one is gone', async () => {
    const { merchant, at } = await scene();
    const add = async (text: string, is_pinned: boolean) =>
      (await ask(merchant, 'POST', `${at}/notes`, { text, is_pinned })).body.id as number;
    const pinned = await add('Gate code on paper', true);
    const early = await add('Feed at six', false);
    await add('Vet on Monday', false);
    const list = async (q = '') => (await ask(merchant, 'GET', `${at}/notes?q=${q}`)).body;
    expect((await list()).notes.map(({ text }: { text: string }) => text)).toEqual([
      'Gate code on paper',
      'Vet on Monday',
      'Feed at six',
    ]);
    expect((await list()).notes[0].by).toMatchObject({ first_name: 'Maria' });
    expect((await list('feed')).total).toBe(1);
    await ask(merchant, 'PUT', `${at}/notes/${early}`, { is_pinned: true });
    await ask(merchant, 'DELETE', `${at}/notes/${pinned}`, {});
    expect((await list()).notes.map(({ id }: { id: number }) => id)[0]).toBe(early);
    const rows = await connection.db.selectFrom('loft_notes').selectAll().where('id', '=', pinned).execute();
    expect(rows).toMatchObject([{ text: null }]);
  });
});

describe('the brand of a loft', () => {
  it('is a colour on which white text can be read, and a picture of its own; both are public', async () => {
    const { loft, merchant, at } = await scene();
    const colour = (accent: string) => ask(merchant, 'PUT', `${at}/accent`, { accent });
    expect(await colour('#ffcc00')).toMatchObject({
      status: 409,
      body: { codes: { accent: ['accent_contrast'] }, params: { contrast: '1.5', least: 4.5 } },
    });
    expect((await colour('red')).body.codes).toEqual({ accent: ['error_color'] });
    expect((await colour('#0B6B46')).body).toEqual({ accent: '#0b6b46' });
    const file_id = await insertFile(connection.db, { loft_id: loft.id, user_id: merchant.user_id });
    const logo = `/media/${'a'.repeat(64)}-full.jpg`;
    expect((await ask(merchant, 'PUT', `${at}/logo`, { file_id })).body).toEqual({ logo });
    expect((await ask(null, 'GET', `/api/lofts/${loft.id}`)).body.loft).toMatchObject({ logo, accent: '#0b6b46' });
    const other = await scene();
    const theirs = await insertFile(connection.db, { loft_id: other.loft.id, user_id: other.merchant.user_id });
    expect((await ask(merchant, 'PUT', `${at}/logo`, { file_id: theirs })).status).toBe(404);
    const pdf = await insertFile(connection.db, { loft_id: loft.id, user_id: merchant.user_id }, 'pdf');
    expect((await ask(merchant, 'PUT', `${at}/logo`, { file_id: pdf })).status).toBe(404);
    await ask(merchant, 'PUT', `${at}/logo`, { file_id: null });
    await colour('');
    expect((await ask(null, 'GET', `/api/lofts/${loft.id}`)).body.loft).toMatchObject({ logo: null, accent: null });
  });
});
