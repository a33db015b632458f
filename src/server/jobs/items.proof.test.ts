/**
 * A failing item stops no other (decision 37): events, orders and flights that throw, among others that do not; with
 * several processes at once; and the further course of the failing one. Each with a control.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queues, stuckAfter } from '#domain/jobs/item.ts';
import { Refusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { closeDueFlights } from '#server/flights/lifecycle.ts';
import { cancelUnpaid } from '#server/orders/unpaid.ts';
import { openByCard, startPayment } from '#server/payments/by-card.ts';
import type { Cards } from '#server/payments/cards.ts';
import { keepEvent, workOffEvent, workOffEvents } from '#server/payments/events.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildSales, noon_ms, price_cents, testCards, words } from '#testing/payments.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { type Job, workOff } from './items.ts';
import { claimItem } from './queue.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
/** Another process. */
let other: Connection;
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  other = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await other?.close();
  await connection?.close();
  await database?.drop();
});
beforeEach(async () => {
  await owner.query('truncate job_items');
  await owner.query(`update provider_events set done_at = now() where done_at is null`);
});

const minute_ms = 60_000;
/** The items that jobs found to be due; notifications are in the same table. */
const items = () =>
  connection.db.selectFrom('job_items').selectAll().where('queue', 'in', queues).orderBy('item').execute();
const log = () => {
  const lines: string[] = [];
  const write = (level: string) => (_about: unknown, message: string) => void lines.push(`${level}: ${message}`);
  return { lines, log: { warn: write('warn'), error: write('error') } as never };
};

/** An order with a paid card page, and the provider's event about it. */
async function paidPage(provider: ReturnType<typeof testCards>, sales: Awaited<ReturnType<typeof buildSales>>) {
  const { id } = await sales.order();
  await startPayment(connection.db, provider.cards, id, { by: sales.customer.user_id, now_ms: noon_ms, words });
  const [payment] = await openByCard(connection.db, { order_id: id });
  const session = payment!.session!;
  provider.pay(session);
  const about = { subject: 'session', id: session } as const;
  const event = { id: `evt_${session}`, type: 'checkout.session.completed', about };
  await keepEvent(connection.db, event, Buffer.from('{}'), noon_ms);
  return { order_id: id, session, event_id: event.id };
}
const statusOf = async (order_id: number) =>
  (await connection.db.selectFrom('orders').select('status').where('id', '=', order_id).executeTakeFirstOrThrow())
    .status;

/** From now on the database refuses a step of this order or flight, as a bug would. */
async function breakStep(table: 'order_history' | 'flight_history', column: string, id: number) {
  const name = `odd_${id}`;
  await owner.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'odd one %', ${id}; end $$`,
  );
  await owner.query(
    `create trigger ${name} before insert on ${table} for each row when (new.${column} = ${id}) execute function ${name}()`,
  );
  return () => owner.query(`drop function ${name} cascade`);
}

describe('a failing item', () => {
  it('among the events of the cards’ provider: the next one is settled, and it is stuck after its tries, once', async () => {
    const provider = testCards(seededRandom(seed));
    const sales = await buildSales(connection.db);
    const admin = await buildPerson(connection.db, { is_admin: true, email: 'admin@work.example' });
    const odd = await paidPage(provider, sales);
    const good = await paidPage(provider, sales);
    provider.chargeOddly(odd.session, price_cents - 1);
    const logged = log();
    const work = (now_ms: number) => workOffEvents(connection.db, provider.cards, now_ms, { log: logged.log });
    expect(await work(noon_ms)).toEqual({ done: 1, failed: 1 });
    expect([await statusOf(odd.order_id), await statusOf(good.order_id)]).toEqual(['payment_pending', 'paid']);
    // It is not retried in a loop, also when its event comes again.
    await workOffEvent(connection.db, provider.cards, odd.event_id, { now_ms: noon_ms + 30_000 });
    expect(await work(noon_ms + 30_000)).toEqual({ done: 0, failed: 0 });
    let now_ms = noon_ms;
    for (let tries = 1; tries < stuckAfter; tries += 1) {
      now_ms = Date.parse((await items())[0]!.next_try_at);
      expect((await items())[0]!.stuck_at).toBeNull();
      expect(await work(now_ms)).toEqual({ done: 0, failed: 1 });
    }
    const [stuck] = await items();
    expect(stuck).toMatchObject({
      queue: 'provider_events',
      item: odd.event_id,
      order_id: odd.order_id,
      attempts: stuckAfter,
      stuck_at: new Date(now_ms).toISOString(),
      error: expect.stringContaining(`was charged ${price_cents - 1}`),
    });
    // It is retried twice a day, without another notice.
    now_ms += 12 * 60 * minute_ms;
    expect(await work(now_ms)).toEqual({ done: 0, failed: 1 });
    expect(logged.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
    const notices = await connection.db
      .selectFrom('notifications')
      .select(['user_id', 'event', 'channel'])
      .where('event', '=', 'job_stuck')
      .execute();
    expect(notices).toEqual([{ user_id: admin.user_id, event: 'job_stuck', channel: 'mail' }]);
    // Once repaired, it is done with the next try and leaves nothing.
    provider.chargeOddly(odd.session, null);
    expect(await work(now_ms + 12 * 60 * minute_ms)).toEqual({ done: 1, failed: 0 });
    expect([await statusOf(odd.order_id), await items()]).toEqual(['paid', []]);
  });

  it('waits longer and longer; an unavailable service is asked every five minutes and for a day is no fault of the item', async () => {
    const job = (error: Error): Job<string> => ({
      queue: 'documents',
      nameOf: (key) => ({ key }),
      work: () => Promise.reject(error),
    });
    const pauses = async (error: Error, times: number) => {
      const seen: number[] = [];
      let now_ms = noon_ms;
      for (let n = 0; n < times; n += 1) {
        await workOff(connection.db, job(error), ['one'], { now_ms });
        const next_ms = Date.parse((await items())[0]!.next_try_at);
        seen.push((next_ms - now_ms) / minute_ms);
        now_ms = next_ms;
      }
      const [item] = await items();
      await owner.query('truncate job_items');
      return { seen, attempts: item!.attempts, isStuck: item!.stuck_at !== null };
    };
    expect(await pauses(new Error('odd'), 6)).toEqual({ seen: [1, 5, 30, 120, 720, 720], attempts: 6, isStuck: true });
    const away = new Refusal('cards_away');
    expect(await pauses(away, 4)).toEqual({ seen: [5, 5, 5, 5], attempts: 0, isStuck: false });
    expect((await pauses(away, (24 * 60) / 5 + 1)).isStuck).toBe(true);
  });

  it('that ends the process at each try gets stuck too, and is then tried twice a day', async () => {
    let now_ms = noon_ms;
    const job: Job<string> = { queue: 'documents', nameOf: (key) => ({ key }), work: async () => true };
    // The claim that a process leaves behind when it dies.
    for (let tries = 0; tries < stuckAfter; tries += 1) {
      expect(await claimItem(connection.db, 'documents', { key: 'one' }, now_ms)).not.toBeNull();
      now_ms += 2 * minute_ms;
    }
    expect(await workOff(connection.db, job, ['one'], { now_ms })).toEqual({ done: [], failed: 1 });
    expect(await items()).toMatchObject([{ attempts: stuckAfter + 1, stuck_at: new Date(now_ms).toISOString() }]);
    now_ms += 12 * 60 * minute_ms;
    await claimItem(connection.db, 'documents', { key: 'one' }, now_ms);
    expect(await claimItem(connection.db, 'documents', { key: 'one' }, now_ms + 11 * 60 * minute_ms)).toBeNull();
  });

  it('that is no longer due is forgotten', async () => {
    const job: Job<string> = {
      queue: 'documents',
      nameOf: (key) => ({ key }),
      work: () => Promise.reject(new Error('odd')),
    };
    await workOff(connection.db, job, ['one', 'two'], { now_ms: noon_ms });
    await workOff(connection.db, job, ['two'], { now_ms: noon_ms + 1000 });
    expect((await items()).map(({ item }) => item)).toEqual(['two']);
  });

  it('among unpaid orders: the others are cancelled in the same minute', async () => {
    const sales = await buildSales(connection.db);
    const [odd, good] = [await sales.order(), await sales.order()];
    const repair = await breakStep('order_history', 'order_id', odd.id);
    const over_ms = Date.parse(odd.pay_until!);
    expect(await cancelUnpaid(connection.db, over_ms)).toEqual([good.id]);
    expect(await items()).toMatchObject([
      { queue: 'unpaid_orders', order_id: odd.id, attempts: 1, error: `odd one ${odd.id}` },
    ]);
    await repair();
    expect(await cancelUnpaid(connection.db, over_ms + minute_ms)).toEqual([odd.id]);
    expect(await items()).toEqual([]);
  });

  it('among flights to close: the others are closed in the same minute', async () => {
    const rules = { closing: { kind: 'hours' as const, hours: 24 } };
    const [odd, good] = [await buildRace(connection.db, { rules }), await buildRace(connection.db, { rules })];
    const repair = await breakStep('flight_history', 'flight_id', odd.flight_id);
    const over_ms = odd.release_ms + 40 * 24 * 60 * minute_ms;
    expect(await closeDueFlights(connection.db, over_ms)).toEqual([good.flight_id]);
    expect(await items()).toMatchObject([{ queue: 'flight_closings', flight_id: odd.flight_id, attempts: 1 }]);
    await repair();
    expect(await closeDueFlights(connection.db, over_ms + minute_ms)).toEqual([odd.flight_id]);
  });

  it('among payments to check: the others are settled', async () => {
    const provider = testCards(seededRandom(seed));
    const sales = await buildSales(connection.db);
    const [odd, good] = [await paidPage(provider, sales), await paidPage(provider, sales)];
    await owner.query('update provider_events set done_at = now() where id = any($1)', [[odd.event_id, good.event_id]]);
    provider.chargeOddly(odd.session, 1);
    expect(await reconcile(connection.db, provider.cards, noon_ms)).toMatchObject({ settled: 1, failed: 1 });
    expect([await statusOf(odd.order_id), await statusOf(good.order_id)]).toEqual(['payment_pending', 'paid']);
  });

  it('control: without the catch around each item, the first failing one stops all behind it', async () => {
    const worked: string[] = [];
    const work = async (item: string) => {
      if (item === 'odd') throw new Error('odd');
      worked.push(item);
      return true;
    };
    const loop = async () => {
      for (const item of ['odd', 'good']) await work(item);
    };
    await expect(loop()).rejects.toThrow('odd');
    expect(worked).toEqual([]);
    await workOff(connection.db, { queue: 'documents', nameOf: (key) => ({ key }), work }, ['odd', 'good'], {
      now_ms: noon_ms,
    });
    expect(worked).toEqual(['good']);
  });
});

describe('several processes', () => {
  /** The number of reads of each page by two processes that work off the same events at once. */
  async function readsOf(claim?: typeof claimItem) {
    const events = proveSize(25, 500);
    const provider = testCards(seededRandom(seed));
    const sales = await buildSales(connection.db);
    for (let n = 0; n < events; n += 1) await paidPage(provider, sales);
    const reads = new Map<string, number>();
    const cards: Cards = {
      ...provider.cards,
      read: (session) => {
        reads.set(session, (reads.get(session) ?? 0) + 1);
        return provider.cards.read(session);
      },
    };
    const options = claim && { claim };
    const worked = await Promise.all([connection, other].map(({ db }) => workOffEvents(db, cards, noon_ms, options)));
    return { events, reads: [...reads.values()], done: worked.reduce((sum, { done }) => sum + done, 0) };
  }

  it('work each item once between them', async () => {
    const { events, reads, done } = await readsOf();
    expect([reads.length, Math.max(...reads), done]).toEqual([events, 1, events]);
    reportProof('one odd item', { events, 'worked twice': 0 });
  });

  it('control: without the claim they work the same items', async () => {
    const { events, reads } = await readsOf(async (_db, queue, { key }) => ({
      queue,
      item: String(key),
      attempts: 1,
      first_at: new Date(noon_ms).toISOString(),
      stuck_at: null,
    }));
    expect(reads.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(events);
  });
});
