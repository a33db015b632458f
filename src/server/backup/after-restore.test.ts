/** What is put right in a database that was restored, before anybody is served from it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { claimDue } from '#server/notifications/sender.ts';
import { buildPerson, testConfig } from '#server/testing.ts';
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

it('nobody is signed in, and a letter that was on its way is not sent twice', async () => {
  const person = await buildPerson(connection.db);
  const me = () => built.app.inject({ url: '/api/notifications', headers: person.headers });
  expect((await me()).statusCode).toBe(200);
  const told = { recipient: 'a@example.org', event: 'contact', channel: 'mail' as const, facts: '{}' };
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await connection.db
    .insertInto('notifications')
    .values([
      { ...told, key: '1 claimed', due_at: at(-1000) },
      { ...told, key: '2 waiting', due_at: at(3_600_000) },
    ] as never)
    .execute();
  expect(await claimDue(connection.db, Date.now())).toHaveLength(1);

  expect(await afterRestore(connection.db, new Date().toISOString())).toEqual({ sessions: 1, letters: 1 });
  expect(await lettersOf()).toEqual(['1 claimed given_up', '2 waiting pending']);
  expect(await claimDue(connection.db, Date.now() + 200_000)).toEqual([]);
  expect((await me()).statusCode).toBe(401);
});
