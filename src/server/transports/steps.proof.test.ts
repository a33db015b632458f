/**
 * Whatever replies, withdrawals and ends of orders run at once, a request's history is a path of its machine (T1, T2).
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { moveOrder } from '#server/orders/orders.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { buildAgent, plantCollection } from '#testing/transports.ts';
import { answerTransports, lockTransports, requestTransport, takeBack } from './transports.ts';

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

/** Impossible or unconnected steps, requests whose state differs from their last row, orders with two open requests. */
async function illegalRows(): Promise<number> {
  const { rows } = await owner.query(
    `select (select count(*) from transport_history h
        left join transport_history p on p.transport_id = h.transport_id and p.n = h.n - 1
        left join status_edges e on e.machine = 'transport' and e.from_status = h.from_status and e.to_status = h.to_status
        where e.machine is null or h.from_status is distinct from coalesce(p.to_status, 'new') or (h.n > 1 and p.n is null))
      + (select count(*) from transports t where t.status is distinct from
          (select to_status from transport_history h where h.transport_id = t.id order by n desc limit 1))
      + (select count(*) from (select from transports where status in ('pending', 'confirmed')
          group by order_id having count(*) > 1) two)
      + (select count(*) from transports t join orders o on o.id = t.order_id
          where t.status in ('pending', 'confirmed') and o.status in ('rejected', 'cancelled')) as wrong`,
  );
  return Number(rows[0].wrong);
}

it('random steps by ten at once leave no illegal row', { timeout: 3_600_000 }, async () => {
  const { db } = connection;
  const offer = await buildOffer(db, { max_pigeons: 100_000 });
  const { user_id } = await buildCustomer(db);
  const { user_id: agent_id } = await buildAgent(db, offer.loft.id);
  const collections = [1, 2].map(() => plantCollection(db, { loft_id: offer.loft.id, agent_id }));
  const collection_ids = await Promise.all(collections);
  const orders: number[] = [];
  for (let left = proveSize(6, 200); left > 0; left--) orders.push((await plantOrder(db, offer, user_id)).id);
  const random = seededRandom(seed);
  const attempts = proveSize(240, 40_000);
  let [left, done] = [attempts, 0];
  const now_ms = Date.now();
  const attempt = () => {
    const order_id = orders[random(orders.length)]!;
    const [kind, collection_id] = [random(12), collection_ids[random(2)]!];
    return db.transaction().execute(async (tx) => {
      const order = await lockRegistration(tx, order_id);
      if (kind < 4) return requestTransport(tx, order, { collection_id }, { by: user_id, now_ms });
      if (kind < 6) return takeBack(tx, order, { by: user_id, now_ms });
      if (kind === 11) return moveOrder(tx, order, 'cancel', { by: user_id, time_zone: offer.loft.time_zone, now_ms });
      const open = await tx.selectFrom('transports').select('id').where('order_id', '=', order_id).execute();
      const held = await lockTransports(tx, open.map(({ id }) => id).slice(-1));
      const act = { by: agent_id, now_ms, reason: 'The van is full' };
      return answerTransports(tx, held, kind < 9 ? 'confirm' : 'reject', act);
    });
  };
  const worker = async () => {
    while (left-- > 0)
      await attempt().then(
        () => done++,
        (error) => {
          if (!isRefusal(error)) throw error;
        },
      );
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(done).toBeGreaterThan(0);
  expect(await illegalRows()).toBe(0);
  reportProof('T1 transports', { attempts, orders: orders.length, done, illegal: 0 });
});

it('control: the same audit finds a row written past the database constraints', async () => {
  await owner.query('begin');
  await owner.query(`do $$ declare edge name; begin
    select conname into edge from pg_constraint
      where conrelid = 'transport_history'::regclass and confrelid = 'status_edges'::regclass;
    execute format('alter table transport_history drop constraint %I, disable trigger user', edge);
  end $$`);
  await owner.query(
    `insert into transport_history (loft_id, transport_id, n, from_status, to_status, at)
     select loft_id, transport_id, max(n) + 1, (array_agg(to_status order by n desc))[1], 'pending', now()
     from transport_history group by loft_id, transport_id limit 1`,
  );
  expect(await illegalRows()).toBeGreaterThan(0);
  await owner.query('rollback');
});
