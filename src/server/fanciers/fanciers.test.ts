import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { givePackage } from '#server/lofts/packages.ts';
import { buildPerson, buildRace, testConfig } from '#server/testing.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

/** A loft whose ten teams have a fancier each, and its merchant. */
async function scene() {
  const { loft } = await buildRace(connection.db, { birds: 10 });
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const { headers } = await buildPerson(connection.db, { entries });
  const at = `/api/admin/lofts/${loft.id}/fanciers`;
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await built.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { loft, at, ask };
}

const fields = { name: 'Zita', email: '', phone: '', street: '', zipcode: '', city: '', country: 'BE', note: '' };

it('fanciers are taken over from the teams once each, found by team and country, and changed by version', async () => {
  const { at, ask } = await scene();
  expect((await ask('GET', at)).body).toMatchObject({ total: 0, untaken: 10 });
  await Promise.all([ask('POST', `${at}/take`, {}), ask('POST', `${at}/take`, {})]);
  expect((await ask('GET', `${at}?per_page=25`)).body).toMatchObject({ total: 10, untaken: 0 });
  const { body } = await ask('GET', `${at}?q=belgien%20team%2010`);
  expect(body.fanciers).toMatchObject([{ name: 'Janssens', teams: ['Team 10'] }]);
  const one = `${at}/${body.fanciers[0].id}`;
  const change = { ...fields, name: 'Jan Janssens', phone: '+32 52 12 34 56', version: 1 };
  const both = await Promise.all([ask('PUT', one, change), ask('PUT', one, change)]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect((await ask('GET', one)).body).toMatchObject({
    fancier: { name: 'Jan Janssens', phone: '+3252123456', version: 2 },
    teams: [{ name: 'Team 10', season: '2026' }],
  });
});

it('two entries become one with the teams and notes of both; nobody chosen is refused (8.34)', async () => {
  const { at, ask } = await scene();
  await ask('POST', `${at}/take`, {});
  const { id } = (await ask('POST', at, { ...fields, note: 'Pays late' })).body;
  const { fanciers } = (await ask('GET', `${at}?q=aerts`)).body;
  for (const other_id of [null, '', id])
    expect((await ask('POST', `${at}/${id}/merge`, { other_id })).body.error).toBe('no_fancier_selected');
  expect((await ask('POST', `${at}/${id}/merge`, { other_id: fanciers[0].id })).status).toBe(200);
  const { body } = await ask('GET', `${at}/${id}`);
  expect(body).toMatchObject({ fancier: { name: 'Zita', note: 'Pays late' }, teams: [{ name: 'Team 1' }] });
  expect((await ask('GET', `${at}/${fanciers[0].id}`)).status).toBe(404);
});

it('the package legacy has no list, in the words of the rule from call and database (4.12, 6.11, T4)', async () => {
  const { loft, at, ask } = await scene();
  const { id } = (await ask('POST', at, fields)).body;
  await connection.db.transaction().execute((tx) => givePackage(tx, loft.id, 'legacy', null));
  const refused = await Promise.all([
    ask('GET', at),
    ask('POST', at, fields),
    ask('POST', `${at}/take`, {}),
    ask('GET', `${at}/${id}`),
    ask('PUT', `${at}/${id}`, { ...fields, version: 1 }),
    ask('POST', `${at}/${id}/merge`, { other_id: null }),
  ]);
  expect(new Set(refused.map(({ body }) => body.error))).toEqual(new Set(['fanciers_need_package']));
  const write = connection.db.updateTable('fanciers').set({ name: 'Zora' }).where('loft_id', '=', loft.id);
  expect(await write.execute().catch(refusalOfDatabase)).toMatchObject({ code: 'fanciers_need_package' });
});
