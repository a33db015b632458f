/** A stranger's access to the endpoints for operators. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testConfig } from '../builders.ts';
import { testDatabase } from '../database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
const apps: App[] = [];
/** The log lines of the program. */
const lines: Record<string, unknown>[] = [];

const built = async (config: Partial<typeof testConfig>) => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const options = { db: connection.db, databaseUrl: database.url, version: 'test', logger: { level: 'info', stream } };
  const app = await buildApp({ config: { ...testConfig, ...config }, ...options });
  apps.push(app);
  return app.app;
};

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  await connection?.close();
  await database?.drop();
});

it('metrics are closed unless a token is configured, also for a proxy on the same machine', async () => {
  for (const public_url of [undefined, 'https://loft.example']) {
    const app = await built({ public_url });
    for (const remoteAddress of ['127.0.0.1', '::1', '203.0.113.5'])
      expect((await app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(404);
  }
});

it('metrics require the complete token', async () => {
  const metrics_token = 'a token of 24 characters';
  const app = await built({ metrics_token });
  const shown = async (authorization: string) =>
    (await app.inject({ url: '/metrics', headers: { authorization } })).statusCode;
  for (const wrong of ['', 'Bearer ', 'Bearer a token', `Basic ${metrics_token}`, `Bearer ${metrics_token} `])
    expect(await shown(wrong), wrong).toBe(404);
  expect(await shown(`Bearer ${metrics_token}`)).toBe(200);
  // Nothing about a missing backup or an empty outbox.
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metrics_token}` } });
  expect(body).toMatch(/^loftline_database_up 1$/m);
  expect(body).toMatch(/^loftline_connections\{pool="race",state="waiting"\} 0$/m);
  expect(body).not.toMatch(/^loftline_backup_age_seconds \d/m);
});

it('a metrics port is open to this machine only, unless the operator widens it', () => {
  expect(readConfig({ METRICS_PORT: '9100' }).metrics_host).toBe('127.0.0.1');
  expect(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '10.0.0.1' }).metrics_host).toBe('10.0.0.1');
});

it('an unavailable bucket is named, with a retry time, and its cause is in the log', async () => {
  const s3 = { bucket: 'files', endpoint: 'http://127.0.0.1:1', region: 'us-east-1', access_key: 'k', secret_key: 's' };
  const app = await built({ s3 });
  const url = `/media/${'a'.repeat(64)}-full.webp`;
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'application/json' } });
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
  expect(JSON.parse(body)).toMatchObject({ code: 'files_away' });
  const logged = lines.find((line) => line.away === 'files_away') as { err: { code?: string; message: string } };
  expect(JSON.stringify(logged.err)).toContain('ECONNREFUSED');
});

it('an unavailable database is named too, and nothing else is', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', () => {});
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = { level: 'info', stream };
  const app = await buildApp({ config: testConfig, db: away.db, databaseUrl: database.url, version: 'test', logger });
  apps.push(app);
  app.app.get('/elsewhere', { config: { access: 'site.read' } }, async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  });
  expect((await app.app.inject('/elsewhere')).statusCode).toBe(500);
  expect((await app.app.inject('/api/lofts')).json()).toMatchObject({ code: 'database_away' });
  await away.close();
});
