/**
 * Proves that hanging outside services affect only the people who need them: pages and clocks get replies and followers
 * converge while people wait at every service, no connection to the database is held, and those who have to wait read
 * so within seconds. The control holds a rendering slot through the whole request, as it once was.
 */

import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type App, buildApp } from '#server/app.ts';
import { limitConcurrency } from '#server/concurrency.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { choose, settingsOf } from '#server/notifications/settings.ts';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { clockOf, noteAnswer, readNext, sendBatch } from '#testing/clocks.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, pdfOf } from '#testing/files.ts';
import { type HangingService, hangingService } from '#testing/hanging-service.ts';
import { notifySomething } from '#testing/notifications.ts';
import { type BuiltSales, buildSales } from '#testing/payments.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { checkRace } from '#testing/race-checks.ts';
import { retry_ms } from './service.ts';
import { createServices, type Services } from './services.ts';

/** The number of rounds, each a minute apart on a clock that is sped up: half an hour in all. */
const rounds = proveSize(1, 30);
const round_ms = 60_000;
const readers = proveSize(10, 200);

const names = ['cards', 'identity', 'mail', 'push', 'sms', 'files'] as const;
type Name = (typeof names)[number];

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;
let sales: BuiltSales;
const hanging = {} as Record<Name, HangingService>;
let services: Services;
let site: App;
let address: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db, { birds: 200 });
  sales = await buildSales(connection.db);
  for (const name of names) hanging[name] = await hangingService();
  const at = (name: Name) => `http://127.0.0.1:${hanging[name].port}`;
  services = createServices();
  site = await buildApp({
    config: {
      ...testConfig,
      production: true,
      push_anywhere: true,
      smtp_url: `smtp://127.0.0.1:${hanging.mail.port}`,
      sms_url: at('sms'),
      oidc: { issuer: at('identity'), client_id: 'loftline', client_secret: 'a secret' },
      s3: { bucket: 'files', endpoint: at('files'), region: 'us-east-1', access_key: 'k', secret_key: 's' },
      stripe: {
        secret_key: 'sk_test_hangs',
        publishable_key: undefined,
        webhook_secret: 'whsec_hangs',
        api_base: at('cards'),
      },
    },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    services,
    ...(hasPages && { pages: builtPages }),
  });
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const service of Object.values(hanging)) await service.close();
  await site?.app.close();
  await connection?.close();
  await database?.drop();
});
afterEach(() => void vi.useRealTimers());

interface SiteRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  payload?: string;
}
const ask = async (request: SiteRequest) => (await site.app.inject(request)).statusCode;
const page = (url: string): SiteRequest => ({ url, headers: { accept: 'text/html', cookie: 'theme=dark' } });

/** A customer sends the form that leads to the card payment page. */
async function paying(): Promise<SiteRequest> {
  const { id } = await sales.order();
  return {
    method: 'POST',
    url: `/registrations/${id}/pay`,
    headers: {
      cookie: `${site.app.sessions.cookie}=${sales.customer.token}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    },
    payload: '',
  };
}

/** A person who wants notifications by every channel. */
async function listener(): Promise<number> {
  const { db } = connection;
  const { user_id, session_id } = await buildPerson(db, {
    email: `${randomBytes(6).toString('hex')}@example.org`,
    phone: '+32470000000',
  });
  const { choices, ...settings } = await settingsOf(db, user_id);
  await choose(db, user_id, { ...settings, choices: { ...choices, rights: { mail: true, push: true, sms: true } } });
  const pair = createECDH('prime256v1');
  await db
    .insertInto('push_subscriptions')
    .values({
      session_id,
      endpoint: `http://127.0.0.1:${hanging.push.port}/${user_id}`,
      p256dh: pair.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    })
    .execute();
  return user_id;
}

/** Requests that need every service. @returns the statuses by service, except for mail, which nobody waits for */
async function everybodyComes(count: number): Promise<{ answered: Promise<Record<string, number[]>> }> {
  const { db } = connection;
  const merchant = await buildPerson(db, {
    entries: [{ loft_id: sales.key.loft_id, entry: { is_merchant: true } }],
  });
  const payments = await Promise.all(Array.from({ length: count }, paying));
  for (let i = 0; i < count; i += 1) await notifySomething(db, await listener());
  const each = (request: (i: number) => SiteRequest) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(request(i))));
  void site.send();
  const answers = {
    cards: each((i) => payments[i]!),
    identity: each(() => ({ url: '/login?to=/lofts', headers: { accept: 'application/json' } })),
    reads: each((i) => ({ url: `/media/${String(i).padStart(64, 'a')}-full.webp` })),
    puts: each(() => ({
      method: 'POST',
      url: `/api/lofts/${sales.key.loft_id}/files?as=document&name=receipt.pdf`,
      headers: { ...merchant.headers, 'content-type': 'application/json' },
      payload: JSON.stringify([asDataUrl('application/pdf', pdfOf())]),
    })),
  };
  const answered = Promise.all(Object.values(answers)).then((all) =>
    Object.fromEntries(Object.keys(answers).map((name, i) => [name, all[i]!])),
  );
  return { answered };
}

/** The number of connections in use by pages, clocks and identity. */
const inUse = () =>
  [connection.pool, ...Object.values(site.pools)].reduce((sum, pool) => sum + pool.totalCount - pool.idleCount, 0);

/**
 * Requests pages while customers wait for the card provider.
 * @returns how many pages came before the first customer's reply
 */
async function pagesMeanwhile(send: (request: SiteRequest) => Promise<number>): Promise<number> {
  const customers = await Promise.all([paying(), paying(), paying()]);
  let first = false;
  let before = 0;
  const waiting = customers.map((request) =>
    send(request).then((status) => {
      first = true;
      return status;
    }),
  );
  await vi.waitFor(() => expect(hanging.cards.waiting()).toBeGreaterThanOrEqual(2), { timeout: 30_000 });
  await Promise.all(
    Array.from({ length: readers }, async (_, i) => {
      const status = await send(page(['/about', '/lofts', '/'][i % 3]!));
      if (status === 200 && !first) before += 1;
    }),
  );
  expect(await Promise.all(waiting)).toEqual([503, 503, 503]);
  return before;
}

describe.runIf(hasPages)('while the card provider hangs', () => {
  it('every page gets its reply before the first of its customers; with a rendering slot held: none', async () => {
    await ask(page('/about')); // loads the pages
    expect(await pagesMeanwhile(ask)).toBe(readers);
    const places = limitConcurrency(2);
    const control = await pagesMeanwhile((request) => places(() => ask(request)));
    reportProof('outside/pages', { readers, before: readers, control });
    expect(control).toBe(0);
  }, 120_000);
});

describe.runIf(hasPages)('while every service hangs', () => {
  it('clocks, followers and pages are unaffected, and people who wait read so', async () => {
    const random = seededRandom(seed);
    const clock = clockOf(race, { device_id: race.device.device_id, key: race.key });
    const seen = new Set<number>();
    const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
    let head = 0;
    socket.on('message', (data) => {
      const { rows = [], seq } = JSON.parse((data as Buffer).toString()) as {
        rows?: [number, number, number][];
        seq?: number;
      };
      for (const [number] of rows) seen.add(number);
      head = Math.max(head, seq ?? 0);
    });
    await new Promise((done) => socket.once('open', done));
    socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, epoch: 1, after: 0 }));
    let [sent, pages] = [0, 0];
    // Lets a call through after the last refusal.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + retry_ms });
    for (let round = 0; round < rounds; round += 1) {
      const before = Object.fromEntries(names.map((name) => [name, hanging[name].came()]));
      const { answered } = await everybodyComes(round === 0 ? 20 : 2);
      if (round === 0) {
        await vi.waitFor(() => expect(names.filter((name) => hanging[name].came() === before[name])).toEqual([]), {
          timeout: 30_000,
        });
        // However many wait outside, no database connection waits with them.
        await vi.waitFor(
          () => {
            const waiting = names.reduce((sum, name) => sum + hanging[name].waiting(), 0);
            expect([inUse(), waiting > 10]).toEqual([0, true]);
          },
          { timeout: 30_000 },
        );
      }
      for (let i = 0; i < readers; i += 1) {
        const batch = Array.from({ length: 3 }, () => readNext(clock, random));
        const answer = await sendBatch(address, clock, batch);
        if (answer === 'unknown') throw new Error('a clock was not answered');
        noteAnswer(batch, answer);
        sent += batch.length;
        expect(await ask(page(['/about', '/lofts', '/'][i % 3]!))).toBe(200);
        pages += 1;
      }
      // Unavailable (503), or too many requests of one person at once (429).
      for (const [name, statuses] of Object.entries(await answered))
        expect([name, statuses.filter((status) => status !== 503 && status !== 429)]).toEqual([name, []]);
      vi.setSystemTime(Date.now() + round_ms);
    }
    vi.useRealTimers();
    const { rows } = await connection.pool.query<{ head: number }>(
      'select head from flight_streams where flight_id = $1',
      [race.flight_id],
    );
    await vi.waitFor(() => expect([head, seen.size]).toEqual([Number(rows[0]!.head), Number(rows[0]!.head)]), {
      timeout: 30_000,
    });
    socket.terminate();
    const { kept, ...faults } = await checkRace(connection.db, race, [clock]);
    expect([kept, Object.values(faults).filter((fault) => typeof fault === 'number' && fault !== 0)]).toEqual([
      sent,
      [],
    ]);
    reportProof('outside/all', { minutes: (rounds * round_ms) / 60_000, readings: sent, kept, pages });
    // Nothing was lost or doubled: every payment is still begun under its key, every notification waits.
    const given_up = await connection.db
      .selectFrom('notifications')
      .select('id')
      .where('status', '=', 'given_up')
      .execute();
    expect(given_up).toEqual([]);
    const files = await connection.db.selectFrom('files').select('id').execute();
    expect(files).toEqual([]);
  }, 3_600_000);
});
