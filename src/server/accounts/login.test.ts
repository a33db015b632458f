import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { visit } from '#testing/visitor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let issuer: TestIssuer;
let built: App;

const build = (config: Partial<typeof testConfig> = {}) =>
  buildApp({
    config: { ...testConfig, oidc: { issuer: issuer.issuer, ...issuer.client }, ...config },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });

beforeAll(async () => {
  [database, issuer] = await Promise.all([testDatabase(), startTestIssuer()]);
  connection = connect(database.url, () => {});
  built = await build();
});
afterAll(async () => {
  await built?.app.close();
  await issuer?.stop();
  await connection?.close();
  await database?.drop();
});
let people = 0;
beforeEach(() => {
  people += 1;
  issuer.person = {
    sub: `person-${people}`,
    given_name: 'Anna',
    email: `anna${people}@example.org`,
    email_verified: true,
  };
  issuer.lies = {};
});

const sessionsOf = (subject: unknown) =>
  connection.db
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .selectAll('user_sessions')
    .where('subject', '=', String(subject))
    .orderBy('user_sessions.id')
    .execute();

describe('signing in', () => {
  it('redirects to the provider with PKCE, state and nonce, and returns to the former page (4.8)', async () => {
    const anna = visit(built.app);
    const begun = await anna.get('/login?to=/lofts/7?tab=teams');
    expect(begun.statusCode).toBe(303);
    const address = new URL(begun.headers.location!);
    expect(address.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: issuer.client.client_id,
      redirect_uri: 'http://loft.example/login/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const back = await anna.get(await issuer.approve(begun.headers.location!));
    expect([back.statusCode, back.headers.location]).toEqual([303, '/lofts/7?tab=teams']);
    expect([...anna.cookies.keys()].sort()).toEqual(['browser', 'session']);
    const [session] = await sessionsOf(issuer.person.sub);
    expect(session).toMatchObject({ ended_at: null, access_token: expect.any(String), renew_at: expect.any(String) });
  });

  it('asks for a new account only where the provider offers that, and tells it no page of this site', async () => {
    const begun = await visit(built.app).get('/login?register&to=/lofts');
    const asked = new URL(begun.headers.location!).searchParams;
    expect([asked.get('prompt'), asked.get('return_to')]).toEqual(['consent', null]);
  });

  it('brings the pages in the language of the account, until the person signs out', async () => {
    issuer.person = { ...issuer.person, locale: 'nl' };
    const anna = visit(built.app);
    await anna.signIn(issuer);
    expect(anna.cookies.get('account_locale')).toBe('nl');
    const page = { accept: 'text/html', 'accept-language': 'fr' };
    expect((await anna.get('/lofts/none', page)).headers['content-language']).toBe('nl');
    await anna.get('/misc/language?locale=hu&to=/');
    // What was chosen by hand in a browser stays, and the account's language stays the account's.
    await anna.signIn(issuer);
    expect((await anna.get('/lofts/none', page)).headers['content-language']).toBe('hu');
    expect(anna.cookies.get('account_locale')).toBe('nl');
    anna.cookies.delete('locale');
    await anna.post('/logout');
    expect(anna.cookies.has('account_locale')).toBe(false);
    expect((await anna.get('/lofts/none', page)).headers['content-language']).toBe('fr');
  });

  it('hides the token from scripts, and over https from all other hosts', async () => {
    const plain = await visit(built.app).signIn(issuer);
    expect(plain.cookies.find(({ name }) => name === 'session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 30 * 86_400,
    });
    expect(plain.cookies.find(({ name }) => name === 'session')).not.toHaveProperty('secure');
    const { app } = await build({ public_url: 'https://loft.example', origins: ['https://loft.example'] });
    const safe = await visit(app).signIn(issuer);
    expect(safe.cookies.find(({ name }) => name === '__Host-session')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    });
    // Over https the cookie without the `__Host-` prefix, which a neighbouring host could set, is ignored.
    const { value } = safe.cookies.find(({ name }) => name === '__Host-session')!;
    const userWith = (cookie: string) => app.inject({ url: '/api/olr/user', headers: { cookie } });
    expect((await userWith(`session=${value}`)).statusCode).toBe(401);
    expect((await userWith(`__Host-session=${value}`)).statusCode).toBe(200);
    await app.close();
  });

  it('works in several tabs at the same time', async () => {
    const anna = visit(built.app);
    const [one, two] = [await anna.get('/login?to=/one'), await anna.get('/login?to=/two')];
    expect((await anna.get(await issuer.approve(one.headers.location!))).headers.location).toBe('/one');
    expect((await anna.get(await issuer.approve(two.headers.location!))).headers.location).toBe('/two');
    const sessions = await sessionsOf(issuer.person.sub);
    expect(sessions.map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
  });

  it('returns to the page and changes nothing when it is cancelled', async () => {
    const anna = visit(built.app);
    const begun = await anna.get('/login?to=/lofts');
    const { searchParams } = new URL(begun.headers.location!);
    const back = await anna.get(`/login/callback?error=access_denied&state=${searchParams.get('state')}`);
    expect(back.headers.location).toBe('/lofts');
    expect(anna.cookies.size).toBe(0);
  });

  it.each([
    ['a merchant', '', { is_merchant: true, is_agent: true }, '/overview'],
    ['an agent', '', { is_agent: true }, '/transports'],
    ['staff with season permission', '', { is_staff: true, has_seasons: true }, '/admin/seasons'],
    ['staff without it', '', { is_staff: true }, '/'],
    ['a customer', '', null, '/'],
    ['a merchant who asked for the first page', '?to=/', { is_merchant: true }, '/'],
    ['a merchant who asked for a page', '?to=/lofts', { is_merchant: true }, '/lofts'],
  ])('leads %s to where the work is when no page was asked for (4.8)', async (_who, query, entry, to) => {
    const entries = entry ? [{ loft_id: (await buildLoft(connection.db)).loft.id, entry }] : [];
    await buildPerson(connection.db, { issuer: issuer.issuer, subject: String(issuer.person.sub), entries });
    const visitor = visit(built.app);
    const begun = await visitor.get(`/login${query}`);
    const { headers } = await visitor.get(await issuer.approve(begun.headers.location!));
    expect(headers.location).toBe(to);
  });

  it('answers 503 when the provider is unavailable', async () => {
    const { app } = await build({ oidc: { ...issuer.client, issuer: 'http://127.0.0.1:9' } });
    const answer = await visit(app).get('/login');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'provider_away']);
    await app.close();
  });

  it('begins at the address that is registered with the bundled provider', async () => {
    const { app } = await build({ oidc: undefined });
    const begun = await visit(app).get('/login?to=/lofts');
    expect(begun.headers.location).toBe('http://localhost:3000/login?to=%2Flofts');
    await app.close();
  });

  it('limits attempts and callbacks per address', async () => {
    const anna = visit(built.app);
    for (const path of ['/login', '/login/callback']) {
      for (let i = 0; i < 60; i += 1) expect((await anna.get(path)).statusCode).toBe(303);
      const refused = await anna.get(path);
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'too_often', params: { seconds: expect.any(Number) } });
      expect(refused.headers).toHaveProperty('retry-after');
    }
    expect((await visit(built.app).get('/login')).statusCode).toBe(303);
  });
});

describe('a token that a link carried (4.10)', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** The token of a session that Anna has in another browser. */
  async function carried(): Promise<string> {
    const elsewhere = visit(built.app);
    await elsewhere.signIn(issuer);
    return elsewhere.cookies.get('session')!;
  }

  it('shows whose it is, and begins no session until the reader confirms', async () => {
    const browser = visit(built.app);
    const answer = await browser.get('/login/carried', bearer(await carried()));
    expect(answer.json()).toEqual({ name: 'Anna' });
    expect(browser.cookies.size).toBe(0);
  });

  it('becomes a session of half an hour in a session cookie, with a new token (9.9)', async () => {
    const browser = visit(built.app);
    const token = await carried();
    const answer = await browser.post('/login/carried', {}, bearer(token));
    expect(answer.statusCode).toBe(204);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true });
    expect(cookie).not.toHaveProperty('maxAge');
    expect(cookie!.value).not.toBe(token);
    expect((await browser.get('/api/olr/user')).statusCode).toBe(200);
    const [, session] = await sessionsOf(issuer.person.sub);
    const left_s = (Date.parse(session!.expires_at) - Date.now()) / 1000;
    expect(left_s).toBeGreaterThan(1700);
    expect(left_s).toBeLessThanOrEqual(1800);
  });

  it('replaces the session of another person in that browser', async () => {
    const token = await carried();
    const browser = visit(built.app);
    issuer.person = { sub: `before-${people}` };
    await browser.signIn(issuer);
    const before = browser.cookies.get('session')!;
    await browser.post('/login/carried', {}, bearer(token));
    const again = await built.app.inject({ url: '/api/olr/user', headers: { cookie: `session=${before}` } });
    expect(again.statusCode).toBe(401);
  });

  it('is refused when it is unknown or only in a cookie', async () => {
    const browser = visit(built.app);
    await browser.signIn(issuer);
    for (const headers of [{}, bearer('nothing'), bearer('clock_nothing')])
      for (const answer of [
        await browser.get('/login/carried', headers),
        await browser.post('/login/carried', {}, headers),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'token_invalid']);
  });

  it('is not accepted where FRAGMENT_TOKEN is 0', async () => {
    const token = await carried();
    const { app } = await build({ fragment_token: false });
    expect((await visit(app).get('/login/carried', bearer(token))).statusCode).toBe(404);
    expect((await visit(app).post('/login/carried', {}, bearer(token))).statusCode).toBe(404);
    await app.close();
  });
});

describe('signing out', () => {
  it('ends the session at once, revokes the tokens, and redirects to the first page (4.8)', async () => {
    const anna = visit(built.app);
    await anna.signIn(issuer);
    issuer.lies.discovery = (metadata) => delete metadata.end_session_endpoint;
    const token = anna.cookies.get('session')!;
    const [before] = await sessionsOf(issuer.person.sub);
    const out = await anna.post('/logout');
    expect([out.statusCode, out.headers.location]).toEqual([303, '/']);
    // The cookies that stay do not identify the person.
    expect([...anna.cookies.keys()]).toEqual(['browser', 'left']);
    const again = await built.app.inject({ url: '/api/olr/user', headers: { cookie: `session=${token}` } });
    expect(again.statusCode).toBe(401);
    const [after] = await sessionsOf(issuer.person.sub);
    expect(after).toMatchObject({ access_token: null, refresh_token: null, id_token: null });
    await expect.poll(() => issuer.revoked).toContain(before!.refresh_token);
  });

  it('everywhere ends all sessions of the person, and no others', async () => {
    const [phone, laptop, bert] = [visit(built.app), visit(built.app), visit(built.app)];
    await phone.signIn(issuer);
    await laptop.signIn(issuer);
    issuer.person = { sub: 'bert' };
    await bert.signIn(issuer);
    await phone.post('/logout', { everywhere: '1' });
    expect((await laptop.get('/api/olr/user')).statusCode).toBe(401);
    expect((await bert.get('/api/olr/user')).statusCode).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour', { origin: 'http://other.loft.example', 'sec-fetch-site': 'same-site' }, 403],
    ['another site, by an old browser', { origin: 'https://evil.example' }, 403],
    ['nowhere, as a frame without an origin', { origin: 'null' }, 403],
    ['this site', { origin: 'http://loft.example', 'sec-fetch-site': 'same-origin' }, 303],
    ['this site, by an old browser', { origin: 'http://loft.example' }, 303],
  ])('sent from %s', async (_from, headers, status) => {
    const anna = visit(built.app);
    await anna.signIn(issuer);
    expect((await anna.post('/logout', {}, headers)).statusCode).toBe(status);
    expect((await anna.get('/api/olr/user')).statusCode).toBe(status === 403 ? 200 : 401);
  });
});
