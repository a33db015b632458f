/** Products through the API and directly in the database, which refuses the same with the same code (T4). */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductFields } from '#domain/seasons/product-contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { type BuiltLoft, buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { addDueDate } from './due-dates.ts';
import { createSeason } from './seasons.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let built: App;
let at: BuiltLoft;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await owner?.end();
  await connection?.close();
  await database?.drop();
});
beforeEach(async () => {
  at = await buildLoft(connection.db);
  merchant = await buildPerson(connection.db, { entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }] });
  await connection.db.transaction().execute((tx) =>
    addDueDate(tx, null, key(), {
      due_date_category_id: 1,
      name: 'Registration',
      description: '',
      starts_at: '2027-01-01',
      ends_at: '2027-02-28',
      max_duration: null,
    }),
  );
});

const key = () => ({ loft_id: at.loft.id, season_id: at.season_id });
const entry: ProductFields = {
  product_category_id: 1,
  name: 'Five pigeons',
  description: '',
  amount_cents: 100_000,
  pigeons_active: 2,
  pigeons_reserve: 3,
  max_quantity: 10,
  starts_at: null,
  ends_at: null,
};

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const answer = await built.app.inject({ method, url: path, headers: merchant.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const products = () => `/api/admin/seasons/${at.season_id}/products`;
const add = async (fields: object = {}) => (await call('POST', products(), { ...entry, ...fields })).body.product;
/** Sets the sold quantity as orders would: there are none here. */
async function sell(id: number, sold: number) {
  await owner.query('alter table products disable trigger taken');
  await owner.query('update products set sold = $1 where id = $2', [sold, id]);
  await owner.query('alter table products enable trigger taken');
}

/** The refusal of a reply as `code.field`. */
const codesOf = (body: { code?: string; codes?: Record<string, string[]> }) =>
  Object.entries(body.codes ?? {}).flatMap(([field, codes]) => codes.map((code) => `${code}.${field}`));

describe('an invalid product, at the API and in the database', () => {
  it.each<[string, Partial<Record<keyof ProductFields, unknown>>, string]>([
    ['a negative price', { amount_cents: -1 }, 'error_min_value.amount_cents'],
    ['too high a price (5.14)', { amount_cents: 100_000_001 }, 'error_max_value.amount_cents'],
    ['fewer than no pigeons', { pigeons_active: -1 }, 'error_min_value.pigeons_active'],
    ['too many reserves', { pigeons_reserve: 1001 }, 'error_max_value.pigeons_reserve'],
    ['an entry of no pigeon', { pigeons_active: 0, pigeons_reserve: 0 }, 'product_without_pigeons.pigeons_active'],
    ['an activation of pigeons', { product_category_id: 3 }, 'product_with_pigeons.pigeons_active'],
    ['a negative quantity (5.13)', { max_quantity: -1 }, 'error_min_value.max_quantity'],
    ['a quantity of 2147483647 (5.13)', { max_quantity: 2_147_483_647 }, 'error_max_value.max_quantity'],
    ['an end before its start', { starts_at: '2027-01-02', ends_at: '2027-01-01' }, 'due_date_range_invalid.ends_at'],
    ['a start before its due date (5.6)', { starts_at: '2026-12-31' }, 'product_outside_due_date.starts_at'],
    ['an end after its due date (5.6)', { ends_at: '2027-03-01' }, 'product_outside_due_date.ends_at'],
    [
      'a period without a due date',
      { product_category_id: 2, pigeons_active: 0, pigeons_reserve: 0, starts_at: '2027-01-01' },
      'product_due_date_missing.starts_at',
    ],
  ])('%s (T4)', async (_, wrong, code) => {
    const answer = await call('POST', products(), { ...entry, ...wrong });
    expect([409, 422]).toContain(answer.status);
    expect(codesOf(answer.body)).toEqual([code]);
    const values = { ...key(), ...entry, ...wrong } as never;
    const no = await connection.db
      .insertInto('products')
      .values(values)
      .execute()
      .then(() => null, refusalOfDatabase);
    expect(no && `${no.code}.${Object.keys(no.errors ?? {}).join()}`).toBe(code);
  });

  it.each([
    ['no number', 'ten', 'error_number'],
    ['a half', 1.5, 'error_whole_number'],
  ])('a quantity that is %s has its own code (5.13)', async (_, max_quantity, code) => {
    expect(codesOf((await call('POST', products(), { ...entry, max_quantity })).body)).toEqual([
      `${code}.max_quantity`,
    ]);
  });

  it('the limits of valid input are accepted: none sold, any number, 2147483646, a whole due date', async () => {
    for (const fields of [
      { max_quantity: 0 },
      { max_quantity: '' },
      { max_quantity: 2_147_483_646 },
      { amount_cents: 0 },
      { amount_cents: 100_000_000 },
      { starts_at: '2027-01-01', ends_at: '2027-02-28' },
    ])
      expect((await call('POST', products(), { ...entry, ...fields })).status).toBe(200);
  });
});

it('is listed with the places that limit its sale, for the merchant as for the customer (5.3)', async () => {
  await add();
  await connection.db.updateTable('seasons').set({ max_pigeons: 12 }).where('id', '=', at.season_id).execute();
  const { places } = (await call('GET', products())).body;
  const own = await call('GET', `/api/lofts/${at.loft.id}/seasons/${at.season_id}/registration`);
  expect(places).toMatchObject({ max_pigeons: 12, taken_active_pigeons: 0, outside_order_pigeons: 0 });
  expect(own.body.room.all).toEqual({ max: places.max_pigeons, taken: 0 });
});

describe('a product that was sold', () => {
  it('changes its period and quantity only, is not removed, and its quantity stays above the sold one (5.5, 8.20)', async () => {
    await add();
    const { id } = await add({ name: 'Sold' });
    await sell(id, 4);
    const path = `${products()}/${id}`;
    const change = (fields: object) => call('PUT', path, { ...entry, name: 'Sold', ...fields, version: 1 });
    expect(await change({ amount_cents: 1 })).toMatchObject({ status: 409, body: { code: 'product_in_use' } });
    expect(codesOf((await change({ max_quantity: 3 })).body)).toEqual(['error_min_value.max_quantity']);
    expect(await call('DELETE', path, { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'product_in_use' },
    });
    expect((await change({ max_quantity: 4, ends_at: '2027-02-01' })).body.product).toMatchObject({
      version: 2,
      max_quantity: 4,
      sold: 4,
      sale: { remaining: 0 },
    });
    // The database refuses the same without the rule.
    const past = (set: object) =>
      connection.db
        .updateTable('products')
        .set(set)
        .where('id', '=', id)
        .execute()
        .then(() => null, refusalOfDatabase);
    expect((await past({ amount_cents: 1 }))?.code).toBe('product_in_use');
    expect((await past({ max_quantity: 3 }))?.errors).toHaveProperty('max_quantity');
    expect((await sell(id, 5).then(() => null, refusalOfDatabase))?.errors).toHaveProperty('max_quantity');
    const gone = connection.db.deleteFrom('products').where('id', '=', id).execute();
    expect((await gone.then(() => null, refusalOfDatabase))?.code).toBe('product_in_use');
  });
});

it('one entry fee stays, whether it would be removed or get another category (5.4, 8.21)', async () => {
  const { id } = await add();
  await add({ product_category_id: 5, pigeons_active: 0, pigeons_reserve: 0 });
  const path = `${products()}/${id}`;
  const no = {
    status: 409,
    body: { code: 'entry_fee_product_needed', error: 'You need at least one product with the entry fee category' },
  };
  expect(await call('DELETE', path, { version: 1 })).toMatchObject(no);
  expect(
    await call('PUT', path, { ...entry, product_category_id: 5, pigeons_active: 0, pigeons_reserve: 0, version: 1 }),
  ).toMatchObject(no);
  await add({ name: 'Another' });
  expect((await call('DELETE', path, { version: 1 })).status).toBe(200);
});

it('a concurrent change is not overwritten, and every change is in the audit log', async () => {
  const { id } = await add();
  const path = `${products()}/${id}`;
  const both = await Promise.all(['One', 'Two'].map((name) => call('PUT', path, { ...entry, name, version: 1 })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(both.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  const log = await connection.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('loft_id', '=', at.loft.id)
    .where('action', 'like', 'product.%')
    .orderBy('id')
    .execute();
  expect(log).toEqual(['product.add', 'product.change'].map((action) => ({ action, user_id: merchant.user_id })));
});

it('the list is searched, filtered, sorted and paged', async () => {
  for (const [name, amount_cents] of [
    ['Bronze', 300],
    ['Silver', 100],
    ['Gold', 200],
  ] as const)
    await add({ name, amount_cents });
  await add({
    name: 'Average speed',
    product_category_id: 5,
    pigeons_active: 0,
    pigeons_reserve: 0,
    description: 'Silver spoon',
  });
  const names = async (query: string) =>
    (await call('GET', `${products()}?${query}`)).body.products.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Bronze', 'Silver', 'Gold', 'Average speed']);
  expect(await names('q=silver')).toEqual(['Silver', 'Average speed']);
  expect(await names('category=entry_fee&sort=-amount')).toEqual(['Bronze', 'Gold', 'Silver']);
  expect(await names('sort=name&per_page=25')).toEqual(['Average speed', 'Bronze', 'Gold', 'Silver']);
});

describe('the call of part 7.4', () => {
  const wire = (id: number, query = '') => call('GET', `/api/custom/v1/merchant/products/${id}${query}`);

  it('returns the products of a season, and of a loft those of all its seasons, with the names of 3.5', async () => {
    const { id } = await add({ starts_at: '2027-01-05' });
    expect((await wire(at.season_id, '?of=season')).body).toEqual([
      {
        id,
        season_id: at.season_id,
        product_category_id: 1,
        name: 'Five pigeons',
        description: '',
        amount: 1000,
        currency: 'EUR',
        pigeons_active: 2,
        pigeons_reserve: 3,
        max_quantity: 10,
        starts_at: '2027-01-05',
        ends_at: null,
      },
    ]);
    await connection.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id: at.loft.id, name: 'Next', year: 2027 }));
    expect((await wire(at.loft.id, '?of=loft')).body.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  it('takes an id of either, because no new loft has the id of a season', async () => {
    const { id } = await add();
    for (const one of [at.season_id, at.loft.id])
      expect((await wire(one)).body.map((product: { id: number }) => product.id)).toEqual([id]);
    const { rows } = await owner.query(`insert into lofts (name, unit, time_zone)
      select 'Loft ' || n, 'km', 'Europe/Brussels' from generate_series(1, 9) n returning id % 2 as odd`);
    expect(rows.every(({ odd }) => Number(odd) === 1)).toBe(true);
    const years = await Promise.all(
      [2031, 2032, 2033].map((year) =>
        connection.db
          .transaction()
          .execute((tx) => createSeason(tx, { loft_id: at.loft.id, name: `Year ${year}`, year })),
      ),
    );
    expect(years.every((season) => season.id % 2 === 0)).toBe(true);
  });

  it('an older id of both a season and a loft is the season’s, judged by the loft of that season alone', async () => {
    await add();
    // A season whose id equals that of another person's loft.
    const other = await buildLoft(connection.db);
    const shared = 50_000 + at.loft.id;
    await owner.query('begin');
    await owner.query(
      `insert into lofts (id, name, unit, time_zone) overriding system value values ($1, $2, 'km', 'Europe/Brussels')`,
      [shared, `Loft ${shared}`],
    );
    await owner.query(
      `insert into seasons (loft_id, id, name, year) overriding system value values ($1, $2, 'Shared', 2028)`,
      [at.loft.id, shared],
    );
    await owner.query(
      `insert into season_history (loft_id, season_id, n, from_status, to_status) values ($1, $2, 1, 'new', 'draft')`,
      [at.loft.id, shared],
    );
    await owner.query('commit');
    expect(await wire(shared)).toEqual({ status: 200, body: [] });
    expect((await wire(shared, '?of=loft')).status).toBe(404);
    const theirs = await buildPerson(connection.db, { entries: [{ loft_id: shared, entry: { is_merchant: true } }] });
    const asked = async (query: string) =>
      (await built.app.inject({ url: `/api/custom/v1/merchant/products/${shared}${query}`, headers: theirs.headers }))
        .statusCode;
    expect([await asked(''), await asked('?of=loft')]).toEqual([404, 200]);
    expect((await wire(other.loft.id, '?of=loft')).status).toBe(404);
  });
});
