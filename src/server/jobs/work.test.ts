/** The failed work of jobs, for admins only: listed, retried after a repair, put aside (6.3, decision 37). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stuckAfter } from '#domain/jobs/item.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { openByCard, startPayment } from '#server/payments/by-card.ts';
import { keepEvent, workOffEvents } from '#server/payments/events.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type BuiltSales, buildSales, noon_ms, testCards, words } from '#testing/payments.ts';
import { seed, seededRandom } from '#testing/proof.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let sales: BuiltSales;
let admin: Awaited<ReturnType<typeof buildPerson>>;
let merchant: Awaited<ReturnType<typeof buildPerson>>;
const provider = testCards(seededRandom(seed));

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const options = { config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' };
  built = await buildApp({ ...options, cards: provider.cards });
  sales = await buildSales(connection.db);
  admin = await buildPerson(connection.db, { is_admin: true, first_name: 'Ada' });
  merchant = await buildPerson(connection.db, {
    entries: [{ loft_id: sales.key.loft_id, entry: { is_merchant: true } }],
  });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const ask = async (who: { headers: Record<string, string> }, method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await built.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const list = async (query = '') => (await ask(admin, 'GET', `/api/admin/work${query}`)).body;

/** A paid card page with a wrong amount, checked until its event is stuck. */
async function stuckEvent() {
  const { id: order_id } = await sales.order();
  await startPayment(connection.db, provider.cards, order_id, { by: sales.customer.user_id, now_ms: noon_ms, words });
  const [payment] = await openByCard(connection.db, { order_id });
  const session = payment!.session!;
  provider.pay(session);
  provider.chargeOddly(session, 1);
  const id = `evt_${session}`;
  const about = { subject: 'session', id: session } as const;
  await keepEvent(connection.db, { id, type: 'checkout.session.completed', about }, Buffer.from('{}'), noon_ms);
  const first_ms = Date.now() - 3_600_000;
  for (const minutes of [0, 1, 6, 36]) await workOffEvents(connection.db, provider.cards, first_ms + minutes * 60_000);
  return { order_id, session, key: { queue: 'provider_events', item: id } };
}
const statusOf = async (order_id: number) =>
  (await connection.db.selectFrom('orders').select('status').where('id', '=', order_id).executeTakeFirstOrThrow())
    .status;
const audit = () =>
  connection.db
    .selectFrom('audit_log')
    .select(['user_id', 'loft_id', 'action', 'before', 'after'])
    .where('action', 'in', ['job.retry', 'job.put_aside'])
    .orderBy('id')
    .execute();

describe('stuck work', () => {
  it('is listed with its order, error and tries, and found; repaired and retried it is done', async () => {
    const { order_id, session, key } = await stuckEvent();
    const { rows, sums, total } = await list();
    expect([total, sums]).toEqual([1, [{ state: 'stuck', count: 1 }]]);
    expect(rows).toMatchObject([
      {
        ...key,
        state: 'stuck',
        loft: { id: sales.key.loft_id },
        order: { id: order_id, season_id: sales.key.season_id },
        attempts: stuckAfter,
        error: expect.stringContaining('was charged 1'),
        put_aside: null,
      },
    ]);
    expect((await list(`?q=${rows[0].order.label}+charged`)).total).toBe(1);
    expect((await list('?q=nothing+like+it')).total).toBe(0);
    expect((await list('?state=aside')).total).toBe(0);
    // By itself it is retried twice a day only; an admin can do it at once.
    provider.chargeOddly(session, null);
    await built.workOffEvents();
    expect(await statusOf(order_id)).toBe('payment_pending');
    expect((await ask(admin, 'POST', '/api/admin/work/retry', key)).status).toBe(200);
    await built.workOffEvents();
    expect([await statusOf(order_id), (await list()).total]).toEqual(['paid', 0]);
    expect((await ask(admin, 'POST', '/api/admin/work/retry', key)).status).toBe(404);
    expect((await audit()).at(-1)).toMatchObject({
      user_id: admin.user_id,
      loft_id: sales.key.loft_id,
      action: 'job.retry',
      before: key,
    });
  });

  it('is put aside with a reason and not retried, until an admin wants it', async () => {
    const { order_id, session, key } = await stuckEvent();
    const aside = (reason: string) => ask(admin, 'POST', '/api/admin/work/put-aside', { ...key, reason });
    expect((await aside(' ')).body.codes).toHaveProperty('reason');
    expect((await aside('Settled with the provider by phone')).status).toBe(200);
    provider.chargeOddly(session, null);
    await workOffEvents(connection.db, provider.cards, Date.now() + 30 * 24 * 3_600_000);
    expect(await statusOf(order_id)).toBe('payment_pending');
    expect((await list()).rows).toMatchObject([
      {
        state: 'aside',
        next_try_at: null,
        put_aside: { reason: 'Settled with the provider by phone', by: { user_id: admin.user_id, first_name: 'Ada' } },
      },
    ]);
    expect((await audit()).at(-1)).toMatchObject({
      user_id: admin.user_id,
      action: 'job.put_aside',
      after: { ...key, reason: 'Settled with the provider by phone' },
    });
    // The metric behind the alarm no longer counts it.
    expect(await built.metrics()).not.toContain('loftline_job_items_stuck{queue="provider_events"}');
    await ask(admin, 'POST', '/api/admin/work/retry', key);
    await built.workOffEvents();
    expect(await statusOf(order_id)).toBe('paid');
  });

  it('is for admins only', async () => {
    for (const who of [merchant, sales.customer]) {
      expect((await ask(who, 'GET', '/api/admin/work')).status).toBe(403);
      const key = { queue: 'files', item: 'none' };
      expect((await ask(who, 'POST', '/api/admin/work/put-aside', { ...key, reason: 'Mine' })).status).not.toBe(200);
      expect((await ask(who, 'POST', '/api/admin/work/retry', key)).status).not.toBe(200);
    }
  });
});
