/**
 * Cash in an agent's hand is never lost (4.1, decision 33): whatever order the cancelling job, an agent's mark, a
 * merchant's decision, a card payment, the customer and the loft come in, no order ends while cash for it waits, and
 * none is paid twice without the second payment being owed. The control ends orders without checking for cash.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { cancelUnpaid } from '#server/orders/unpaid.ts';
import { buildPerson } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type BuiltSales, balanceOf, buildSales, stepOrder, testCards, words } from '#testing/payments.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { handOver } from './agent-cash.ts';
import { faultsOfMoney } from './audit.ts';
import { lookAtPayment, openByCard, startPayment } from './by-card.ts';
import { answerMark, markPaid } from './by-hand.ts';
import { reconcile } from './reconcile.ts';

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

/** The instant at which every order's days to pay have ended. */
const late_ms = Date.parse('2027-03-01T12:00:00Z');
const marking = (by: number) => ({ by, now_ms: late_ms, reason: 'Cash', file_id: null, is_merchant: false });

const tolerant = async (act: () => Promise<unknown>): Promise<boolean> => {
  try {
    await act();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
};

/** Orders that ended although an agent had cash for them, or whose cash was accepted when none waited. */
async function lostCash({ loft_id }: { loft_id: number }): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as lost from orders o join payments p on p.loft_id = o.loft_id and p.order_id = o.id
     where o.loft_id = $1 and p.method = 'hand' and (
       p.status = 'open' and o.status in ('cancelled', 'rejected')
       or p.status = 'surplus' and not exists (
         select from payments c where c.order_id = o.id and c.method = 'card' and c.status = 'succeeded'))`,
    [loft_id],
  );
  return rows[0].lost;
}

/** Every action possible on an order's last day, shuffled, as many at once as there are connections. */
async function lastDay(
  sales: BuiltSales,
  order_id: number,
  { agent, merchant }: Record<'agent' | 'merchant', number>,
  provider: ReturnType<typeof testCards>,
  random: Random,
): Promise<number> {
  const { db } = connection;
  const { cards } = provider;
  const inTx = <T>(act: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
    db.transaction().execute(act) as Promise<T>;
  let marks = 0;
  const mark = async () => {
    await inTx((tx) => markPaid(tx, order_id, marking(agent)));
    marks += 1;
  };
  const answer = (is_approved: boolean) => () =>
    inTx((tx) => answerMark(tx, order_id, { by: merchant, now_ms: late_ms, is_approved }));
  const pay = async () => {
    await startPayment(db, cards, order_id, { by: sales.customer.user_id, now_ms: late_ms, words });
    for (const { session } of await openByCard(db, { order_id })) if (session) provider.pay(session);
  };
  const look = async () => {
    for (const payment of await openByCard(db, { order_id })) await lookAtPayment(db, cards, payment, late_ms);
  };
  const cancel = () => stepOrder(db, order_id, 'cancel');
  const reject = () => stepOrder(db, order_id, 'reject');
  const acts: (() => Promise<unknown>)[] = [mark, look, pay, answer(true), answer(false), cancel, reject, mark];
  const day = acts.filter((act) => act === mark || random(2) === 0).sort(() => random(3) - 1);
  while (day.length) await Promise.all(day.splice(0, 1 + random(4)).map(tolerant));
  return marks;
}

describe('cash that an agent took', () => {
  it('outlives the job, and is settled once in any order of events (M12)', { timeout: 3_600_000 }, async () => {
    const orders = proveSize(60, 10_000);
    const together = proveSize(10, 25);
    const random = seededRandom(seed);
    const sales = await buildSales(connection.db);
    const [agent, merchant] = [(await buildPerson(connection.db)).user_id, (await buildPerson(connection.db)).user_id];
    const provider = testCards(random, 10);
    let [marks, cancelled] = [0, 0];
    for (let left = orders; left > 0; left -= together) {
      // Half of the orders have their cash before the job runs, the others get it while it runs.
      const ids = await Promise.all(
        Array.from({ length: Math.min(together, left) }, async (_, i) => {
          const { id } = await sales.order();
          if (i % 2 === 0) {
            await connection.db.transaction().execute((tx) => markPaid(tx, id, marking(agent)));
            marks += 1;
          }
          return id;
        }),
      );
      // One order stays unpaid, so that the job always has something to cancel.
      await sales.order();
      // Two processes run the job all the time meanwhile, and once more afterwards.
      let isOver = false;
      const job = async () => {
        let isLast = false;
        while (!isLast) {
          isLast = isOver;
          const ended = await cancelUnpaid(connection.db, late_ms);
          cancelled += ended.length;
        }
      };
      const days = Promise.all(
        ids.map(async (id) => {
          const more = await lastDay(sales, id, { agent, merchant }, provider, random);
          marks += more;
        }),
      ).finally(() => {
        isOver = true;
      });
      await Promise.all([days, job(), job()]);
      provider.faults.lost_percent = 0;
      await reconcile(connection.db, provider.cards, late_ms);
      expect(await lostCash(sales.key)).toBe(0);
      expect(await faultsOfMoney(connection.db, sales.key)).toEqual([]);
      expect(await balanceOf(connection.db, sales.key.loft_id, 'cards')).toBe(provider.kept_cents());
      provider.faults.lost_percent = 10;
    }
    expect(marks).toBeGreaterThan(orders / 2);
    expect(cancelled).toBeGreaterThanOrEqual(Math.ceil(orders / together));
    reportProof('M12', { orders, marks, cancelled, lost: 0 });
  });

  /** Ends an order without checking for its money. */
  const endBlindly = async (id: number) => {
    await owner.query('begin');
    await owner.query('select from orders where id = $1 for update', [id]);
    await owner.query(
      `insert into order_history (loft_id, order_id, n, from_status, to_status, at)
       select h.loft_id, h.order_id, h.n + 1, h.to_status, 'cancelled', now() from order_history h
       where h.order_id = $1 order by h.n desc limit 1`,
      [id],
    );
    await owner.query('commit');
  };
  const marked = async (sales: BuiltSales) => {
    const { id } = await sales.order();
    const agent = await buildPerson(connection.db);
    await connection.db.transaction().execute((tx) => markPaid(tx, id, marking(agent.user_id)));
    return id;
  };

  it('blocks the end of its order in the database too', async () => {
    const sales = await buildSales(connection.db);
    const id = await marked(sales);
    await expect(endBlindly(id)).rejects.toMatchObject({ code: '23514', constraint: 'cash_waits' });
    await owner.query('rollback');
    expect(await lostCash(sales.key)).toBe(0);
  });

  it('is not taken for an order that ends at the same moment: the second of two waits and is refused', async () => {
    const sales = await buildSales(connection.db);
    const { id, loft_id, season_id } = await sales.order();
    const second = new pg.Client({ connectionString: database.ownerUrl });
    await second.connect();
    try {
      const refused = await connection.db.transaction().execute(async (tx) => {
        const act = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() };
        await moveOrder(tx, await lockOrder(tx, id), 'cancel', act);
        const taking = second.query(
          `insert into payments (loft_id, season_id, order_id, method, amount_cents, currency, user_id, reason, created_at)
           values ($1, $2, $3, 'hand', 15000, 'EUR', $4, 'Cash', now())`,
          [loft_id, season_id, id, sales.customer.user_id],
        );
        // Wrapped in an object: a bare promise would be awaited before the commit.
        return { by_database: expect(taking).rejects.toMatchObject({ code: '23514', constraint: 'not_payable' }) };
      });
      await refused.by_database;
    } finally {
      await second.end();
    }
  });

  it('control: without the checks the same orders end, and their cash belongs to none', async () => {
    const sales = await buildSales(connection.db);
    const ids = [await marked(sales), await marked(sales)];
    const walls = ['cash_waits', 'consequences', 'taken'];
    for (const wall of walls) await owner.query(`alter table order_history disable trigger ${wall}`);
    await owner.query('alter table orders disable trigger counted');
    try {
      for (const id of ids) await endBlindly(id);
    } finally {
      for (const wall of walls) await owner.query(`alter table order_history enable trigger ${wall}`);
      await owner.query('alter table orders enable trigger counted');
    }
    expect(await lostCash(sales.key)).toBe(ids.length);
  });
});

describe('the arrival of cash at the loft', () => {
  /** An order whose cash an agent took. */
  const taken = async () => {
    const sales = await buildSales(connection.db);
    const agent_id = (await buildPerson(connection.db)).user_id;
    const { id, loft_id } = await sales.order();
    await connection.db.transaction().execute((tx) => markPaid(tx, id, marking(agent_id)));
    const { rows } = await owner.query('select id from payments where order_id = $1', [id]);
    return { loft_id, agent_id, payment_id: Number(rows[0].id), merchants: [agent_id, sales.customer.user_id] };
  };
  type Taken = Awaited<ReturnType<typeof taken>>;
  /** Both merchants say at the same moment that it has arrived. @returns who succeeded, and how often it is recorded. */
  const twice = async ({ payment_id, merchants }: Taken, say: (by: number) => Promise<unknown>) => {
    const ended = await Promise.all(merchants.map((by) => tolerant(() => say(by))));
    const { rows } = await owner.query('select from cash_hand_overs where payment_id = $1', [payment_id]);
    return { ended: ended.filter(Boolean).length, recorded: rows.length };
  };
  const byVerb = ({ payment_id, ...key }: Taken, by: number) => {
    const body = { payment_ids: [payment_id], reason: 'Counted', file_id: null };
    return connection.db.transaction().execute((tx) => handOver(tx, key, body, { by, now_ms: late_ms }));
  };
  /** Records it without the lock on the order, and without looking whether it has arrived. */
  const blindly = ({ loft_id, payment_id }: Taken, by: number) =>
    connection.db.transaction().execute((tx) =>
      tx
        .insertInto('cash_hand_overs')
        .values({
          loft_id,
          payment_id,
          at: new Date(late_ms).toISOString(),
          user_id: by,
          reason: 'Counted',
          file_id: null,
        })
        .execute(),
    );

  it('is recorded once, however many say it at the same moment (6.5)', async () => {
    for (let i = 0; i < 10; i += 1) {
      const cash = await taken();
      expect(await twice(cash, (by) => byVerb(cash, by))).toEqual({ ended: 1, recorded: 1 });
    }
  });

  it('is recorded once by the verb alone, and by the database alone; control: without both it is recorded twice', async () => {
    const cash = await taken();
    const refused = await Promise.allSettled(cash.merchants.map((by) => blindly(cash, by)));
    expect(refused.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: '23505', constraint: 'handed_over' } },
    ]);
    await owner.query('alter table cash_hand_overs drop constraint handed_over');
    const [other, third] = [await taken(), await taken()];
    try {
      expect(await twice(other, (by) => byVerb(other, by))).toEqual({ ended: 1, recorded: 1 });
      expect(await twice(third, (by) => blindly(third, by))).toEqual({ ended: 2, recorded: 2 });
    } finally {
      await owner.query('alter table cash_hand_overs disable trigger user');
      await owner.query('delete from cash_hand_overs where payment_id = $1', [third.payment_id]);
      await owner.query('alter table cash_hand_overs enable trigger user');
      await owner.query('alter table cash_hand_overs add constraint handed_over primary key (loft_id, payment_id)');
    }
  });
});
