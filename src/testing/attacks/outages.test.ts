/** Replies during an outage of an external service: correct, fast, and nothing is lost or doubled. */

import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { asOwner, buildPerson, testConfig } from '../builders.ts';
import { builtPages, hasPages } from '../built-pages.ts';
import { testDatabase } from '../database.ts';
import { asDataUrl, pdfOf } from '../files.ts';
import { startTestIssuer } from '../issuer.ts';
import { buildSales } from '../payments.ts';
import { startProgram, stopProgram } from '../program.ts';
import { visit } from '../visitor.ts';
import { stranger } from './target.ts';

/** A package without type declarations. */
const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as {
  SMTPServer: new (
    options: object,
  ) => { listen(port: number, host: string, done: () => void): void; close(done: () => void): void };
};

const metrics_token = 'a token of 24 characters';
const figures = { authorization: `Bearer ${metrics_token}` };

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
const apps: App[] = [];
/** The log lines of the program. */
const lines: { away?: string; err?: unknown }[] = [];

async function build(config: Partial<Config>, db = connection.db): Promise<App> {
  const built = await buildApp({
    config: { ...testConfig, production: true, metrics_token, ...config },
    db,
    databaseUrl: database.url,
    version: 'test',
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    ...(hasPages && { pages: builtPages }),
  });
  apps.push(built);
  return built;
}

/** The value of a metric, as a monitoring system reads it. */
async function figure({ app }: App, name: string): Promise<number | undefined> {
  const { body } = await app.inject({ url: '/metrics', headers: figures });
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/** The logged cause of an outage. */
const causes = (away: string) => JSON.stringify(lines.filter((line) => line.away === away).map(({ err }) => err));

/** An address of this machine without a server, until one listens there. */
async function closedPort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  await connection?.close();
  await database?.drop();
});

describe.runIf(hasPages)('without the mail server', () => {
  it('a new password can be requested: the page is fast and correct, and the mail is sent once', async () => {
    const port = await closedPort();
    const site = await build({ smtp_url: `smtp://127.0.0.1:${port}`, mail_from: 'Loft <office@loft.example>' });
    const email = 'ada@example.org';
    const { users } = await site.provider();
    const own = { givenName: 'Ada', familyName: 'Aerts', locale: 'en' };
    await users.enter({ id: email, email, name: 'Ada Aerts', ...own }, 'Homing-2026');
    await stranger(site.app, '198.51.100.7').get('/id/forgot-password'); // the pages are loaded
    const since = performance.now();
    const answer = await stranger(site.app, '198.51.100.7').post('/id/forgot-password', { email });
    expect([answer.statusCode, performance.now() - since < 2000]).toEqual([200, true]);
    expect(answer.body).toContain('A letter with a link is on its way.');

    const waiting = async () =>
      (
        await sql<{ status: string; attempts: number }>`
          select status, coalesce(i.attempts, (select max(n) from notification_attempts)) as attempts
          from notifications n left join job_items i on i.queue = n.channel and i.item = n.id::text`.execute(
          connection.db,
        )
      ).rows;
    await vi.waitFor(async () => {
      await site.send();
      expect(await waiting()).toEqual([{ status: 'pending', attempts: 1 }]);
      expect(await connection.db.selectFrom('notification_attempts').select('outcome').execute()).toHaveLength(1);
    }, 30_000);
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData(stream: NodeJS.ReadableStream, _session: unknown, done: () => void) {
        let letter = '';
        stream.on('data', (chunk) => {
          letter += chunk;
        });
        stream.on('end', () => {
          mails.push(letter);
          done();
        });
      },
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    try {
      await asOwner(connection.db, (tx) => sql`update job_items set next_try_at = now()`.execute(tx));
      // Two processes send at the same moment, and again afterwards.
      await Promise.all([site.send(), site.send()]);
      await vi.waitFor(async () => expect(await waiting()).toEqual([{ status: 'sent', attempts: 2 }]), 30_000);
      await site.send();
    } finally {
      await new Promise<void>((done) => server.close(done));
    }
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`To: ${email}`);
    expect(mails[0]!.replaceAll('=\r\n', '')).toMatch(/\/id\/reset-password\?token/);
  });
});

describe('without the identity provider', () => {
  it('the sign-in says so, sessions continue, and both are counted; a refused renewal too', async () => {
    const home = 'http://loft.example';
    const foreign = await startTestIssuer();
    try {
      foreign.people.set('dora', { given_name: 'Dora', email: 'dora@example.org', email_verified: true });
      const oidc = { issuer: foreign.issuer, ...foreign.client };
      const site = await build({ public_url: home, oidc });
      const visitor = visit(site.app);
      const begun = await visitor.get('/login?to=/lofts');
      const { back } = await foreign.browser().go(begun.headers.location!, 'dora');
      await visitor.get(back.pathname + back.search);
      const isIn = async () => (await visitor.get('/api/olr/user')).statusCode === 200;
      const makeDue = () =>
        sql`update user_sessions set renew_at = now() - interval '1 minute' where renew_at is not null`.execute(
          connection.db,
        );
      expect(await isIn()).toBe(true);
      expect(await figure(site, 'loftline_identity_away_total')).toBe(0);

      await foreign.stop();
      const refused = await visit(site.app).get('/login', { accept: 'application/json' });
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'provider_away']);
      await makeDue();
      expect(await isIn()).toBe(true);
      expect(await figure(site, 'loftline_identity_away_total')).toBe(2);
      expect(await figure(site, 'loftline_renewals_refused_total')).toBe(0);

      await foreign.start();
      await sql`update user_sessions set refresh_token = 'of nobody' where refresh_token is not null`.execute(
        connection.db,
      );
      await makeDue();
      expect(await isIn()).toBe(false);
      expect(await figure(site, 'loftline_renewals_refused_total')).toBe(1);
      expect(await figure(site, 'loftline_identity_away_total')).toBe(2);
    } finally {
      await foreign.stop().catch(() => {});
    }
  });
});

describe('without the card provider', () => {
  it('a payment is refused with the reason, on the page and by the call, and can be begun again', async () => {
    const keys = { secret_key: 'sk_test_outage', webhook_secret: 'whsec_outage' };
    const site = await build({ stripe: { ...keys, api_base: `http://127.0.0.1:${await closedPort()}` } as never });
    const { customer, order } = await buildSales(connection.db);
    const { id } = await order();
    const headers = { ...customer.headers };
    const called = await site.app.inject({
      method: 'POST',
      url: `/api/orders/${id}/payment`,
      headers,
      payload: { locale: 'en' },
    });
    expect([called.statusCode, called.json().code, called.headers['retry-after']]).toEqual([503, 'cards_away', '1']);
    expect(causes('cards_away')).toMatch(/ECONNREFUSED|connection to Stripe/);
    if (!hasPages) return;
    lines.length = 0;
    const paying = await site.app.inject({
      method: 'POST',
      url: `/registrations/${id}/pay`,
      headers: {
        cookie: `${site.app.sessions.cookie}=${customer.token}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
      },
      payload: '',
    });
    expect(paying.statusCode).toBe(503);
    expect(paying.body).toContain('role="alert"');
    expect(paying.body).not.toMatch(/database is (away|not there)/i);
    expect(causes('cards_away')).toMatch(/ECONNREFUSED|connection to Stripe/);
    expect(
      await figure(
        site,
        'loftline_request_seconds_count{method="POST",route="/registrations/:order_id/pay",status="503"}',
      ),
    ).toBe(1);
  });
});

describe('without the bucket', () => {
  it('a file is refused with the reason and leaves no trace; the operations are counted', async () => {
    const endpoint = `http://127.0.0.1:${await closedPort()}`;
    const s3 = { bucket: 'files', endpoint, region: 'us-east-1', access_key: 'k', secret_key: 's' };
    const site = await build({ s3 });
    const { key } = await buildSales(connection.db);
    const merchant = await buildPerson(connection.db, {
      entries: [{ loft_id: key.loft_id, entry: { is_merchant: true } }],
    });
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/lofts/${key.loft_id}/files?as=document&name=receipt.pdf`,
      headers: { ...merchant.headers, 'content-type': 'application/json' },
      payload: JSON.stringify([asDataUrl('application/pdf', pdfOf())]),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'files_away']);
    expect(causes('files_away')).toContain('ECONNREFUSED');
    expect(await connection.db.selectFrom('files').select('id').where('loft_id', '=', key.loft_id).execute()).toEqual(
      [],
    );
    expect((await site.app.inject(`/media/${'a'.repeat(64)}-full.webp`)).statusCode).toBe(503);
    expect(await figure(site, 'loftline_bucket_errors_total{operation="put"}')).toBe(1);
    expect(await figure(site, 'loftline_bucket_errors_total{operation="read"}')).toBe(1);
  });
});

describe('without the database', () => {
  it('pages and calls say so with a retry time, and the metrics report it', async () => {
    const away = connect('postgres://nobody@127.0.0.1:1/none', () => {});
    const site = await build({}, away.db);
    const called = await site.app.inject('/api/lofts');
    expect([called.statusCode, called.json().code, called.headers['retry-after']]).toEqual([503, 'database_away', '1']);
    expect(await figure(site, 'loftline_database_up')).toBe(0);
    if (hasPages) {
      const page = await site.app.inject({ url: '/lofts', headers: { accept: 'text/html', cookie: 'theme=dark' } });
      expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1']);
    }
    await away.close();
  });
});

describe('the metrics', () => {
  it.runIf(hasPages)('count pages by their route pattern, however many addresses are requested', async () => {
    const site = await build({});
    const get = (url: string) => site.app.inject({ url, headers: { accept: 'text/html', cookie: 'theme=dark' } });
    await get('/lofts');
    for (let id = 1; id <= 3; id += 1) await get(`/nothing/there/${id}`);
    const { body } = await site.app.inject({ url: '/metrics', headers: figures });
    const routes = new Set(
      [...body.matchAll(/^loftline_request_seconds_count\{.*?route="([^"]*)"/gm)].map(([, r]) => r),
    );
    expect([...routes]).toContain('/lofts');
    expect([...routes].filter((route) => route!.includes('nothing') || route === '/*')).toEqual([]);
  });

  it('report the round trip of the live bus, and the pool of the identity provider once it is used', async () => {
    const site = await build({});
    await vi.waitFor(async () => {
      const lag_s = await figure(site, 'loftline_bus_round_trip_seconds');
      expect(lag_s).toBeGreaterThan(0);
      expect(lag_s).toBeLessThan(10);
    }, 30_000);
    const idle = 'loftline_connections{pool="identity",state="idle"}';
    expect(await figure(site, idle)).toBeUndefined();
    await site.provider();
    await vi.waitFor(async () => expect(await figure(site, idle)).toBeGreaterThan(0), 30_000);
  });

  it('report the pool of the job queue where jobs run', async () => {
    const program = startProgram({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      ROLE: 'jobs',
      METRICS_TOKEN: metrics_token,
    });
    try {
      const address = await program.up;
      const body = await (await fetch(`${address}/metrics`, { headers: figures })).text();
      expect(body).toMatch(/^loftline_connections\{pool="jobs",state="idle"\} [0-3]$/m);
    } finally {
      await stopProgram(program);
    }
  }, 60_000);
});
