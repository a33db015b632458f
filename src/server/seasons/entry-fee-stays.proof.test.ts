/**
 * Proves that a season keeps a product with the entry fee (T3): two operators remove the last two at the same moment,
 * again and again. The control removes the lock, and then the database constraint.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { addProduct, removeProduct } from './products.ts';
import { loadSeasonById } from './seasons.ts';

const rounds = proveSize(20, 500);
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const entry = {
  product_category_id: 1 as const,
  name: 'Entry',
  description: '',
  amount_cents: 100,
  pigeons_active: 1,
  pigeons_reserve: 0,
  max_quantity: null,
  starts_at: null,
  ends_at: null,
};

/** In how many rounds a season lost both; every refusal has the rule's own code. */
async function losses(lock: boolean): Promise<number> {
  const { season_id } = await buildLoft(connection.db);
  const open = (tx: Tx) => loadSeasonById(tx, season_id, { lock });
  const add = () =>
    connection.db.transaction().execute(async (tx) => (await addProduct(tx, null, await open(tx), entry)).id);
  let [left, lost] = [await add(), 0];
  for (let round = 0; round < rounds; round++) {
    const both = [left, await add()];
    const ends = await Promise.allSettled(
      both.map((id) =>
        connection.db.transaction().execute(async (tx) => removeProduct(tx, null, await open(tx), { id, version: 1 })),
      ),
    );
    for (const end of ends) {
      if (end.status === 'fulfilled') continue;
      const no = isRefusal(end.reason) ? end.reason : refusalOfDatabase(end.reason);
      if (no?.code !== 'entry_fee_product_needed') throw end.reason;
    }
    const stayed = both.filter((_, i) => ends[i]!.status === 'rejected');
    if (stayed.length === 0) lost += 1;
    left = stayed[0] ?? (await add());
  }
  return lost;
}

it('one of the last two products with the entry fee stays (5.4, T3)', async () => {
  expect(await losses(true)).toBe(0);
  reportProof('T3 entry fees', { rounds });
});

it('control: without the lock the database still refuses with the same code; without its constraint too both are gone', async () => {
  expect(await losses(false)).toBe(0);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('alter table products disable trigger keep_an_entry_fee');
  const lost = await losses(false);
  await owner.query('alter table products enable trigger keep_an_entry_fee');
  await owner.end();
  expect(lost).toBeGreaterThan(0);
  reportProof('T3 entry fees, control', { rounds, lost });
});
