import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildLoft, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { visit } from '#testing/visitor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let issuer: TestIssuer;
let built: App;
let clientId: string;
const redirectUri = 'http://loft.example/login/callback';

beforeAll(async () => {
  [database, issuer] = await Promise.all([testDatabase(), startTestIssuer()]);
  connection = connect(database.url, () => {});
  clientId = issuer.client.client_id;
  built = await buildApp({
    config: { ...testConfig, oidc: { issuer: issuer.issuer, ...issuer.client } },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });
  issuer.person = {
    sub: 'anna',
    given_name: 'Anna',
    family_name: 'Aerts',
    email: 'anna@example.org',
    email_verified: true,
    picture: 'https://id.example.org/anna.png',
    ipfn: 'BE-1',
    address: { street_address: 'Dorp 1', locality: 'Gent', postal_code: '9000' },
    locale: 'nl-BE',
  };
});
afterAll(async () => {
  await built?.app.close();
  await issuer?.stop();
  await connection?.close();
  await database?.drop();
});

const post = (payload: Record<string, string>) =>
  built.app.inject({ method: 'POST', url: '/api/oauth/token', payload });
const get = (url: string, token?: string) =>
  built.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

/** The request of a program: a verifier, and the code with which its person returns. */
async function tokenRequest() {
  const codeVerifier = 'v'.repeat(43);
  const address = new URL('http://issuer.example');
  address.search = new URLSearchParams({
    redirect_uri: redirectUri,
    scope: 'openid profile email address offline_access',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  }).toString();
  const code = new URL(await issuer.approve(address.href), redirectUri).searchParams.get('code')!;
  return { clientId, code, redirectUri, codeVerifier, nonce: 'a nonce' };
}

describe('a program', () => {
  it('is signed in by a code and gets its person (3.11, 7.10)', async () => {
    const answer = await post(await tokenRequest());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      image_src: 'https://id.example.org/anna.png',
      first_name: 'Anna',
      last_name: 'Aerts',
      email: 'anna@example.org',
      ipfn: 'BE-1',
      city: 'Gent',
      street: 'Dorp 1',
      zipcode: '9000',
      language: 'nl',
      token: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 30 * 86_400,
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('reads its person with the Bearer token, without the refresh token (7.12)', async () => {
    const { token } = (await post(await tokenRequest())).json();
    const answer = await get('/api/oauth/user', token);
    expect(answer.json()).toMatchObject({ first_name: 'Anna', token, refreshToken: null });
    expect(answer.json().expiresIn).toBeGreaterThan(29 * 86_400);
  });

  it.each([undefined, 'nothing', ''])('is refused with the token %s', async (token) => {
    expect((await get('/api/oauth/user', token)).statusCode).toBe(401);
  });

  it('gets new tokens for its refresh token, and the old ones are invalid (7.11)', async () => {
    const first = (await post(await tokenRequest())).json();
    const second = await post({ clientId, refreshToken: first.refreshToken });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ first_name: 'Anna', expiresIn: 30 * 86_400 });
    expect((await get('/api/oauth/user', first.token)).statusCode).toBe(401);
    expect((await get('/api/oauth/user', second.json().token)).statusCode).toBe(200);
    const again = await post({ clientId, refreshToken: first.refreshToken });
    expect([again.statusCode, again.json().code]).toEqual([401, 'refresh_token_error']);
  });

  it.each([
    ['another client', { clientId: 'another' }],
    ['another address', { redirectUri: 'http://evil.example/login/callback' }],
    ['another verifier', { codeVerifier: 'w'.repeat(43) }],
    ['another nonce', { nonce: 'another' }],
    ['another code', { code: 'another' }],
  ])('is refused with %s, with the code and the message that clients check (7.10)', async (_name, wrong) => {
    const answer = await post({ ...(await tokenRequest()), ...wrong });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'token_error', error: 'Token error' });
  });

  it('is refused with a code that was redeemed before', async () => {
    const brought = await tokenRequest();
    expect((await post(brought)).statusCode).toBe(200);
    expect((await post(brought)).json().code).toBe('token_error');
  });

  it('gets the missing fields', async () => {
    const answer = await post({ clientId });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([422, ['errors', 'codes', 'params']]);
  });

  it('reads the rights of its person, as a browser does (3.11)', async () => {
    const { token } = (await post(await tokenRequest())).json();
    const { loft } = await buildLoft(connection.db);
    const { id: user_id } = await connection.db
      .selectFrom('users')
      .select('id')
      .where('subject', '=', 'anna')
      .executeTakeFirstOrThrow();
    await connection.db
      .insertInto('loft_permissions')
      .values({
        loft_id: loft.id,
        user_id,
        is_merchant: true,
        is_agent: false,
        is_staff: false,
        has_seasons: false,
        is_active: true,
      })
      .execute();
    const may = {
      is_admin: false,
      permissions: [expect.objectContaining({ loft_id: loft.id, is_merchant: true, is_agent: false, is_active: true })],
    };
    expect((await get('/api/olr/user', token)).json()).toEqual(may);
    const browser = visit(built.app);
    await browser.signIn(issuer);
    expect((await browser.get('/api/olr/user')).json()).toEqual(may);
    // A token from a cookie must not become readable for scripts.
    expect((await browser.get('/api/oauth/user')).statusCode).toBe(401);
    expect((await get('/api/olr/user')).statusCode).toBe(401);
  });
});
