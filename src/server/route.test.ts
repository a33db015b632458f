import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLofts } from '#domain/flights/contract.ts';
import { anonymous } from '#domain/policy.ts';
import { Refusal, statusOf } from '#domain/refusal.ts';
import { buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';
import { ownPath } from './own-site.ts';
import { caller, route, tableOf } from './route.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
const options = () => ({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp(options());
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

describe('a route', () => {
  it('without an access action stops the start (P1)', async () => {
    const { app } = await buildApp(options());
    expect(() => app.get('/bare', async () => 'open')).toThrow(/GET \/bare does not say who may/);
    expect(() => app.get('/wrong', { config: { access: 'everything' as never } }, async () => 'open')).toThrow();
    await app.close();
  });

  it('whose action does not exist is answered 500 with its name (8.11)', async () => {
    const unknown = route(
      { ...listLofts, access: 'everything' as 'site.read' },
      { load: async () => null, act: async () => ({}) as never },
    );
    const no = await unknown
      .run(connection.db, { query: {} }, { actor: anonymous, now_ms: 0, network: null })
      .catch((error) => error);
    expect(no).toMatchObject({ code: 'unknown_middleware', params: { name: 'everything' } });
    expect(statusOf(no as Refusal)).toBe(500);
  });

  it('is in the OpenAPI 3.1 document with its summary and reply', async () => {
    const { paths, openapi } = (await built.app.inject('/api/openapi.json')).json();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toContain('/api/devices/readings');
    for (const methods of Object.values(paths) as Record<string, { summary?: string }>[]) {
      for (const call of Object.values(methods)) expect(call.summary).toBeTruthy();
    }
  });

  it.each([
    '/api/lofts/x',
    '/api/lofts/0',
    '/api/lofts/99999999',
    '/api/lofts/1.5',
    '/api/lofts/1/flights/99999999',
    '/api/nothing',
    '/live',
  ])('%s is not found, with a message', async (path) => {
    const answer = await built.app.inject(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', error: expect.stringMatching(/\w+ \w+/) });
  });

  it.each(['/api/lofts/%', '/api/lofts/%ED%A0%80'])(
    '%s cannot be decoded, and is refused with a message',
    async (path) => {
      const answer = await built.app.inject(path);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'request_broken', error: expect.stringMatching(/\w+ \w+/) });
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );

  it('of a season in draft is not found, because its existence is private', async () => {
    const race = await buildRace(connection.db);
    const path = `/api/lofts/${race.loft.id}/flights/${race.flight_id}`;
    expect((await built.app.inject(path)).statusCode).toBe(200);
    const draft = await buildRace(connection.db, {}, { ...race, season_id: await draftSeason(race.loft.id) });
    const hidden = await built.app.inject(`/api/lofts/${race.loft.id}/flights/${draft.flight_id}`);
    const missing = await built.app.inject(`/api/lofts/${race.loft.id}/flights/99999999`);
    expect([hidden.statusCode, hidden.body]).toEqual([missing.statusCode, missing.body]);
    const listed = (await built.app.inject(`/api/lofts/${race.loft.id}`)).json();
    expect(listed.flights.map((flight: { id: number }) => flight.id)).toEqual([race.flight_id]);
  });

  it('of another loft’s flight is not found (mismatched pair)', async () => {
    const [one, other] = [await buildRace(connection.db), await buildRace(connection.db)];
    expect((await built.app.inject(`/api/lofts/${one.loft.id}/flights/${other.flight_id}`)).statusCode).toBe(404);
  });
});

async function draftSeason(loft_id: number): Promise<number> {
  const { createSeason } = await import('./seasons/seasons.ts');
  return (
    await connection.db.transaction().execute((tx) => createSeason(tx, { loft_id, name: 'Next year', year: 2027 }))
  ).id;
}

describe('health', () => {
  it('answers alive, ready, and the time of the bus’s last round trip (7.2)', async () => {
    expect((await built.app.inject('/livez')).statusCode).toBe(200);
    expect((await built.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    await expect
      .poll(async () => Date.parse((await built.app.inject('/api/test/health')).json().redis.timestamp))
      .toBeGreaterThan(Date.now() - 60_000);
  });

  it('is alive but not ready without a database', async () => {
    const away = connect('postgres://nobody@127.0.0.1:1/none', () => {});
    const { app } = await buildApp({ ...options(), db: away.db });
    expect([(await app.inject('/livez')).statusCode, (await app.inject('/readyz')).statusCode]).toEqual([200, 503]);
    const answer = await app.inject('/api/lofts');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    await app.close();
    await away.close();
  });

  it('shows metrics to a token, and to nobody where none is set', async () => {
    expect((await built.app.inject('/metrics')).statusCode).toBe(404);
    const token = 'a-token-of-twenty-one';
    const closed = await buildApp({ ...options(), config: { ...testConfig, metrics_token: token } });
    expect((await closed.app.inject('/metrics')).statusCode).toBe(404);
    const shown = await closed.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(shown.body).toContain('loftline_readings_stored_total');
    await closed.app.close();
  });
});

describe('a graceful stop', () => {
  it('answers requests under way and accepts no new ones', async () => {
    const { app } = await buildApp(options());
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    app.get('/slow', { config: { access: 'site.read' } }, async () => {
      entered();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return 'done';
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const slow = fetch(`${address}/slow`);
    await inside;
    const closing = app.close();
    expect(await (await slow).text()).toBe('done');
    await closing;
    await expect(fetch(`${address}/livez`)).rejects.toThrow();
  });
});

describe('a connection without any request', () => {
  it('does not delay the shutdown', async () => {
    const { app } = await buildApp(options());
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = createConnection(Number(port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((resolve) => app.server.once('connection', resolve));
    await app.close();
    await ended;
  });
});

describe('a request that is no call', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['PUT', '/api/lofts'],
    ['DELETE', '/api/lofts/1'],
    ['POST', '/api/openapi.json'],
  ] as const)('%s %s is not found, as JSON', async (method, url) => {
    const answer = await built.app.inject({ method, url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('with a text body is refused for its content type', async () => {
    const text = { url: '/api/devices/readings', headers: { 'content-type': 'text/plain' }, payload: 'x' };
    const answer = await built.app.inject({ method: 'POST', ...text });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'body_not_json']);
  });

  it('may carry an unneeded key or password, and is answered', async () => {
    for (const authorization of ['Basic dXNlcjpwdw==', 'Bearer nothing']) {
      expect((await built.app.inject({ url: '/api/lofts', headers: { authorization } })).statusCode).toBe(200);
    }
  });

  it('that is not even HTTP is refused with the same message', async () => {
    const { app } = await buildApp(options());
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const said = await new Promise<string>((resolve) => {
      const socket = createConnection(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/9\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    await app.close();
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/x-request-id: [\w-]{36}/);
    expect(JSON.parse(body)).toMatchObject({ code: 'request_broken', error: expect.stringMatching(/\w+ \w+/) });
  });
});

describe('pages', () => {
  const page = (url: string, headers: Record<string, string> = {}) => paged.app.inject({ url, headers });
  const failing = async () => Promise.reject(new Error('a page was made'));
  let paged: App;
  beforeAll(async () => {
    paged = await buildApp({ ...options(), pages: { build: failing, client: import.meta.dirname } });
  });
  afterAll(() => paged?.app.close());

  it.each(['/assets/gone-1234.js', '/assets/', '/flags/zz.svg', '/flags/be.png'])(
    'that do not exist (%s) may exist in a moment',
    async (url) => {
      const answer = await page(url);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    },
  );

  it.each(['user:pw@evil.example', 'x/../<script>', 'x?y', 'x#y', 'x y', '['])(
    'are not made for the host "%s"',
    async (host) => {
      const answer = await page('/lofts', { host });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request_broken']);
    },
  );

  it.each(['loft.example', 'LOFT.example:80', '127.0.0.1:3000', '[::1]:3000'])('are made for %s', async (host) => {
    expect((await page('/lofts', { host })).statusCode).toBe(500);
  });

  it('include one for an address that cannot be decoded', async () => {
    expect((await page('/%')).statusCode).toBe(500);
    expect((await page('/api/%')).statusCode).toBe(400);
  });

  it('show an unavailable database like any other refusal', async () => {
    const gone = {
      contract: listLofts,
      run: async () => Promise.reject(Object.assign(new Error(), { code: '53300' })),
    };
    const call = caller(tableOf([gone]), connection.db, anonymous);
    await expect(call(listLofts, {})).rejects.toMatchObject({ brand: 'Refusal', code: 'database_away' });
    expect(statusOf(new Refusal('database_away'))).toBe(503);
  });
});

describe('the language chosen in the footer (2.29)', () => {
  it('is stored for 365 days and redirects to the page', async () => {
    const answer = await built.app.inject('/misc/language?locale=pl&to=/lofts/1');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/lofts/1');
    expect(answer.headers['set-cookie']).toMatch(/locale=pl;.*Max-Age=31536000/);
  });

  it.each([
    ['/lofts/1?lang=de', '/lofts/1'],
    ['/lofts/1?lang=de&page=2', '/lofts/1?page=2'],
    ['/lofts?page=2&lang=de', '/lofts?page=2'],
    ['/lofts?slang=de', '/lofts?slang=de'],
  ])('takes precedence over the language of %s', async (to, back) => {
    const answer = await built.app.inject({ url: '/misc/language', query: { locale: 'pl', to } });
    expect(answer.headers.location).toBe(back);
  });

  it.each([
    '//evil.example',
    '//',
    '///',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    undefined,
    ['/a'],
    '/..//evil.example',
  ])('never redirects to another origin: %s', (to) => {
    const path = ownPath(to);
    expect(new URL(path, 'http://own.example').origin).toBe('http://own.example');
    expect(path).not.toMatch(/^\/[/\\]/);
  });
});
