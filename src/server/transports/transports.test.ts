/**
 * Transports over HTTP: offered, requested, answered, picked up, ended with their order; the database refuses alike.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { nothingHandedOver } from '#domain/transports/transport.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { enterFor } from '#server/entries/entries.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import { lockTransports, moveTransport, pickUp } from './transports.ts';

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

type Person = Awaited<ReturnType<typeof buildCustomer>>;

async function ask(person: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.app.inject({
    method,
    url,
    headers: person?.headers ?? {},
    ...(method !== 'GET' && { payload: payload ?? {} }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** A loft with an agent who collects tomorrow, or so many days from now, and a customer with a confirmed order of three birds. */
async function scene(steps: Parameters<typeof plantOrder>[3] = ['confirm'], days = 1) {
  const offer = await buildOffer(connection.db);
  const customer = await buildCustomer(connection.db);
  const agent = await buildAgent(connection.db, offer.loft.id);
  const collection_id = await plantCollection(connection.db, { loft_id: offer.loft.id, agent_id: agent.user_id, days });
  const order = await plantOrder(connection.db, offer, customer.user_id, steps);
  const own = `/api/registrations/${order.id}/transport`;
  return { ...offer, customer, agent, collection_id, order, own };
}

/** Birds entered for an order. */
const enter = (order_id: number, count: number) =>
  connection.db.transaction().execute(async (tx) => {
    const order = await lockRegistration(tx, order_id);
    for (let n = 1; n <= count; n++) {
      const bird = { name: null, color: null, sex: 'unknown' as const, team_id: null };
      await enterFor(tx, order, { ring: `BE 26-${order_id}00${n}`, ...bird }, { by: null, now_ms: Date.now() });
    }
  });
const noticesTo = async ({ user_id }: { user_id: number }) => {
  const notices = await connection.db
    .selectFrom('notifications')
    .select('facts')
    .where('user_id', '=', user_id)
    .where('event', '=', 'transport')
    .where('channel', '=', 'mail')
    .orderBy('id')
    .execute();
  return notices.map(({ facts }) => facts as { status: string });
};

describe('a collection of an agent', () => {
  it('is offered to all who register from its day on, until it is withdrawn', async () => {
    const { loft, agent } = await scene();
    const listed = async () => (await ask(null, 'GET', `/api/lofts/${loft.id}/collections`)).body.collections;
    const day = daysAfter(dayAt(Date.now(), loft.time_zone), 3);
    const fields = {
      place: 'Antwerp',
      day,
      from_time: '08:00',
      to_time: '10:30',
      price_cents: 1400,
      note: 'By the mill',
    };
    const path = `/api/lofts/${loft.id}/agents/${agent.user_id}/collections`;
    const made = await ask(agent, 'POST', path, fields);
    expect(made.status).toBe(200);
    expect((await listed()).map(({ place }: { place: string }) => place)).toEqual(['Zwolle', 'Antwerp']);
    expect((await listed())[1]).toMatchObject({ ...fields, agent: { name: 'Ria Postma' }, currency: 'EUR' });
    expect((await ask(agent, 'DELETE', `/api/collections/${made.body.collection_id}`)).status).toBe(200);
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ['a day that is past', { day: '2020-01-01' }, { codes: { day: ['collection_over'] } }],
    ['hours that end before they start', { to_time: '07:00' }, { codes: { to_time: ['due_date_range_invalid'] } }],
    ['no place', { place: ' ' }, { codes: { place: ['error_required'] } }],
    [
      'no time, and one that is none',
      { from_time: '', to_time: '24:00' },
      {
        codes: { from_time: ['error_required'], to_time: ['error_format'] },
      },
    ],
  ])('is refused with %s', async (_, given, no) => {
    const { loft, agent } = await scene();
    const fields = {
      place: 'Zwolle',
      day: '2199-01-01',
      from_time: '09:00',
      to_time: '12:00',
      price_cents: 0,
      ...given,
    };
    const path = `/api/lofts/${loft.id}/agents/${agent.user_id}/collections`;
    expect((await ask(agent, 'POST', path, fields)).body).toMatchObject(no);
  });

  it('on a day on which the loft takes no birds is refused with the window, and taken on purpose (3.4)', async () => {
    const { loft, season, agent } = await scene();
    const window = { starts_at: '2200-03-01', ends_at: '2200-03-31' };
    const shipping = { ...window, name: 'Shipping', description: '', max_duration: null };
    await connection.db
      .transaction()
      .execute((tx) => addDueDate(tx, null, season, { ...shipping, due_date_category_id: 3 }));
    const path = `/api/lofts/${loft.id}/agents/${agent.user_id}/collections`;
    const fields = { place: 'Zwolle', day: '2200-04-01', from_time: '09:00', to_time: '12:00', price_cents: 0 };
    expect(await ask(agent, 'POST', path, fields)).toMatchObject({
      status: 409,
      body: { codes: { day: ['collection_outside_shipping'] }, params: { from: '2200-03-01', to: '2200-03-31' } },
    });
    const { lofts } = (await ask(agent, 'GET', '/api/collections')).body;
    expect(lofts[0].shipping).toEqual([window]);
    expect((await ask(agent, 'POST', path, { ...fields, day: '2200-03-31' })).status).toBe(200);
    expect((await ask(agent, 'POST', path, { ...fields, is_on_purpose: true })).status).toBe(200);
  });

  it('stays while a request is open, in the database too (T4)', async () => {
    const { agent, order, collection_id, customer, own } = await scene();
    await plantTransport(connection.db, { order_id: order.id, collection_id });
    const withdrawn = await ask(agent, 'DELETE', `/api/collections/${collection_id}`);
    expect(withdrawn).toMatchObject({ status: 409, body: { code: 'collection_in_use' } });
    await ask(customer, 'POST', `${own}/cancellation`);
    expect((await ask(agent, 'DELETE', `/api/collections/${collection_id}`)).status).toBe(200);
    const gone = await ask(customer, 'PUT', own, { collection_id });
    expect(gone).toMatchObject({ status: 404, body: { codes: { collection_id: ['not_found'] } } });
  });
});

describe('a request', () => {
  it('is made with the registration, once however often that is sent; without an agent it is refused (8.25)', async () => {
    const { season, three, contract_id, customer, collection_id, agent, merchant } = await scene();
    const url = `/api/lofts/${season.loft_id}/seasons/${season.season_id}/registration`;
    const lines = [{ product_id: three, quantity: 1 }];
    const named = { team_id: null, team: 'Van Aerde', country: 'BE', contract_id };
    const form = { request_key: randomUUID(), lines, ...named, transport: 'agent' };
    const none = await ask(customer, 'POST', url, { ...form, collection_id: null });
    expect(none).toMatchObject({ status: 409, body: { codes: { collection_id: ['agent_needed'] } } });
    const mute = await ask(customer, 'POST', url, { ...form, collection_id });
    expect(mute).toMatchObject({ status: 409, body: { codes: { phone: ['error_required'] } } });
    const reached = { ...form, collection_id, phone: '+32 475 55 01 02' };
    const sent = await ask(customer, 'POST', url, reached);
    expect((await ask(customer, 'POST', url, reached)).body).toEqual(sent.body);
    const { requests } = (await ask(customer, 'GET', `/api/registrations/${sent.body.order_id}/transport`)).body;
    expect(requests).toMatchObject([{ status: 'pending', collection: { id: collection_id }, phone: '+31381234567' }]);
    expect((await noticesTo(agent)).map(({ status }) => status)).toEqual(['pending']);
    // The number is for the agent and the loft.
    const toAgent = (await ask(agent, 'GET', `/api/transports/${requests[0].id}`)).body;
    expect(toAgent.reached.phone).toBe('+32 475 55 01 02');
    const read = `/api/admin/seasons/${season.season_id}/orders/${sent.body.order_id}`;
    expect((await ask(merchant, 'GET', read)).body.customer.phone).toBe('+32 475 55 01 02');
    // The calls of part 7 show it (3.6, 7.7).
    const whole = await ask(customer, 'GET', `/api/custom/v1/user/${customer.user_id}/seasons/${season.season_id}`);
    const orders = whole.body.orders as { id: number; latest_transportation: object | null }[];
    expect(orders.find(({ id }) => id === sent.body.order_id)!.latest_transportation).toEqual({
      id: requests[0].id,
      latest_transportation_status: { transportation_status_type: { code: 'pending' } },
    });
  });

  it('is read with the order by its customer and its loft, also why the agent does not come (8.25)', async () => {
    const { order, customer, agent, merchant, collection_id, season } = await scene();
    const read = async () => [
      (await ask(customer, 'GET', `/api/registrations/${order.id}`)).body.collection,
      (await ask(merchant, 'GET', `/api/admin/seasons/${season.season_id}/orders/${order.id}`)).body.collection,
    ];
    expect(await read()).toEqual([null, null]);
    const transport_id = await plantTransport(connection.db, { order_id: order.id, collection_id });
    const [own, ofLoft] = await read();
    expect(own).toMatchObject({
      status: 'pending',
      agent: 'Ria Postma',
      place: 'Zwolle',
      from_time: '09:00',
      to_time: '12:00',
      price_cents: 1200,
    });
    expect(ofLoft).toEqual(own);
    expect(own.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    await connection.db.transaction().execute(async (tx) => {
      const [transport] = await lockTransports(tx, [transport_id]);
      await moveTransport(tx, transport!, 'reject', { by: null, now_ms: Date.now(), reason: 'The van is full' });
    });
    const refused = { status: 'rejected', reason: 'The van is full', agent: 'Ria Postma' };
    expect(await read()).toMatchObject([refused, refused]);
    // That the birds travel without an agent is the customer's own word, of which nobody is told.
    const before = (await noticesTo(agent)).length;
    expect((await ask(customer, 'POST', `/api/registrations/${order.id}/transport/cancellation`)).status).toBe(200);
    expect(await read()).toEqual([null, null]);
    expect(await noticesTo(agent)).toHaveLength(before);
  });

  it('is changed and withdrawn while it waits, and no longer afterwards', async () => {
    const { loft, customer, agent, own, collection_id } = await scene();
    const other = await buildAgent(connection.db, loft.id);
    const elsewhere = await plantCollection(connection.db, {
      loft_id: loft.id,
      agent_id: other.user_id,
      place: 'Arad',
    });
    expect((await ask(customer, 'PUT', own, { collection_id })).status).toBe(200);
    const changed = await ask(customer, 'PUT', own, { collection_id: elsewhere });
    const { requests } = (await ask(customer, 'GET', own)).body;
    expect(requests.map(({ status }: { status: string }) => status)).toEqual(['pending', 'cancelled']);
    expect(await noticesTo(agent)).toMatchObject([{ status: 'pending' }, { status: 'cancelled' }]);
    const chosen = { transport_ids: [changed.body.transport_id] };
    expect((await ask(other, 'POST', '/api/transports/confirmation', chosen)).status).toBe(200);
    for (const [method, path, body] of [
      ['PUT', own, { collection_id }],
      ['POST', `${own}/cancellation`, {}],
    ] as const)
      expect((await ask(customer, method, path, body)).body.code).toBe('transport_confirmed');
    // Another agent sees none of it.
    expect((await ask(agent, 'GET', `/api/transports/${changed.body.transport_id}`)).status).toBe(404);
    expect((await ask(agent, 'POST', '/api/transports/confirmation', chosen)).status).toBe(404);
  });

  it('ends with its order, and its agent is notified; an ended order takes none (T4)', async () => {
    const { customer, agent, own, order, collection_id } = await scene();
    await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    expect((await ask(customer, 'POST', `/api/registrations/${order.id}/cancellation`)).status).toBe(200);
    const [request] = (await ask(customer, 'GET', own)).body.requests;
    expect(request).toMatchObject({ status: 'cancelled', phone: null });
    expect((await noticesTo(agent)).map(({ status }) => status)).toEqual(['pending', 'cancelled']);
    expect((await ask(customer, 'PUT', own, { collection_id })).body.code).toBe('order_over');
    const row = { loft_id: order.loft_id, season_id: order.season_id!, order_id: order.id, collection_id };
    const at = new Date().toISOString();
    const past = connection.db.insertInto('transports').values({ ...row, created_at: at });
    const refused = await past.execute().then(
      () => null,
      (error) => refusalOfDatabase(error),
    );
    expect(refused?.code).toBe('order_over');
  });
});

describe('an agent', () => {
  it('sees the customer’s phone and address, confirms, and picks up what is at home', async () => {
    const { customer, agent, own, order, collection_id, merchant } = await scene();
    await connection.db.updateTable('users').set({ phone: '+3253712345' }).where('id', '=', customer.user_id).execute();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id });
    const mine = (await ask(agent, 'GET', '/api/transports')).body;
    expect(mine).toMatchObject({ counts: { open: 1, ended: 0 }, transports: [{ id, places: 3, at_home: 0 }] });
    const one = await ask(agent, 'GET', `/api/transports/${id}`);
    expect(one.body.reached).toEqual({
      phone: '+3253712345',
      street: 'Kerkstraat 4',
      zipcode: '9300',
      city: 'Aalst',
      country: 'BE',
    });
    expect(JSON.stringify(one.body)).not.toContain('@');
    // A merchant manages the request but does not see the customer's address.
    expect((await ask(merchant, 'GET', `/api/transports/${id}`)).body.reached).toBeNull();

    const chosen = { transport_ids: [id] };
    const outcome = async (step: string) =>
      (await ask(agent, 'POST', `/api/transports/${step}`, chosen)).body.outcomes[0];
    expect((await outcome('pick-up')).refused).toBe('transport_not_confirmed');
    expect(await outcome('confirmation')).toMatchObject({ status: 'confirmed', refused: null });
    expect((await outcome('pick-up')).refused).toBe('nothing_to_pick_up');
    await enter(order.id, 3);
    const manifest = (await ask(agent, 'GET', `/api/collections/${collection_id}/manifest`)).body;
    expect(manifest.crates).toMatchObject([{ transport_id: id, n: 1, of: 1, customer: 'Luc van Aerde' }]);
    expect(manifest.crates[0].pigeons).toHaveLength(3);
    expect((await outcome('pick-up')).refused).toBeNull();
    const { pigeons } = (await ask(customer, 'GET', own)).body;
    expect(pigeons.map(({ location }: { location: string }) => location)).toEqual(Array(3).fill('in_transit'));
    expect(pigeons[0].log).toMatchObject([{ to: 'in_transit', by: 'Ria Postma' }]);
    expect((await outcome('pick-up')).refused).toBe('nothing_to_pick_up');
    const late = await ask(agent, 'POST', '/api/transports/rejection', { ...chosen, reason: 'The van is full' });
    expect(late.body.outcomes[0].refused).toBe('transport_under_way');
    expect((await noticesTo(customer)).map(({ status }) => status)).toEqual(['confirmed', 'picked_up']);
  });

  it('rejects with a reason that the customer reads; without one the database refuses as well (T4)', async () => {
    const { customer, agent, own, order, collection_id } = await scene();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id });
    const path = '/api/transports/rejection';
    const mute = await ask(agent, 'POST', path, { transport_ids: [id], reason: '' });
    expect(mute).toMatchObject({ status: 422, body: { codes: { reason: ['error_required'] } } });
    const step = { loft_id: order.loft_id, transport_id: id, n: 2, from_status: 'pending', to_status: 'rejected' };
    const refused = await connection.db
      .insertInto('transport_history')
      .values({ ...step, reason: null, user_id: null, at: new Date().toISOString() })
      .execute()
      .then(
        () => null,
        (error) => refusalOfDatabase(error),
      );
    expect([refused?.code, Object.keys(refused?.errors ?? {})]).toEqual(['error_required', ['reason']]);
    await ask(agent, 'POST', path, { transport_ids: [id], reason: 'The van is full' });
    const { requests } = (await ask(customer, 'GET', own)).body;
    expect(requests[0].history.at(-1)).toMatchObject({
      status: 'rejected',
      reason: 'The van is full',
      by: 'Ria Postma',
    });
    const [facts] = await noticesTo(customer);
    const notice = renderNotice('transport', facts as never, { locale: 'en', time_zone: 'Europe/Brussels' });
    expect(notice.text).toContain('The van is full');
    expect(notice.path).toBe(`/registrations/${order.id}/shipments`);
    // Another request is possible again.
    expect((await ask(customer, 'PUT', own, { collection_id })).status).toBe(200);
  });

  it('closes a confirmed stop where nothing was handed over, and the customer reads that in their language', async () => {
    const { customer, agent, own, order, collection_id } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id });
    const close = async () =>
      (await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] })).body.outcomes[0];
    expect((await close()).refused).toBe('transport_not_confirmed');
    await ask(agent, 'POST', '/api/transports/confirmation', { transport_ids: [id] });
    const manifest = (await ask(agent, 'GET', `/api/collections/${collection_id}/manifest`)).body;
    expect(manifest).toMatchObject({ crates: [], missing: [{ transport_id: id, places: 3, entered: 0 }] });
    expect(await close()).toMatchObject({ status: 'rejected', refused: null });
    expect((await ask(agent, 'GET', '/api/transports')).body.counts).toEqual({ open: 0, ended: 1 });
    const { requests } = (await ask(customer, 'GET', own)).body;
    expect(requests[0].history.at(-1)).toMatchObject({ status: 'rejected', reason: nothingHandedOver });
    const facts = (await noticesTo(customer)).at(-1);
    const notice = renderNotice('transport', facts as never, { locale: 'de', time_zone: 'Europe/Brussels' });
    expect(notice.title).toContain('Nichts übergeben');
    expect(notice.text).toContain('keine Tauben Ihrer Bestellung');
    expect(`${notice.title} ${notice.text}`).not.toMatch(/abgelehnt|null|–/i);
    expect((await ask(customer, 'PUT', own, { collection_id })).status).toBe(200);
  });

  it('does not close a stop before the day of its collection', async () => {
    const { customer, agent, order, collection_id } = await scene();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    expect((await ask(agent, 'GET', `/api/transports/${id}`)).body.can_close).toBe(false);
    const { body } = await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] });
    expect(body.outcomes[0]).toMatchObject({ status: 'confirmed', refused: 'collection_not_yet' });
    expect((await noticesTo(customer)).map(({ status }) => status)).toEqual(['confirmed']);
  });

  it('takes back that nothing was handed over, until the customer has chosen another way', async () => {
    const { customer, agent, own, order, collection_id } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    const answer = async (path: string) =>
      (await ask(agent, 'POST', `/api/transports/${path}`, { transport_ids: [id] })).body.outcomes[0];
    expect((await answer('closing/cancellation')).refused).toBe('step_not_possible');
    await answer('closing');
    expect((await ask(agent, 'GET', `/api/transports/${id}`)).body).toMatchObject({
      can_close: false,
      can_reopen: true,
    });
    expect(await answer('closing/cancellation')).toMatchObject({ status: 'confirmed', refused: null });
    expect((await noticesTo(customer)).map(({ status }) => status)).toEqual(['confirmed', 'rejected', 'confirmed']);
    await answer('closing');
    expect((await ask(customer, 'PUT', own, { collection_id })).status).toBe(200);
    expect((await answer('closing/cancellation')).refused).toBe('transport_followed');
    expect((await ask(agent, 'GET', `/api/transports/${id}`)).body.can_reopen).toBe(false);
  });

  it('takes birds that nobody has entered: the customer and the loft are told how many, and it can be put back', async () => {
    const { customer, agent, merchant, own, order, collection_id, season } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 1);
    const pickUpAll = async (not_entered: number) =>
      (await ask(agent, 'POST', '/api/transports/pick-up', { transport_ids: [id], not_entered })).body.outcomes[0];
    expect((await pickUpAll(3)).refused).toBe('more_than_ordered');
    expect((await pickUpAll(2)).refused).toBeNull();
    const notice = renderNotice('transport', (await noticesTo(customer)).at(-1) as never, {
      locale: 'en',
      time_zone: 'Europe/Brussels',
    });
    expect(notice.text).toContain('Not entered yet: 2.');
    const toLoft = async () =>
      (await ask(merchant, 'GET', `/api/admin/seasons/${season.season_id}/orders/${order.id}`)).body.collection;
    expect(await toLoft()).toMatchObject({ status: 'confirmed', not_entered: 2 });
    expect((await ask(customer, 'GET', own)).body.requests[0].not_entered).toBe(2);
    // What was handed over is neither closed nor rejected.
    const late = await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] });
    expect(late.body.outcomes[0].refused).toBe('transport_under_way');
    await connection.db.transaction().execute(async (tx) => {
      const bird = { ring: `BE 26-${order.id}09`, name: null, color: null, sex: 'unknown' as const, team_id: null };
      await enterFor(tx, await lockRegistration(tx, order.id), bird, { by: null, now_ms: Date.now() });
    });
    expect(await toLoft()).toMatchObject({ not_entered: 1 });
    const back = await ask(agent, 'POST', '/api/transports/pick-up/cancellation', { transport_ids: [id] });
    expect(back.body.outcomes[0].refused).toBeNull();
    expect(await toLoft()).toMatchObject({ not_entered: 0 });
    expect(
      (await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] })).body.outcomes[0].refused,
    ).toBeNull();
  });

  it('does not close a stop whose birds were collected', async () => {
    const { agent, order, collection_id } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 1);
    await ask(agent, 'POST', '/api/transports/pick-up', { transport_ids: [id] });
    const { body } = await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] });
    expect(body.outcomes[0].refused).toBe('transport_under_way');
  });

  it('picks up nothing of an order that the loft has not confirmed, and is told what to do (4.1)', async () => {
    const { agent, order, collection_id } = await scene([], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    const pickUpTwo = { transport_ids: [id], not_entered: 2 };
    const { body } = await ask(agent, 'POST', '/api/transports/pick-up', pickUpTwo);
    expect(body.outcomes).toMatchObject([{ status: 'confirmed', refused: 'order_not_confirmed' }]);
    const { stops } = (await ask(agent, 'GET', '/api/transports/route')).body;
    expect(stops).toMatchObject([{ id, order: { status: 'pending' }, not_entered: 0 }]);
  });

  it('gives the birds of an order that has ended back, and the loft reads who took and gave which birds', async () => {
    const { agent, customer, merchant, order, collection_id, season, loft, own } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 2);
    const chosen = { transport_ids: [id] };
    const giveBack = async () => (await ask(agent, 'POST', '/api/transports/return', chosen)).body.outcomes[0].refused;
    const stops = async () => (await ask(agent, 'GET', '/api/transports/route')).body.stops;
    await ask(agent, 'POST', '/api/transports/pick-up', { ...chosen, not_entered: 1 });
    expect(await giveBack()).toBe('step_not_possible');
    const rejection = { order_ids: [order.id], reason: 'The loft is full' };
    const path = `/api/admin/seasons/${season.season_id}/orders/rejection`;
    expect((await ask(merchant, 'POST', path, rejection)).status).toBe(200);

    const [stop] = await stops();
    expect(stop).toMatchObject({ id, status: 'cancelled', to_give_back: 3, can_put_back: false, city: 'Aalst' });
    expect((await ask(agent, 'GET', '/api/transports')).body.counts).toEqual({ open: 1, ended: 0 });
    const notice = renderNotice('transport', (await noticesTo(agent)).at(-1) as never, {
      locale: 'en',
      time_zone: 'Europe/Brussels',
    });
    expect(notice.text).toContain('Pigeons that you have collected already: 3.');
    expect(await giveBack()).toBeNull();
    expect(await giveBack()).toBe('nothing_to_put_back');
    expect(await stops()).toEqual([]);
    const [back] = (await noticesTo(customer)).filter(({ status }) => status === 'given_back');
    const letter = renderNotice('transport', back as never, { locale: 'en', time_zone: 'Europe/Brussels' });
    expect(letter.text).toMatch(/^Ria Postma has entered that your pigeons of order \S+ are back with you\./);
    const read = (await ask(customer, 'GET', own)).body;
    expect(read.requests[0].not_entered).toBe(0);
    expect(read.pigeons.map(({ location }: { location: string }) => location)).toEqual(['at_home', 'at_home']);
    expect(read.pigeons[0].log).toMatchObject([
      { to: 'at_home', by: 'Ria Postma' },
      { to: 'in_transit', by: 'Ria Postma' },
    ]);

    const log = (await ask(merchant, 'GET', `/api/admin/lofts/${loft.id}/audit?kind=transport`)).body.entries;
    const pickUps = log.filter(({ what }: { what: string }) => what.startsWith('transport.'));
    const rings = [1, 2].map((n) => `BE 26-${order.id}00${n}`).join(', ');
    const entry = { by: { first_name: 'Ria' }, thing_id: id, season_id: season.season_id, reason: `${rings}, +1` };
    expect(pickUps).toMatchObject([
      { ...entry, what: 'transport.give_back' },
      { ...entry, what: 'transport.pick_up' },
    ]);
    expect(log.filter(({ kind }: { kind: string }) => kind !== 'transport')).toEqual([]);
  });

  it('does not give birds back that another agent has', async () => {
    const { agent, customer, order, collection_id, loft } = await scene(['confirm'], 0);
    const withdrawn = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['cancel']);
    const other = await buildAgent(connection.db, loft.id);
    const elsewhere = await plantCollection(connection.db, { loft_id: loft.id, agent_id: other.user_id, days: 0 });
    const theirs = await plantTransport(connection.db, { order_id: order.id, collection_id: elsewhere }, ['confirm']);
    await enter(order.id, 1);
    await ask(other, 'POST', '/api/transports/pick-up', { transport_ids: [theirs] });
    await ask(customer, 'POST', `/api/registrations/${order.id}/cancellation`);
    const giveBack = async (person: Person, id: number) =>
      (await ask(person, 'POST', '/api/transports/return', { transport_ids: [id] })).body.outcomes[0].refused;
    expect(await giveBack(agent, withdrawn)).toBe('nothing_to_put_back');
    expect(await giveBack(other, theirs)).toBeNull();
  });

  it('closes a stop whose birds came another way without a letter, and asks no price for them', async () => {
    const { agent, customer, order, collection_id, season } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 1);
    const pigeons = await connection.db
      .selectFrom('entries')
      .select('pigeon_id')
      .where('order_id', '=', order.id)
      .execute();
    const pigeon_ids = pigeons.map(({ pigeon_id }) => pigeon_id);
    const take = { pigeon_ids, status: 'at_loft' } as const;
    await connection.db
      .transaction()
      .execute((tx) => changeStatuses(tx, season, take, { by: null, now_ms: Date.now() }));
    expect((await ask(agent, 'GET', `/api/transports/${id}`)).body).toMatchObject({
      can_reject: true,
      can_close: true,
    });
    const { stops } = (await ask(agent, 'GET', '/api/transports/route')).body;
    expect(stops).toMatchObject([{ id, at_loft: 1, collected: 0, can_close: true }]);
    const { body } = await ask(agent, 'POST', '/api/transports/closing', { transport_ids: [id] });
    expect(body.outcomes[0].refused).toBeNull();
    expect((await noticesTo(customer)).map(({ status }) => status)).not.toContain('rejected');
  });

  it('asks for the price of the birds that came', async () => {
    const { agent, order, collection_id } = await scene(['confirm'], 0);
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    const stop = async () => (await ask(agent, 'GET', '/api/transports/route')).body.stops[0];
    expect(await stop()).toMatchObject({ collected: 0, transport_cents: 3 * 1200 });
    await ask(agent, 'POST', '/api/transports/pick-up', { transport_ids: [id], not_entered: 2 });
    expect(await stop()).toMatchObject({ collected: 2, transport_cents: 2 * 1200 });
  });

  it('has the orders of which birds are missing on the manifest, also those not confirmed', async () => {
    const { agent, order, collection_id } = await scene();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id });
    const manifest = async () => (await ask(agent, 'GET', `/api/collections/${collection_id}/manifest`)).body;
    await enter(order.id, 2);
    expect((await manifest()).missing).toMatchObject([{ transport_id: id, status: 'pending', places: 3, entered: 2 }]);
    await ask(agent, 'POST', '/api/transports/confirmation', { transport_ids: [id] });
    expect((await manifest()).missing).toMatchObject([{ status: 'confirmed', entered: 2 }]);
  });

  it('whose rights were removed sees nothing any more, and gets no requests', async () => {
    const { agent, customer, own, collection_id, loft } = await scene();
    await connection.db
      .updateTable('loft_permissions')
      .set({ is_active: false })
      .where('user_id', '=', agent.user_id)
      .where('loft_id', '=', loft.id)
      .execute();
    expect((await ask(agent, 'GET', '/api/transports')).status).toBe(403);
    expect((await ask(customer, 'PUT', own, { collection_id })).status).toBe(404);
    expect((await ask(null, 'GET', `/api/lofts/${loft.id}/collections`)).body.collections).toEqual([]);
  });
});

it('a manager of a season lists its transports by state with the location of the birds, and searches them', async () => {
  const { merchant, customer, agent, order, collection_id, season, three, loft } = await scene();
  const id = await plantTransport(connection.db, { order_id: order.id, collection_id });
  await enter(order.id, 2);
  const path = `/api/admin/seasons/${season.season_id}/transports`;
  // The birds of a request that waits are counted as its row counts them.
  expect((await ask(merchant, 'GET', path)).body).toMatchObject({
    pigeons: { at_home: 2, in_transit: 0, at_loft: 0 },
    transports: [{ status: 'pending', at_home: 2 }],
  });
  await ask(agent, 'POST', '/api/transports/confirmation', { transport_ids: [id] });
  expect((await ask(merchant, 'GET', path)).body).toMatchObject({
    counts: { pending: 0, confirmed: 1, rejected: 0, cancelled: 0 },
    pigeons: { at_home: 2, in_transit: 0, at_loft: 0 },
    transports: [{ status: 'confirmed', collection: { agent: { name: 'Ria Postma' } } }],
  });
  expect((await ask(merchant, 'GET', `${path}?status=pending`)).body.transports).toEqual([]);
  const overview = (await ask(merchant, 'GET', `/api/admin/seasons/${season.season_id}/overview`)).body;
  expect(overview.collections).toMatchObject([{ collection_id, pigeons: 3, waiting: 0 }]);

  const elsewhere = await plantCollection(connection.db, {
    loft_id: loft.id,
    agent_id: agent.user_id,
    place: 'Győr',
  });
  const second = await plantOrder(connection.db, { season, three, loft }, customer.user_id, ['confirm']);
  await plantTransport(connection.db, { order_id: second.id, collection_id: elsewhere });
  const found = async (query: string) => {
    const { total, counts, transports } = (await ask(merchant, 'GET', `${path}?${query}`)).body;
    expect(counts).toMatchObject({ pending: 1, confirmed: 1 });
    const ids: number[] = transports.map((one: { order: { id: number } }) => one.order.id);
    return { total, ids };
  };
  expect(await found('')).toEqual({ total: 2, ids: [order.id, second.id] });
  expect(await found('q=gyor')).toEqual({ total: 1, ids: [second.id] });
  expect(await found('q=aerde+gyor&status=pending')).toEqual({ total: 1, ids: [second.id] });
  expect(await found('q=gyor&status=confirmed')).toEqual({ total: 0, ids: [] });
  expect(await found('q=postma&per_page=25&page=9')).toEqual({ total: 2, ids: [order.id, second.id] });

  // The list of orders names the agent until that request ends.
  const taken = async () => {
    const { orders } = (await ask(merchant, 'GET', `/api/admin/seasons/${season.season_id}/orders?sort=number`)).body;
    return orders.map((one: { agent: string | null }) => one.agent);
  };
  expect(await taken()).toEqual(['Ria Postma', 'Ria Postma']);
  expect((await ask(customer, 'POST', `/api/registrations/${second.id}/transport/cancellation`)).status).toBe(200);
  expect(await taken()).toEqual(['Ria Postma', null]);
});

describe('the route of a day (6.5)', () => {
  const routeFor = (agent: Person, day = '') =>
    ask(agent, 'GET', `/api/transports/route${day && `?day=${day}`}`).then(({ body }) => body);

  it('has the open requests of its agent with the phone, in the agent’s order', async () => {
    const one = await scene();
    const other = await plantOrder(connection.db, one, (await buildCustomer(connection.db)).user_id, ['confirm']);
    const ids = [
      await plantTransport(connection.db, { order_id: one.order.id, collection_id: one.collection_id }, ['confirm']),
      await plantTransport(connection.db, { order_id: other.id, collection_id: one.collection_id }),
    ];
    const route = await routeFor(one.agent);
    expect(route.stops.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(route.days).toEqual([{ day: route.day, stops: 2 }]);
    const [first] = route.stops;
    expect(first.transport_cents).toBe(first.places * 1200);
    expect(first.to_pay).toMatchObject({ currency: 'EUR' });
    const turned = { day: route.day, transport_ids: ids.toReversed() };
    expect((await ask(one.agent, 'PUT', '/api/transports/route', turned)).status).toBe(200);
    expect((await routeFor(one.agent)).stops.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect((await routeFor(one.agent, '2031-01-01')).stops).toEqual([]);
  });

  it('is not there for a person who is no agent, and stops of others cannot be ordered', async () => {
    const [one, two] = [await scene(), await scene()];
    const id = await plantTransport(connection.db, { order_id: one.order.id, collection_id: one.collection_id });
    expect((await ask(one.customer, 'GET', '/api/transports/route')).status).toBe(404);
    const body = { day: '2026-12-01', transport_ids: [id] };
    expect((await ask(two.agent, 'PUT', '/api/transports/route', body)).status).toBe(404);
    expect((await routeFor(two.agent)).stops).toEqual([]);
  });

  it('takes a pick-up back while the birds are in transit', async () => {
    const { agent, order, collection_id } = await scene();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 2);
    const body = { transport_ids: [id] };
    const undo = () => ask(agent, 'POST', '/api/transports/pick-up/cancellation', body);
    expect((await undo()).body.outcomes[0].refused).toBe('nothing_to_put_back');
    await ask(agent, 'POST', '/api/transports/pick-up', body);
    expect((await routeFor(agent)).stops[0]).toMatchObject({ at_home: 0, in_transit: 2, can_put_back: true });
    expect((await undo()).body.outcomes[0].refused).toBeNull();
    expect((await routeFor(agent)).stops[0]).toMatchObject({ at_home: 2, in_transit: 0, can_put_back: false });
  });

  it('does not take back what was collected before today', async () => {
    const { agent, order, collection_id } = await scene();
    const id = await plantTransport(connection.db, { order_id: order.id, collection_id }, ['confirm']);
    await enter(order.id, 1);
    const yesterday = { by: null, now_ms: Date.now() - 36 * 3_600_000 };
    await connection.db.transaction().execute(async (tx) => pickUp(tx, await lockTransports(tx, [id]), yesterday));
    expect((await routeFor(agent)).stops[0]).toMatchObject({ in_transit: 1, can_put_back: false });
    const undone = await ask(agent, 'POST', '/api/transports/pick-up/cancellation', { transport_ids: [id] });
    expect(undone.body.outcomes[0].refused).toBe('picked_up_earlier');
  });
});
