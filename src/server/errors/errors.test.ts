import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { createReports, type ErrorReport, type Reports } from './reports.ts';
import { createThrottle } from './throttle.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let watcher: Server;
let reports: Reports;
let built: App;
const got: ErrorReport[] = [];
/** The statuses of the report receiver's replies, the last one for ever. */
let answers = [200];
const log: Record<string, unknown>[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  watcher = createServer((request, response) => {
    const status = answers.length > 1 ? answers.shift()! : answers[0]!;
    void text(request).then((body) => {
      if (status === 200) got.push(JSON.parse(body) as ErrorReport);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve));
  reports = createReports({ url: addressOf(watcher), version: '2.7.0', waits_ms: [10, 10, 10] });
  built = await buildApp({
    config: testConfig,
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    logger: { level: 'info', hooks: reports.hooks, stream: { write: (line: string) => log.push(JSON.parse(line)) } },
  });
});
afterAll(async () => {
  reports?.stop();
  watcher?.close();
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});
afterEach(() => {
  got.length = 0;
  log.length = 0;
  answers = [200];
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const report = { name: 'TypeError', message: 'x is undefined', stack: '', path: '/lofts', request_id: 'of-the-page' };
const reportError = (more: object) =>
  built.app.inject({ method: 'POST', url: '/api/errors', payload: { ...report, ...more } });
const errors = () => log.filter(({ level }) => level === 50);

it('an error in a browser is logged and reported, without personal data (8.4)', async () => {
  const answer = await reportError({ message: 'no eva@example.org', path: '/id/reset-password?token=geheim' });
  expect(answer.statusCode).toBe(200);
  expect(errors()).toMatchObject([
    { err: { message: 'no [mail]' }, path: '/id/reset-password', request_id: 'of-the-page' },
  ]);
  await vi.waitFor(() => expect(got).toHaveLength(1), 30_000);
  expect(got[0]).toMatchObject({
    name: 'TypeError',
    message: 'no [mail]',
    request_id: 'of-the-page',
    version: '2.7.0',
  });
  expect(JSON.stringify([got, log])).not.toMatch(/eva@|geheim/);
});

it('a repeated error is logged once', async () => {
  for (let n = 0; n < 5; n++) await reportError({ message: `bird ${n} is lost` });
  expect(errors()).toHaveLength(1);
});

it('a malformed report is refused by its fields', async () => {
  const answer = await reportError({ message: 'x'.repeat(1001), stack: undefined });
  expect([answer.statusCode, Object.keys(answer.json().codes)]).toEqual([422, ['message', 'stack']]);
});

it('an internal error is reported with its request, and sent again until it is accepted', async () => {
  answers = [503, 429, 200];
  vi.spyOn(connection.db, 'transaction').mockImplementationOnce(() => {
    throw new Error('broken for eva@example.org');
  });
  const answer = await built.app.inject('/api/lofts?q=geheim');
  expect(answer.statusCode).toBe(500);
  await vi.waitFor(() => expect(got).toHaveLength(1), 30_000);
  const { request_id } = answer.json().params;
  expect(got[0]).toMatchObject({
    said: 'a request failed',
    message: 'broken for [mail]',
    path: '/api/lofts',
    request_id,
  });
  expect(answer.headers['server-timing']).toContain(request_id);
  expect(got[0]!.stack).toMatch(/ at .*\.ts:\d+/);
});

it('the 61st report of a minute from one address is refused', async () => {
  const from = (n: number) =>
    built.app.inject({
      method: 'POST',
      url: '/api/errors',
      payload: { ...report, message: `m${n}` },
      remoteAddress: '192.0.2.9',
    });
  for (let n = 0; n < 60; n++) expect((await from(n)).statusCode).toBe(200);
  expect((await from(60)).json()).toMatchObject({ code: 'too_often' });
});

it('without a receiver nothing waits, and most reports of a flood are dropped', async () => {
  let tries = 0;
  const flooded = createReports({
    url: 'http://nobody.invalid/',
    version: '1',
    waits_ms: [],
    fetch: async () => {
      tries += 1;
      throw new TypeError('nobody');
    },
  });
  const logger = pino({ hooks: flooded.hooks }, { write: () => {} });
  const names = 'abcdefghijklmnopqrstuvwxyz';
  for (const one of names) for (const other of names) logger.error({ err: new Error(one + other) }, 'broken');
  expect(tries).toBe(0);
  await vi.waitFor(() => expect(tries).toBe(101), 30_000);
  flooded.stop();
});

it('a repeated error is reported again after the interval, with its count', () => {
  let now = 0;
  const throttle = createThrottle({ every_ms: 100, most: 2, now_ms: () => now });
  expect([throttle('a'), throttle('a'), throttle('b'), throttle('c')]).toEqual([1, null, 1, null]);
  now = 100;
  expect([throttle('a'), throttle('c'), throttle('d')]).toEqual([2, 1, null]);
});
