import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

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

const valid = { name: 'Ann Peeters', email: 'ann@example.org', message: 'When is the final?', locale: 'en' };
async function write(more: object, headers = {}, remoteAddress = '127.0.0.1') {
  const answer = await built.app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...valid, ...more },
    remoteAddress,
    headers,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const stored = (email: string) =>
  connection.db.selectFrom('contact_messages').selectAll().where('email', '=', email).orderBy('id').execute();

it('a message is stored, with its person if signed in (2.2)', async () => {
  expect((await write({ name: ' Ann Peeters ' })).status).toBe(200);
  const ben = await buildPerson(connection.db);
  expect((await write({ email: 'ben@example.org', message: 'Hello <b>' }, ben.headers)).status).toBe(200);
  expect(await stored('ann@example.org')).toMatchObject([{ ...valid, user_id: null }]);
  expect(await stored('ben@example.org')).toMatchObject([{ message: 'Hello <b>', user_id: ben.user_id }]);
});

it.each([
  ['nothing', { name: '', email: '', message: ' ' }, ['name', 'email', 'message']],
  ['no e-mail address', { email: 'ann' }, ['email']],
  ['too long a message', { message: 'x'.repeat(4001) }, ['message']],
])('%s is refused at its fields', async (_name, more, fields) => {
  const { status, body } = await write(more);
  expect([status, Object.keys(body.codes)]).toEqual([422, fields]);
});

it('the sixth message of an hour from one network is refused, with any address; others are not', async () => {
  const bully = '2001:db8:66:1::';
  for (let n = 1; n <= 5; n++)
    expect((await write({ email: `carl${n}@example.org` }, {}, `${bully}${n}`)).status).toBe(200);
  const sixth = await write({ email: 'carl6@example.org' }, {}, `${bully}6`);
  expect(sixth).toMatchObject({ status: 429, body: { code: 'too_often' } });
  expect(await stored('carl6@example.org')).toHaveLength(0);
  expect((await write({ email: 'carl@example.org' }, {}, '203.0.113.80')).status).toBe(200);
  const dora = await buildPerson(connection.db);
  expect((await write({ email: 'dora@example.org' }, dora.headers, `${bully}7`)).status).toBe(200);
});
