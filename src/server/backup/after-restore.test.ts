/** The corrections in a restored database, before anything is served from it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { claimNext } from '#server/jobs/queue.ts';
import { notifyOperator } from '#server/notifications/notify.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { countingSenders, sendAll } from '#testing/notifications.ts';
import { afterRestore } from './restore.ts';

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

const lettersOf = async () =>
  (await connection.db.selectFrom('notifications').select(['key', 'status']).orderBy('key').execute()).map(
    ({ key, status }) => `${key} ${status}`,
  );

it('all sessions are ended, and a mail that was pending is not sent twice', async () => {
  const person = await buildPerson(connection.db);
  const me = () => built.app.inject({ url: '/api/notifications', headers: person.headers });
  expect((await me()).statusCode).toBe(200);
  const facts = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };
  await notifyOperator(connection.db, 'a@example.org', '1 claimed', facts);
  const taken_ms = Date.now() + 1000;
  expect(await claimNext(connection.db, 'mail', taken_ms)).not.toBeNull();
  await notifyOperator(connection.db, 'a@example.org', '2 waiting', facts);

  expect(await afterRestore(connection.db, new Date(taken_ms).toISOString())).toEqual({
    sessions: 1,
    notifications: 1,
  });
  expect(await lettersOf()).toEqual(['1 claimed given_up', '2 waiting pending']);
  const { sent, senders } = countingSenders();
  await sendAll({ db: connection.db, senders }, Date.now() + 200_000);
  expect(sent.map(({ key }) => key)).toEqual(['2 waiting']);
  expect((await me()).statusCode).toBe(401);
});
