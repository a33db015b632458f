/** A season's orders decided through HTTP: one, many, and two operators at once; and cancelled when unpaid. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderEvent } from '#domain/orders/order.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { faultsOfMoney } from '#server/payments/audit.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type BuiltOffer, buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import { lockOrder, moveOrder } from './orders.ts';
import { placeSeasonOrder } from './season-order.ts';
import { cancelUnpaid } from './unpaid.ts';

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

async function scene() {
  const offer = await buildOffer(connection.db);
  const customer = await buildCustomer(connection.db);
  const at = `/api/admin/seasons/${offer.season.season_id}/orders`;
  const asks = async (
    by: { headers: Record<string, string> },
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ) => {
    const answer = await built.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    asks(offer.merchant, method, url, payload);
  const order = (steps: OrderEvent[] = []) => plantOrder(connection.db, offer, customer.user_id, steps);
  return { ...offer, customer, at, ask, asks, order };
}

/** Cash taken for an order, marked as paid by a merchant of the loft. */
const pay = (order_id: number, by: number) =>
  connection.db
    .transaction()
    .execute((tx) =>
      markPaid(tx, order_id, { by, is_merchant: true, reason: 'Cash', file_id: null, now_ms: Date.now() }),
    );

const stateOf = async (id: number) =>
  (await connection.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

const takenIn = async ({ season_id }: BuiltOffer['season']) =>
  (
    await connection.db
      .selectFrom('seasons')
      .select('taken_active_pigeons')
      .where('id', '=', season_id)
      .executeTakeFirstOrThrow()
  ).taken_active_pigeons;

describe('the orders of a season', () => {
  it('are listed by state, searched, sorted, and each read with who did what and why (2.16, 3.6)', async () => {
    const { at, ask, order, customer, merchant } = await scene();
    const first = await order();
    const second = await order(['confirm']);
    const list = (await ask('GET', at)).body;
    expect(list).toMatchObject({
      total: 2,
      counts: { pending: 1, confirmed: 1, paid: 0 },
      orders: [
        {
          id: first.id,
          status: 'pending',
          to_pay: null,
          customer: { user_id: customer.user_id, last_name: 'van Aerde' },
        },
        { id: second.id, status: 'confirmed', pigeons_active: 3, amount_cents: 65_000 },
      ],
    });
    const ids = async (query: string) =>
      (await ask('GET', `${at}?${query}`)).body.orders.map(({ id }: { id: number }) => id);
    expect(await ids('sort=-number')).toEqual([second.id, first.id]);
    expect(await ids('status=pending')).toEqual([first.id]);
    expect(await ids(`q=${list.orders[1].number}`)).toEqual([second.id]);
    expect(await ids('q=aerde')).toEqual([first.id, second.id]);
    expect(await ids('q=nobody')).toEqual([]);
    expect((await ask('POST', `${at}/rejection`, { order_ids: [first.id], reason: 'Too late' })).status).toBe(200);
    expect((await ask('GET', `${at}/${first.id}`)).body).toMatchObject({
      // An order that has ended shows no address (decision 20).
      customer: { last_name: 'van Aerde', phone: null, street: null, zipcode: null, city: null, country: null },
      order: {
        status: 'rejected',
        positions: [{ quantity: 1, name: 'Team of three' }],
        history: [{ status: 'pending' }, { status: 'rejected', reason: 'Too late' }],
      },
    });
    await connection.db.updateTable('users').set({ country: 'BE' }).where('id', '=', customer.user_id).execute();
    expect((await ask('GET', `${at}/${second.id}`)).body.customer).toMatchObject({
      street: 'Kerkstraat 4',
      zipcode: '9300',
      city: 'Aalst',
      country: 'BE',
    });
    const other = await scene();
    expect((await ask('GET', `${at}/${(await other.order()).id}`)).status).toBe(404);
    // Who ordered is a customer, also without a team.
    const people = (await ask('GET', at.replace('/orders', '/customers'))).body.people;
    expect(people).toMatchObject([{ user_id: customer.user_id, is_customer: true, teams: [] }]);
    expect(merchant.user_id).not.toBe(customer.user_id);
  });

  it('are confirmed together; one that cannot be confirmed stays as it is and is named (T2)', async () => {
    const { at, ask, order } = await scene();
    const [one, two, ended] = [await order(), await order(), await order(['cancel'])];
    const { status, body } = await ask('POST', `${at}/confirmation`, { order_ids: [two.id, ended.id, one.id, one.id] });
    expect(status).toBe(200);
    expect(body.outcomes).toMatchObject([
      { order_id: one.id, status: 'confirmed', refused: null },
      { order_id: two.id, status: 'confirmed', refused: null },
      { order_id: ended.id, status: 'cancelled', refused: 'step_not_possible' },
    ]);
    const confirmed = (await ask('GET', `${at}/${one.id}`)).body.order;
    expect(confirmed.to_pay.last_day > confirmed.created_at.slice(0, 10)).toBe(true);
  });

  it('are refused as a whole where none is selected, without a reason, and for orders of another season', async () => {
    const { at, ask, order } = await scene();
    const { id } = await order();
    const foreign = await (await scene()).order();
    expect((await ask('POST', `${at}/confirmation`, { order_ids: [] })).body).toMatchObject({
      code: 'nothing_chosen',
    });
    expect(await ask('POST', `${at}/rejection`, { order_ids: [id], reason: ' ' })).toMatchObject({
      status: 422,
      body: { codes: { reason: ['error_required'] } },
    });
    const mixed = await ask('POST', `${at}/confirmation`, { order_ids: [id, foreign.id] });
    expect([mixed.status, await stateOf(id), await stateOf(foreign.id)]).toEqual([404, 'pending', 'pending']);
  });

  it('are not rejected without a reason: form, call, verb and database refuse alike (4.1, T4)', async () => {
    const { at, ask, order } = await scene();
    const { id, loft_id } = await order();
    const now = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() };
    const verb = connection.db
      .transaction()
      .execute(async (tx) => moveOrder(tx, await lockOrder(tx, id), 'reject', now));
    const row = { loft_id, order_id: id, n: 2, from_status: 'pending', to_status: 'rejected', user_id: null };
    const wall = (reason: string | null) =>
      connection.db
        .insertInto('order_history')
        .values({ ...row, reason, at: new Date().toISOString() })
        .execute();
    const noes = [
      await verb.catch((error) => error.errors),
      await wall(null).catch((error) => refusalOfDatabase(error)?.errors),
      await wall(' ').catch((error) => refusalOfDatabase(error)?.errors),
    ];
    for (const errors of noes) expect(errors).toMatchObject({ reason: [{ code: 'error_required' }] });
    const called = await ask('POST', `${at}/rejection`, { order_ids: [id], reason: '' });
    expect(called.body.codes).toEqual({ reason: ['error_required'] });
    expect(await stateOf(id)).toBe('pending');
    // Control: with a reason the same row is accepted, until a check of what depends on it fails.
    await expect(wall('Full')).rejects.toThrow(/places are taken that are not counted/);
    expect(await stateOf(id)).toBe('pending');
  });

  it('decided by two at once are decided once, and one of the two is refused (T2)', async () => {
    const { at, asks, order, merchant, loft, season } = await scene();
    const colleague = await buildPerson(connection.db, {
      entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
    });
    const orders = [await order(), await order(), await order()];
    const order_ids = orders.map(({ id }) => id);
    const confirm = (by: typeof merchant) => asks(by, 'POST', `${at}/confirmation`, { order_ids });
    const said = await Promise.all([confirm(merchant), confirm(colleague)]);
    for (const [i, order_id] of order_ids.entries()) {
      const outcomes = said.map(({ body }) => body.outcomes[i]);
      expect(outcomes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ order_id, status: 'confirmed', refused: null }),
          expect.objectContaining({ order_id, status: 'confirmed', refused: 'step_not_possible' }),
        ]),
      );
    }
    const reject = (by: typeof merchant) => asks(by, 'POST', `${at}/rejection`, { order_ids, reason: 'Full' });
    const noes = await Promise.all([reject(merchant), reject(colleague)]);
    const refused = noes.flatMap(({ body }) => body.outcomes.map((one: { refused: unknown }) => one.refused));
    expect(refused.filter((code) => code === null)).toHaveLength(3);
    expect(await takenIn(season)).toBe(0);
  });
});

describe('a rejection that is taken back', () => {
  const reason = 'Rejected by mistake';

  it('has its places again and waits for the loft; the log has the reason and the customer is told (4.1)', async () => {
    const { at, ask, order, customer, season } = await scene();
    const { id } = await order(['confirm', 'reject']);
    expect(await takenIn(season)).toBe(0);
    const { body } = await ask('POST', `${at}/reopening`, { order_ids: [id], reason });
    expect(body.outcomes).toMatchObject([{ order_id: id, status: 'pending', refused: null }]);
    expect(await takenIn(season)).toBe(3);
    const { history, status } = (await ask('GET', `${at}/${id}`)).body.order;
    expect([status, history.at(-1)]).toEqual(['pending', expect.objectContaining({ status: 'pending', reason })]);
    const notices = await connection.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', customer.user_id)
      .where('event', '=', 'order')
      .where('channel', '=', 'mail')
      .orderBy('id')
      .execute();
    const { text } = renderNotice('order', notices.at(-1)!.facts as never, { locale: 'en', time_zone: 'UTC' });
    expect(text).toMatch(/has taken the rejection of order .* back\. .* Rejected by mistake$/);
    // It goes on like any other, and owes its money once.
    expect((await ask('POST', `${at}/confirmation`, { order_ids: [id] })).body.outcomes[0].status).toBe('confirmed');
    expect(await faultsOfMoney(connection.db, season)).toEqual([]);
  });

  it('needs a reason, a rejected registration and a right, like the rejection', async () => {
    const { at, ask, asks, order, customer } = await scene();
    const [rejected, cancelled, waiting] = [await order(['reject']), await order(['cancel']), await order()];
    const order_ids = [cancelled.id, waiting.id];
    expect((await ask('POST', `${at}/reopening`, { order_ids: [rejected.id], reason: ' ' })).body.codes).toEqual({
      reason: ['error_required'],
    });
    expect((await ask('POST', `${at}/reopening`, { order_ids, reason })).body.outcomes).toMatchObject([
      { status: 'cancelled', refused: 'step_not_possible' },
      { status: 'pending', refused: 'step_not_possible' },
    ]);
    expect((await asks(customer, 'POST', `${at}/reopening`, { order_ids: [rejected.id], reason })).status).toBe(404);
    const row = {
      loft_id: rejected.loft_id,
      order_id: rejected.id,
      n: 3,
      from_status: 'rejected',
      to_status: 'pending',
    };
    const wall = connection.db
      .insertInto('order_history')
      .values({ ...row, reason: null, user_id: null, at: new Date().toISOString() })
      .execute();
    expect(await wall.then(() => null, refusalOfDatabase)).toMatchObject({ code: 'error_required' });
  });

  it('of a paid order waits until its money was given back', async () => {
    const { at, ask, order, merchant } = await scene();
    const { id } = await order(['confirm']);
    await pay(id, merchant.user_id);
    await ask('POST', `${at}/rejection`, { order_ids: [id], reason: 'Full' });
    const reopen = async () => (await ask('POST', `${at}/reopening`, { order_ids: [id], reason })).body.outcomes[0];
    expect(await reopen()).toMatchObject({ status: 'rejected', refused: 'reopen_money_owed' });
    const { id: refund_id } = await connection.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    const back = { method: 'transfer', reason: 'Full', file_id: null };
    expect((await ask('POST', `${at.replace('/orders', '/refunds')}/${refund_id}`, back)).status).toBe(200);
    expect(await reopen()).toMatchObject({ status: 'pending', refused: null });
  });

  it('brings the team back that was removed with it, and its birds that are not at the loft', async () => {
    const { at, ask, asks, customer, loft, season, contract_id, three } = await scene();
    const fields = { lines: [{ product_id: three, quantity: 1 }], team_id: null, team: 'Van Aerde', country: 'BE' };
    const { order_id } = (
      await asks(customer, 'POST', `/api/lofts/${loft.id}/seasons/${season.season_id}/registration`, {
        ...fields,
        request_key: randomUUID(),
        contract_id,
        transport: 'self',
        collection_id: null,
      })
    ).body;
    await ask('POST', `${at}/rejection`, { order_ids: [order_id], reason: 'Full' });
    expect((await ask('GET', `${at}/${order_id}`)).body.order.team).toMatchObject({ id: null, name: 'Van Aerde' });
    await ask('POST', `${at}/reopening`, { order_ids: [order_id], reason });
    const { team } = (await ask('GET', `${at}/${order_id}`)).body.order;
    expect(team).toEqual({ id: expect.any(Number), name: 'Van Aerde', country: 'BE' });
    // A bird that loses its place with the order has it again.
    await ask('POST', `${at}/confirmation`, { order_ids: [order_id] });
    const bird = { ring: 'BE 27-4023187', name: '', color: '', sex: 'unknown' };
    expect((await asks(customer, 'POST', `/api/registrations/${order_id}/pigeons`, bird)).status).toBe(200);
    const health = async () => (await ask('GET', `${at}/${order_id}`)).body.order.pigeons[0].health;
    expect(await health()).toBe('assigned');
    await ask('POST', `${at}/rejection`, { order_ids: [order_id], reason: 'Full' });
    expect(await health()).toBe('unassigned');
    await ask('POST', `${at}/reopening`, { order_ids: [order_id], reason });
    expect(await health()).toBe('assigned');
  });

  it('takes no place twice: of many taken back and ordered at once only so many as there are places for (T2)', async () => {
    const offer = await buildOffer(connection.db, { max_pigeons: 6 });
    const { user_id } = await buildCustomer(connection.db);
    const rejected = [];
    for (let n = 0; n < 4; n++) rejected.push(await plantOrder(connection.db, offer, user_id, ['reject']));
    const url = `/api/admin/seasons/${offer.season.season_id}/orders/reopening`;
    const reopen = async (id: number) => {
      const payload = { order_ids: [id], reason };
      const answer = await built.app.inject({ method: 'POST', url, headers: offer.merchant.headers, payload });
      return answer.json().outcomes[0].refused as string | null;
    };
    const ends = await Promise.all([
      ...rejected.map(({ id }) => reopen(id)),
      plantOrder(connection.db, offer, user_id).then(
        () => null,
        (error) => error.code as string,
      ),
    ]);
    expect(ends.filter((code) => code === null)).toHaveLength(2);
    expect(new Set(ends)).toEqual(new Set([null, ...ends.filter((code) => code !== null)]));
    for (const code of ends) expect([null, 'reopen_no_places', 'spots_left']).toContain(code);
    expect(await takenIn(offer.season)).toBe(6);
    // Together they take the places one after the other.
    const left = rejected.filter((_, n) => ends[n] !== null).map(({ id }) => id);
    const payload = { order_ids: left, reason };
    const all = await built.app.inject({ method: 'POST', url, headers: offer.merchant.headers, payload });
    expect(all.json().outcomes.every((one: { refused: string }) => one.refused === 'reopen_no_places')).toBe(true);
  });

  it('by two at once is taken back once (T2)', async () => {
    const { at, ask, order, season } = await scene();
    const { id } = await order(['reject']);
    const body = { order_ids: [id], seen: [{ order_id: id, status: 'rejected' }], reason };
    const said = await Promise.all([ask('POST', `${at}/reopening`, body), ask('POST', `${at}/reopening`, body)]);
    expect(new Set(said.map((reply) => reply.body.outcomes[0].refused))).toEqual(new Set([null, 'order_changed']));
    expect(await takenIn(season)).toBe(3);
  });
});

describe('an order that somebody moved meanwhile', () => {
  const no = { status: 'confirmed', refused: 'order_changed', moved: { by: expect.any(String) } };

  it('is not rejected from a page that still shows it as waiting, and says since when and by whom it is not (4.1, T2)', async () => {
    const { at, ask, order } = await scene();
    const [{ id }, other] = [await order(), await order()];
    const seen = [id, other.id].map((order_id) => ({ order_id, status: 'pending' }));
    expect((await ask('POST', `${at}/confirmation`, { order_ids: [id], seen })).body.outcomes).toMatchObject([
      { status: 'confirmed', refused: null, moved: null },
    ]);
    const body = { order_ids: [id, other.id], seen, reason: 'Full' };
    expect((await ask('POST', `${at}/rejection`, body)).body.outcomes).toMatchObject([
      no,
      { status: 'rejected', refused: null, moved: null },
    ]);
    expect([await stateOf(id), await stateOf(other.id)]).toEqual(['confirmed', 'rejected']);
    // Control: without what the page showed the rejection goes through.
    expect((await ask('POST', `${at}/rejection`, { order_ids: [id], reason: 'Full' })).body.outcomes).toMatchObject([
      { status: 'rejected', refused: null },
    ]);
  });

  it('is confirmed or rejected once, whichever of two pages is first (T2)', async () => {
    const { at, ask, order } = await scene();
    for (let round = 0; round < 5; round++) {
      const { id } = await order();
      const body = { order_ids: [id], seen: [{ order_id: id, status: 'pending' }] };
      const said = await Promise.all([
        ask('POST', `${at}/confirmation`, body),
        ask('POST', `${at}/rejection`, { ...body, reason: 'Full' }),
      ]);
      const refused = said.map((reply) => reply.body.outcomes[0].refused);
      expect(new Set(refused)).toEqual(new Set([null, 'order_changed']));
      expect(await stateOf(id)).toBe(refused[0] === null ? 'confirmed' : 'rejected');
    }
  });
});

describe('the number of taken places', () => {
  it('is shown in the season’s settings, and no maximum goes below it (5.3)', async () => {
    const { at, ask, order, season } = await scene();
    await order();
    await order();
    const setup = at.replace('/orders', '/setup');
    const { name, year, currency, version, ...counts } = (await ask('GET', setup)).body.season;
    expect(counts).toMatchObject({ taken_active_pigeons: 6, taken_reserve_pigeons: 0 });
    const fields = { name, year, currency, description: '', max_active_pigeons: '', max_reserve_pigeons: '', version };
    const put = (max_pigeons: number) =>
      ask('PUT', `/api/admin/seasons/${season.season_id}`, { ...fields, max_pigeons });
    expect(await put(5)).toMatchObject({ status: 409, body: { codes: { max_pigeons: ['error_min_value'] } } });
    expect((await put(6)).status).toBe(200);
    const past = connection.db.updateTable('seasons').set({ max_pigeons: 5 }).where('id', '=', season.season_id);
    await expect(past.execute()).rejects.toMatchObject({ constraint: 'error_registration_pigeons' });
  });

  it('and the waiting orders are shown in the overview, from the orders themselves', async () => {
    const { at, ask, order, customer, ...offer } = await scene();
    await order();
    const due = await order(['confirm']);
    await pay((await order(['confirm'])).id, offer.merchant.user_id);
    await order(['reject']);
    const agent = await buildAgent(connection.db, offer.loft.id);
    const key = { loft_id: offer.loft.id, agent_id: agent.user_id };
    const collection_id = await plantCollection(connection.db, key);
    await plantTransport(connection.db, { order_id: due.id, collection_id });
    expect((await ask('GET', at.replace('/orders', '/overview'))).body).toMatchObject({
      places: { taken: 9, max: 100 },
      to_confirm: { count: 1 },
      to_pay: { count: 1, amount_cents: 65_000, due: { some: 1 }, orders: [{ id: due.id }] },
      received: { amount_cents: 65_000, expected_cents: 130_000 },
      pigeons_in_transit: 0,
      collections: [{ agent: 'Ria Postma', place: 'Zwolle', pigeons: 3, requests: 1, waiting: 1 }],
    });
    expect((await ask('GET', at.replace('/orders', '/counts'))).body).toEqual({
      orders_to_confirm: 1,
      cash_to_approve: 0,
      customers: 1,
      teams: 0,
      pigeons: 0,
      lost: 0,
      activations_waiting: 0,
      transports_waiting: 1,
    });
    expect((await ask('GET', '/api/overview')).body.lofts).toMatchObject([
      { id: offer.loft.id, orders_to_confirm: 1, orders_to_pay: 1, places: { taken: 9, max: 100 } },
    ]);
    expect(customer.user_id).toBeGreaterThan(0);
  });
});

describe('an order that is not paid in time', () => {
  /** An order confirmed at this moment, with one working day to pay, in the time zone of Brussels. */
  async function confirmedAt(offer: BuiltOffer, user_id: number, at: string) {
    const now = { time_zone: 'Europe/Brussels', now_ms: Date.parse(at) };
    return connection.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('due_dates')
        .set({ max_duration: 1 })
        .where('season_id', '=', offer.season.season_id)
        .where('due_date_category_id', '=', 2)
        .execute();
      const wanted = [{ product_id: offer.three, quantity: 1 }];
      const order = await placeSeasonOrder(tx, offer.season, { kind: 'registration', user_id, wanted }, now);
      return moveOrder(tx, order, 'confirm', { by: null, ...now });
    });
  }

  it.each([
    // Over a weekend on which the clocks go forward: Monday ends at 22:00 UTC, not at 23:00.
    ['2027-03-26T11:00:00Z', '2027-03-29T22:00:00.000Z'],
    // The clocks go back: at 23:00 UTC.
    ['2027-10-29T11:00:00Z', '2027-11-01T23:00:00.000Z'],
  ])(
    'confirmed at %s is cancelled at %s and not a millisecond before, whichever process runs (4.1, 9.2)',
    async (at, end) => {
      const { customer, ...offer } = await scene();
      const { id, pay_until } = await confirmedAt(offer, customer.user_id, at);
      expect(pay_until).toBe(end);
      const before = await takenIn(offer.season);
      expect(await cancelUnpaid(connection.db, Date.parse(end) - 1)).not.toContain(id);
      expect(await stateOf(id)).toBe('confirmed');
      const found = await Promise.all([
        cancelUnpaid(connection.db, Date.parse(end)),
        cancelUnpaid(connection.db, Date.parse(end)),
      ]);
      expect(found.flat().filter((one) => one === id)).toEqual([id]);
      expect([await stateOf(id), before - (await takenIn(offer.season))]).toEqual(['cancelled', 3]);
      const { user_id } = await connection.db
        .selectFrom('order_history')
        .select('user_id')
        .where('order_id', '=', id)
        .where('to_status', '=', 'cancelled')
        .executeTakeFirstOrThrow();
      expect(user_id).toBeNull();
    },
  );

  it('stays where it was paid; with a payment in progress it is cancelled all the same', async () => {
    const { customer, ...offer } = await scene();
    const paid = await confirmedAt(offer, customer.user_id, '2027-03-26T11:00:00Z');
    const begun = await confirmedAt(offer, customer.user_id, '2027-03-26T11:00:00Z');
    const now = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.parse('2027-03-27T11:00:00Z') };
    await pay(paid.id, offer.merchant.user_id);
    await connection.db.transaction().execute(async (tx) => {
      await moveOrder(tx, await lockOrder(tx, begun.id), 'start_payment', now);
    });
    const cancelled = await cancelUnpaid(connection.db, Date.parse('2027-04-30T00:00:00Z'));
    expect([cancelled.includes(paid.id), cancelled.includes(begun.id)]).toEqual([false, true]);
  });
});
