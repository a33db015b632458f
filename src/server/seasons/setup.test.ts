/** Setting up a season through HTTP: created, changed, opened when it is ready, ended, copied. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { buildContract } from '#testing/contracts.ts';
import { testDatabase } from '#testing/database.ts';
import { walkSeason } from './setup.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let owner: pg.Client;

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

const fields = {
  name: 'Season 2027',
  year: 2027,
  currency: 'EUR',
  description: 'Eight flights',
  max_pigeons: 1000,
  max_active_pigeons: '800',
  max_reserve_pigeons: '',
};

/** A loft, its merchant, and a new season of it in draft. */
async function scene() {
  const { loft } = await buildLoft(connection.db);
  const merchant = await buildPerson(connection.db, {
    first_name: 'Maria',
    last_name: 'Maes',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await built.app.inject({ method, url, headers: merchant.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const lofts = `/api/admin/lofts/${loft.id}/seasons`;
  const { body } = await ask('POST', lofts, fields);
  const at = `/api/admin/seasons/${body.season.id}`;
  const give = (due_date_category_id: number, starts_at: string, ends_at: string) =>
    ask('POST', `${at}/due-dates`, { due_date_category_id, name: 'Due date', starts_at, ends_at });
  const dates = async () => {
    await give(1, '2026-12-01', '2027-02-28');
    await give(2, '2027-02-01', '2027-03-02');
    await give(3, '2027-03-01', '2027-04-10');
  };
  const contract = () => buildContract(connection.db, { loft_id: loft.id, user_id: merchant.user_id });
  const product = (more: object = {}) =>
    ask('POST', `${at}/products`, {
      product_category_id: 1,
      name: 'Team of three',
      description: '',
      amount_cents: 10_000,
      pigeons_active: 3,
      pigeons_reserve: 0,
      max_quantity: '',
      starts_at: '',
      ends_at: '',
      ...more,
    });
  return { loft, lofts, season_id: body.season.id as number, at, ask, dates, contract, product };
}

describe('the settings of a season', () => {
  it('are entered and changed; a blank is unlimited (2.16)', async () => {
    const { at, ask, loft } = await scene();
    const { body } = await ask('GET', `${at}/setup`);
    expect(body.season).toMatchObject({
      ...fields,
      max_active_pigeons: 800,
      max_reserve_pigeons: null,
      status: 'draft',
    });
    const changed = await ask('PUT', at, { ...fields, name: 'Season of 2027', version: 1 });
    expect(changed.body.season).toMatchObject({ name: 'Season of 2027', version: 2 });
    const late = await ask('PUT', at, { ...fields, name: 'Another', version: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const log = await connection.db.selectFrom('audit_log').select('action').where('loft_id', '=', loft.id).execute();
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['season.create', 'season.change']));
  });

  it('are refused at their field, and by the database with the same code', async () => {
    const { ask, lofts, loft } = await scene();
    const wrong = { ...fields, name: 'Other', max_active_pigeons: 1001 };
    expect((await ask('POST', lofts, wrong)).body.codes).toEqual({ max_active_pigeons: ['more_than_season'] });
    expect((await ask('POST', lofts, { ...fields, name: 'SEASON 2027' })).body.codes).toEqual({
      name: ['error_unique'],
    });
    expect((await ask('POST', lofts, { ...fields, name: ' ', year: 'next' })).body.codes).toEqual({
      name: ['error_required'],
      year: ['error_required'],
    });
    const insert = (more: object) =>
      connection.db
        .insertInto('seasons')
        .values({ loft_id: loft.id, name: 'Other', year: 2027, ...more })
        .execute()
        .then(() => null, refusalOfDatabase);
    expect(await insert({ max_pigeons: 10, max_active_pigeons: 11 })).toMatchObject({
      code: 'more_than_season',
      errors: { max_active_pigeons: [{ code: 'more_than_season' }] },
    });
    expect(await insert({ name: 'season 2027' })).toMatchObject({ code: 'error_unique', errors: { name: [{}] } });
  });
});

describe('the currency', () => {
  it('stays once a product was sold in it, by the rule and by the database', async () => {
    const { at, ask, product, loft, season_id } = await scene();
    await product();
    const dollars = { ...fields, currency: 'USD' };
    expect((await ask('PUT', at, { ...dollars, version: 1 })).body.season.currency).toBe('USD');
    await owner.query('alter table products disable trigger taken');
    await owner.query('update products set sold = 1 where loft_id = $1', [loft.id]);
    const no = { status: 409, body: { codes: { currency: ['product_in_use'] } } };
    expect(await ask('PUT', at, { ...fields, version: 2 })).toMatchObject(no);
    expect((await ask('PUT', at, { ...dollars, name: 'Sold', version: 2 })).status).toBe(200);
    const wall = connection.db.updateTable('seasons').set({ currency: 'EUR' }).where('id', '=', season_id).execute();
    expect(await wall.then(() => null, refusalOfDatabase)).toMatchObject({ code: 'product_in_use' });
  });
});

describe('a season', () => {
  it('opens once nothing is missing, and records who opened it and why (4.7)', async () => {
    const { at, ask, dates, contract, product } = await scene();
    const before = (await ask('GET', `${at}/setup`)).body;
    expect(before).toMatchObject({
      registration: 'unset',
      next: { status: 'in_progress', why_not: { code: 'season_not_ready' } },
    });
    const open = { status: 'in_progress', reason: 'All is ready' };
    expect(await ask('PUT', `${at}/status`, open)).toMatchObject({ status: 409, body: { code: 'season_not_ready' } });
    await dates();
    expect(await ask('PUT', `${at}/status`, open)).toMatchObject({ status: 409 });
    await contract();
    expect(await ask('PUT', `${at}/status`, open)).toMatchObject({ status: 409 });
    expect((await product()).status).toBe(200);
    expect((await ask('GET', `${at}/setup`)).body.next).toEqual({ status: 'in_progress', why_not: null });
    expect((await ask('PUT', `${at}/status`, open)).body.season.status).toBe('in_progress');
    // The second of two operators finds it done.
    expect((await ask('PUT', `${at}/status`, open)).status).toBe(200);
    const { history } = (await ask('GET', `${at}/setup`)).body;
    expect(history).toMatchObject([
      { n: 2, status: 'in_progress', reason: 'All is ready', by: 'Maria Maes' },
      { n: 1, status: 'draft', reason: null, by: 'Maria Maes' },
    ]);
    const back = await ask('PUT', `${at}/status`, { status: 'draft' });
    expect(back).toMatchObject({ status: 409, body: { code: 'step_not_possible' } });
    expect((await ask('PUT', `${at}/status`, { status: 'season_complete' })).status).toBe(409);
  });

  it('waits for the day of the loft from which its contract is in force (4.7)', async () => {
    const { loft, season_id, dates, product } = await scene();
    await dates();
    await product();
    const { user_id } = await buildPerson(connection.db);
    await buildContract(connection.db, { loft_id: loft.id, user_id, valid_from: '2031-05-01' });
    const walk = (now: string) =>
      connection.db
        .transaction()
        .execute((tx) =>
          walkSeason(tx, null, loft, { season_id, status: 'in_progress', reason: '', now_ms: Date.parse(now) }),
        );
    // Two minutes of the same UTC day, around midnight in Brussels.
    await expect(walk('2031-04-30T21:59:00Z')).rejects.toMatchObject({ code: 'season_not_ready' });
    expect(await walk('2031-04-30T22:01:00Z')).toMatchObject({ status: 'in_progress' });
  });

  it('does not end while a flight is in the air, nor is complete before its results are official (4.7)', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    const merchant = await buildPerson(connection.db, {
      entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
    });
    const answer = await built.app.inject({
      method: 'PUT',
      url: `/api/admin/seasons/${race.season_id}/status`,
      headers: merchant.headers,
      payload: { status: 'over' },
    });
    expect(answer.json()).toMatchObject({ code: 'flights_in_the_air' });
    const { body } = await built.app
      .inject({ url: `/api/admin/seasons/${race.season_id}/setup`, headers: merchant.headers })
      .then((said) => ({ body: said.json() }));
    expect(body.flights).toMatchObject([{ id: race.flight_id, day: '2026-06-06' }]);
  });

  it('is copied with its due dates, moved to the same weekdays of the other year, without its people', async () => {
    const { at, ask, dates, product, season_id } = await scene();
    await dates();
    await product({ starts_at: '2026-12-08', ends_at: '2027-01-05' });
    await owner.query('alter table products disable trigger taken');
    await owner.query('update products set sold = 7 where season_id = $1', [season_id]);
    await connection.db
      .updateTable('seasons')
      .set({ hidden: ['aces.rank'] })
      .where('id', '=', season_id)
      .execute();
    const { body } = await ask('POST', `${at}/copy`, { name: 'Season 2028', year: 2028 });
    const copy = (await ask('GET', `/api/admin/seasons/${body.season.id}/setup`)).body;
    expect(copy.season).toMatchObject({
      ...fields,
      name: 'Season 2028',
      year: 2028,
      max_active_pigeons: 800,
      max_reserve_pigeons: null,
      status: 'draft',
    });
    // 52 weeks on: a Tuesday stays a Tuesday.
    expect(
      copy.due_dates.map(({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => [starts_at, ends_at]),
    ).toEqual([
      ['2027-11-30', '2028-02-27'],
      ['2028-01-31', '2028-02-29'],
      ['2028-02-28', '2028-04-08'],
    ]);
    const { products } = (await ask('GET', `/api/admin/seasons/${body.season.id}/products`)).body;
    expect(products).toMatchObject([
      { name: 'Team of three', starts_at: '2027-12-07', ends_at: '2028-01-04', sold: 0 },
    ]);
    const shown = await connection.db
      .selectFrom('seasons')
      .select('hidden')
      .where('id', '=', body.season.id)
      .executeTakeFirstOrThrow();
    expect(shown.hidden).toEqual(['aces.rank']);
    expect((await ask('POST', `${at}/copy`, { name: 'Season 2028', year: 2028 })).body.codes).toEqual({
      name: ['error_unique'],
    });
  });
});

describe('a standard season', () => {
  const standard = {
    name: 'Season 2031',
    currency: 'EUR',
    opens_at: '2026-12-01',
    final_at: '2027-09-11',
    max_pigeons: 1000,
    entry_cents: 100_000,
    pigeons_active: 3,
    pigeons_reserve: 1,
    reserve_cents: 5000,
    final_cents: '',
    places_at_once: 900,
    language: 'de',
  };

  it('has due dates, products and a rulebook, and opens when loft and contract are there (2.16, 4.7)', async () => {
    const { lofts, ask, contract } = await scene();
    const { body } = await ask('POST', `${lofts}/standard`, standard);
    const at = `/api/admin/seasons/${body.season.id}`;
    const set = (await ask('GET', `${at}/setup`)).body;
    expect(set.season).toMatchObject({ year: 2027, max_pigeons: 1000, places_at_once: 900, status: 'draft' });
    expect(set.due_dates.map(({ name }: { name: string }) => name)).toContain('Anmeldung');
    expect(set.due_dates).toHaveLength(6);
    const { products } = (await ask('GET', `${at}/products`)).body;
    expect(products.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([100_000, 5000]);
    const { versions } = (await ask('GET', `${at}/rulebook`)).body;
    expect(versions[0]).toMatchObject({ version: 1, by: 'Maria Maes' });
    await contract();
    expect((await ask('PUT', `${at}/status`, { status: 'in_progress' })).body.season.status).toBe('in_progress');
  });

  it('is refused at its field, and nothing of it stays', async () => {
    const { lofts, ask, loft } = await scene();
    const soon = await ask('POST', `${lofts}/standard`, { ...standard, final_at: '2027-01-01' });
    expect(soon).toMatchObject({ status: 409, body: { codes: { final_at: ['season_too_short'] } } });
    const same = await ask('POST', `${lofts}/standard`, { ...standard, name: fields.name });
    expect(same.body.codes).toEqual({ name: ['error_unique'] });
    const kept = await connection.db.selectFrom('seasons').select('name').where('loft_id', '=', loft.id).execute();
    expect(kept.map(({ name }) => name).sort()).toEqual(['2026', fields.name]);
  });
});

describe('the set-up of a loft that shares it', () => {
  it('is copied by others: dates, products and rulebook of its public season, never people or accounts', async () => {
    const theirs = await scene();
    const ours = await scene();
    const bank = { bank_holder: 'Maes', bank_iban: 'BE68 5390 0754 7034', payment_text: 'By transfer' };
    await theirs.ask('PUT', theirs.at, { ...fields, ...bank, version: 1 });
    await theirs.dates();
    await theirs.product();
    await theirs.contract();
    const copy = () =>
      ours.ask('POST', `${ours.lofts}/copy`, { season_id: theirs.season_id, name: 'Like theirs', year: 2028 });
    const offered = async () =>
      (await ours.ask('GET', '/api/admin/season-lofts')).body.shared.map(({ id }: { id: number }) => id);
    // It does not share; then it does, but its season is a draft; then it is public.
    const no = { status: 404, body: { code: 'not_found' } };
    expect([await offered(), (await copy()).status]).toEqual([[], 404]);
    await connection.db.updateTable('lofts').set({ shares_setup: true }).where('id', '=', theirs.loft.id).execute();
    expect(await offered()).not.toContain(theirs.season_id);
    expect(await copy()).toMatchObject(no);
    await theirs.ask('PUT', `${theirs.at}/status`, { status: 'in_progress' });
    expect(await offered()).toEqual([theirs.season_id]);
    const { body } = await copy();
    const set = (await ours.ask('GET', `/api/admin/seasons/${body.season.id}/setup`)).body;
    expect(set.season).toMatchObject({ name: 'Like theirs', year: 2028, currency: 'EUR', max_pigeons: null });
    expect(set.season).toMatchObject({ bank_iban: null, payment_text: null, description: null });
    expect(set.due_dates.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
      '2027-11-30',
      '2028-01-31',
      '2028-02-28',
    ]);
    const { products } = (await ours.ask('GET', `/api/admin/seasons/${body.season.id}/products`)).body;
    expect(products).toMatchObject([{ name: 'Team of three', amount_cents: 10_000, sold: 0 }]);
  });
});
