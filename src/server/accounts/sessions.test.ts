import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { beginSession, endSessions, readPerson, signedInBy } from './sessions.ts';
import { enterUser } from './users.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
const issuer = 'https://id.example.org';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

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

describe('a session', () => {
  it('is found by its token until it is ended, with the present rights (3.11)', async () => {
    const { db } = connection;
    const user_id = await enterUser(db, { issuer, subject: 'anna', first_name: 'Anna', email: 'anna@example.org' });
    const { session_id, token } = await beginSession(db, { user_id, expires_at: inAnHour() });
    expect(await signedInBy(db, token)).toEqual({
      kind: 'user',
      user_id,
      proven_at: null,
      is_strong: false,
      session_id,
      is_admin: false,
      permissions: [],
    });
    const { loft } = await buildRace(db, { birds: 1 });
    const right = { is_merchant: true, is_agent: false, is_staff: false, has_seasons: false, is_active: true };
    await db
      .insertInto('loft_permissions')
      .values({ loft_id: loft.id, user_id, ...right })
      .execute();
    const actor = (await signedInBy(db, token))!;
    expect(actor.permissions).toEqual([{ loft_id: loft.id, ...right }]);
    expect(await readPerson(db, actor)).toMatchObject({ first_name: 'Anna', email: 'anna@example.org' });
    await endSessions(db, { session_id });
    expect(await signedInBy(db, token)).toBeNull();
  });

  it('is invalid after its end', async () => {
    const user_id = await enterUser(connection.db, { issuer, subject: 'late' });
    const { token } = await beginSession(connection.db, {
      user_id,
      expires_at: new Date(Date.now() - 1).toISOString(),
    });
    expect(await signedInBy(connection.db, token)).toBeNull();
  });

  it('is refused with 401 once it has ended, as Bearer token and as cookie', async () => {
    const user_id = await enterUser(connection.db, { issuer, subject: 'two' });
    const { token } = await beginSession(connection.db, { user_id, expires_at: inAnHour() });
    const ask = (headers: Record<string, string>) =>
      built.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: { readings: [] } });
    // Only clocks may send readings.
    expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(403);
    expect((await ask({ cookie: `session=${token}` })).statusCode).toBe(403);
    await endSessions(connection.db, { user_id });
    expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
    expect((await ask({ cookie: `session=${token}` })).statusCode).toBe(401);
  });
});

describe('a person', () => {
  it('is identified by issuer and subject, with the latest claims of the provider', async () => {
    const claims = { issuer, subject: 'bert', first_name: 'Bert', city: 'Gent' };
    const id = await enterUser(connection.db, claims);
    expect(await enterUser(connection.db, { ...claims, city: null, last_name: 'Claes' })).toBe(id);
    expect(await enterUser(connection.db, { ...claims, issuer: 'https://other.example.org' })).not.toBe(id);
    const row = await connection.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ first_name: 'Bert', last_name: 'Claes', city: null });
  });
});
