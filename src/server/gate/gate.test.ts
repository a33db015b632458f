import { once } from 'node:events';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildLoft, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { createGate, passCookie } from './gate.ts';

const password = 'Not yet for everybody';
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let address: string;

const build = (access_password: string | undefined, more: Partial<Config> = {}) =>
  buildApp({
    config: { ...testConfig, access_password, trust_proxy: () => true, ...more },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await build(password);
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address + path, { method, headers, redirect: 'manual' });
let visitors = 0;
/** Sends a password, by default from a new address. */
const enter = (typed: string, { from = `192.0.2.${++visitors}`, to = '/lofts?live=1', to_site = built } = {}) =>
  to_site.app.inject({
    method: 'POST',
    url: '/misc/access-protection',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
    payload: new URLSearchParams({ password: typed, to }).toString(),
  });

/** Opens a socket. @returns `open`, or the error with its status */
async function knock(headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/live`, { headers });
  const how = await Promise.race([
    once(socket, 'open').then(() => 'open'),
    new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message))),
  ]);
  socket.terminate();
  return how;
}

describe('the gate (2.18, 4.18)', () => {
  it('redirects pages to itself and back, refuses calls and sockets', async () => {
    const page = await ask('/lofts?live=1');
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      '/misc/access-protection?to=%2Flofts%3Flive%3D1',
    ]);
    for (const [path, method] of [
      ['/api/lofts', 'GET'],
      ['/_root.data', 'GET'],
      ['/logout', 'POST'],
      ['/api/contact', 'POST'],
    ] as const) {
      const refused = await ask(path, {}, method);
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 403, { code: 'access_protected' }]);
    }
    expect(await knock({})).toMatch(/403/);
  });

  it('admits a visitor with the password, for five days', async () => {
    const answer = await enter(password);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/lofts?live=1']);
    expect(answer.cookies).toMatchObject([{ name: passCookie, maxAge: 432_000, httpOnly: true, path: '/' }]);
    const cookie = `${passCookie}=${answer.cookies[0]!.value}`;
    expect((await ask('/api/lofts', { cookie })).status).toBe(200);
    expect(await knock({ cookie })).toBe('open');
  });

  it('does not apply to clocks and health checks', async () => {
    const { key } = await buildLoft(connection.db);
    const answer = await fetch(`${address}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"readings":[]}',
    });
    expect(answer.status).not.toBe(403);
    for (const path of ['/livez', '/readyz', '/api/test/health'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
  });

  it('does not apply to events of the payment provider, which are signed', async () => {
    const { stripe } = readConfig({ STRIPE_SECRET_KEY: 'sk_live_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' });
    const { app } = await build(password, { stripe });
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
    const sendEvent = (secret: string) =>
      app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        payload,
      });
    expect((await sendEvent('whsec_guessed')).json().code).toBe('bad_signature');
    expect((await sendEvent('whsec_real')).json()).toEqual({ received: true });
    await app.close();
  });

  it('does not apply to the unsubscribe link, which mail programs request themselves (RFC 8058)', () => {
    const gate = createGate({ password });
    expect(gate.lets({ url: '/notifications/stop?token=x', cookie: undefined })).toBe(true);
    expect(gate.lets({ url: '/notifications', cookie: undefined })).toBe(false);
  });

  it('redirects to itself after a wrong password, and to no other site', async () => {
    const answer = await enter('not it', { to: 'https://elsewhere.example/' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/misc/access-protection?to=%2F&wrong=1']);
    expect(answer.cookies).toEqual([]);
  });

  it('accepts ten passwords of one address, then not even the right one; others are admitted', async () => {
    const from = '198.51.100.7';
    for (let n = 0; n < 10; n++) await enter(`guess ${n}`, { from });
    const answer = await enter(password, { from });
    expect(answer.headers.location).toMatch(/wait=\d+/);
    expect(answer.cookies).toEqual([]);
    expect((await enter(password)).cookies).toHaveLength(1);
  });

  it('is off when no password is set', async () => {
    const open = await build(undefined);
    expect((await open.app.inject('/api/lofts')).statusCode).toBe(200);
    expect((await enter(password, { to_site: open })).statusCode).toBe(404);
    await open.app.close();
  });
});

describe('a pass', () => {
  const at = (now_ms: number, of = password) => createGate({ password: of, now_ms: () => now_ms });
  const cookie = at(1000).pass();
  const [until, signature] = cookie.split('.') as [string, string];

  it.each([
    ['five days later', at(1000 + 432_000_000), cookie],
    ['with another password', at(1000, 'another'), cookie],
    ['with a later end', at(1000), `${Number(until) + 1}.${signature}`],
    ['with no signature', at(1000), until],
    ['that is nothing', at(1000), 'x.y'],
    ['that is missing', at(1000), undefined],
  ])('%s is invalid', (_name, gate, shown) => {
    expect(gate.lets({ url: '/lofts', cookie: shown })).toBe(false);
  });

  it('is valid until its end', () => {
    expect(at(1000 + 431_999_999).lets({ url: '/lofts', cookie })).toBe(true);
  });

  it.each([
    '/assets/../lofts',
    '/assets/%2e%2e/lofts',
    '/about/../lofts',
    '/about/',
    '//about',
    'http://x/about',
    '/assets/',
  ])('is needed for %s, which resolves elsewhere', (url) => {
    expect(at(0).lets({ url, cookie: undefined })).toBe(false);
  });

  it.each(['/about', '/about?x=1', '/assets/entry.client-Bq_4.js', '/favicon.svg'])('is not needed for %s', (url) => {
    expect(at(0).lets({ url, cookie: undefined })).toBe(true);
  });
});
