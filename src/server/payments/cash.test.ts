/**
 * Cash in an agent's hand without a receipt, over HTTP: what customer, agent and merchant see, and what is blocked
 * meanwhile.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { cancelUnpaid } from '#server/orders/unpaid.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, endDaysToPay, plantOrder } from '#testing/orders.ts';
import { testCards, words } from '#testing/payments.ts';
import { seededRandom } from '#testing/proof.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import { faultsOfMoney } from './audit.ts';
import { lookAtPayment, openByCard, startPayment } from './by-card.ts';
import { remindOfCash } from './cash-notices.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
const provider = testCards(seededRandom(1));

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const options = { config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' };
  built = await buildApp({ ...options, cards: provider.cards });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

type Who = { headers: Record<string, string> };
async function ask(who: Who, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** An order to be paid, and an agent who collects its birds. */
async function scene() {
  const offer = await buildOffer(connection.db);
  const customer = await buildCustomer(connection.db);
  const agent = await buildAgent(connection.db, offer.loft.id);
  const collection_id = await plantCollection(connection.db, { loft_id: offer.loft.id, agent_id: agent.user_id });
  const { id, pay_until } = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
  const transport_id = await plantTransport(connection.db, { order_id: id, collection_id }, ['confirm']);
  const { season_id } = offer.season;
  const season = `/api/admin/seasons/${season_id}`;
  const marks = `${season}/orders/${id}/payments`;
  return { ...offer, customer, agent, id, pay_until: pay_until!, transport_id, season, marks };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const mark = ({ agent, marks }: Scene, reason = 'Paid me at the collection') =>
  ask(agent, 'POST', marks, { reason, file_id: null });
const answer = ({ merchant, marks }: Scene, is_approved: boolean) =>
  ask(merchant, 'POST', `${marks}/answer`, { is_approved });

/** A person's notices about cash, the oldest first. */
const cashNoticesOf = async (user_id: number) =>
  (
    await connection.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', user_id)
      .where('event', '=', 'cash')
      .where('channel', '=', 'mail')
      .orderBy('id')
      .execute()
  ).map(({ facts }) => facts as never as Parameters<typeof renderNotice<'cash'>>[1]);
const wordsOf = async (user_id: number) =>
  (await cashNoticesOf(user_id)).map((facts) => {
    const { title, text } = renderNotice('cash', facts, { locale: 'en', time_zone: 'Europe/Brussels' });
    return `${title} | ${text}`;
  });

it('is shown as cash taken to agent, customer and merchant, who are notified (4.1, 6.5)', async () => {
  const made = await scene();
  const { customer, merchant, agent, id, transport_id, season, loft } = made;
  await mark(made);
  const cash = { by: 'Ria Postma', amount_cents: 65_000, reason: 'Paid me at the collection' };
  const own = (await ask(customer, 'GET', `/api/registrations/${id}`)).body.order;
  expect(own).toMatchObject({ cash, to_pay: null });
  const [listed] = (await ask(customer, 'GET', '/api/registrations')).body.orders;
  expect(listed).toMatchObject({ cash, to_pay: null });
  const money = (await ask(customer, 'GET', `/api/orders/${id}/payment`)).body.order;
  expect(money).toMatchObject({ state: 'to_approve', last_day: null });
  const travels = (await ask(agent, 'GET', `/api/transports/${transport_id}`)).body;
  expect(travels).toMatchObject({ cash, to_pay: null, transport: { has_cash: true } });
  expect((await ask(agent, 'GET', '/api/transports')).body.transports).toMatchObject([{ has_cash: true }]);
  expect((await ask(merchant, 'GET', `${season}/orders`)).body.orders).toMatchObject([{ cash, to_pay: null }]);
  const overview = (await ask(merchant, 'GET', `${season}/overview`)).body;
  expect(overview).toMatchObject({
    cash: { count: 1, amount_cents: 65_000, orders: [{ id, cash }] },
    to_pay: { count: 0, orders: [] },
    received: { amount_cents: 0, expected_cents: 65_000 },
  });
  expect((await ask(merchant, 'GET', `${season}/counts`)).body).toMatchObject({ cash_to_approve: 1 });
  const lofts = (await ask(merchant, 'GET', '/api/overview')).body.lofts;
  expect(lofts.find((one: { id: number }) => one.id === loft.id)).toMatchObject({
    cash_to_approve: 1,
    orders_to_pay: 0,
  });
  expect((await wordsOf(merchant.user_id))[0]).toContain('Cash taken: say yes | ');
  expect((await wordsOf(merchant.user_id))[0]).toContain('Ria Postma took €650.00 in cash from Luc van Aerde');
  expect((await wordsOf(customer.user_id))[0]).toContain('you do not have to pay again');
  expect((await cashNoticesOf(merchant.user_id))[0]?.path).toBe(`${season.slice(4)}/payments/${id}`);
});

it('is not cancelled by the job, its customer or the loft, and cannot be paid by card too (4.1)', async () => {
  const made = await scene();
  const { customer, merchant, id, season, pay_until } = made;
  await mark(made);
  expect(await cancelUnpaid(connection.db, Date.parse(pay_until) + 1)).not.toContain(id);
  expect((await ask(customer, 'POST', `/api/registrations/${id}/cancellation`, {})).body.code).toBe('cash_waits');
  const rejected = await ask(merchant, 'POST', `${season}/orders/rejection`, { order_ids: [id], reason: 'Full' });
  expect(rejected.body.outcomes).toMatchObject([{ refused: 'cash_waits', status: 'payment_pending' }]);
  const card = await ask(customer, 'POST', `/api/orders/${id}/payment`, { locale: 'en' });
  expect(card.body.code).toBe('cash_waits');
  // Control: without cash the same job cancels the same order.
  const other = await scene();
  expect(await cancelUnpaid(connection.db, Date.parse(other.pay_until))).toContain(other.id);
});

it('after a merchant’s refusal has all its days to pay again, and customer and agent are notified', async () => {
  const made = await scene();
  const { customer, agent, id, pay_until } = made;
  // The days to pay had ended when the merchant decided.
  await mark(made);
  await endDaysToPay(connection.db, id, new Date(Date.now() - 1000).toISOString());
  expect((await answer(made, false)).body.order).toMatchObject({ state: 'to_pay', pay_until });
  expect(await cancelUnpaid(connection.db, Date.now())).not.toContain(id);
  const [, no] = await wordsOf(customer.user_id);
  expect(no).toMatch(/did not come\. Pay €650\.00 by \w+day, /);
  expect((await cashNoticesOf(agent.user_id)).map(({ as }) => as)).toEqual(['refused']);
  // The agent may have been right: marked again, it waits again.
  expect((await mark(made)).body.order.state).toBe('to_approve');
});

it('after a merchant’s approval is paid, and the agent is notified', async () => {
  const made = await scene();
  await mark(made);
  expect((await answer(made, true)).body.order.state).toBe('paid');
  expect((await cashNoticesOf(made.agent.user_id)).map(({ as }) => as)).toEqual(['accepted']);
  expect((await ask(made.customer, 'GET', `/api/registrations/${made.id}`)).body.order).toMatchObject({
    cash: null,
    status: 'paid',
  });
});

it('closes the open card page; if the card was faster, the card paid the order and the cash is owed', async () => {
  const now_ms = Date.now();
  const begun = async () => {
    const made = await scene();
    await startPayment(connection.db, provider.cards, made.id, { by: made.customer.user_id, now_ms, words });
    const [payment] = await openByCard(connection.db, { order_id: made.id });
    await mark(made);
    return { ...made, payment: payment! };
  };
  const slow = await begun();
  await lookAtPayment(connection.db, provider.cards, slow.payment, now_ms);
  expect(provider.pay(slow.payment.session!)).toBe(false);
  expect((await ask(slow.customer, 'GET', `/api/registrations/${slow.id}`)).body.order.cash).not.toBeNull();

  const fast = await begun();
  expect(provider.pay(fast.payment.session!)).toBe(true);
  await lookAtPayment(connection.db, provider.cards, fast.payment, now_ms);
  const paid = (await ask(fast.customer, 'GET', `/api/registrations/${fast.id}`)).body.order;
  expect(paid).toMatchObject({ status: 'paid', cash: { amount_cents: 65_000 } });
  // The merchant still sees it among the waiting cash.
  expect((await ask(fast.merchant, 'GET', `${fast.season}/overview`)).body.cash.orders).toMatchObject([
    { id: fast.id },
  ]);
  expect((await answer(fast, true)).body.order.state).toBe('owed');
  expect((await cashNoticesOf(fast.customer.user_id)).map(({ as }) => as)).toEqual(['took', 'surplus']);
  expect(await faultsOfMoney(connection.db, { loft_id: fast.loft.id })).toEqual([]);
});

it('that waits long reminds the merchants every other day, once each time', async () => {
  const made = await scene();
  await mark(made);
  const reminders = async () => (await cashNoticesOf(made.merchant.user_id)).filter(({ as }) => as === 'waits').length;
  const day_ms = 24 * 3_600_000;
  await remindOfCash(connection.db, Date.now() + day_ms);
  expect(await reminders()).toBe(0);
  for (const days of [2.1, 2.2, 3.9]) await remindOfCash(connection.db, Date.now() + days * day_ms);
  expect(await reminders()).toBe(1);
  await Promise.all([1, 2].map(() => remindOfCash(connection.db, Date.now() + 4.1 * day_ms)));
  expect(await reminders()).toBe(2);
  await answer(made, true);
  await remindOfCash(connection.db, Date.now() + 8 * day_ms);
  expect(await reminders()).toBe(2);
});

it('has a receipt once the loft has said that it came, for customer, loft and the agent who took it (6.5)', async () => {
  const here = await scene();
  const { id, customer, agent, merchant } = here;
  const receipts = async (who: Who) => {
    const { status, body } = await ask(who, 'GET', `/api/orders/${id}/receipts`);
    return status === 200 ? (body.receipts as object[]) : status;
  };
  await mark(here);
  expect(await receipts(customer)).toEqual([]);
  expect(await receipts(agent)).toBe(404);
  await answer(here, true);
  const received = [{ number: expect.stringMatching(/^\d\d-\d{4}-1$/), method: 'hand', refunded_at: null }];
  for (const who of [customer, merchant, agent]) expect(await receipts(who)).toMatchObject(received);
  // The address is the customer's own, and the loft's to know as long as the order stands (decision 20).
  const home = { street: 'Kerkstraat 3', zipcode: '9300', city: 'Aalst', country: 'BE' };
  await connection.db.updateTable('users').set(home).where('id', '=', customer.user_id).execute();
  const [{ payment_id }] = (await receipts(customer)) as [{ payment_id: number }];
  const addressFor = async (who: Who) =>
    (await ask(who, 'GET', `/api/orders/${id}/receipts/${payment_id}`)).body.address;
  expect([await addressFor(customer), await addressFor(merchant), await addressFor(agent)]).toEqual([home, home, null]);
  const other = await buildAgent(connection.db, here.loft.id);
  expect(await receipts(other)).toBe(404);
  expect(await receipts(await buildCustomer(connection.db))).toBe(404);
  // Taken back by hand, it was never received.
  expect((await ask(merchant, 'POST', `${here.marks}/revoke`, { reason: 'Counted again' })).status).toBe(200);
  expect(await receipts(customer)).toEqual([]);
});

describe('what an agent owes the loft (6.5)', () => {
  const stateOf = async ({ agent }: Scene) => {
    const { lofts } = (await ask(agent, 'GET', '/api/transports/cash')).body;
    return lofts[0].taken.map(({ state }: { state: string }) => state);
  };
  const cash = ({ loft }: Scene) => `/api/admin/lofts/${loft.id}/agent-cash`;
  const takenIn = async (here: Scene) => {
    const { agents } = (await ask(here.merchant, 'GET', cash(here))).body;
    return agents.flatMap(({ taken }: { taken: { payment_id: number }[] }) => taken.map((one) => one.payment_id));
  };
  const handOver = (here: Scene, payment_ids: readonly number[], who: Who = here.merchant) =>
    ask(who, 'POST', `${cash(here)}/${here.agent.user_id}`, { payment_ids, reason: 'Counted at the loft' });

  it('waits, is accepted, and is handed over; the merchant sees the same', async () => {
    const here = await scene();
    await mark(here);
    expect(await stateOf(here)).toEqual(['waits']);
    await answer(here, true);
    expect(await stateOf(here)).toEqual(['accepted']);
    expect((await handOver(here, await takenIn(here))).status).toBe(200);
    expect(await stateOf(here)).toEqual(['handed_over']);
  });

  it('is accepted by its arrival, which pays the order (decision 33)', async () => {
    const here = await scene();
    await mark(here);
    expect((await handOver(here, await takenIn(here))).status).toBe(200);
    const order = await connection.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', here.id)
      .executeTakeFirstOrThrow();
    expect([order.status, await stateOf(here)]).toEqual(['paid', ['handed_over']]);
  });

  it('arrives once, also when two say so at the same moment; not by the agent, and not of another one', async () => {
    const here = await scene();
    await mark(here);
    const taken = await takenIn(here);
    expect((await handOver(here, taken, here.agent)).status).toBe(404);
    const other = await buildAgent(connection.db, here.loft.id);
    const ofOther = { ...here, agent: other };
    expect((await handOver(ofOther, taken)).status).toBe(404);
    const both = await Promise.all([handOver(here, taken), handOver(here, taken)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await handOver(here, taken)).body.code).toBe('handed_over');
    expect((await handOver(here, [])).body.code).toBe('nothing_chosen');
  });
});
