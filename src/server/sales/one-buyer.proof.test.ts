/** Of several simultaneous buyers of a bird one gets it (T1, T2, T3); without the lock and the constraint, several. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer } from '#testing/orders.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type BuiltSale, buildSale } from '#testing/sales.ts';
import { buy } from './buying.ts';
import { listBirds, moveListing, withdrawListings } from './listings.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let buyers: number[];
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  buyers = [];
  while (buyers.length < 6) buyers.push((await buildCustomer(connection.db)).user_id);
});
afterAll(async () => {
  await owner?.end();
  await connection?.close();
  await database?.drop();
});

const time_zone = 'Europe/Brussels';
const inTx = <T>(act: (tx: Parameters<typeof buy>[0]) => Promise<T>) => connection.db.transaction().execute(act);

async function listed(sale: BuiltSale): Promise<number[]> {
  const wanted = { pigeon_ids: sale.pigeon_ids, price_cents: 75_000 };
  await inTx((tx) => listBirds(tx, sale.season, wanted, { by: null, time_zone, now_ms: Date.now() }));
  const rows = await connection.db
    .selectFrom('listings')
    .select('id')
    .where('season_id', '=', sale.season.season_id)
    .execute();
  return rows.map(({ id }) => id);
}

const orders = async (listing_id: number) =>
  (await connection.db.selectFrom('sale_orders').select('order_id').where('listing_id', '=', listing_id).execute())
    .length;

const wordOf = (error: unknown) => {
  if (isRefusal(error)) return error.code;
  const refusal = refusalOfDatabase(error);
  if (refusal) return refusal.code;
  throw error;
};

it('of several simultaneous buyers one gets the bird, also against the loft withdrawing it', {
  timeout: 600_000,
}, async () => {
  const sale = await buildSale(connection.db, proveSize(6, 500));
  const taken: Record<string, number> = {};
  for (const listing_id of await listed(sale)) {
    const now_ms = Date.now();
    const attempts = [
      ...buyers.map((user_id) =>
        inTx((tx) => buy(tx, sale.season, { listing_id, seen_cents: 75_000 }, { user_id, time_zone, now_ms })),
      ),
      inTx((tx) => withdrawListings(tx, sale.season, [listing_id], { by: null, now_ms })),
    ];
    const words = await Promise.all(attempts.map((one) => one.then(() => 'done', wordOf)));
    expect(words.filter((word) => word === 'done')).toHaveLength(1);
    for (const word of words) taken[word] = (taken[word] ?? 0) + 1;
    expect(await orders(listing_id)).toBe(words.at(-1) === 'done' ? 0 : 1);
  }
  expect(
    Object.keys(taken).filter((word) => !['done', 'no_longer_for_sale', 'listing_reserved'].includes(word)),
  ).toEqual([]);
  reportProof('one buyer', { birds: sale.pigeon_ids.length, ...taken });
});

it('control: with an unlocked read and without the database constraint, several get it', async () => {
  const sale = await buildSale(connection.db, 1);
  const [listing_id] = (await listed(sale)) as [number];
  const { product_id } = await connection.db
    .selectFrom('listings')
    .select('product_id')
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow();
  // Buying with an unlocked read of the listing: all read it before one of them writes.
  const looked = await Promise.all(
    buyers.map(() =>
      connection.db.selectFrom('listings').select('status').where('id', '=', listing_id).executeTakeFirstOrThrow(),
    ),
  );
  const naive = (user_id: number, status: 'listed') =>
    inTx(async (tx) => {
      const { loft_id } = sale.season;
      const now = { time_zone, now_ms: Date.now() };
      const wanted = [{ product_id, quantity: 1, amount_cents: 75_000 }];
      const order = await placeSeasonOrder(tx, sale.season, { kind: 'sale', user_id, wanted, isAccepted: true }, now);
      await moveListing(tx, sale.season, { id: listing_id, status }, 'reserve', { by: user_id, now_ms: now.now_ms });
      await tx
        .insertInto('sale_orders')
        .values({ ...sale.season, loft_id, order_id: order.id, listing_id, offer_n: null })
        .execute();
      await moveOrder(tx, order, 'confirm', { by: null, ...now });
    });
  const some = () => Promise.allSettled(buyers.map((user_id, i) => naive(user_id, looked[i]!.status as 'listed')));
  const held = await some();
  // With the constraint alone one gets it.
  expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await owner.query(`do $$ declare one name; begin
    for one in select conname from pg_constraint where conrelid = 'listing_history'::regclass and contype = 'f' loop
      execute format('alter table listing_history drop constraint %I', one);
    end loop;
    alter table listings disable trigger guard;
  end $$`);
  await some();
  expect(await orders(listing_id)).toBeGreaterThan(1);
});
