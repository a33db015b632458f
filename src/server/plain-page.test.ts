import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { locales } from '#domain/locales.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';
import { isRead, plainPage } from './plain-page.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  // An identity provider that is not there.
  const oidc = { issuer: 'http://127.0.0.1:9/', client_id: 'loftline', client_secret: undefined };
  const config = { ...testConfig, oidc };
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const browser = { accept: 'text/html,application/xhtml+xml', cookie: 'locale=ar' };

it('a browser that cannot be redirected to the sign-in gets the reason in its language and a link home (2.32)', async () => {
  const answer = await built.app.inject({ url: '/login', headers: browser });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(answer.body).toMatch(/<html lang="ar" dir="rtl">/);
  expect(answer.body).toContain('<a href="/">');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

it('a refused call is JSON, whatever client makes it', async () => {
  const answer = await built.app.inject({ url: '/api/nothing', headers: browser });
  expect(answer.json()).toMatchObject({ code: 'not_found' });
  expect((await built.app.inject('/login')).json()).toMatchObject({ code: 'provider_away' });
});

it('an internal error shows its request id, and no internals', async () => {
  const logged = vi.spyOn(console, 'error');
  vi.spyOn(connection.db, 'selectFrom').mockImplementation(() => {
    throw new Error('geheim');
  });
  const answer = await built.app.inject({
    method: 'POST',
    url: '/logout',
    headers: { ...browser, cookie: 'session=x' },
  });
  vi.restoreAllMocks();
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain(answer.headers['x-request-id']);
  expect(answer.body).not.toContain('geheim');
  expect(logged).not.toHaveBeenCalled();
});

it.each(locales)('every status has its page in %s', (locale) => {
  for (const status of [401, 403, 404, 429, 500, 503]) {
    const page = plainPage({ status, sentence: '<b> & "more"', locale });
    expect(page).toContain('&#60;b&#62; &#38; &#34;more&#34;');
    if (status !== 404) expect(page).toContain(String(status));
  }
});

it.each([
  ['/login', true],
  ['/misc/consent', true],
  ['/api/lofts', false],
  ['/id/oauth2/token', false],
])('%s is read: %s', (url, read) => {
  expect(isRead({ url, headers: browser })).toBe(read);
  expect(isRead({ url, headers: { accept: '*/*' } })).toBe(false);
});
