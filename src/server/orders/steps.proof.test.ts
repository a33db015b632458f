/** Whatever steps run at once, an order's history is a path of its machine (T1). */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderEvent, orderMachine } from '#domain/orders/order.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { lockOrder, moveOrder } from './orders.ts';

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

/** All events but those of money, which need a payment (server/payments/payments.proof.test.ts). */
const events = [
  ...new Set(Object.values(orderMachine.steps).flatMap((steps) => Object.keys(steps) as OrderEvent[])),
].filter((event) => event !== 'settle' && event !== 'revoke');

/**
 * Rows that do not follow from the row before, impossible steps, and orders whose state differs from their last row.
 */
async function illegalRows(order_ids: readonly number[]): Promise<number> {
  const { rows } = await owner.query(
    `select (select count(*) from order_history h
        left join order_history p on p.order_id = h.order_id and p.n = h.n - 1
        left join status_edges e on e.machine = 'order' and e.from_status = h.from_status and e.to_status = h.to_status
        where h.order_id = any($1)
          and (e.machine is null or h.from_status is distinct from coalesce(p.to_status, 'new') or (h.n > 1 and p.n is null)))
      + (select count(*) from orders o where o.id = any($1) and o.status is distinct from
          (select to_status from order_history h where h.order_id = o.id order by n desc limit 1)) as wrong`,
    [order_ids],
  );
  return Number(rows[0].wrong);
}

async function planted(count: number): Promise<number[]> {
  const offer = await buildOffer(connection.db, { max_pigeons: 100_000 });
  const { user_id } = await buildCustomer(connection.db);
  const ids: number[] = [];
  for (let left = count; left > 0; left--) ids.push((await plantOrder(connection.db, offer, user_id)).id);
  return ids;
}

const now = { by: null, reason: 'Tried', time_zone: 'Europe/Brussels', now_ms: Date.parse('2027-01-15T12:00:00Z') };

it('random steps by ten at once leave no illegal row (T1, T2)', { timeout: 3_600_000 }, async () => {
  const attempts = proveSize(400, 100_000);
  const ids = await planted(proveSize(10, 500));
  const random = seededRandom(seed);
  let [left, done] = [attempts, 0];
  const worker = async () => {
    while (left-- > 0) {
      const [id, event] = [ids[random(ids.length)]!, events[random(events.length)]!];
      await connection.db
        .transaction()
        .execute(async (tx) => moveOrder(tx, await lockOrder(tx, id), event, now))
        .then(
          () => done++,
          (error) => {
            if (!isRefusal(error) || error.code !== 'step_not_possible') throw error;
          },
        );
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(done).toBeGreaterThan(0);
  expect(await illegalRows(ids)).toBe(0);
  reportProof('T1 orders', { attempts, orders: ids.length, steps: done, illegal: 0 });
});

it('control: the same audit finds a row written past the database constraints', async () => {
  const [id] = (await planted(1)) as [number];
  expect(await illegalRows([id])).toBe(0);
  await owner.query('begin');
  await owner.query(`do $$ declare edge name; begin
    select conname into edge from pg_constraint
      where conrelid = 'order_history'::regclass and confrelid = 'status_edges'::regclass;
    execute format('alter table order_history drop constraint %I, disable trigger user', edge);
  end $$`);
  await owner.query(
    `insert into order_history (loft_id, order_id, n, from_status, to_status, at)
     select loft_id, id, 2, 'pending', 'paid', now() from orders where id = $1`,
    [id],
  );
  expect(await illegalRows([id])).toBeGreaterThan(0);
  await owner.query('rollback');
});
