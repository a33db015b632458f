/**
 * Money is counted once, whatever messages are lost (M2, M4, M8, M10, M11): a provider that loses replies, pages that
 * are paid late, events that arrive twice, shuffled or never, double clicks, and simultaneous attempts to end or pay an
 * order. Each with a control.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildPerson } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import {
  type BuiltSales,
  balanceOf,
  buildSales,
  noon_ms,
  price_cents,
  stepOrder,
  testCards,
  words,
} from '#testing/payments.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { faultsOfMoney } from './audit.ts';
import { lookAtPayment, openByCard, startPayment } from './by-card.ts';
import { answerMark, markPaid, revokePayment } from './by-hand.ts';
import { keepEvent, workOffEvents } from './events.ts';
import { settlePayment } from './payments.ts';
import { lookAtGiven, reconcile } from './reconcile.ts';
import { sendRefund } from './refunds.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await connection?.close();
  await database?.drop();
});

const now_ms = noon_ms;
/** Refusals by a rule or the database, and lost replies, are no failure here; any other error is. */
const tolerant = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
};

/** Run an action for each item, as many at once as the program has connections. */
async function atOnce<T>(list: readonly T[], act: (one: T) => Promise<unknown>, width = 10): Promise<void> {
  const left = [...list];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** This many orders to be paid. */
async function placed(sales: BuiltSales, count: number) {
  const orders: Awaited<ReturnType<BuiltSales['order']>>[] = [];
  const places = Array.from({ length: count }, (_, i) => i);
  await atOnce(places, async () => void orders.push(await sales.order()));
  return orders;
}

/** Every action possible on an order to be paid, for any sequence and at once. */
function actionsOf(
  sales: BuiltSales,
  { cards, pay, sessionOf }: ReturnType<typeof testCards>,
  order_id: number,
  random: Random,
) {
  const { db } = connection;
  const by = sales.customer.user_id;
  let eventCount = 0;
  const keys = async () =>
    (
      await db
        .selectFrom('payments')
        .select('key')
        .where('order_id', '=', order_id)
        .where('method', '=', 'card')
        .execute()
    ).map(({ key }) => key);
  const sessions = async () => (await keys()).flatMap((key) => sessionOf(key) ?? []);
  return {
    start: () => startPayment(db, cards, order_id, { by, now_ms, words }),
    pay: async () => {
      for (const session of await sessions()) pay(session);
    },
    /** Up to three provider events about a page, each new or a repetition. */
    event: async () => {
      for (const session of await sessions())
        for (let n = random(3); n >= 0; n -= 1) {
          const id = `evt_${order_id}_${random(2) === 0 ? eventCount : ++eventCount}`;
          const about = { subject: 'session', id: session } as const;
          await keepEvent(db, { id, type: 'checkout.session.completed', about }, Buffer.from('{}'), now_ms);
        }
      if (random(5) === 0) await workOffEvents(db, cards, now_ms);
    },
    agent: () =>
      db
        .transaction()
        .execute((tx) =>
          markPaid(tx, order_id, { by, now_ms, reason: 'Cash', file_id: null, is_merchant: random(3) > 0 }),
        ),
    answer: () =>
      db.transaction().execute((tx) => answerMark(tx, order_id, { by: by + 1, now_ms, is_approved: random(2) === 0 })),
    revoke: () => db.transaction().execute((tx) => revokePayment(tx, order_id, { by, now_ms, reason: 'It was false' })),
    cancel: () => stepOrder(db, order_id, 'cancel'),
    reject: () => stepOrder(db, order_id, 'reject'),
    look: async () => {
      for (const payment of await openByCard(db, { order_id })) await lookAtPayment(db, cards, payment, now_ms);
    },
  };
}

/** Refund all that is owed; by card where it was paid by card. */
async function sendAllRefunds(sales: BuiltSales, cards: Parameters<typeof sendRefund>[1]): Promise<number> {
  const owed = await connection.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id as refund_id', 'p.method'])
    .where('r.loft_id', '=', sales.key.loft_id)
    .where('r.status', '=', 'owed')
    .execute();
  await atOnce(owed, async ({ refund_id, method }) => {
    const giving = { by: sales.customer.user_id, now_ms, method, reason: 'Too much', file_id: null };
    await tolerant(() => sendRefund(connection.db, cards, { loft_id: sales.key.loft_id, refund_id }, giving));
  });
  return owed.length;
}

/**
 * Refunds in progress arrive or fail, and some that arrived come back; events for half of them, some twice.
 * @returns how many came back
 */
async function endRefunds(provider: ReturnType<typeof testCards>, random: Random): Promise<number> {
  const ends = [
    ...provider
      .refundsThatAre('under_way')
      .map((id, i) => ({ id, result: i === 0 || random(3) === 0 ? 'refused' : 'paid' }) as const),
    ...provider
      .refundsThatAre('paid')
      .filter(() => random(10) === 0)
      .map((id) => ({ id, result: 'refused' }) as const),
  ];
  await atOnce(ends, async ({ id, result }) => {
    provider.endRefund(id, result);
    for (let n = random(3); n > 0; n -= 1) {
      const event = { id: `evt_${id}_${n}`, type: 'refund.updated', about: { subject: 'refund', id } } as const;
      await keepEvent(connection.db, event, Buffer.from('{}'), now_ms);
    }
  });
  return ends.filter(({ result }) => result === 'refused').length;
}

describe('money', () => {
  it('is charged and counted once, with a provider that loses replies (M2)', async () => {
    const random = seededRandom(seed);
    const orders = proveSize(60, 10_000);
    const sales = await buildSales(connection.db);
    // Another person, who approves what the customer's agent marked.
    await buildPerson(connection.db);
    const provider = testCards(random, 30);
    let owed = 0;
    let came_back = 0;
    const together = proveSize(30, 500);
    for (let left = orders; left > 0; left -= together) {
      const batch = await placed(sales, Math.min(together, left));
      await atOnce(batch, async ({ id }) => {
        const actions = actionsOf(sales, provider, id, random);
        const usual = [actions.start, actions.start, actions.pay, actions.event, actions.start];
        const odd = [
          actions.agent,
          actions.answer,
          actions.cancel,
          actions.reject,
          actions.revoke,
          actions.event,
          actions.pay,
        ];
        const day = [...usual, ...odd.filter(() => random(3) === 0)];
        // Two at a time, from a shuffled list.
        while (day.length) {
          const pair = [day.splice(random(Math.min(3, day.length)), 1)[0]!, ...day.splice(0, random(2))];
          await Promise.all(pair.map(tolerant));
        }
      });
      provider.faults.lost_percent = 0;
      await reconcile(connection.db, provider.cards, now_ms);
      expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
      expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
      Object.assign(provider.faults, { lost_percent: 30, slow_percent: 40 });
      owed += await sendAllRefunds(sales, provider.cards);
      provider.faults.lost_percent = 0;
      await reconcile(connection.db, provider.cards, now_ms);
      // A refund in progress is not booked yet.
      expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
      expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
      came_back += await endRefunds(provider, random);
      await workOffEvents(connection.db, provider.cards, now_ms);
      await reconcile(connection.db, provider.cards, now_ms);
      await lookAtGiven(connection.db, provider.cards, now_ms);
      expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
      expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
      provider.faults.slow_percent = 0;
      await sendAllRefunds(sales, provider.cards);
      expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
      expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
      expect(await balanceOf(connection.db, sales.key.loft_id, 'refunds')).toBe(0);
      provider.faults.lost_percent = 30;
    }
    // The provider's balance equals the cost of the orders paid by card, each once.
    const { paid } = await connection.db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('paid'))
      .where('loft_id', '=', sales.key.loft_id)
      .where('method', '=', 'card')
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow();
    expect(provider.kept_cents()).toBe(paid * price_cents);
    expect(paid).toBeGreaterThan(orders / 10);
    expect([owed, came_back].every((n) => n > 0)).toBe(true);
    reportProof('M2', { orders, charges: provider.charges(), given_back: owed, came_back, 'double charges': 0 });
  });

  it('control: asked without a stored key, the same provider charges twice (M2)', async () => {
    const random = seededRandom(seed);
    const provider = testCards(random, 30);
    const asked = { amount_cents: price_cents, currency: 'EUR' as const, expires_at: '', ...words };
    let twice = 0;
    for (let order = 0; order < 200; order += 1) {
      const before = provider.charges();
      // Clicks until the page opens; with two open pages, both may be paid.
      for (let click = 0; click < 5; click += 1) {
        const isShown = await provider.cards.open(`${order} ${click}`, asked).then(
          () => true,
          () => false,
        );
        if (isShown) break;
      }
      for (const session of provider.openPages()) provider.pay(session);
      if (provider.charges() - before > 1) twice += 1;
    }
    expect(twice).toBeGreaterThan(0);
  });

  it('control: booking refunds in progress as refunded gives another sum than the provider’s (M2)', async () => {
    const provider = testCards(seededRandom(seed));
    provider.faults.slow_percent = 100;
    const sales = await buildSales(connection.db);
    const credulous: typeof provider.cards = {
      ...provider.cards,
      sendRefund: async (refund) => {
        const refunded = await provider.cards.sendRefund(refund);
        return refunded && { ...refunded, result: 'paid' };
      },
    };
    const differences = async (cards: typeof provider.cards) => {
      const { id: order_id } = await sales.order();
      await startPayment(connection.db, provider.cards, order_id, { by: sales.customer.user_id, now_ms, words });
      for (const session of provider.openPages()) provider.pay(session);
      await reconcile(connection.db, provider.cards, now_ms);
      await stepOrder(connection.db, order_id, 'reject');
      await sendAllRefunds(sales, cards);
      return provider.kept_cents() - (await balanceOf(connection.db, sales.key.loft_id, 'cards'));
    };
    expect(await differences(provider.cards)).toBe(0);
    expect(await differences(credulous)).toBe(price_cents);
  });

  it('is found by the check every five minutes when every event was lost (M4)', async () => {
    const payments = proveSize(20, 1000);
    const provider = testCards(seededRandom(seed));
    const sales = await buildSales(connection.db);
    const orders = await placed(sales, payments);
    await atOnce(orders, async ({ id }) => {
      await startPayment(connection.db, provider.cards, id, { by: sales.customer.user_id, now_ms, words });
    });
    for (const session of provider.openPages()) provider.pay(session);
    // Control: before the check the payments are unknown.
    const paid = () =>
      connection.db
        .selectFrom('orders')
        .select('id')
        .where('loft_id', '=', sales.key.loft_id)
        .where('status', '=', 'paid')
        .execute();
    expect(await paid()).toEqual([]);
    // A day later the provider has forgotten the keys.
    const report = await reconcile(connection.db, provider.cards, now_ms + 25 * 3_600_000);
    expect(report.settled).toBeGreaterThanOrEqual(payments);
    expect(await paid()).toHaveLength(payments);
    expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
    reportProof('M4', { payments, settled: payments, differences: 0 });
  });

  it('is refunded by card also when a reply older than the charge arrives last; the database ensures it too', async () => {
    const provider = testCards(seededRandom(seed));
    const sales = await buildSales(connection.db);
    const { id: order_id } = await sales.order();
    await startPayment(connection.db, provider.cards, order_id, { by: sales.customer.user_id, now_ms, words });
    const [payment] = await openByCard(connection.db, { order_id });
    const before = await provider.cards.read(payment!.session!);
    provider.pay(payment!.session!);
    await lookAtPayment(connection.db, provider.cards, payment!, now_ms);
    await settlePayment(connection.db, payment!, before!, now_ms);
    const forget = `update payments set intent = null where id = ${payment!.id}`;
    await expect(connection.pool.query(forget)).rejects.toMatchObject({ code: '23514' });
    await stepOrder(connection.db, order_id, 'reject');
    expect(await sendAllRefunds(sales, provider.cards)).toBe(1);
    expect(await balanceOf(connection.db, sales.key.loft_id, 'refunds')).toBe(0);
    expect(provider.kept_cents()).toBe(0);
  });

  it('is the same in any order of cancellation, card payment, its event and an agent’s mark (M10)', async () => {
    const runs = proveSize(25, 20_000);
    const random = seededRandom(seed);
    const sales = await buildSales(connection.db);
    const provider = testCards(random);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, hasEvent) => {
        const { id } = await sales.order();
        const actions = actionsOf(sales, provider, id, random);
        const one = (label: string, act: () => unknown) => ({ label, builder: () => tolerant(act) });
        scheduler.scheduleSequence([
          one('start', actions.start),
          one('pay', actions.pay),
          ...(hasEvent ? [one('event', actions.event)] : []),
        ]);
        scheduler.scheduleSequence([one('cancel', actions.cancel)]);
        scheduler.scheduleSequence([one('agent', actions.agent), one('answer', actions.answer)]);
        scheduler.scheduleSequence([one('look', actions.look)]);
        await scheduler.waitIdle();
        await actions.look();
        await workOffEvents(connection.db, provider.cards, now_ms);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
    expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
    reportProof('M10', { schedules: runs, faults: 0 });
  });

  it('of a paid order that is rejected stays visible as owed until it was refunded (M11)', async () => {
    const random = seededRandom(seed);
    const histories = proveSize(24, 10_000);
    const provider = testCards(random);
    const sales = await buildSales(connection.db);
    const expected = new Map<number, number>();
    for (let left = histories; left > 0; left -= 1) {
      const { id } = await sales.order();
      const actions = actionsOf(sales, provider, id, random);
      const byCard = random(2) === 0;
      if (byCard) {
        await actions.start();
        await actions.pay();
        await actions.look();
      } else
        await connection.db
          .transaction()
          .execute((tx) =>
            markPaid(tx, id, { by: sales.customer.user_id, now_ms, reason: 'Cash', file_id: null, is_merchant: true }),
          );
      if (random(2) === 0) {
        await actions.reject();
        expected.set(id, price_cents);
      }
    }
    const owed = async () => {
      const { rows } = await owner.query(
        `select o.id, -sum(p.amount_cents)::int as owed from orders o join journal_entries e on e.order_id = o.id
         join postings p on p.entry_id = e.id and p.account = 'refunds'
         where o.loft_id = $1 group by o.id having sum(p.amount_cents) <> 0`,
        [sales.key.loft_id],
      );
      return new Map(rows.map((row) => [Number(row.id), row.owed]));
    };
    expect(await owed()).toEqual(expected);
    expect(await sendAllRefunds(sales, provider.cards)).toBe(expected.size);
    expect(await owed()).toEqual(new Map());
    expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
    reportProof('M11', { histories, rejected: expected.size, forgotten: 0 });
  });
});

describe('the journal', () => {
  it('accepts balanced entries, refuses all others, and cannot be changed (M8)', async () => {
    const random = seededRandom(seed);
    const entries = proveSize(200, 10_000);
    const sales = await buildSales(connection.db);
    const { id: order_id, loft_id, season_id } = await sales.order();
    let refused = 0;
    let unbalanced = 0;
    const accounts = ['receivable', 'income', 'cards', 'cash', 'refunds'] as const;
    await atOnce(
      Array.from({ length: entries }, (_, i) => i),
      async () => {
        const amounts = Array.from({ length: 1 + random(3) }, () => 1 + random(1000));
        const rest = -amounts.reduce((sum, amount) => sum + amount, 0);
        const wrong = random(10) < 3;
        if (wrong) unbalanced += 1;
        const lines = [...amounts, wrong ? rest + 1 : rest].filter((amount) => amount !== 0);
        const result = await connection.db
          .transaction()
          .execute(async (tx) => {
            const at = new Date(now_ms).toISOString();
            const entry = {
              loft_id,
              season_id,
              order_id,
              payment_id: null,
              kind: 'charged' as const,
              currency: 'EUR',
              at,
            };
            const { id: entry_id } = await tx
              .insertInto('journal_entries')
              .values(entry)
              .returning('id')
              .executeTakeFirstOrThrow();
            await tx
              .insertInto('postings')
              .values(lines.map((amount_cents, i) => ({ loft_id, entry_id, account: accounts[i]!, amount_cents })))
              .execute();
          })
          .catch((error) => error as { constraint?: string });
        if (result === undefined) return;
        expect(result.constraint).toBe('journal_balance');
        refused += 1;
      },
    );
    expect(refused).toBe(unbalanced);
    expect(unbalanced).toBeGreaterThan(0);
    reportProof('M8', { entries, unbalanced, refused });
  });

  it.each([
    'update postings set amount_cents = 1',
    'delete from postings',
    "update journal_entries set currency = 'USD'",
    'delete from journal_entries',
    "update payments set status = 'succeeded'",
    'update payments set amount_cents = 1',
    "update refunds set status = 'paid'",
    'delete from refund_history',
    'delete from payment_history',
    'truncate postings',
  ])('%s is refused', async (text) => {
    await expect(connection.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    if (!text.includes('amount_cents = 1') || text.includes('postings'))
      await expect(owner.query(text), text).rejects.toMatchObject({ code: expect.stringMatching(/42501|23514/) });
  });

  it('an order is not paid without a payment, nor a payment without its order, by any writer', async () => {
    const sales = await buildSales(connection.db);
    const { id } = await sales.order();
    await expect(stepOrder(connection.db, id, 'settle')).rejects.toMatchObject({ constraint: 'order_money' });
    await connection.db
      .transaction()
      .execute((tx) =>
        markPaid(tx, id, { by: sales.customer.user_id, now_ms, reason: 'Cash', file_id: null, is_merchant: true }),
      );
    await expect(stepOrder(connection.db, id, 'revoke')).rejects.toMatchObject({ constraint: 'order_money' });
  });
});
