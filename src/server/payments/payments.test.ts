/**
 * Money through the API: by card in the sandbox, which speaks Stripe's protocol, by hand, refunds, and permissions
 * (4.1).
 */
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { placeOrder } from '#server/orders/orders.ts';
import { orderView } from '#server/orders/views.ts';
import { createServices } from '#server/outside/services.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { at as at_noon, type BuiltSales, balanceOf, buildSales, price_cents, stepOrder } from '#testing/payments.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { type Sandbox, startSandbox } from '../../../dev/fakes/cards.ts';
import { faultsOfMoney } from './audit.ts';
import { lookAtPayment, openByCard } from './by-card.ts';
import type { CardEvent } from './cards.ts';
import { keepEvent, workOffEvents } from './events.ts';
import { reconcile } from './reconcile.ts';
import { sendRefund, settleRefund } from './refunds.ts';
import { stripeCards } from './stripe.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let sandbox: Sandbox;
let built: App;
let address = '';
let sales: BuiltSales;
let merchant: Awaited<ReturnType<typeof buildPerson>>;
let agent: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  sandbox = await startSandbox({ webhook: () => `${address}/api/payments/webhook`, late_ms: 0 });
  const options = { config: { ...testConfig, port: 0 }, db: connection.db, databaseUrl: database.url, version: 'test' };
  built = await buildApp({ ...options, cards: stripeCards(sandbox.keys, createServices().cards), sandbox });
  address = await built.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await sandbox?.stop();
  await built?.app.close();
  await owner?.end();
  await connection?.close();
  await database?.drop();
});
beforeEach(async () => {
  sales = await buildSales(connection.db);
  const { loft_id } = sales.key;
  merchant = await buildPerson(connection.db, {
    email: `merchant-${loft_id}@payments.example`,
    entries: [{ loft_id, entry: { is_merchant: true } }],
  });
  agent = await buildPerson(connection.db, { entries: [{ loft_id, entry: { is_agent: true } }] });
});
afterEach(async () => {
  expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
});

type Who = { headers: Record<string, string> };
const ask = async (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await built.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const start = (order_id: number) => ask(sales.customer, 'POST', `/api/orders/${order_id}/payment`, { locale: 'de' });
const stateOf = async (order_id: number) =>
  (await ask(sales.customer, 'GET', `/api/orders/${order_id}/payment`)).body.order.state;
const look = (order_id: number) => ask(sales.customer, 'POST', `/api/orders/${order_id}/payment/look`, {});
const at = (order_id: number) => `/api/admin/seasons/${sales.key.season_id}/orders/${order_id}/payments`;
/** Presses a button on the sandbox's page. */
const press = async (url: string, intent: string, delivery = 'lost') => {
  const { pathname } = new URL(url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'ar' };
  return built.app.inject({ method: 'POST', url: pathname, headers, payload: `intent=${intent}&delivery=${delivery}` });
};
/** The page that a button leads to. */
const seen = async ({ statusCode, headers }: Awaited<ReturnType<typeof press>>) => {
  expect(statusCode).toBe(303);
  return built.app.inject({ url: headers.location as string, headers: { 'accept-language': 'ar' } });
};
const refundOf = async (order_id: number) =>
  (await connection.db.selectFrom('refunds').select('id').where('order_id', '=', order_id).executeTakeFirstOrThrow())
    .id;

describe('by card', () => {
  it('is started once, declined, authenticated, paid, and known when the customer comes back', async () => {
    const { id } = await sales.order();
    const [{ body: one }, { body: two }] = [await start(id), await start(id)];
    expect(two.url).toBe(one.url);
    expect(await stateOf(id)).toBe('begun');
    // Redirected, so that the way back does not ask to send the form again.
    const declined = await seen(await press(one.url, 'decline'));
    expect(declined.statusCode).toBe(200);
    // The sandbox mark is in the reader's language.
    expect(declined.body).toContain('dir="rtl"');
    expect(declined.body).toContain('بيئة تجريبية للبطاقات');
    expect((await seen(await press(one.url, 'authenticate'))).body).toContain('value="confirm"');
    // No address pays by itself.
    await built.app.inject({ url: `${new URL(one.url).pathname}?intent=pay&step=bank` });
    expect((await look(id)).body.order.state).toBe('begun');
    const paid = await press(one.url, 'confirm');
    expect([paid.statusCode, paid.headers.location]).toEqual([
      303,
      expect.stringContaining(`/registrations/${id}/paid`),
    ]);
    expect((await look(id)).body.order).toMatchObject({ state: 'paid', status: 'paid', amount_cents: price_cents });
    expect((await start(id)).body.code).toBe('not_payable');
  });

  it('is known by the provider’s event when the customer does not come back, however often it is sent', async () => {
    const { id } = await sales.order();
    const { body } = await start(id);
    await press(body.url, 'pay', 'twice');
    await sandbox.allSent();
    await built.reconcile();
    expect(await stateOf(id)).toBe('paid');
    expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(price_cents);
  });

  it('for a cancelled order is owed, and refunded to the card', async () => {
    const { id } = await sales.order();
    const { body } = await start(id);
    await stepOrder(connection.db, id, 'cancel');
    await press(body.url, 'pay');
    expect((await look(id)).body.order).toMatchObject({ state: 'owed', status: 'cancelled' });
    // The customer sees it with the order, whose history has no step to paid.
    const returns = async () => (await orderView(connection.db, id, Date.now())).returns;
    expect(await returns()).toBe('owed');
    const refund = { method: 'card', reason: 'Too late', file_id: null };
    const path = `/api/admin/seasons/${sales.key.season_id}/refunds/${await refundOf(id)}`;
    expect((await ask(merchant, 'POST', path, refund)).body.order.state).toBe('returned');
    expect((await ask(merchant, 'POST', path, refund)).status).toBe(409);
    expect(await returns()).toBe('paid');
    expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(0);
  });

  it('cannot be completed once the order is cancelled and its page was checked', async () => {
    const { id } = await sales.order();
    const { body } = await start(id);
    await stepOrder(connection.db, id, 'cancel');
    await built.reconcile();
    const late = await press(body.url, 'pay');
    expect(late.headers.location).toContain(`/registrations/${id}/pay`);
    expect(await stateOf(id)).toBe('ended');
  });

  it('has no sandbox page beside real keys', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' };
    const { stripe } = readConfig(keys);
    const options = {
      config: { ...testConfig, stripe },
      db: connection.db,
      databaseUrl: database.url,
      version: 'test',
    };
    const { app, routes } = await buildApp({
      ...options,
      cards: stripeCards(sandbox.keys, createServices().cards),
      sandbox,
    });
    expect(routes.filter(({ path }) => path.includes('sandbox'))).toEqual([]);
    const { id } = await sales.order();
    const { body } = await start(id);
    expect((await app.inject({ url: new URL(body.url).pathname })).statusCode).toBe(404);
    // An event signed by the sandbox is not accepted there.
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.keys.webhook_secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload });
    expect(answer.json().code).toBe('bad_signature');
    await app.close();
  });
});

describe('a refund by card', () => {
  /** An order paid by card and then rejected, with its refund. */
  async function rejected() {
    const { id } = await sales.order();
    await press((await start(id)).body.url, 'pay');
    await look(id);
    await stepOrder(connection.db, id, 'reject');
    const { intent } = await connection.db
      .selectFrom('payments')
      .select('intent')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    const path = `/api/admin/seasons/${sales.key.season_id}/refunds/${await refundOf(id)}`;
    const give = () => ask(merchant, 'POST', path, { method: 'card', reason: 'Rejected', file_id: null });
    return { id, intent: intent!, give, path };
  }
  const cards = () => balanceOf(connection.db, sales.key.loft_id, 'cards');
  const kinds = async () =>
    (await ask(sales.customer, 'GET', '/api/statement')).body.lines.map(({ kind }: { kind: string }) => kind);
  const paid = ['charged', 'received', 'owed'];
  const notices = () =>
    connection.db
      .selectFrom('notifications')
      .select(['event', 'facts'])
      .where('user_id', '=', merchant.user_id)
      .where('event', '=', 'refund_failed')
      .execute();
  afterEach(() => sandbox.refundsBegin('succeeded'));

  it.each(['pending', 'requires_action'] as const)(
    'is in progress while the provider reports %s: nothing is booked until it has arrived',
    async (status) => {
      sandbox.refundsBegin(status);
      const { id, intent, give } = await rejected();
      expect((await give()).body.order.state).toBe('returning');
      expect((await give()).status).toBe(409);
      await built.reconcile();
      expect([await stateOf(id), await cards(), await kinds()]).toEqual(['returning', price_cents, paid]);
      const own = (await ask(sales.customer, 'GET', '/api/statement')).body;
      expect(own.open).toEqual([{ currency: 'EUR', to_pay_cents: 0, owed_cents: price_cents }]);
      await sandbox.endRefund(intent, 'succeeded');
      await expect.poll(() => stateOf(id)).toBe('returned');
      expect([await cards(), await kinds()]).toEqual([0, [...paid, 'refunded']]);
    },
  );

  it('is found by the check every five minutes when no event arrived', async () => {
    sandbox.refundsBegin('pending');
    const { id, intent, give } = await rejected();
    await give();
    await sandbox.endRefund(intent, 'succeeded', 'lost');
    await built.reconcile();
    expect([await stateOf(id), await cards()]).toEqual(['returned', 0]);
  });

  it.each(['failed', 'canceled'] as const)(
    'that %s later is owed again: the merchants are notified and refund it once more',
    async (status) => {
      sandbox.refundsBegin('pending');
      const { id, intent, give } = await rejected();
      await give();
      await sandbox.endRefund(intent, status);
      await expect.poll(() => stateOf(id)).toBe('owed');
      expect([await cards(), await kinds()]).toEqual([price_cents, paid]);
      expect(await notices()).toMatchObject([{ facts: { amount_cents: price_cents, currency: 'EUR' } }]);
      sandbox.refundsBegin('succeeded');
      expect((await give()).body.order.state).toBe('returned');
      expect(await cards()).toBe(0);
    },
  );

  it('returned by the card’s bank days later is owed again, journalled, and found when its event was lost', async () => {
    const { id, intent, give, path } = await rejected();
    expect((await give()).body.order.state).toBe('returned');
    await sandbox.endRefund(intent, 'failed', 'lost');
    await built.reconcile();
    expect(await stateOf(id)).toBe('returned');
    await built.lookAtGiven();
    expect([await stateOf(id), await cards()]).toEqual(['owed', price_cents]);
    expect(await kinds()).toEqual([...paid, 'refunded', 'refund_failed']);
    expect(await notices()).toHaveLength(1);
    // A repeated event changes nothing.
    await sandbox.endRefund(intent, 'failed');
    await expect
      .poll(() => connection.db.selectFrom('provider_events').select('id').where('done_at', 'is', null).execute())
      .toEqual([]);
    expect([await stateOf(id), (await notices()).length]).toEqual(['owed', 1]);
    const byHand = await ask(merchant, 'POST', path, { method: 'hand', reason: 'The card is closed', file_id: null });
    expect(byHand.body.order.state).toBe('returned');
    expect(await balanceOf(connection.db, sales.key.loft_id, 'cash')).toBe(-price_cents);
    expect(await kinds()).toEqual([...paid, 'refunded', 'refund_failed', 'refunded']);
  });

  it('unknown to the provider stays in progress: it is not owed twice, and needs a manual check', async () => {
    sandbox.refundsBegin('pending');
    const { id, give } = await rejected();
    await give();
    const none = { ...stripeCards(sandbox.keys, createServices().cards), readRefund: async () => null };
    const key = { loft_id: sales.key.loft_id, id: await refundOf(id) };
    await expect(settleRefund(connection.db, none, key, Date.now())).rejects.toThrow('knows no refund');
    expect(await stateOf(id)).toBe('returning');
  });

  it('made at the provider itself counts where the money was owed, and is an error where it was not', async () => {
    const stripe = new Stripe(sandbox.keys.secret_key, {
      host: '127.0.0.1',
      port: new URL(sandbox.keys.api_base!).port,
      protocol: 'http',
    });
    const { id, intent } = await rejected();
    await stripe.refunds.create({ payment_intent: intent });
    await sandbox.endRefund(intent, 'succeeded');
    await expect.poll(() => stateOf(id)).toBe('returned');
    expect(await cards()).toBe(0);
    const { id: other } = await sales.order();
    await press((await start(other)).body.url, 'pay');
    await look(other);
    const paidOrder = await connection.db
      .selectFrom('payments')
      .select('intent')
      .where('order_id', '=', other)
      .executeTakeFirstOrThrow();
    await stripe.refunds.create({ payment_intent: paidOrder.intent! });
    await sandbox.endRefund(paidOrder.intent!, 'succeeded');
    await expect
      .poll(() =>
        connection.db.selectFrom('job_items').select('error').where('queue', '=', 'provider_events').execute(),
      )
      .toMatchObject([{ error: expect.stringContaining('not owed here') }]);
    expect(await stateOf(other)).toBe('paid');
  });
});

it('a page unknown to the provider is no outage but an error of the item, and closed once it cannot be paid', async () => {
  const { cards: service } = createServices();
  const real = stripeCards(sandbox.keys, service);
  for (let tries = 0; tries < 6; tries += 1) {
    expect(await real.read('cs_nobody')).toBeNull();
    expect(await real.readRefund('re_nobody')).toBeNull();
  }
  expect(service.state()).toBe('closed');
  const { db } = connection;
  const { id: order_id } = await sales.order();
  await start(order_id);
  const none = { ...real, read: async () => null };
  await reconcile(db, none, Date.now());
  expect(
    await db.selectFrom('job_items').select(['attempts', 'error']).where('order_id', '=', order_id).execute(),
  ).toEqual([{ attempts: 1, error: expect.stringContaining('the provider knows no page cs_') }]);
  expect(await stateOf(order_id)).toBe('begun');
  const [payment] = await openByCard(db, { order_id });
  expect(await lookAtPayment(db, none, payment!, Date.parse(payment!.asked!.expires_at))).toBe('failed');
  expect(await stateOf(order_id)).toBe('to_pay');
});

it('events about pages and refunds of somebody else are done at once, and the next one is settled', async () => {
  const { db } = connection;
  const { id } = await sales.order();
  const { body } = await start(id);
  await press(body.url, 'pay');
  const paid = new URL(body.url).pathname.split('/').at(-1)!;
  // Control: without an event nobody knows of the payment.
  expect(await stateOf(id)).toBe('begun');
  const objects = [
    { id: 'cs_nobody', object: 'checkout.session', client_reference_id: 'nobody', amount_total: 1 },
    { id: 're_nobody', object: 'refund' },
    { id: 'dp_nobody', object: 'dispute' },
    { id: paid, object: 'checkout.session', amount_total: 1 },
  ];
  for (const object of objects) {
    const payload = JSON.stringify({ id: `evt_foreign_${object.id}`, object: 'event', type: 'x', data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.keys.webhook_secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await built.app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload });
    expect(answer.statusCode).toBe(200);
  }
  // The amount is read from the provider, not from the event.
  await expect.poll(() => stateOf(id)).toBe('paid');
  const undone = db.selectFrom('provider_events').select('id').where('id', 'like', 'evt_foreign_%');
  await expect.poll(() => undone.where('done_at', 'is', null).execute()).toEqual([]);
  expect(await undone.execute()).toHaveLength(objects.length);
  expect(await db.selectFrom('job_items').select('item').where('item', 'like', 'evt_foreign_%').execute()).toEqual([]);
});

it('an event is acknowledged and the next one settled while the provider does not reply about the first', async () => {
  const real = stripeCards(sandbox.keys, createServices().cards);
  const [one, two] = [await sales.order(), await sales.order()];
  const pages = [(await start(one.id)).body.url, (await start(two.id)).body.url] as string[];
  const [silent, answered] = pages.map((url) => new URL(url).pathname.split('/').at(-1)!);
  for (const url of pages) await press(url, 'pay');
  const config = { ...testConfig, port: 0 };
  const { app } = await buildApp({
    config,
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    cards: { ...real, read: (session) => (session === silent ? new Promise(() => {}) : real.read(session)) },
  });
  for (const id of [silent, answered]) {
    const object = { id, object: 'checkout.session' };
    const payload = JSON.stringify({ id: `evt_${id}`, object: 'event', type: 'x', data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.keys.webhook_secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload });
    expect(answer.statusCode).toBe(200);
  }
  await expect.poll(() => stateOf(two.id)).toBe('paid');
  expect(await stateOf(one.id)).toBe('begun');
  await app.close();
});

it('odd events hold up no other, and are listed with their reason: another amount, an unknown page, an unknown kind', async () => {
  const { db } = connection;
  const real = stripeCards(sandbox.keys, createServices().cards);
  const [odd, good] = [await sales.order(), await sales.order()];
  const urls = [(await start(odd.id)).body.url, (await start(good.id)).body.url] as string[];
  const [other, right] = urls.map((url) => new URL(url).pathname.split('/').at(-1)!) as [string, string];
  for (const url of urls) await press(url, 'pay');
  const cards: typeof real = {
    ...real,
    read: async (session) => {
      const page = await real.read(session);
      return page && session === other ? { ...page, amount_cents: page.amount_cents + 1 } : page;
    },
  };
  const at_ms = Date.now();
  const events: [id: string, about: CardEvent['about']][] = [
    ['amount', { subject: 'session', id: other }],
    ['page', { subject: 'session', id: 'cs_of_nobody' }],
    ['refund', { subject: 'refund', id: 're_of_nobody' }],
    ['kind', null],
    ['good', { subject: 'session', id: right }],
  ];
  for (const [i, [id, about]] of events.entries())
    await keepEvent(db, { id: `evt_odd_${id}`, type: `odd.${id}`, about }, Buffer.from('{}'), at_ms + i);
  await workOffEvents(db, cards, at_ms + 10);
  expect([await stateOf(odd.id), await stateOf(good.id)]).toEqual(['begun', 'paid']);
  const undone = () =>
    db
      .selectFrom('provider_events as e')
      .leftJoin('job_items as j', (on) => on.onRef('j.item', '=', 'e.id').on('j.queue', '=', 'provider_events'))
      .select(['e.id', 'j.attempts', 'j.order_id', 'j.stuck_at', 'j.error'])
      .where('e.id', 'like', 'evt_odd_%')
      .where('e.done_at', 'is', null)
      .execute();
  expect(await undone()).toMatchObject([
    {
      id: 'evt_odd_amount',
      attempts: 1,
      order_id: odd.id,
      stuck_at: null,
      error: expect.stringContaining('was charged'),
    },
  ]);
  // It is tried again later and later, and then waits for the operator.
  for (let day = 1; day <= 6; day += 1) await workOffEvents(db, cards, at_ms + day * 86_400_000);
  const [waiting] = await undone();
  expect(waiting?.attempts).toBeGreaterThanOrEqual(4);
  expect(waiting?.stuck_at).not.toBeNull();
  expect(await stateOf(odd.id)).toBe('begun');
});

describe('by hand', () => {
  it('is marked by a merchant, revoked with new days to pay, and marked again', async () => {
    const { id } = await sales.order();
    const body = { reason: 'Cash at the loft', file_id: null };
    expect((await ask(merchant, 'POST', at(id), body)).body.order.state).toBe('paid');
    expect((await ask(merchant, 'POST', at(id), body)).body.code).toBe('not_payable');
    const revoked = await ask(merchant, 'POST', `${at(id)}/revoke`, { reason: 'It was false money' });
    expect(revoked.body.order).toMatchObject({ state: 'to_pay', status: 'revoked' });
    expect(revoked.body.order.pay_until).not.toBeNull();
    expect((await ask(merchant, 'POST', at(id), body)).body.order.state).toBe('paid');
    const { attempts } = (await ask(merchant, 'GET', `/api/admin/seasons/${sales.key.season_id}/payments/${id}`)).body;
    expect(attempts.map(({ status, reason }: { status: string; reason: string }) => [status, reason])).toEqual([
      ['revoked', 'Cash at the loft'],
      ['succeeded', 'Cash at the loft'],
    ]);
    expect(attempts[0].steps.at(-1)).toMatchObject({ status: 'revoked', reason: 'It was false money' });
  });

  it('by an agent without a receipt waits for a merchant; a refusal is final', async () => {
    const { id } = await sales.order();
    const body = { reason: 'Cash at the pick-up', file_id: null };
    expect((await ask(agent, 'POST', at(id), body)).body.order.state).toBe('to_approve');
    expect((await ask(agent, 'POST', at(id), body)).body.code).toBe('waits_for_merchant');
    expect((await ask(agent, 'POST', `${at(id)}/answer`, { is_approved: true })).status).toBe(404);
    expect((await ask(merchant, 'POST', `${at(id)}/answer`, { is_approved: false })).body.order.state).toBe('to_pay');
    expect((await ask(merchant, 'POST', `${at(id)}/answer`, { is_approved: true })).body.code).toBe(
      'nothing_to_approve',
    );
    await ask(agent, 'POST', at(id), body);
    expect((await ask(merchant, 'POST', `${at(id)}/answer`, { is_approved: true })).body.order.state).toBe('paid');
  });

  it('is refused for an order of another season, without a reason, and with an unknown file', async () => {
    const { id } = await sales.order();
    const other = await buildSales(connection.db);
    const admin = await buildPerson(connection.db, { is_admin: true });
    const elsewhere = `/api/admin/seasons/${other.key.season_id}/orders/${id}/payments`;
    expect((await ask(admin, 'POST', elsewhere, { reason: 'Cash', file_id: null })).status).toBe(404);
    expect((await ask(merchant, 'POST', at(id), { reason: ' ', file_id: null })).body.codes).toHaveProperty('reason');
    expect((await ask(merchant, 'POST', at(id), { reason: 'Cash', file_id: 99_999 })).body.codes).toHaveProperty(
      'file_id',
    );
  });

  it('by transfer is on the bank account, with the day on which it came, in every list and on the receipt', async () => {
    const { id } = await sales.order();
    const body = { method: 'transfer', paid_on: '2027-01-12', reason: 'RF27', file_id: null };
    expect((await ask(agent, 'POST', at(id), body)).body.codes).toEqual({ method: ['transfer_by_merchant'] });
    expect((await ask(merchant, 'POST', at(id), { ...body, paid_on: '2199-01-01' })).body.codes).toEqual({
      paid_on: ['paid_in_future'],
    });
    const { paid_on: _, ...today } = body;
    expect((await ask(merchant, 'POST', at(id), { ...today, paid_on: '2026-11-01' })).body.order.state).toBe('paid');
    const season = `/api/admin/seasons/${sales.key.season_id}`;
    await connection.db
      .updateTable('seasons')
      .set({ bank_holder: 'Loft', bank_iban: 'BE71096123456769' })
      .where('id', '=', sales.key.season_id)
      .execute();
    const statement = (await ask(merchant, 'GET', `${season}/statement`)).body;
    expect(statement.bank).toMatchObject({ holder: 'Loft', iban: 'BE71096123456769' });
    expect(statement.balances).toMatchObject({ bank: price_cents, cash: 0, receivable: 0 });
    expect(statement.lines.at(-1)).toMatchObject({
      kind: 'received',
      paid_on: '2026-11-01',
      postings: { bank: price_cents },
    });
    expect((await ask(sales.customer, 'GET', '/api/statement')).body.lines.at(-1)).toMatchObject({
      paid_on: '2026-11-01',
    });
    expect((await ask(merchant, 'GET', `${season}/payments`)).body.rows).toMatchObject([{ method: 'transfer' }]);
    expect((await ask(merchant, 'GET', `${season}/payments/${id}`)).body.attempts).toMatchObject([
      { method: 'transfer', paid_on: '2026-11-01' },
    ]);
    expect((await ask(sales.customer, 'GET', `/api/orders/${id}/receipts`)).body.receipts).toMatchObject([
      { method: 'transfer', paid_on: '2026-11-01' },
    ]);
    // It can be revoked like cash, and is no cash of anybody.
    expect((await ask(merchant, 'POST', `${at(id)}/revoke`, { reason: 'Came back' })).body.order.status).toBe(
      'revoked',
    );
    expect(await balanceOf(connection.db, sales.key.loft_id, 'bank')).toBe(0);
  });

  it('names on its receipt the pigeons of its day, whatever becomes of them later', async () => {
    const { id } = await sales.order('confirmed', 2);
    const enter = (ring: string) =>
      ask(sales.customer, 'POST', `/api/registrations/${id}/pigeons`, { ring, name: '', color: '', sex: 'unknown' });
    expect((await enter('BE 27-4023187')).status).toBe(200);
    await ask(merchant, 'POST', at(id), { reason: 'Cash', file_id: null });
    expect((await enter('BE 27-4023188')).status).toBe(200);
    const [{ payment_id }] = (await ask(sales.customer, 'GET', `/api/orders/${id}/receipts`)).body.receipts;
    const read = async () => (await ask(sales.customer, 'GET', `/api/orders/${id}/receipts/${payment_id}`)).body;
    expect((await read()).rings).toEqual(['BE 27-4023187']);
    await stepOrder(connection.db, id, 'reject');
    expect((await read()).rings).toEqual(['BE 27-4023187']);
    await expect(
      owner.query('update payment_birds set ring = $1 where payment_id = $2', ['BE 27-1', payment_id]),
    ).rejects.toThrow();
  });

  it('does not revoke a card payment, which is refunded', async () => {
    const { id } = await sales.order();
    await press((await start(id)).body.url, 'pay');
    await look(id);
    const no = await ask(merchant, 'POST', `${at(id)}/revoke`, { reason: 'Mistake' });
    expect(no.body.code).toBe('only_by_hand');
  });
});

it('a paid order that is rejected stays on the list as owed, with its sum, until it was refunded', async () => {
  const { id } = await sales.order();
  await ask(merchant, 'POST', at(id), { reason: 'Cash', file_id: null });
  await stepOrder(connection.db, id, 'reject');
  const list = async (state: string) =>
    (await ask(merchant, 'GET', `/api/admin/seasons/${sales.key.season_id}/payments?state=${state}`)).body;
  expect(await list('owed')).toMatchObject({
    total: 1,
    rows: [{ order_id: id, state: 'owed', method: 'hand' }],
    sums: [{ state: 'owed', count: 1, amount_cents: price_cents }],
  });
  const path = `/api/admin/seasons/${sales.key.season_id}/refunds/${await refundOf(id)}`;
  const byCard = await ask(merchant, 'POST', path, { method: 'card', reason: 'Rejected', file_id: null });
  expect(byCard.body.codes).toHaveProperty('method');
  await ask(merchant, 'POST', path, { method: 'hand', reason: 'Rejected', file_id: null });
  expect(await list('returned')).toMatchObject({ total: 1 });
  const own = (await ask(sales.customer, 'GET', '/api/statement')).body;
  expect(own.lines.map(({ kind }: { kind: string }) => kind)).toEqual(['charged', 'received', 'owed', 'refunded']);
  expect(own.open).toEqual([{ currency: 'EUR', to_pay_cents: 0, owed_cents: 0 }]);
  const whole = (await ask(merchant, 'GET', `/api/admin/seasons/${sales.key.season_id}/statement`)).body;
  expect(whole.balances).toEqual({ receivable: 0, income: 0, cards: 0, cash: 0, bank: 0, refunds: 0 });
});

describe('an order of the loft, without a season', () => {
  const goods = [
    { name: 'A cap', quantity: 2, amount_cents: 1_500 },
    { name: 'Rings of 2027', quantity: 10, amount_cents: 120 },
  ];
  const place = () =>
    connection.db.transaction().execute((tx) =>
      placeOrder(
        tx,
        {
          loft_id: sales.key.loft_id,
          season_id: null,
          kind: 'store',
          user_id: sales.customer.user_id,
          currency: 'EUR',
          positions: goods,
        },
        at_noon,
      ),
    );

  it('is confirmed, paid by card, rejected and refunded like any other', async () => {
    const { user_id } = sales.customer;
    await connection.db
      .updateTable('users')
      .set({ email: `store-${user_id}@payments.example` })
      .where('id', '=', user_id)
      .execute();
    const { id } = await place();
    await stepOrder(connection.db, id, 'confirm');
    const { body: read } = await ask(sales.customer, 'GET', `/api/registrations/${id}`);
    expect(read.order).toMatchObject({ number: '000001', kind: 'store', season: null, amount_cents: 4_200 });
    expect(read.order.positions.map(({ name }: { name: string }) => name)).toEqual(goods.map(({ name }) => name));
    expect(read.order.to_pay.last_day).toEqual(expect.any(String));
    const { body } = await start(id);
    await press(body.url, 'pay');
    expect((await look(id)).body.order).toMatchObject({ state: 'paid', label: '000001', currency: 'EUR' });
    await stepOrder(connection.db, id, 'reject');
    const refund = { loft_id: sales.key.loft_id, order_id: id, refund_id: await refundOf(id) };
    const act = {
      by: merchant.user_id,
      now_ms: Date.now(),
      method: 'card' as const,
      reason: 'Sold out',
      file_id: null,
    };
    await sendRefund(connection.db, stripeCards(sandbox.keys, createServices().cards), refund, act);
    expect(await stateOf(id)).toBe('returned');
    const { lines, open } = (await ask(sales.customer, 'GET', '/api/statement')).body;
    expect(lines.map(({ kind, season }: { kind: string; season: string | null }) => [kind, season])).toEqual(
      ['charged', 'received', 'owed', 'refunded'].map((kind) => [kind, null]),
    );
    expect(open).toEqual([{ currency: 'EUR', to_pay_cents: 0, owed_cents: 0 }]);
    const notices = await connection.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', user_id)
      .where('event', '=', 'order')
      .where('channel', '=', 'mail')
      .orderBy('id')
      .execute();
    const statuses = ['pending', 'confirmed', 'paid', 'rejected'];
    const facts = { number: '000001', loft: read.order.loft.name, season: read.order.loft.name };
    expect(notices.map((one) => one.facts)).toMatchObject(statuses.map((status) => ({ ...facts, status })));
  });

  it('is numbered by its loft, however many come at once', async () => {
    const placed = await Promise.all(Array.from({ length: 12 }, place));
    expect(placed.map(({ number }) => number).sort((a, b) => a - b)).toEqual(placed.map((_, i) => i + 1));
    // The orders of a season have numbers of their own.
    expect((await sales.order()).number).toBe(1);
  });

  it('has no season in any row that references it, and a season’s order has its season, by any writer', async () => {
    const [{ id: store }, { id: registration }] = [await place(), await sales.order()];
    const { loft_id, season_id } = sales.key;
    const entry = (order_id: number, season: number | null) =>
      owner.query(
        `insert into journal_entries (loft_id, season_id, order_id, kind, currency, at)
         values ($1, $2, $3, 'charged', 'EUR', now())`,
        [loft_id, season, order_id],
      );
    await expect(entry(store, season_id)).rejects.toThrow(/of another season/);
    await expect(entry(registration, null)).rejects.toThrow(/of another season/);
    const order = (kind: string, season: number | null) =>
      owner.query(
        `insert into orders (loft_id, season_id, number, kind, user_id, currency, amount_cents, created_at)
         values ($1, $2, 999, $3, $4, 'EUR', 0, now())`,
        [loft_id, season, kind, sales.customer.user_id],
      );
    await expect(order('store', season_id)).rejects.toMatchObject({ code: '23514' });
    for (const kind of ['registration', 'activation', 'sale'])
      await expect(order(kind, null)).rejects.toMatchObject({ code: '23514' });
  });
});

it('an event without the provider’s signature has no effect, however it is sent; signed ones are stored once (M3)', async () => {
  const random = seededRandom(seed);
  const deliveries = proveSize(150, 20_000);
  const { webhook_secret: secret } = sandbox.keys;
  const { id } = await sales.order();
  await start(id);
  const now_s = Math.floor(Date.now() / 1000);
  const send = async (payload: string, signature: string) =>
    (
      await built.app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      })
    ).statusCode;
  const accepted = new Set<string>();
  let refused = 0;
  for (let n = 0; n < deliveries; n += 1) {
    const event = `evt_m3_${random(Math.ceil(deliveries / 3))}`;
    const payload = JSON.stringify({ id: event, object: 'event', type: `unknown.${random(5)}`, data: { object: {} } });
    const sign = (given: object) => Stripe.webhooks.generateTestHeaderString({ payload, secret, ...given });
    const kind = random(5);
    const [body, signature] = [
      [payload, sign({})],
      [payload, sign({ secret: 'whsec_of_somebody_else' })],
      [payload, sign({ timestamp: now_s - 400 })],
      [`${payload} `, sign({})],
      [payload, 't=1,v1=00'],
    ][kind] as [string, string];
    const status = await send(body, signature);
    expect({ kind, status }).toEqual({ kind, status: kind === 0 ? 200 : 409 });
    if (kind === 0) accepted.add(event);
    else refused += 1;
  }
  await built.reconcile();
  const stored = await connection.db
    .selectFrom('provider_events')
    .select(['id', 'done_at'])
    .where('id', 'like', 'evt_m3_%')
    .execute();
  expect(stored.map((one) => one.id).sort()).toEqual([...accepted].sort());
  expect(stored.every(({ done_at }) => done_at !== null)).toBe(true);
  // None concerned our page, which still waits.
  expect(await stateOf(id)).toBe('begun');
  reportProof('M3', { deliveries, refused, kept: accepted.size });
});
