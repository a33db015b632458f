/** A bird is activated, and charged for, once for each kind, however many ask at once (M6). */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { countBeside } from '#server/seasons/place-counts.ts';
import { type BuiltActivations, buildActivations } from '#testing/activations.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { activate } from './activate.ts';

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

const tries = 10;

/** The outcomes of ten simultaneous activations of each of these birds. */
async function outcomes(pigeon_ids: readonly number[], ask: (pigeon_id: number) => Promise<unknown>) {
  const counted: Record<string, number> = {};
  for (const pigeon_id of pigeon_ids) {
    const words = await Promise.all(
      Array.from({ length: tries }, () =>
        ask(pigeon_id).then(
          () => 'activated',
          (error) => (isRefusal(error) ? error.code : String(error)),
        ),
      ),
    );
    for (const word of words) counted[word] = (counted[word] ?? 0) + 1;
  }
  return counted;
}

/** The number of orders to be paid for these birds. */
async function charges(built: BuiltActivations): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as count from orders o join activations a on a.loft_id = o.loft_id and a.order_id = o.id
     where o.season_id = $1 and o.status = 'confirmed' and o.amount_cents = 50000`,
    [built.season.season_id],
  );
  return rows[0].count;
}

it('ten at once for each bird: one activation, nine clean refusals, one charge (8.18, M6)', {
  timeout: 3_600_000,
}, async () => {
  const birds = proveSize(6, 1000);
  const built = await buildActivations(connection.db, birds);
  const act = { by: built.merchant.user_id, time_zone: built.loft.time_zone, now_ms: Date.now() };
  const result = await outcomes(built.alone, (pigeon_id) =>
    connection.db
      .transaction()
      .execute((tx) =>
        activate(tx, built.season, { product_id: built.products.reserve, pigeon_ids: [pigeon_id] }, act),
      ),
  );
  expect(result).toEqual({ activated: birds, pigeon_already_activated: birds * (tries - 1) });
  expect(await charges(built)).toBe(birds);
  reportProof('M6', { birds, tries, activated: birds, refused: birds * (tries - 1), charges: birds });
});

it('control: read before locking and without the unique key, a bird is charged for more than once', async () => {
  const built = await buildActivations(connection.db, 2);
  const { user_id } = built.customer;
  const now = { time_zone: built.loft.time_zone, now_ms: Date.now() };
  const naive = (pigeon_id: number) =>
    connection.db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('activations')
        .select('order_id')
        .where('pigeon_id', '=', pigeon_id)
        .executeTakeFirst();
      if (before) return;
      const wanted = [{ product_id: built.products.reserve, quantity: 1 }];
      const order = await placeSeasonOrder(
        tx,
        built.season,
        { kind: 'activation', user_id, wanted, isAccepted: true },
        now,
      );
      const bird = { ...built.season, order_id: order.id, pigeon_id, kind: 'reserve' as const };
      await tx.insertInto('activations').values(bird).execute();
      await countBeside(tx, built.season, { activated_reserve: 1 });
      await moveOrder(tx, order, 'confirm', { by: null, ...now });
    });
  await owner.query('drop index pigeon_already_activated');
  await outcomes(built.alone, naive);
  expect(await charges(built)).toBeGreaterThan(2);
});
