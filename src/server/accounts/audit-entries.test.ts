/** The audit over HTTP: entries of several records in one order, filtered, page after page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { declare } from '#server/ledger/declarations.ts';
import { buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App;
let admin: Awaited<ReturnType<typeof buildPerson>>;
let merchant: Awaited<ReturnType<typeof buildOffer>>['merchant'];
let loft_id: number;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const { db } = connection;
  app = await buildApp({ config: testConfig, db, databaseUrl: database.url, version: 'test' });
  admin = await buildPerson(db, { email: `admin-${process.pid}@example.org`, is_admin: true, entries: [] });
  const offer = await buildOffer(db);
  loft_id = offer.loft.id;
  merchant = offer.merchant;
  const customer = await buildCustomer(db);
  const agent = await buildAgent(db, loft_id);
  const order = await plantOrder(db, offer, customer.user_id, ['confirm']);
  const collection_id = await plantCollection(db, { loft_id, agent_id: agent.user_id });
  await plantTransport(db, { order_id: order.id, collection_id }, ['confirm']);
  await buildOffer(db);
});
afterAll(async () => {
  await app?.app.close();
  await connection?.close();
  await database?.drop();
});

interface Entry {
  key: string;
  kind: string;
  what: string;
  at: string;
  by: { first_name: string } | null;
  loft: { id: number } | null;
  thing_id: number | null;
}

async function read(query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const reply = await app.app.inject({ url: `/api/admin/audit?${search}`, headers: admin.headers });
  expect(reply.statusCode).toBe(200);
  return reply.json() as { entries: Entry[]; older: string | null; lofts: unknown[] };
}

it('has the steps of orders, transports and offers, the latest first, each with its person (6.3)', async () => {
  const { entries } = await read({ loft_id });
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  const all = entries.map(({ kind, what }) => `${kind} ${what}`);
  for (const one of ['order confirmed', 'transport pending', 'transport confirmed', 'settings collection.offer'])
    expect(all).toContain(one);
  expect(entries.find(({ what }) => what === 'collection.offer')?.by?.first_name).toBe('Ria');
  expect(entries.every(({ loft }) => loft?.id === loft_id)).toBe(true);
});

it('has one entry for a release, and not what it declares to the ledger (1.3)', async () => {
  const race = await buildRace(connection.db, { birds: 1, until: 'basketing' });
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  const act = { by: admin.user_id, now_ms: Date.now() };
  await connection.db.transaction().execute(async (tx) => {
    await releaseFlight(tx, await lockFlight(tx, key), new Date(act.now_ms).toISOString(), undefined, act);
  });
  const ofRace = async () => {
    const { entries } = await read({ loft_id: race.loft.id });
    return entries.filter(({ thing_id }) => thing_id === race.flight_id).map(({ kind, what }) => `${kind} ${what}`);
  };
  const before = await ofRace();
  expect(before).toContain('flight released');
  expect(before.filter((one) => one.startsWith('declaration'))).toEqual([]);
  // That the release was at another time is an action of its own.
  const correction = {
    kind: 'release',
    flight_id: race.flight_id,
    release_ms: act.now_ms + 1000,
  } as const;
  await connection.db
    .transaction()
    .execute((tx) =>
      declare(tx, race.loft.id, [correction], { reason: 'The film of the release', by: null, now_ms: Date.now() }),
    );
  expect(await ofRace()).toEqual(['declaration release', ...before]);
});

it('says whether the right of an admin was given or taken, and names the admin who saw the site as somebody (6.3)', async () => {
  const { db } = connection;
  const seer = await buildPerson(db, { email: `seer-${process.pid}@example.org`, is_admin: true, entries: [] });
  const other = await buildPerson(db, { email: `other-${process.pid}@example.org`, entries: [] });
  const send = (method: 'PUT' | 'POST', url: string, body: object) =>
    app.app.inject({ method, url, headers: seer.headers, payload: body });
  const path = `/api/people/${other.user_id}`;
  for (const is_admin of [true, false])
    expect((await send('PUT', `${path}/standing`, { is_admin, roles: [] })).statusCode).toBe(200);
  expect((await send('POST', `${path}/see-as`, {})).statusCode).toBe(200);
  const { entries } = await read({ most: 5 });
  const about = entries.filter(({ kind }) => kind === 'permission' || kind === 'security');
  expect(about.slice(0, 3).map(({ what }) => what)).toEqual(['person.see', 'standing.take', 'standing.give']);
  for (const { by } of about.slice(0, 3)) expect(by).toMatchObject({ user_id: seer.user_id });
});

it('is read page after page, no entry twice and none left out', async () => {
  const whole = (await read({ most: 1000 })).entries.map(({ key }) => key);
  const pages: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read({ most: 3, ...(before && { before }) });
    pages.push(...page.entries.map(({ key }) => key));
    before = page.older;
  }
  expect(pages).toEqual(whole);
  expect(new Set(pages).size).toBe(pages.length);
});

it('is filtered by kind, person and day; what matches nothing is empty', async () => {
  expect(new Set((await read({ kind: 'transport' })).entries.map(({ kind }) => kind))).toEqual(new Set(['transport']));
  const ofAgent = (await read({ q: 'postma' })).entries;
  expect(ofAgent.length).toBeGreaterThan(0);
  expect(ofAgent.every(({ by }) => by?.first_name === 'Ria')).toBe(true);
  expect((await read({ day: '1999-01-01' })).entries).toEqual([]);
  expect((await read({ before: 'nonsense' })).entries).toEqual([]);
});

it('of a loft has what happened there, in its days, for its merchants; no log-ins and no other loft (1.3)', async () => {
  const reply = await app.app.inject({ url: `/api/admin/lofts/${loft_id}/audit?most=1000`, headers: merchant.headers });
  expect(reply.statusCode).toBe(200);
  const { entries, loft } = reply.json() as { entries: Entry[]; loft: { id: number } };
  const ofSite = (await read({ loft_id, most: 1000 })).entries.filter(({ kind }) => kind !== 'work');
  expect(loft.id).toBe(loft_id);
  expect(entries).toEqual(ofSite);
  expect(entries.map(({ kind }) => kind)).toContain('order');
  const log_ins = { url: `/api/admin/lofts/${loft_id}/audit?kind=security`, headers: merchant.headers };
  expect((await app.app.inject(log_ins)).statusCode).toBe(422);
  const day = { url: `/api/admin/lofts/${loft_id}/audit?day=1999-01-01`, headers: merchant.headers };
  expect((await app.app.inject(day)).json()).toMatchObject({ entries: [] });
});
