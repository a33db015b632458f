/** Broken installations, each with its one finding: a real database, mail server, bucket and card service. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';
import { connectionName } from '#server/db/connections.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { hasOldest } from '#server/db/embedded-binaries.ts';
import { prepare } from '#server/prepare.ts';
import { olderPostgres } from '#testing/older-postgres.ts';
import { examine } from './doctor.ts';

/** Packages without type declarations. */
const need = createRequire(import.meta.url);
const S3rver = need('s3rver') as new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const { SMTPServer } = need('smtp-server') as {
  SMTPServer: new (
    options: object,
  ) => { server: Server; listen(port: number, host: string, done: () => void): void; close(done: () => void): void };
};

let folder: string;
let cluster: Embedded;
const ending: (() => Promise<unknown>)[] = [];
/** The environment of an intact installation. */
let whole: Record<string, string>;
/** The current replies of the fake Stripe and identity provider. */
let stripe: { status: number; date?: string };
let metadata: Record<string, unknown>;

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ending.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The cluster, restarted with other settings of PostgreSQL. */
async function restart(settings: Record<string, string> = {}): Promise<void> {
  await cluster?.stop();
  const sound = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  const dataDir = join(folder, 'cluster');
  cluster = await startEmbedded({
    dataDir,
    log: () => {},
    throwaway: true,
    oldest: hasOldest(),
    settings: { ...sound, ...settings },
  });
}

async function say(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
const on = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-doctor-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody, who must be able to enter
  await restart();
  await prepare({ url: cluster.url, ownerUrl: cluster.ownerUrl });
  await say(
    cluster.ownerUrl,
    `insert into users (issuer, subject, is_admin) values ('urn:loftline:accounts', 'first', true)`,
    `insert into backups (taken_at, version, bytes, place) values (now(), '2.7.0', 1000, 'elsewhere')`,
  );
  await mkdir(join(folder, 'data'));

  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (
      { username, password }: { username: string; password: string },
      _session: unknown,
      done: (error: Error | null, answer?: object) => void,
    ) =>
      username === 'loft' && password === 'right' ? done(null, { user: username }) : done(new Error('no such login')),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  ending.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'loft', configs: [] }],
  });
  const { port } = await bucket.run();
  ending.push(() => bucket.close());
  const cards = await listen(
    createServer((_request, response) => {
      response.sendDate = stripe.date === undefined;
      if (stripe.date) response.setHeader('date', stripe.date);
      response.writeHead(stripe.status).end('{}');
    }),
  );
  whole = {
    PROCESSES: '1',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://loft.example.org',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    AUTH_SECRET: 'fX3m9Qz7Lw2Rk8Vt5Yb1Nc6Hd4Gs0PjEaUiOo',
    SMTP_URL: `smtp://loft:right@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Our Loft <office@loft.example.org>',
    S3_BUCKET: 'loft',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    STRIPE_SECRET_KEY: 'sk_live_only_for_tests',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_for_these_tests',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_only_for_tests',
    STRIPE_API_BASE: cards,
  };
  stripe = { status: 200 };
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  for (const end of ending) await end();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

type Change = Partial<Parameters<typeof examine>[0]>;

/** The findings with these settings (blank: unset), and this difference of the installation. */
async function found(settings: Record<string, string> = {}, change: Change = {}) {
  const config: Config = readConfig({ ...whole, ...settings });
  const { url, ownerUrl } = cluster;
  return examine({ config, url, ownerUrl, data_dir: config.data_dir!, ...change });
}
const names = async (...given: Parameters<typeof found>) => (await found(...given)).map(({ name }) => name);

/** The findings in a copy of the database after this statement of a superuser. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  const name = 'broken';
  const { superUrl } = cluster;
  await say(superUrl, `drop database if exists ${name} with (force)`, `create database ${name} template loftline`);
  await say(on(superUrl, name), ...statements);
  return names({}, { url: on(cluster.url, name), ownerUrl: on(cluster.ownerUrl, name) });
}

describe('an intact installation', () => {
  it('has no findings, with the bundled provider or another', async () => {
    expect(await found()).toEqual([]);
  });

  it('gets exit code 0 from the command; a broken one its findings and exit code 1', async () => {
    const run = (env: Record<string, string>, ...args: string[]) => {
      const file = fileURLToPath(new URL('../../../dev/doctor.ts', import.meta.url));
      const own = { DATABASE_URL: cluster.url, DATABASE_OWNER_URL: cluster.ownerUrl };
      return promisify(execFile)(process.execPath, [file, ...args], {
        env: { PATH: process.env.PATH, ...whole, ...own, ...env },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      );
    };
    expect(await run({})).toEqual({ code: 0, stdout: 'Nothing is wrong.\n' });
    expect(await run({ SMTP_URL: '' })).toEqual({
      code: 1,
      stdout:
        'mail: SMTP_URL is not set: no e-mail is sent, and nobody can confirm an address or reset a password. Set SMTP_URL and MAIL_FROM.\n',
    });
    const both = await run({ TRUST_PROXY: '', SMTP_URL: '' }, '--json');
    expect(both.code).toBe(1);
    expect(JSON.parse(both.stdout).map(({ name }: { name: string }) => name)).toEqual(['proxy', 'mail']);
    expect(await run({ PORT: 'abc' })).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^settings: PORT="abc": must be a whole number\./),
    });
  });
});

describe('a broken installation, by its settings', () => {
  it.each<[string, Record<string, string>]>([
    ['https', { PUBLIC_URL: 'http://loft.example.org' }],
    ['https', { PUBLIC_URL: '' }],
    ['proxy', { TRUST_PROXY: '' }],
    ['mail', { SMTP_URL: '' }],
    ['mail-from', { MAIL_FROM: 'Loftline <loftline@localhost>' }],
    ['secret', { AUTH_SECRET: '' }],
    ['secret', { AUTH_SECRET: 'secret'.repeat(8) }],
    ['files', { ROLE: 'web', S3_BUCKET: '', S3_ACCESS_KEY: '', S3_SECRET_KEY: '', S3_ENDPOINT: '' }],
    ['metrics', { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }],
    ['gate', { ACCESS_PASSWORD: 'before the opening' }],
    ['push', { PUSH_ANYWHERE: '1' }],
    ['stripe-keys', { STRIPE_SECRET_KEY: 'sk_test_only', STRIPE_PUBLISHABLE_KEY: '' }],
    ['stripe-keys', { STRIPE_PUBLISHABLE_KEY: 'pk_test_only' }],
    ['stripe-keys', { STRIPE_SECRET_KEY: 'pk_live_only' }],
    ['stripe-webhook', { STRIPE_WEBHOOK_SECRET: 'sk_live_instead' }],
    ['demo', { DEMO: '1' }],
  ])('%s is found: %j', async (name, settings) => {
    const findings = await found(settings);
    expect(findings.map((finding) => finding.name)).toEqual([name]);
    for (const { what, repair } of findings) expect(`${what} ${repair}`).toMatch(/^[^\n]{20,}[^\n]$/);
  });
});

describe('a broken installation, by its machine', () => {
  it('node is found: too old', async () => {
    expect(await names({}, { node: 'v22.14.0' })).toEqual(['node']);
  });

  it('disk is found: too little free space', async () => {
    expect(await names({}, { least_free_bytes: Number.MAX_SAFE_INTEGER })).toEqual(['disk']);
  });

  it('data-folder is found: a file stands where the folder should', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await names({}, { data_dir: file, config: readConfig({ ...whole, DATA_DIR: file }) })).toEqual([
      'data-folder',
    ]);
  });

  it('secret-files is found: a secret that others may read', async () => {
    const data_dir = join(folder, 'open');
    await mkdir(data_dir);
    await writeFile(join(data_dir, 'auth-secret'), 'x', { mode: 0o644 });
    expect(await names({ DATA_DIR: data_dir })).toEqual(['secret-files']);
  });

  it('clock is found: an hour off from the database', async () => {
    const real = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
    const none = {
      S3_BUCKET: '',
      S3_ACCESS_KEY: '',
      S3_SECRET_KEY: '',
      S3_ENDPOINT: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      STRIPE_PUBLISHABLE_KEY: '',
      STRIPE_API_BASE: '',
    };
    const findings = await names(none).finally(() => clock.mockRestore());
    expect(findings).toEqual(['clock']);
  });
});

describe('a broken installation, by its database', () => {
  it('database is found: no server there', async () => {
    expect(await names({}, { url: 'postgres://loftline@127.0.0.1:1/loftline' })).toEqual(['database']);
  });

  it('postgresql is found: an older one than is supported', async () => {
    const { url, server } = await olderPostgres(cluster.url);
    expect(await names({}, { url })).toEqual(['postgresql']);
    server.close();
  });

  it.each([
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['synchronous_commit', 'off'],
  ])('%s is found: %s', async (name, value) => {
    await restart({ [name]: value });
    const findings = await names();
    await restart();
    expect(findings).toEqual([name]);
  });

  it('connections is found: fewer than the sizes of the pools', async () => {
    await restart({ max_connections: '20' });
    const findings = await names();
    await restart();
    expect(findings).toEqual(['connections']);
  });

  it('connections is found: fewer for the serving role', async () => {
    await say(cluster.superUrl, 'alter role loftline connection limit 20');
    const [finding, ...more] = await found();
    await say(cluster.superUrl, 'alter role loftline connection limit -1');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ name: 'connections', what: expect.stringContaining('CONNECTION LIMIT 20') });
  });

  it('connections is found with a fifth process of default sizes, or connections of another program', async () => {
    await restart({ max_connections: '100' });
    const clients: pg.Client[] = [];
    const open = async (application_name: string, url = cluster.url) => {
      const client = new pg.Client({ connectionString: url, application_name });
      client.on('error', () => {}); // the server is restarted under it
      await client.connect();
      clients.push(client);
      return client;
    };
    for (let process = 1; process <= 4; process += 1) await open(connectionName('bus of jobs'));
    const four = await names();
    // An operator's role gets 92, beside those reserved for superusers.
    for (let n = 1; n <= 5; n += 1) await open('psql', cluster.ownerUrl);
    const withOperator = await names();
    await open('psql', cluster.ownerUrl);
    const crowded = await found();
    for (const client of clients.splice(4)) await client.end();
    await vi.waitFor(async () => expect(await names()).toEqual([]), 30_000);
    await open(connectionName('bus of jobs'));
    const fifth = await found();
    for (const client of clients) await client.end();
    await restart();
    expect([four, withOperator]).toEqual([[], []]);
    expect(crowded.map(({ what }) => what)).toEqual([
      'The site may open 92 connections to the database (a process: 8 site, 8 race, 3 identity, 1 bus, with jobs 3 more; 4 running, 4 of them with jobs), and the server has 91 for it: of max_connections 100, 3 are reserved and 6 in other hands.',
    ]);
    expect(fifth.map(({ name, what }) => [name, /may open \d+/.exec(what)?.[0]])).toEqual([
      ['connections', 'may open 115'],
    ]);
  });

  it('connections counts jobs where they run, and processes that are yet to start', async () => {
    await restart({ max_connections: '100' });
    const clients: pg.Client[] = [];
    for (const pool of ['bus of jobs', 'bus', 'bus', 'bus'] as const) {
      const client = new pg.Client({ connectionString: cluster.url, application_name: connectionName(pool) });
      client.on('error', () => {}); // the server is restarted under it
      await client.connect();
      clients.push(client);
    }
    // 83 with jobs in one of four; 92 with jobs in each would be too many beside ten others.
    for (let n = 1; n <= 10; n += 1) {
      const client = new pg.Client({ connectionString: cluster.ownerUrl, application_name: 'psql' });
      client.on('error', () => {});
      await client.connect();
      clients.push(client);
    }
    const running = await names();
    for (const client of clients) await client.end();
    const planned = await found({ PROCESSES: '8', DATABASE_POOL: '8', RACE_POOL: '8', IDENTITY_POOL: '3' });
    const byItself = await names({ PROCESSES: '8' });
    await restart();
    expect([running, byItself]).toEqual([[], []]);
    expect(planned.map(({ what }) => /may open \d+/.exec(what)?.[0])).toEqual(['may open 186']);
  });

  it('one-role is found: the serving role owns the tables', async () => {
    expect(await names({}, { url: cluster.ownerUrl, ownerUrl: undefined })).toEqual(['one-role']);
  });

  it('serving-superuser is found', async () => {
    expect(await names({}, { url: on(cluster.superUrl, 'loftline') })).toEqual(['serving-superuser']);
  });

  it('owner-superuser is found', async () => {
    expect(await names({}, { ownerUrl: on(cluster.superUrl, 'loftline') })).toEqual(['owner-superuser']);
  });

  it.each<[string, string]>([
    ['extension', 'drop extension btree_gist cascade'],
    ['migrations', 'delete from migrations where name = (select max(name) from migrations)'],
    ['job-queue', 'drop schema pgboss cascade'],
    ['demo', 'insert into demo default values'],
    ['admin', 'update users set is_admin = false'],
    [
      'former-address',
      `with account as (insert into idp."user" (id, name, email, "emailVerified") values ('old', 'Old', 'old@example.org', true))
        insert into users (issuer, subject) values ('https://old.example.org/id', 'old')`,
    ],
    ['backup', 'delete from backups'],
    ['backup', `update backups set taken_at = now() - interval '3 days'`],
    [
      'shared-secret',
      `insert into idp."oauthClient" (id, "clientId", "clientSecret", "redirectUris") values ('1', 'loftline', 'of another', '[]')`,
    ],
  ])('%s is found: %s', async (name, statement) => {
    expect(await foundAfter(statement)).toEqual([name]);
  });
});

describe('a new database', () => {
  it('lacks what the migrations create, the extension included, and nothing that needs a superuser', async () => {
    await say(cluster.superUrl, 'create database fresh owner loftline_owner');
    const at = { url: on(cluster.url, 'fresh'), ownerUrl: on(cluster.ownerUrl, 'fresh') };
    expect(await names({}, at)).toEqual(['migrations', 'job-queue', 'backup']);
    await prepare(at);
    expect(await names({}, at)).toEqual(['admin', 'backup']);
    // The pages of the bundled provider do not exist with another one.
    const other = { PUBLIC_URL: 'http://localhost:3000', OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'loft' };
    const repairs = (await found(other, at)).filter(({ name }) => name === 'admin').map(({ repair }) => repair);
    expect(repairs).toEqual([expect.stringMatching(/^Sign in once with the provider/)]);
  });
});

describe('a broken installation, by its external services', () => {
  it('smtp is found: it refuses the login, or is not there', async () => {
    const refused = await found({ SMTP_URL: whole.SMTP_URL!.replace('right', 'wrong') });
    expect(refused).toMatchObject([{ name: 'smtp', what: expect.stringMatching(/refuses the login/) }]);
    expect(await found({ SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject([
      { name: 'smtp', what: expect.stringMatching(/does not answer/) },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['no such bucket', { S3_BUCKET: 'elsewhere' }],
    ['a key that it does not know', { S3_ACCESS_KEY: 'STRANGER' }],
    ['nobody there', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ])('s3 is found: %s', async (_, settings) => {
    expect(await names(settings)).toEqual(['s3']);
  });

  it('stripe is found: it rejects the key, or is not there', async () => {
    stripe = { status: 401 };
    const refused = await names().finally(() => (stripe = { status: 200 }));
    expect(refused).toEqual(['stripe']);
    expect(await names({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).toEqual(['stripe']);
  });

  it('service-clock is found: an hour away from Stripe', async () => {
    stripe = { status: 200, date: new Date(Date.now() - 3_600_000).toUTCString() };
    const findings = await names().finally(() => (stripe = { status: 200 }));
    expect(findings).toEqual(['service-clock']);
  });

  it('oidc is found: no server, another issuer, incomplete metadata; an intact one is none', async () => {
    // A provider over plain http is for a site over plain http on this machine.
    const at = async (OIDC_ISSUER: string) => {
      const settings = { PUBLIC_URL: 'http://localhost:3000', OIDC_ISSUER, OIDC_CLIENT_ID: 'loft' };
      return names(settings);
    };
    const issuer = await listen(createServer((_request, response) => response.end(JSON.stringify(metadata))));
    metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end`,
    };
    expect(await at(issuer)).toEqual([]);
    expect(await at('http://127.0.0.1:1')).toEqual(['oidc']);
    expect(await at(`${issuer}/`)).toEqual(['oidc']);
    delete metadata.jwks_uri;
    expect(await at(issuer)).toEqual(['oidc']);
  });
});
