/** The overview of a merchant: their own lofts only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { recordContacts } from '#server/devices/contacts.ts';
import { registerDevice, revokeDevice } from '#server/devices/devices.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildActivations } from '#testing/activations.ts';
import { buildFlight, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';

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

async function read({ headers }: { headers: Record<string, string> }, url: string) {
  const answer = await built.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json() };
}

it('lists the lofts of an active merchant, with season, flight and clocks (2.13)', async () => {
  const [one, two, asleep] = [
    await buildRace(connection.db, { birds: 3 }),
    await buildRace(connection.db, { until: 'planned' }),
    await buildRace(connection.db),
  ];
  const readings = [readingOf(one, 0, 240, { sequence: 1 })];
  await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${one.key}` },
    payload: { readings },
  });
  const merchant = await buildPerson(connection.db, {
    entries: [
      { loft_id: two.loft.id, entry: { is_merchant: true } },
      { loft_id: one.loft.id, entry: { is_merchant: true } },
      { loft_id: asleep.loft.id, entry: { is_merchant: true, is_active: false } },
    ],
  });
  const contacts = () =>
    connection.db.selectFrom('device_contacts').selectAll().where('loft_id', '=', one.loft.id).execute();
  await expect.poll(async () => (await contacts()).length).toBe(1);
  const { body } = await read(merchant, '/api/overview');
  // Their names are numbered, and may sort either way.
  expect(body.lofts.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toMatchObject([
    {
      id: one.loft.id,
      season: { status: 'in_progress' },
      flight_count: 1,
      live_flight: { id: one.flight_id, home_count: 1, basketed_count: 3 },
      clock_count: 1,
      last_contact_at: expect.any(String),
    },
    { id: two.loft.id, live_flight: null, last_flight: null, last_contact_at: null },
  ]);
  expect(body.lofts).toHaveLength(2);
  const admin = await buildPerson(connection.db, { is_admin: true });
  expect((await read(admin, '/api/overview')).body.lofts).toEqual([]);
});

it('shows a race in the air before a replay that began later (2.13)', async () => {
  const { db } = connection;
  const race = await buildRace(db, { birds: 2 });
  const other = await buildRace(db);
  const replay = { of: race.flight_id, factor: 3 };
  const played = await db
    .transaction()
    .execute((tx) => buildFlight(tx, race, { until: 'released', release_time: '2026-06-06T06:00:00.000Z', replay }));
  const as = { is_merchant: true };
  const entries = [race, other].map(({ loft }) => ({ loft_id: loft.id, entry: as }));
  const merchant = await buildPerson(db, { entries });
  const shown = async () =>
    (await read(merchant, '/api/overview')).body.lofts.find(({ id }: { id: number }) => id === race.loft.id);
  expect(await shown()).toMatchObject({ live_flight: { id: race.flight_id }, silent_clock_count: 0 });
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  const evening = '2026-06-06T18:00:00.000Z';
  await db.transaction().execute(async (tx) => closeFlight(tx, await lockFlight(tx, key), evening));
  expect(await shown()).toMatchObject({ live_flight: { id: played } });
});

it('shows of several races in the air the one with the most birds still out (2.13)', async () => {
  const { db } = connection;
  const race = await buildRace(db, { birds: 2 });
  const later = await db
    .transaction()
    .execute((tx) => buildFlight(tx, race, { until: 'released', release_time: '2026-06-06T06:00:00.000Z' }));
  const merchant = await buildPerson(db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const shown = async () => (await read(merchant, '/api/overview')).body.lofts[0].live_flight.id;
  expect(await shown()).toBe(later);
  await db.updateTable('flight_streams').set({ home_count: 1 }).where('flight_id', '=', later).execute();
  expect(await shown()).toBe(race.flight_id);
});

it('shows of one loft the flights in the air and planned, its seasons with drafts, its clocks and its people (2.14)', async () => {
  const race = await buildRace(connection.db, { birds: 4 });
  const { loft, season_id, device, key } = race;
  await buildRace(connection.db, { birds: 1, until: 'basketing' }, race);
  await connection.db.transaction().execute((tx) => createSeason(tx, { loft_id: loft.id, name: 'Next', year: 2027 }));
  const spare = await registerDevice(connection.db, { loft_id: loft.id, name: 'Antenna' });
  const gone = await registerDevice(connection.db, { loft_id: loft.id, name: 'Gone' });
  await revokeDevice(connection.db, { loft_id: loft.id, device_id: gone.device_id });
  // The second and third reading are missing.
  await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${key}` },
    payload: { readings: [readingOf(race, 0, 240, { sequence: 1 }), readingOf(race, 1, 260, { sequence: 4 })] },
  });
  const merchant = await buildPerson(connection.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  // Contacts are written asynchronously, beside the readings.
  const contacts = () =>
    connection.db.selectFrom('device_contacts').selectAll().where('loft_id', '=', loft.id).execute();
  await expect.poll(async () => (await contacts()).length).toBe(1);
  const { status, body } = await read(merchant, `/api/lofts/${loft.id}/overview`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    loft: { id: loft.id },
    seasons: [
      { name: 'Next', status: 'draft', flight_count: 0 },
      { id: season_id, status: 'in_progress', flight_count: 2, pigeon_count: 5 },
    ],
    flying: [{ id: race.flight_id, home_count: 2, basketed_count: 4 }],
    coming: [{ status: 'basketing', basketed_count: 1 }],
    clocks: [
      { device_id: spare.device_id, state: 'unseen', last_contact_at: null, day_readings: 0, missing_readings: 0 },
      {
        device_id: device.device_id,
        state: 'online',
        last_contact_at: expect.any(String),
        day_readings: 2,
        missing_readings: 2,
      },
    ],
    people_count: 1,
  });
  // The latest five are shown; the list of all seasons has the others.
  await connection.db.transaction().execute(async (tx) => {
    for (const year of [2020, 2021, 2022, 2023]) await createSeason(tx, { loft_id: loft.id, name: `Of ${year}`, year });
  });
  const { seasons, season_count } = (await read(merchant, `/api/lofts/${loft.id}/overview`)).body;
  expect(season_count).toBe(6);
  expect(seasons.map(({ year }: { year: number }) => year)).toEqual([2027, 2026, 2023, 2022, 2021]);
  // The number in transit is counted by the birds themselves.
  const birds = await connection.db.selectFrom('pigeons').select('id').where('season_id', '=', season_id).execute();
  const pigeon_ids = birds.slice(0, 2).map(({ id }) => id);
  await connection.db
    .transaction()
    .execute((tx) =>
      changeStatuses(
        tx,
        { loft_id: loft.id, season_id },
        { pigeon_ids, status: 'in_transit' },
        { by: null, now_ms: Date.now() },
      ),
    );
  const season = `/api/admin/seasons/${season_id}`;
  expect((await read(merchant, `${season}/overview`)).body).toMatchObject({ pigeons_in_transit: 2 });
  expect((await read(merchant, `${season}/counts`)).body).toMatchObject({ pigeons: 5, lost: 0 });
});

it('counts the transports that wait for their agents alike in the overview and in the menu', async () => {
  const { db } = connection;
  const offer = await buildOffer(db);
  const agent = await buildAgent(db, offer.loft.id);
  const collection_id = await plantCollection(db, { loft_id: offer.loft.id, agent_id: agent.user_id });
  for (const steps of [[], ['confirm'], []] as const) {
    const order = await plantOrder(db, offer, (await buildCustomer(db)).user_id, ['confirm']);
    await plantTransport(db, { order_id: order.id, collection_id }, steps);
  }
  const season = `/api/admin/seasons/${offer.season.season_id}`;
  const { body } = await read(offer.merchant, `${season}/overview`);
  expect(body).toMatchObject({ transports_waiting: 2, collections: [{ requests: 3, waiting: 2 }] });
  expect((await read(offer.merchant, `${season}/counts`)).body).toMatchObject({ transports_waiting: 2 });
});

it('counts the activations of a season that wait for payment, in total and by part (4.4)', async () => {
  const { db } = connection;
  const { season, merchant, birds, products, bring } = await buildActivations(db);
  const at = `/api/admin/seasons/${season.season_id}`;
  const activate = async (product_id: number, ...pigeon_ids: number[]): Promise<number> => {
    const { headers } = merchant;
    const payload = { product_id, pigeon_ids };
    const answer = await built.app.inject({ method: 'POST', url: `${at}/activations`, headers, payload });
    return answer.json().orders[0].order_id;
  };
  const waiting = async () => {
    const { activations } = (await read(merchant, `${at}/overview`)).body;
    const { activations_waiting } = (await read(merchant, `${at}/counts`)).body;
    const { reserve, final_flight } = activations.counts;
    expect(activations_waiting).toBe(reserve.pending + final_flight.pending);
    return activations;
  };
  expect(await waiting()).toMatchObject({
    counts: { reserve: { free: 2, pending: 0 }, final_flight: { free: 2, pending: 0 } },
    pending: { reserve: [], final_flight: [] },
  });
  await bring('lost', birds.one);
  const order_id = await activate(products.reserve, birds.r1, birds.r2);
  // The loft can set a bird to waiting by hand; then it has no order.
  await bring('final_flight_activation_pending', birds.two);
  const order = { id: order_id, to_pay: { last_day: expect.any(String) } };
  const asked = { state: 'pending', team: expect.stringContaining('Peeters-Claes'), fee_cents: 50_000, order };
  expect(await waiting()).toMatchObject({
    counts: { reserve: { free: 0, pending: 2 }, final_flight: { pending: 1 } },
    pending: {
      reserve: [
        { pigeon_id: birds.r1, replaces: { health: 'lost' }, ...asked },
        { pigeon_id: birds.r2, replaces: null, ...asked },
      ],
      final_flight: [{ pigeon_id: birds.two, order: null, fee_cents: null }],
    },
  });
  const paid = { by: merchant.user_id, is_merchant: true, reason: 'Cash', file_id: null, now_ms: Date.now() };
  await db.transaction().execute((tx) => markPaid(tx, order_id, paid));
  expect(await waiting()).toMatchObject({
    counts: { reserve: { pending: 0, activated: 2 }, final_flight: { pending: 1 } },
    pending: { reserve: [] },
  });
});

it('shows the clocks like the page of the devices: one online, one silent, a new and a revoked one, none of a replay', async () => {
  const { db } = connection;
  const race = await buildRace(db, { birds: 1 });
  const { loft } = race;
  const merchant = await buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const clock = async (name: string, replay_id: number | null = null) =>
    (await registerDevice(db, { loft_id: loft.id, name, replay_id })).device_id;
  const online = await clock('North trap');
  const silent = await clock('South trap');
  await clock('Unpacked');
  const gone = await clock('Sold');
  const now = Date.now();
  // Contacts and telemetry, as the page of the devices counts them; the ledger has none of their readings.
  await recordContacts(db, [
    { loft_id: loft.id, device_id: online, at_ms: now, clock_offset_ms: null, readings: 1355 },
    { loft_id: loft.id, device_id: silent, at_ms: now - 3_600_000, clock_offset_ms: null, readings: 2 },
    { loft_id: loft.id, device_id: gone, at_ms: now, clock_offset_ms: null, readings: 3 },
  ]);
  const allDay = { online_from: '00:00', online_to: '00:00' };
  await db.updateTable('devices').set(allDay).where('id', '=', silent).execute();
  await revokeDevice(db, { loft_id: loft.id, device_id: gone });
  const replay = await db
    .transaction()
    .execute((tx) => buildFlight(tx, race, { until: 'basketing', replay: { of: race.flight_id, factor: 3 } }));
  const played = await clock('Played', replay);
  await recordContacts(db, [{ loft_id: loft.id, device_id: played, at_ms: now, clock_offset_ms: null, readings: 9 }]);

  const { clocks } = (await read(merchant, `/api/lofts/${loft.id}/overview`)).body;
  expect(clocks.filter(({ name }: { name: string }) => name !== 'Clock 1')).toMatchObject([
    { name: 'North trap', state: 'online', day_readings: 1355 },
    { name: 'South trap', state: 'silent', day_readings: 2 },
    { name: 'Unpacked', state: 'unseen', last_contact_at: null, day_readings: 0 },
  ]);
  const { devices } = (await read(merchant, `/api/admin/lofts/${loft.id}/devices`)).body;
  for (const one of clocks as { device_id: number; state: string; last_contact_at: string; day_readings: number }[]) {
    const { device_id, state, last_contact_at, day_readings } = one;
    expect(devices).toContainEqual(expect.objectContaining({ id: device_id, state, last_contact_at, day_readings }));
  }
});
