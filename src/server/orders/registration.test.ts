/**
 * Registering over HTTP, with every refusal at its field; one order however often it is sent (M9); cancelling once
 * (T2).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type BuiltOffer, buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { moveOrder } from './orders.ts';
import { placeSeasonOrder } from './season-order.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  app = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await app?.app.close();
  await connection?.close();
  await database?.drop();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function ask(person: Person | null, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = person?.headers ?? {};
  const answer = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function scene(max_pigeons = 100) {
  const offer = await buildOffer(connection.db, { max_pigeons });
  const customer = await buildCustomer(connection.db);
  return { ...offer, ...formOf(offer), customer };
}

function formOf({ season, three, two, contract_id }: BuiltOffer) {
  const url = `/api/lofts/${season.loft_id}/seasons/${season.season_id}/registration`;
  const lines = [
    { product_id: three, quantity: 1 },
    { product_id: two, quantity: 1 },
  ];
  const form = (given: object = {}) => ({
    request_key: randomUUID(),
    lines,
    team_id: null,
    team: 'Van Aerde & Zoon',
    country: 'BE',
    contract_id,
    ...given,
  });
  return { url, form };
}

const ordersOf = ({ season_id }: { season_id: number }) =>
  connection.db.selectFrom('orders').selectAll().where('season_id', '=', season_id).orderBy('id').execute();
const noticesTo = ({ user_id }: { user_id: number }) =>
  connection.db
    .selectFrom('notifications')
    .select(['event', 'facts'])
    .where('user_id', '=', user_id)
    .where('channel', '=', 'mail')
    .orderBy('id')
    .execute();

describe('a registration (2.12)', () => {
  it('is public with prices and places, and for a signed-in person has their address too', async () => {
    const { url, customer, three } = await scene(12);
    const offered = (await ask(null, 'GET', url)).body;
    expect(offered).toMatchObject({ registration: 'open', me: null, room: { all: { max: 12, taken: 0 } } });
    expect(offered.products[0]).toMatchObject({ id: three, amount_cents: 65_000, sale: { state: 'open' } });
    expect(offered.contracts).toHaveLength(1);
    expect((await ask(customer, 'GET', url)).body.me).toMatchObject({ has_address: true, teams: [] });
  });

  it('is found without naming the season', async () => {
    const { loft, season } = await scene();
    const found = await ask(null, 'GET', `/api/lofts/${loft.id}/registration`);
    expect(found.body).toMatchObject({ open: { id: season.season_id }, next: null });
  });

  it('becomes an order with its team and the contract that was accepted, and takes its places', async () => {
    const { url, form, customer, season, contract_id, merchant } = await scene(12);
    const sent = await ask(customer, 'POST', url, form());
    expect(sent.status).toBe(200);
    const [order] = await ordersOf(season);
    expect(order).toMatchObject({ id: sent.body.order_id, contract_id, kind: 'registration', amount_cents: 107_000 });
    const own = await ask(customer, 'GET', `/api/registrations/${order!.id}`);
    expect(own.body.order).toMatchObject({ pigeons_active: 5, pigeons_reserve: 0 });
    expect((await ask(null, 'GET', url)).body.room.all).toEqual({ max: 12, taken: 5 });
    const { me } = (await ask(customer, 'GET', url)).body;
    expect(me.teams).toEqual([{ id: order!.team_id, name: 'Van Aerde & Zoon', country: 'BE', years: [2026] }]);
    const accepted = connection.db.selectFrom('contract_acceptances').select('contract_id');
    expect(await accepted.where('user_id', '=', customer.user_id).execute()).toEqual([{ contract_id }]);
    // A second registration with the same team creates no second team.
    const again = await ask(customer, 'POST', url, form({ team_id: order!.team_id, team: '', country: '' }));
    expect(again.status).toBe(200);
    expect((await ordersOf(season)).map(({ team_id }) => team_id)).toEqual([order!.team_id, order!.team_id]);
    expect((await noticesTo(customer)).map(({ event }) => event)).toEqual(['order', 'order']);
    const notices = await noticesTo(merchant);
    expect(notices.map(({ event }) => event)).toEqual(['rights', 'order_new', 'order_new']);
    expect(notices[1]!.facts).toMatchObject({ path: `/admin/seasons/${season.season_id}/orders/${order!.id}` });
  });

  it.each<[string, object | ((offer: BuiltOffer) => object), number, object]>([
    ['of nothing', { lines: [] }, 409, { codes: { lines: ['order_empty'] } }],
    [
      'of less than one',
      ({ two }) => ({ lines: [{ product_id: two, quantity: 0 }] }),
      422,
      { codes: { 'lines.0.quantity': ['error_min_value'] } },
    ],
    [
      'of the same twice',
      ({ two }) => ({ lines: [1, 2].map((quantity) => ({ product_id: two, quantity })) }),
      422,
      { codes: { lines: ['error_unique'] } },
    ],
    [
      'of what is not sold here',
      { lines: [{ product_id: 99_999_999, quantity: 1 }] },
      404,
      { codes: { 'lines.0.product_id': ['not_found'] } },
    ],
    [
      'of more than are free (8.14)',
      ({ three }) => ({ lines: [{ product_id: three, quantity: 3 }] }),
      409,
      { code: 'spots_left', params: { spots: 8, pigeonCountFromThisOrder: 9 } },
    ],
    [
      'of more than there is at all (5.3)',
      ({ three }) => ({ lines: [{ product_id: three, quantity: 4 }] }),
      409,
      { code: 'error_registration_pigeons' },
    ],
    ['without a team', { team: ' ' }, 409, { codes: { team: ['error_required'] } }],
    ['without a country', { country: '' }, 409, { codes: { country: ['error_country'] } }],
    ['with a team of somebody else', { team_id: 99_999_999 }, 404, { codes: { team_id: ['not_found'] } }],
    ['without the contract', { contract_id: null }, 409, { codes: { contract_id: ['error_accepted'] } }],
  ])('%s is refused at its field', async (_, given, status, no) => {
    const offer = await scene(11);
    await plantOrder(connection.db, offer, (await buildCustomer(connection.db)).user_id);
    const body = offer.form(typeof given === 'function' ? given(offer) : given);
    expect(await ask(offer.customer, 'POST', offer.url, body)).toMatchObject({ status, body: no });
    expect(await ordersOf(offer.season)).toHaveLength(1);
  });

  it('is refused without an address (5.9), to members of the loft (8.35), and after its last day (8.13)', async () => {
    const { url, form, merchant, customer, season } = await scene();
    const nowhere = await buildPerson(connection.db);
    expect((await ask(nowhere, 'POST', url, form())).body).toMatchObject({ codes: { address: ['address_missing'] } });
    const home = { street: 'Dorp 1', zipcode: '9000', city: 'Gent' };
    await connection.db.updateTable('users').set(home).where('id', '=', merchant.user_id).execute();
    expect((await ask(merchant, 'POST', url, form())).body).toMatchObject({ code: 'email_not_assignable' });
    await connection.db
      .updateTable('due_dates')
      .set({ ends_at: '2020-02-01' })
      .where('season_id', '=', season.season_id)
      .where('due_date_category_id', '=', 1)
      .execute();
    expect((await ask(customer, 'POST', url, form())).body).toMatchObject({
      code: 'registration_ends',
      params: { date: '2020-02-01' },
    });
    expect(await ordersOf(season)).toEqual([]);
  });

  it('with the name of another person’s team is refused at that field, and leaves nothing', async () => {
    const { url, form, customer, season } = await scene();
    expect((await ask(await buildCustomer(connection.db), 'POST', url, form())).status).toBe(200);
    const no = await ask(customer, 'POST', url, form({ team: 'van aerde & zoon' }));
    expect(no.body).toMatchObject({ codes: { team: ['error_unique'] } });
    expect(await ordersOf(season)).toHaveLength(1);
  });

  it('has a draft for its author alone, on any device, until it is sent', async () => {
    const { url, form, customer, season, three } = await scene();
    const keep = (choice: object) =>
      app.app.inject({ method: 'PUT', url: `${url}/draft`, headers: customer.headers, payload: { choice } });
    const draftOf = async (of: Person) => (await ask(of, 'GET', url)).body.me.draft;
    expect(await draftOf(customer)).toBeNull();
    // A draft is not validated; characters that no database stores are left out.
    expect((await keep({ team: '', q1: 'x\u0000' })).statusCode).toBe(200);
    expect(await draftOf(customer)).toEqual({ team: '', q1: 'x' });
    expect((await keep({ team: 'Van Aerde', q1: '2' })).statusCode).toBe(200);
    expect(await draftOf(customer)).toEqual({ team: 'Van Aerde', q1: '2' });
    expect(await draftOf(await buildCustomer(connection.db))).toBeNull();
    const drafts = async () => (await ask(customer, 'GET', '/api/registrations')).body.drafts;
    const kept = { loft: { id: season.loft_id }, season: { id: season.season_id }, team: 'Van Aerde' };
    expect(await drafts()).toMatchObject([{ ...kept, packages: [] }]);
    // What is chosen is listed, as far as the season offers it.
    expect((await keep({ team: 'Van Aerde', team_id: '1', [`q${three}`]: '02', q0: '3' })).statusCode).toBe(200);
    expect(await drafts()).toMatchObject([{ ...kept, packages: [{ name: 'Team of three', quantity: 2 }] }]);
    expect((await keep({ team: 'Van Aerde', [`q${three}`]: 'many' })).statusCode).toBe(200);
    expect(await drafts()).toMatchObject([{ ...kept, packages: [] }]);
    const other = await buildCustomer(connection.db);
    // Another person discards their own, which is none.
    expect((await ask(other, 'DELETE', `${url}/draft`, {})).status).toBe(200);
    expect(await drafts()).toHaveLength(1);
    expect((await ask(customer, 'DELETE', `${url}/draft`, {})).status).toBe(200);
    expect([await draftOf(customer), await drafts()]).toEqual([null, []]);
    const many = Object.fromEntries(Array.from({ length: 81 }, (_, i) => [`q${i}`, '1']));
    expect((await keep(many)).statusCode).toBe(422);
    expect((await keep({ 'no name': '1' })).statusCode).toBe(422);
    expect((await ask(customer, 'POST', url, form())).status).toBe(200);
    expect([await draftOf(customer), await drafts()]).toEqual([null, []]);
  });

  it('sent many times at once with one key is one order; with a key each it is many (M9)', async () => {
    const times = proveSize(50, 500);
    const { url, form, customer, season } = await scene(5 * (times + 1));
    const one = form();
    const answers = await Promise.all(Array.from({ length: times }, () => ask(customer, 'POST', url, one)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.order_id}`)).size).toBe(1);
    expect(await ordersOf(season)).toHaveLength(1);
    const other = await ask(customer, 'POST', url, { ...one, country: 'NL' });
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'request_reused', params: { order_id: answers[0]!.body.order_id } },
    });
    // Control: the same without a common key.
    await Promise.all(Array.from({ length: 5 }, () => ask(customer, 'POST', url, form())));
    expect(await ordersOf(season)).toHaveLength(6);
    reportProof('M9', { sent: times, orders: 1 });
  });
});

describe('the form of a registration', () => {
  it('has one key in all windows until it is sent, then another one, and leads to the order that was sent', async () => {
    const { url, form, customer } = await scene();
    const meOf = async (person = customer) => (await ask(person, 'GET', url)).body.me;
    const { request_key } = await meOf();
    expect(await meOf()).toMatchObject({ request_key, sent: null });
    expect((await meOf(await buildCustomer(connection.db))).request_key).not.toBe(request_key);
    const one = { ...form(), request_key };
    const [first, second] = [await ask(customer, 'POST', url, one), await ask(customer, 'POST', url, one)];
    expect(second.body).toEqual(first.body);
    const after = await meOf();
    expect(after.sent).toMatchObject({ id: first.body.order_id, number: expect.stringMatching(/^\d\d-\d{4}$/) });
    expect(after.request_key).not.toBe(request_key);
    await ask(customer, 'POST', `/api/registrations/${first.body.order_id}/cancellation`, {});
    expect(await meOf()).toMatchObject({ sent: null, request_key: after.request_key });
  });
});

describe('an order, to its customer (2.4, 2.5)', () => {
  it('is listed and read; to others it does not exist', async () => {
    const { customer, ...offer } = await scene();
    const order = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
    const { orders } = (await ask(customer, 'GET', '/api/registrations')).body;
    expect(orders).toMatchObject([
      { id: order.id, status: 'confirmed', to_pay: { working_days_left: expect.any(Number) } },
    ]);
    const one = `/api/registrations/${order.id}`;
    expect((await ask(customer, 'GET', one)).body).toMatchObject({
      is_mine: true,
      customer: { name: 'Luc van Aerde', city: 'Aalst' },
    });
    const other = await buildCustomer(connection.db);
    const no = await ask(other, 'GET', one);
    expect(no).toEqual(await ask(other, 'GET', '/api/registrations/99999999'));
    expect((await ask(other, 'POST', `${one}/cancellation`, {})).status).toBe(404);
    expect((await ask(other, 'GET', '/api/registrations')).body.orders).toEqual([]);
  });

  it('is cancelled once, however many try at once; its places come back, and the customer is notified (4.1, T2)', async () => {
    const { url, customer, ...offer } = await scene();
    const order = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
    const cancel = () => ask(customer, 'POST', `/api/registrations/${order.id}/cancellation`, {});
    const answers = await Promise.all(Array.from({ length: 8 }, cancel));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'step_not_possible')).toHaveLength(7);
    expect((await ask(null, 'GET', url)).body.room.all.taken).toBe(0);
    const notices = await noticesTo(customer);
    expect(notices.map(({ facts }) => (facts as { status: string }).status)).toEqual([
      'pending',
      'confirmed',
      'cancelled',
    ]);
    // Control: a rejected order cannot be cancelled.
    const ended = await plantOrder(connection.db, offer, customer.user_id, ['reject']);
    expect((await ask(customer, 'POST', `/api/registrations/${ended.id}/cancellation`, {})).status).toBe(409);
  });

  it('removes the team created with it, unless another order has it, and keeps its name on the order', async () => {
    const { url, form, customer, season, merchant } = await scene();
    const place = async (given: object = {}) => (await ask(customer, 'POST', url, form(given))).body.order_id as number;
    const cancel = (id: number) => ask(customer, 'POST', `/api/registrations/${id}/cancellation`, {});
    const teams = () =>
      connection.db.selectFrom('teams').select('id').where('season_id', '=', season.season_id).execute();
    const first = await place();
    const [made] = await teams();
    const second = await place({ team_id: made!.id, team: '', country: '' });
    expect((await cancel(first)).status).toBe(200);
    expect(await teams()).toEqual([made]);
    // Neither an admin nor the database removes it.
    const removal = { method: 'DELETE' as const, url: `/api/admin/seasons/${season.season_id}/teams` };
    const no = await app.app.inject({ ...removal, headers: merchant.headers, payload: { team_ids: [made!.id] } });
    expect(no.json()).toMatchObject({ code: 'team_has_order' });
    const past = connection.db.deleteFrom('teams').where('id', '=', made!.id).execute();
    expect(refusalOfDatabase(await past.catch((error) => error))?.code).toBe('team_has_order');
    expect((await cancel(second)).status).toBe(200);
    expect(await teams()).toEqual([]);
    for (const id of [first, second])
      expect((await ask(customer, 'GET', `/api/registrations/${id}`)).body.order.team).toEqual({
        id: null,
        name: 'Van Aerde & Zoon',
        country: 'BE',
      });
    // Its name is free again.
    expect((await ask(await buildCustomer(connection.db), 'POST', url, form())).status).toBe(200);
  });

  it('has a notice at every step, with the amount, the last day to pay and the reason', async () => {
    const { customer, ...offer } = await scene();
    await plantOrder(connection.db, offer, customer.user_id, ['confirm', 'reject']);
    const { id } = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
    const money = `/api/admin/seasons/${offer.season.season_id}/orders/${id}/payments`;
    expect((await ask(offer.merchant, 'POST', money, { reason: 'Cash', file_id: null })).status).toBe(200);
    expect((await ask(offer.merchant, 'POST', `${money}/revoke`, { reason: 'The notes were false' })).status).toBe(200);
    const notices = (await noticesTo(customer)).map(({ facts }) =>
      renderNotice('order', facts as never, { locale: 'en', time_zone: 'UTC' }),
    );
    expect(notices.map(({ title }) => title.replace(/^Order \S+: /, ''))).toEqual([
      'Waiting for the loft',
      'Confirmed',
      'Rejected',
      'Waiting for the loft',
      'Confirmed',
      'Paid',
      'Payment taken back',
    ]);
    expect(notices[5]!.text).toContain('€650.00. Thank you.');
    expect(notices[6]!.text).toMatch(/Pay €650\.00 by \w+day.* The notes were false/s);
    expect(notices[1]!.text).toMatch(/Pay €650\.00 by \w+day/);
    expect(notices[2]!.text).toContain('Avian flu');
    expect(notices.every(({ text }) => !text.includes('{{'))).toBe(true);
  });
});

describe('the places that a season confirms at once', () => {
  /** So many customers, registered together for teams of three. */
  async function rush(customers: number, places_at_once: number, max_pigeons = 100) {
    const { url, form, season, three } = await scene(max_pigeons);
    await connection.db.updateTable('seasons').set({ places_at_once }).where('id', '=', season.season_id).execute();
    const lines = [{ product_id: three, quantity: 1 }];
    const people = await Promise.all(Array.from({ length: customers }, () => buildCustomer(connection.db)));
    const answers = await Promise.all(
      people.map((person, i) => ask(person, 'POST', url, form({ lines, team: `Team ${i}` }))),
    );
    return { url, season, people, answers, orders: await ordersOf(season) };
  }

  it('need no yes of the loft and can be paid at once, as the days to pay say; who comes later waits', async () => {
    const { url, season, people, answers } = await rush(1, 5);
    expect(answers[0]!.body.is_confirmed).toBe(true);
    const [order] = await ordersOf(season);
    expect(order).toMatchObject({ status: 'confirmed' });
    expect(Date.parse(order!.pay_until!)).toBeGreaterThan(Date.now());
    // The sending and the confirmation are one notice.
    expect(await noticesTo(people[0]!)).toMatchObject([{ event: 'order', facts: { status: 'confirmed' } }]);
    expect((await ask(null, 'GET', url)).body.at_once_left).toBe(2);
  });

  it('are confirmed to exactly one of many who want the last ones; the others wait for the loft', async () => {
    const customers = proveSize(8, 60);
    const { answers, orders } = await rush(customers, 3);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const of = (status: string) => orders.filter((order) => order.status === status).length;
    expect([of('confirmed'), of('pending')]).toEqual([1, customers - 1]);
    expect(answers.filter(({ body }) => body.is_confirmed)).toHaveLength(1);
  });

  it('end with the places of the season, whose last one is sold once (5.3, 8.14)', async () => {
    const { answers, orders } = await rush(8, 100, 5);
    expect(orders.map(({ status }) => status)).toEqual(['confirmed']);
    expect(answers.filter(({ body }) => body.code === 'spots_left')).toHaveLength(7);
  });

  it('control: read before the season is locked, the last ones are confirmed several times', async () => {
    const { loft, season, three } = await scene();
    const now = { time_zone: loft.time_zone, now_ms: Date.now() };
    const people = await Promise.all(Array.from({ length: 4 }, () => buildCustomer(connection.db)));
    const left = people.length;
    let read = 0;
    const all = Promise.withResolvers<void>();
    await Promise.all(
      people.map(({ user_id }) =>
        connection.db.transaction().execute(async (tx) => {
          const { taken_active_pigeons } = await tx
            .selectFrom('seasons')
            .select('taken_active_pigeons')
            .where('id', '=', season.season_id)
            .executeTakeFirstOrThrow();
          if (++read === left) all.resolve();
          await all.promise;
          const wanted = [{ product_id: three, quantity: 1 }];
          const order = await placeSeasonOrder(tx, season, { kind: 'registration', user_id, wanted }, now);
          if (taken_active_pigeons + 3 <= 3) await moveOrder(tx, order, 'confirm', { by: null, ...now });
        }),
      ),
    );
    const confirmed = (await ordersOf(season)).filter(({ status }) => status === 'confirmed');
    expect(confirmed.length).toBeGreaterThan(1);
  });
});
