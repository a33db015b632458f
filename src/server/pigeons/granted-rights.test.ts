/** Rights given and ended by hand over HTTP; simultaneous ones never exceed the whole, with a control. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { whole_bp } from '#domain/pigeons/rights.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { giveShare } from './granted-rights.ts';
import { holdersOf } from './rights.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let built: App;
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

/** A season of three birds, its manager, and a customer. */
async function scene() {
  const race = await buildRace(connection.db, { birds: 3, basketed: 1 });
  const loft_id = race.loft.id;
  const season = { loft_id, season_id: race.season_id };
  const [bird, second, third] = race.pigeon_ids as [number, number, number];
  const emails = { manager_email: `mia.${loft_id}@example.org`, customer_email: `cato.${loft_id}@example.org` };
  const entries = [{ loft_id, entry: { has_seasons: true } }];
  const manager = await buildPerson(connection.db, { entries, email: emails.manager_email });
  const hers = { first_name: 'Cato', last_name: 'Crab', email: emails.customer_email };
  const customer = await buildPerson(connection.db, hers);
  const at = `/api/admin/seasons/${race.season_id}/pigeons/${bird}`;
  const ask = async (method: 'GET' | 'POST', to: string, payload?: object) => {
    const url = at + to;
    const answer = await built.app.inject({ method, url, headers: manager.headers, ...(payload && { payload }) });
    const body = answer.json();
    return { status: answer.statusCode, body, errors: body.codes };
  };
  const today = dayAt(Date.now(), race.loft.time_zone);
  const wanted = { email: emails.customer_email, share_bp: 3500, from_day: today, reason: 'Half of it is hers' };
  const give = (change: object = {}) => ask('POST', '/rights', { ...wanted, ...change });
  const ids = { season, bird, second, third, customer_id: customer.user_id, manager_id: manager.user_id };
  return { ...race, ...emails, ...ids, today, ask, give };
}

it('a share is given and ended; its history stays, with who ended it', async () => {
  const { ask, give, today, customer_id, manager_id, season, bird } = await scene();
  expect((await give()).body).toEqual({ n: 1 });
  const holders = async (day: string) =>
    (await connection.db.transaction().execute((tx) => holdersOf(tx, season, [bird], day))).get(bird)!;
  const hers = { user_id: customer_id, share_bp: 3500 };
  expect(await holders(today)).toContainEqual(hers);
  expect(await holders(daysAfter(today, -1))).not.toContainEqual(hers);

  const until_day = daysAfter(today, 5);
  expect((await ask('POST', '/rights/1/end', { until_day })).status).toBe(200);
  expect(await holders(daysAfter(today, 4))).toContainEqual(hers);
  expect(await holders(until_day)).not.toContainEqual(hers);
  const { rights } = (await ask('GET', '')).body;
  expect(rights).toEqual([
    {
      n: 1,
      to: { user_id: customer_id, email: expect.any(String), first_name: 'Cato', last_name: 'Crab' },
      order_id: null,
      from_day: today,
      until_day,
      share_bp: 3500,
      reason: 'Half of it is hers',
    },
  ]);
  const written = connection.db.selectFrom('audit_log').select(['user_id', 'about_user_id', 'after']);
  expect(await written.where('action', '=', 'pigeon.right_end').execute()).toEqual([
    { user_id: manager_id, about_user_id: customer_id, after: { pigeon_id: bird, n: 1, until_day } },
  ]);
  expect((await ask('POST', '/rights/1/end', { until_day })).body.code).toBe('right_ended');
  expect((await ask('POST', '/rights/2/end', { until_day })).status).toBe(404);
});

it('each refusal is at its field, and the database refuses more than the whole as well', async () => {
  const { give, ask, manager_email, season, bird, today, customer_id } = await scene();
  await give();
  const no = async (change: object) => (await give(change)).errors;
  expect(await no({ email: 'nobody@example.org' })).toEqual({ email: ['email_not_assignable'] });
  expect(await no({ email: manager_email })).toEqual({ email: ['email_not_assignable'] });
  expect(await no({ email: 'nobody' })).toEqual({ email: ['error_email'] });
  expect(await no({ from_day: daysAfter(today, -1) })).toEqual({ from_day: ['right_day_past'] });
  expect(await no({ from_day: 'today' })).toEqual({ from_day: ['error_day'] });
  expect(await no({ share_bp: 0 })).toEqual({ share_bp: ['error_min_value'] });
  expect(await no({ share_bp: 10_001 })).toEqual({ share_bp: ['error_max_value'] });
  expect(await no({ share_bp: 6501 })).toEqual({ share_bp: ['shares_above_whole'] });
  const row = { ...season, pigeon_id: bird, n: 2, user_id: customer_id, from_day: today, share_bp: 6501 };
  await expect(plant(row)).rejects.toMatchObject({
    constraint: 'shares_above_whole.share_bp',
    detail: '{"left" : 65}',
  });
  const end = async (until_day: string) => (await ask('POST', '/rights/1/end', { until_day })).errors;
  expect(await end(daysAfter(today, -1))).toEqual({ until_day: ['right_day_past'] });
  expect((await give({ share_bp: 6500 })).status).toBe(200);
});

/** Inserts a right without checking the earlier ones. */
const plant = (row: {
  loft_id: number;
  pigeon_id: number;
  n: number;
  user_id: number;
  from_day: string;
  share_bp: number;
}) => {
  const { loft_id, pigeon_id, n, user_id, from_day, share_bp } = row;
  const byHand = { until_day: null, reason: null, order_id: null, given_by: null, at: new Date().toISOString() };
  return connection.db
    .insertInto('pigeon_rights')
    .values({ loft_id, pigeon_id, n, user_id, from_day, share_bp, ...byHand })
    .execute();
};

it('of five simultaneous gifts of 40 % two succeed; also by the database constraint alone, but not without it', async () => {
  const { season, bird, second, third, today, customer_id, customer_email, loft } = await scene();
  const five = [1, 2, 3, 4, 5];
  const given = async (pigeon_id: number) => {
    const rows = connection.db.selectFrom('pigeon_rights').select('share_bp').where('pigeon_id', '=', pigeon_id);
    return (await rows.execute()).reduce((sum, { share_bp }) => sum + share_bp, 0);
  };
  const wanted = { email: customer_email, share_bp: 4000, from_day: today, reason: null };
  const giving = { by: null, time_zone: loft.time_zone, now_ms: Date.now() };
  const words = await Promise.all(
    five.map(() =>
      connection.db
        .transaction()
        .execute((tx) => giveShare(tx, { ...season, pigeon_id: bird }, wanted, giving))
        .then(
          () => 'given',
          (error) => (isRefusal(error) ? error.code : error),
        ),
    ),
  );
  const said = (word: string) => words.filter((one) => one === word).length;
  expect([said('given'), said('shares_above_whole')]).toEqual([2, 3]);
  expect(await given(bird)).toBe(8000);

  const naive = (pigeon_id: number) =>
    Promise.allSettled(
      five.map((n) => plant({ ...season, pigeon_id, n, user_id: customer_id, from_day: today, share_bp: 4000 })),
    );
  await naive(second);
  expect(await given(second)).toBe(8000);
  await owner.query('alter table pigeon_rights disable trigger keep_whole');
  await naive(third);
  await owner.query('alter table pigeon_rights enable trigger keep_whole');
  expect(await given(third)).toBeGreaterThan(whole_bp);
});
