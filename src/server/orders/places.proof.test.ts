/**
 * Places are never sold twice and none is lost (5.3, M5); an order that ends gives them back; a crash changes nothing.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { lockOrder, moveOrder } from './orders.ts';
import { placeSeasonOrder } from './season-order.ts';

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

const inTx = <T>(act: (tx: Tx) => Promise<T>) => connection.db.transaction().execute(act);
const now = { time_zone: 'Europe/Lisbon', now_ms: Date.parse('2027-01-15T12:00:00Z') };

async function seasonWith(capacity: {
  max_pigeons?: number;
  max_active_pigeons?: number;
  max_reserve_pigeons?: number;
}) {
  const { loft, season_id } = await buildLoft(connection.db);
  const key = { loft_id: loft.id, season_id };
  await connection.db
    .updateTable('seasons')
    .set({ max_pigeons: null, ...capacity })
    .where('id', '=', season_id)
    .execute();
  const { user_id } = await buildPerson(connection.db);
  const [one, pair] = await inTx(async (tx) => {
    await addDueDate(tx, null, key, {
      due_date_category_id: 1,
      name: 'Registration',
      description: '',
      starts_at: '2027-01-01',
      ends_at: '2027-02-28',
      max_duration: null,
    });
    const product = {
      product_category_id: 1 as const,
      description: '',
      amount_cents: 15_000,
      max_quantity: null,
      starts_at: null,
      ends_at: null,
    };
    return [
      await addProduct(tx, null, key, { ...product, name: 'One', pigeons_active: 1, pigeons_reserve: 0 }),
      await addProduct(tx, null, key, { ...product, name: 'Pair', pigeons_active: 1, pigeons_reserve: 1 }),
    ];
  });
  const order = (product_id: number, quantity = 1) =>
    inTx((tx) => placeSeasonOrder(tx, key, { kind: 'registration', user_id, wanted: [{ product_id, quantity }] }, now));
  const taken = async () => {
    const { taken_active_pigeons, taken_reserve_pigeons } = await connection.db
      .selectFrom('seasons')
      .select(['taken_active_pigeons', 'taken_reserve_pigeons'])
      .where('id', '=', season_id)
      .executeTakeFirstOrThrow();
    return { active: taken_active_pigeons, reserve: taken_reserve_pigeons };
  };
  /** The number of taken places, counted from the orders themselves. */
  const held = async () => {
    const { rows } = await owner.query(
      `select coalesce(sum(pigeons_active), 0)::int as active, coalesce(sum(pigeons_reserve), 0)::int as reserve
       from registrations r join orders o on o.id = r.order_id
       where r.season_id = $1 and o.status not in ('rejected', 'cancelled')`,
      [season_id],
    );
    return rows[0];
  };
  return { key, user_id, one, pair, order, taken, held };
}

/** The outcomes of an action repeated this many times, as many at once as the program has connections. */
async function outcomes(times: number, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  let left = times;
  const worker = async () => {
    while (left-- > 0) {
      const word = await act().then(
        () => 'taken',
        (error) => (isRefusal(error) ? error.code : String(error)),
      );
      counted[word] = (counted[word] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return counted;
}

describe('the places of a season', () => {
  it('are sold to the last one and no more, however many order at once (5.3, 8.14, M5)', async () => {
    const orders = proveSize(400, 10_000);
    const { one, order, taken, held } = await seasonWith({ max_pigeons: 100 });
    const result = await outcomes(orders, () => order(one.id));
    expect(result).toEqual({ taken: 100, spots_left: orders - 100 });
    expect(await taken()).toEqual({ active: 100, reserve: 0 });
    expect(await held()).toEqual({ active: 100, reserve: 0 });
    reportProof('M5', { orders, places: 100, sold: result.taken ?? 0 });
  });

  it('come back from rejected and cancelled orders while others order: the count equals the orders', async () => {
    const random = seededRandom(seed);
    const rounds = proveSize(120, 3000);
    const { one, pair, order, taken, held } = await seasonWith({
      max_pigeons: 40,
      max_active_pigeons: 25,
      max_reserve_pigeons: 20,
    });
    const ids: number[] = [];
    const act = async () => {
      if (ids.length && random(100) < 45) {
        const id = ids.splice(random(ids.length), 1)[0]!;
        const event = random(2) === 0 ? 'reject' : 'cancel';
        await inTx(async (tx) => moveOrder(tx, await lockOrder(tx, id), event, { by: null, reason: 'Full', ...now }));
      } else {
        ids.push((await order(random(2) === 0 ? one.id : pair.id, 1 + random(3))).id);
      }
    };
    for (let left = rounds; left > 0; left -= 8) {
      const result = await outcomes(8, act);
      expect(
        Object.keys(result).filter(
          (word) => !['taken', 'spots_left', 'most_active_pigeons', 'most_reserve_pigeons'].includes(word),
        ),
      ).toEqual([]);
      expect(await taken()).toEqual(await held());
    }
  });

  it('control: counted without a lock on the season and without the database constraint, they are sold twice', async () => {
    const { key, one, order, held } = await seasonWith({ max_pigeons: 20 });
    // Placing an order, but with an unlocked read of the taken places.
    const naive = async () => {
      const { taken } = await connection.db
        .selectFrom('registrations')
        .select(({ fn }) => fn.sum<number | null>('pigeons_active').as('taken'))
        .where('season_id', '=', key.season_id)
        .executeTakeFirstOrThrow();
      if ((taken ?? 0) < 20) await order(one.id);
    };
    await owner.query('alter table seasons drop constraint error_registration_pigeons');
    await connection.db.updateTable('seasons').set({ max_pigeons: null }).where('id', '=', key.season_id).execute();
    try {
      await Promise.all(Array.from({ length: 60 }, naive));
      expect((await held()).active).toBeGreaterThan(20);
    } finally {
      await owner.query(
        'alter table seasons add constraint error_registration_pigeons check (taken_active_pigeons + taken_reserve_pigeons <= max_pigeons)',
      );
    }
  });

  it('cannot be changed without the orders, nor a price at all, by the program’s own role', async () => {
    const { key, one, order } = await seasonWith({});
    const { id } = await order(one.id);
    for (const text of [
      `update seasons set taken_active_pigeons = 0 where id = ${key.season_id}`,
      `update products set sold = 0 where id = ${one.id}`,
    ])
      await expect(connection.pool.query(text), text).rejects.toMatchObject({ code: '23514' });
    for (const text of [
      `update orders set amount_cents = 1 where id = ${id}`,
      `update orders set status = 'paid' where id = ${id}`,
      `update order_positions set amount_cents = 1 where order_id = ${id}`,
      `delete from order_positions where order_id = ${id}`,
      `delete from order_history where order_id = ${id}`,
      `delete from orders where id = ${id}`,
    ])
      await expect(connection.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    for (const text of [
      `update orders set amount_cents = 1 where id = ${id}`,
      `update orders set status = 'paid' where id = ${id}`,
    ])
      await expect(owner.query(text), text).rejects.toMatchObject({ code: '23514' });
  });
});
