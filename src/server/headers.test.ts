/** Every reply carries the security headers: calls, pages, files, refusals, cached replies and broken HTTP (R7). */

import { readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { type BuiltRace, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;
let site: App;
let address: string;

const siteWith = (config: Partial<typeof testConfig>) =>
  buildApp({
    config: { ...testConfig, ...config },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  });

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db);
  site = await siteWith({ keep_ms: 1000, production: true });
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await site?.app.close();
  await connection?.close();
  await database?.drop();
});

const always = {
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': expect.stringContaining('microphone=()'),
};

const isDesk = (what: string) => /(^| )(\/admin\/seasons\/\d+\/flights\/\d+)?\/basketing$/.test(what);

function expectClosed(headers: Record<string, unknown>, what: string): void {
  // Other sites show share pictures and boards on pages of their own, and their scripts read open data.
  const isForOthers = /\/share\.png$| \/(api\/v1\/|embed|oembed)/.test(what);
  const readers = isForOthers ? ['same-origin', 'cross-origin'] : ['same-origin'];
  expect(headers, what).toMatchObject(always);
  // The desks read codes with the camera, and chips with a reader; no other page can.
  expect(headers['permissions-policy'], what).toContain(isDesk(what) ? 'camera=(self)' : 'camera=()');
  expect(readers, what).toContain(headers['cross-origin-resource-policy']);
  const policy = String(headers['content-security-policy']);
  const said = new Map(policy.split('; ').map((line) => line.split(/ (.*)/s) as [string, string]));
  // A duplicated header would arrive joined by a comma.
  expect(policy, what).not.toContain(',');
  for (const name of ['object-src', 'base-uri']) expect(said.get(name), what).toBe("'none'");
  // A board is made for the frames of other sites; where there is none, its refusal is closed as all are.
  const ancestors = what.includes('/embed/flights/') ? ["'none'", '*'] : ["'none'"];
  expect(ancestors, what).toContain(said.get('frame-ancestors'));
  expect(said.get('script-src') ?? said.get('default-src'), what).not.toMatch(/unsafe|\*|https?:|data:/);
}

/** The address of every route of the application, its parameters filled. */
function addresses(): string[] {
  const { loft, season_id, flight_id, pigeon_ids } = race;
  const blanks = new Map<string, string | number>([
    ['loft_id', loft.id],
    ['season_id', season_id],
    ['flight_id', flight_id],
    ['pigeon_id', pigeon_ids[0]!],
    ['locale', 'de'],
  ]);
  const paths: string[] = [];
  const above: string[] = [];
  for (const line of site.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[└├]── (\S*)(?: \((.*)\))?$/u.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    above.length = depth;
    above[depth] = part;
    const path = above.join('');
    if (methods?.includes('GET') && path.startsWith('/')) paths.push(path);
  }
  return paths.map((path) =>
    path.replace(/:(\w+)/g, (_, name: string) => String(blanks.get(name) ?? 1)).replace('*', 'nothing'),
  );
}

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(address + path, { method, headers, redirect: 'manual' });
  await answer.arrayBuffer();
  return { status: answer.status, headers: Object.fromEntries(answer.headers) };
};

describe('every reply', () => {
  it('of every route carries them, cached or not, of every method', async () => {
    const paths = addresses();
    expect(paths).toContain('/api/lofts');
    expect(paths.length).toBeGreaterThan(15);
    for (const path of [...paths, ...paths, '/api/nothing', '/api/lofts/%']) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { headers } = await ask(path, {}, method);
        expectClosed(headers, `${method} ${path}`);
      }
    }
  });

  it('that is a refusal carries them', async () => {
    const reply = await ask('/api/devices/readings', { 'content-type': 'text/plain' }, 'POST');
    expect(reply.status).toBe(415);
    expectClosed(reply.headers, 'no body');
    const { port } = new URL(address);
    const text = await new Promise<string>((resolve) => {
      const socket = createConnection(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/9\r\n\r\n'));
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('close', () => resolve(heard));
    });
    const lines = text.split('\r\n\r\n')[0]!.split('\r\n').slice(1);
    expectClosed(Object.fromEntries(lines.map((line) => line.split(/: (.*)/s) as [string, string])), 'no HTTP');
  });

  it('holds browsers to https only where the site is reached by it', async () => {
    const held = await siteWith({ public_url: 'https://loft.example' });
    const free = await siteWith({ public_url: 'http://loft.example' });
    const strict = async ({ app }: App) => (await app.inject('/livez')).headers['strict-transport-security'];
    expect([await strict(held), await strict(free)]).toEqual(['max-age=31536000', undefined]);
    await held.app.close();
    await free.app.close();
  });
});

it.runIf(hasPages)("allows maps from the operator's origin, and from nowhere else", async () => {
  const [worker] = readdirSync(`${builtPages.client}/assets`).filter((file) => /^maplibre-gl-worker.*\.js$/.test(file));
  const policies = async (map_style_url: string | undefined) => {
    const { app } = await siteWith({ map_style_url });
    const answers = [await app.inject('/lofts'), await app.inject(`/assets/${worker}`)];
    await app.close();
    return answers.map(({ headers }) => String(headers['content-security-policy']).split('; '));
  };
  const [page, beside] = await policies('https://maps.example/styles/light.json?key=1');
  expect(page).toEqual(expect.arrayContaining(["img-src 'self' data: blob: https://maps.example"]));
  for (const policy of [page, beside]) expect(policy).toContain("connect-src 'self' https://maps.example");
  expect((await policies(undefined)).flat().filter((line) => line.includes('maps.example'))).toEqual([]);
});

describe.runIf(hasPages)('every page', () => {
  const flight = () => `/lofts/${race.loft.id}/flights/${race.flight_id}`;
  const expectPage = async (path: string, cookie: string) => {
    const { status, headers } = await ask(path, { cookie });
    expect([200, 301, 404], path).toContain(status);
    expectClosed(headers, path);
  };

  it.each(locales)('carries them in %s', async (locale) => {
    for (const path of ['/', flight(), `${flight()}/result.csv`, '/no/such/page'])
      await expectPage(path, `locale=${locale}`);
  });

  it('carries them in its public and its personal form', async () => {
    const loft = `/lofts/${race.loft.id}`;
    const pages = ['/lofts', loft, `${loft}/teams`, `${loft}/pigeons`, `${loft}/teams/pigeons/${race.pigeon_ids[0]}`];
    for (const path of [...pages, flight(), `${flight()}/result/sheet`, '/misc/healthcheck']) {
      await expectPage(path, 'locale=en');
      await expectPage(path, 'locale=en; somebody=1');
    }
  });
});
