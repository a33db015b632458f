/** Tabs that wake up at the same moment: the provider is asked once (S2), and its refusal ends the session. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unrenewed_s } from '#domain/accounts/session.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createServices } from '#server/outside/services.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { visit } from '#testing/visitor.ts';
import { createRelyingParty } from './oidc.ts';
import { createRenewal } from './renewal.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let issuer: TestIssuer;
let built: App;

beforeAll(async () => {
  [database, issuer] = await Promise.all([testDatabase(), startTestIssuer()]);
  connection = connect(database.url, () => {});
  built = await buildApp({
    config: { ...testConfig, oidc: { issuer: issuer.issuer, ...issuer.client } },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });
});
afterAll(async () => {
  await built?.app.close();
  await issuer?.stop();
  await connection?.close();
  await database?.drop();
});
beforeEach(() => {
  issuer.lies = {};
  issuer.person = { sub: randomUUID() };
});

describe('tabs that wake up at the same moment (S2)', () => {
  const tabs = proveSize(50, 500);

  /** All tabs send a request with a session that is due. @returns how often the provider was asked */
  async function wake(take?: Parameters<typeof createRenewal>[0]['take']): Promise<number> {
    const visitor = visit(built.app);
    await visitor.signIn(issuer);
    await makeDue();
    const { id } = await session();
    const before = issuer.asked.refresh_token ?? 0;
    if (take) {
      const party = createRelyingParty(() => ({ issuer: issuer.issuer, ...issuer.client }), createServices().identity);
      const renew = createRenewal({ db: connection.db, party, log: built.app.log, take });
      await Promise.all(Array.from({ length: tabs }, () => renew(id)));
    } else {
      const answers = await Promise.all(Array.from({ length: tabs }, () => visitor.get('/api/olr/user')));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(tabs);
      expect(Date.parse((await session()).renew_at!)).toBeGreaterThan(Date.now() + 1000);
    }
    return (issuer.asked.refresh_token ?? 0) - before;
  }

  it(`${tabs} tabs make one call, and all stay signed in`, async () => {
    const calls = await wake();
    reportProof('S2', { tabs, calls });
    expect(calls).toBe(1);
  });

  it('control: tabs that do not claim the renewal make many calls', async () => {
    const calls = await wake(async (db, session_id) =>
      db
        .selectFrom('user_sessions')
        .innerJoin('users', 'users.id', 'user_sessions.user_id')
        .select((eb) => ['users.subject', eb.ref('user_sessions.refresh_token').$castTo<string>().as('refresh_token')])
        .where('user_sessions.id', '=', session_id)
        .executeTakeFirst(),
    );
    expect(calls).toBeGreaterThan(1);
  });

  it('a refusal of the provider ends the session at once and for good (4.8, 8.5)', async () => {
    const visitor = visit(built.app);
    await visitor.signIn(issuer);
    await makeDue();
    issuer.lies = { fails: { status: 400, error: 'invalid_grant' } };
    expect((await visitor.get('/api/olr/user')).statusCode).toBe(401);
    issuer.lies = {};
    expect((await visitor.get('/api/olr/user')).statusCode).toBe(401);
  });

  it('an unavailable provider ends no session, and is asked again later', async () => {
    const visitor = visit(built.app);
    await visitor.signIn(issuer);
    await makeDue();
    issuer.lies = { fails: { status: 503, error: 'temporarily_unavailable' } };
    expect((await visitor.get('/api/olr/user')).statusCode).toBe(200);
    issuer.lies = {};
    await makeDue();
    issuer.person.given_name = 'Renamed';
    expect((await visitor.get('/api/olr/user')).statusCode).toBe(200);
    const { first_name } = await connection.db
      .selectFrom('users')
      .select('first_name')
      .where('subject', '=', String(issuer.person.sub))
      .executeTakeFirstOrThrow();
    expect(first_name).toBe('Renamed');
  });

  it('a session without a refresh token lasts half a day, not half the lifetime of its access token', async () => {
    issuer.lies = { answer: (response) => delete response.refresh_token };
    await visit(built.app).signIn(issuer);
    const { expires_at, renew_at } = await session();
    expect(renew_at).toBeNull();
    const left_s = (Date.parse(expires_at) - Date.now()) / 1000;
    expect(left_s).toBeGreaterThan(unrenewed_s - 60);
    expect(left_s).toBeLessThanOrEqual(unrenewed_s);
  });

  const session = () =>
    connection.db
      .selectFrom('user_sessions')
      .innerJoin('users', 'users.id', 'user_sessions.user_id')
      .selectAll('user_sessions')
      .where('subject', '=', String(issuer.person.sub))
      .executeTakeFirstOrThrow();

  async function makeDue(): Promise<void> {
    const renew_at = new Date(Date.now() - 1000).toISOString();
    const { id } = await session();
    await connection.db.updateTable('user_sessions').set({ renew_at }).where('id', '=', id).execute();
  }
});
