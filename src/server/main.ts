/** The start and the end of the program. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { ServerBuild } from 'react-router';
import { type App, buildApp } from './app.ts';
import { type Config, cannotStart, readConfig, type StripeKeys } from './config.ts';
import { type Connection, connect } from './db/database.ts';
import { type Embedded, findDataDir, startEmbedded } from './db/embedded.ts';
import { checkDemo } from './demo.ts';
import { checks, examine, processChecks } from './doctor/doctor.ts';
import { createReports } from './errors/reports.ts';
import { createStorage, type Storage } from './files/storage.ts';
import type { Provider } from './identity/provider.ts';
import { keptSecret } from './identity/secret.ts';
import { type Jobs, startJobs } from './jobs.ts';
import type { CardsSandbox } from './payments/sandbox.ts';
import { stripeCards } from './payments/stripe.ts';
import { prepare } from './prepare.ts';
import { readAllWords } from './words.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
const about = { pid: process.pid, hostname: hostname(), version, role: process.env.ROLE || 'all' };
/** What the program says of itself: to people as a line, to a log collector as one of the log's. */
const say =
  process.env.NODE_ENV === 'production' && !process.stdout.isTTY
    ? (line: string) => log.info(line)
    : (line: string) => void process.stdout.write(`${line}\n`);
const log = pino({ base: about });

/** The demo stands with the tools for people, in dev/; the product does not depend on it. */
const demoModule = '../../dev/demo.ts';
interface DemoModule {
  startDemo(options: DemoOptions): Promise<{ stop(): Promise<void> }>;
}
/** So does the sandbox for cards, for whoever has no keys of their own. */
const sandboxModule = '../../dev/fakes/cards.ts';
interface SandboxModule {
  startSandbox(options: {
    webhook: () => string;
    file?: string;
  }): Promise<CardsSandbox & { keys: StripeKeys; stop(): Promise<void> }>;
}
export interface DemoOptions {
  connection: Connection;
  databaseUrl: string;
  /** Of the role that owns the tables, which makes the demo's admin. */
  ownerUrl: string;
  log: FastifyBaseLogger;
  /** Where this program answers, for the clocks of the demo. */
  address: string;
  /** How many times as fast as life the birds come home. */
  speed: number;
  storage: Storage;
  /** Where the demo's people are entered; the others sign in somewhere else. */
  provider?: (() => Promise<Provider>) | undefined;
  say(line: string): void;
}

/** What has to be stopped at the end, the first one first; what starts puts itself in. */
const stopping: (() => Promise<unknown>)[] = [];
let ending = false;
/** Answers that we are not ready any more, once the program listens. */
let drain: (() => Promise<unknown>) | undefined;

try {
  endOn(['SIGTERM', 'SIGINT']);
  await start(readConfig(process.env));
} catch (error) {
  // What was on its way up finds the database gone: the end is under way already.
  if (ending) await new Promise(() => {});
  const { name, message, stack } = error as Error;
  const expected = name === 'CannotStart';
  process.stderr.write(`${expected ? message : stack}\n`);
  // EX_CONFIG for what the operator can mend.
  process.exit(expected ? 78 : 1);
}

async function start(config: Config): Promise<void> {
  // Before the database starts: a program that cannot listen leaves nothing behind.
  await checkPort(config);
  readAllWords();

  const starting = config.database_url === undefined ? startDatabase(config) : undefined;
  // Before it is up, so that an end in between leaves no PostgreSQL behind.
  if (starting) stopping.push(async () => (await starting.catch(() => undefined))?.stop());
  const embedded = await starting;
  const url = config.database_url ?? embedded!.url;
  try {
    const { ownerUrl, ran } = await prepare({ url, ownerUrl: config.database_owner_url ?? embedded?.ownerUrl }).catch(
      (error: Error) => Promise.reject(explained(error, config)),
    );
    if (ran) say(`Database: ${ran} migrations ran.`);
    if (ownerUrl === url) {
      say(
        'One database role for everything: only triggers keep the ledger from being changed. Set DATABASE_OWNER_URL for a second wall.',
      );
    }

    const reports = config.error_report_url ? createReports({ url: config.error_report_url, version }) : undefined;
    if (reports) stopping.unshift(async () => reports.stop());
    const logger = {
      level: config.log_level,
      base: about,
      ...(reports && { hooks: reports.hooks }),
      ...(process.stdout.isTTY && !config.production ? { transport: { target: 'pino-pretty' } } : {}),
    };
    let built: App | undefined;
    const onLost = (error: Error) => built?.app.log.warn({ err: error }, 'a database connection was lost');
    const connection: Connection = connect(url, onLost, config.pools.site);
    stopping.unshift(() => connection.close());
    if (config.demo && ownerUrl === undefined)
      throw cannotStart('The demo enters people and an admin: set DATABASE_OWNER_URL, or DEMO=0.');
    const demo = await checkDemo(connection.db, config.demo);
    if (demo === 'open') say('This is the database of a demo: everybody can sign in as its people, its admin too.');

    const pages = config.role === 'live' || config.role === 'jobs' ? undefined : await pagesFor(config);
    const given = { ...config };
    config.auth_secret ??= await secretOf(config);
    /** Known when the program listens. */
    let here = '';
    const sandbox = await sandboxFor(config, () => here);
    if (sandbox) stopping.unshift(() => sandbox.stop());
    const cards = sandbox && { cards: stripeCards(sandbox.keys), sandbox };
    built = await buildApp({
      config,
      db: connection.db,
      pools: { site: connection.pool },
      databaseUrl: url,
      version,
      logger,
      pages,
      ...cards,
    });
    const { app, live, metrics } = built;
    stopping.unshift(() => app.close());
    embedded?.onRestart(() => live.listenAgain());

    if (config.role === 'all' || config.role === 'jobs') {
      const jobs: Jobs = await startJobs(url, connection.db, app.log, built);
      built.pools.jobs = jobs.pool;
      built.keepSending();
      stopping.unshift(() => jobs.stop());
    }
    await app.listen({ port: config.port, host: config.host, backlog: 4096 });
    if (config.metrics_port !== undefined) {
      const own = Fastify();
      own.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()));
      await own.listen({ port: config.metrics_port, host: config.metrics_host });
      stopping.unshift(() => own.close());
    }
    const { drain: refuseReadiness } = built;
    drain = async () => {
      refuseReadiness();
      await sleep(config.drain_ms);
    };
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    here = `http://127.0.0.1:${port}`;
    say(`Loftline ${version} is up: ${config.public_url ?? `http://localhost:${port}`}`);
    if (config.production && !config.demo) {
      const chosen = config.role === 'all' || config.role === 'jobs' ? checks : processChecks;
      // Beside what is served: a bucket that sleeps keeps nobody from starting.
      void examine({ config: given, url, ownerUrl, data_dir: await dataDirOf(config) }, chosen).then((findings) => {
        for (const { name, what, repair } of findings) if (!ending) app.log.warn({ check: name }, `${what} ${repair}`);
      });
    }
    if (config.demo && (config.role === 'all' || config.role === 'jobs')) {
      const { startDemo } = (await import(demoModule)) as DemoModule;
      const demo = await startDemo({
        connection,
        databaseUrl: url,
        ownerUrl: ownerUrl!,
        log: app.log,
        address: `http://127.0.0.1:${port}`,
        speed: config.demo_speed,
        storage: createStorage(config),
        provider: pages && built.provider,
        say,
      });
      stopping.unshift(() => demo.stop());
    }
  } catch (error) {
    if (!ending) for (const stop of stopping) await stop().catch(() => {});
    throw error;
  }
}

/** A database of one's own that cannot be entered is the operator's to mend: unknown host, nobody there, wrong password, no such database. */
function explained(error: Error & { code?: string; address?: string }, { database_url }: Config): Error {
  if (database_url === undefined || !/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(error.code ?? '')) return error;
  return cannotStart(`${error.address}: the database cannot be entered: ${error.message}`);
}

/**
 * Answers what can be answered, closes what is open, and ends. A second signal ends at once; npm passes on the one that
 * the terminal has sent to us already.
 */
function endOn(signals: NodeJS.Signals[]): void {
  let since = 0;
  const end = async (signal: NodeJS.Signals) => {
    if (ending && Date.now() - since > 1000) process.exit(1);
    if (ending) return;
    ending = true;
    since = Date.now();
    say(`${signal}: the end begins`);
    await drain?.();
    // The last one is the database: it is stopped whatever hangs before it.
    const database = stopping.at(-1);
    setTimeout(() => {
      setTimeout(() => process.exit(1), 5000).unref();
      void database?.().finally(() => process.exit(1));
    }, 25_000).unref();
    for (let stop = stopping.shift(); stop; stop = stopping.shift())
      await stop().catch((error) => process.stderr.write(`${error.stack}\n`));
    say('Loftline has ended.');
    process.exit(0);
  };
  for (const signal of signals) process.on(signal, () => void end(signal));
}

async function startDatabase(config: Config): Promise<Embedded> {
  try {
    return await startEmbedded({ dataDir: await dataDirOf(config), log: say });
  } catch (error) {
    throw cannotStart(`The embedded database does not start. ${(error as Error).message}`);
  }
}

function dataDirOf({ data_dir }: Config): Promise<string> {
  return findDataDir(data_dir === undefined ? {} : { DATA_DIR: data_dir }, root);
}

/** What signs for the identity provider, kept beside the embedded database. */
async function secretOf(config: Config): Promise<string> {
  try {
    return await keptSecret(await dataDirOf(config));
  } catch (error) {
    throw cannotStart(`AUTH_SECRET is not set and cannot be kept: ${(error as Error).message}`);
  }
}

/** The sandbox for cards of a demo; none where the operator takes real ones. */
async function sandboxFor(config: Config, here: () => string) {
  if (!config.demo || config.stripe || config.role !== 'all') return undefined;
  const { startSandbox } = (await import(sandboxModule)) as SandboxModule;
  const folder = config.database_url === undefined ? await dataDirOf(config) : undefined;
  return startSandbox({
    webhook: () => `${here()}/api/payments/webhook`,
    ...(folder && { file: `${folder}/cards-sandbox.json` }),
  });
}

/** The built pages, or in development Vite's own. */
async function pagesFor(config: Config) {
  const client = `${root}build/client`;
  if (config.production) {
    const path = new URL('../../build/server/index.js', import.meta.url).href;
    const build = (await import(path)) as ServerBuild;
    return { client, build: async () => build };
  }
  const { createServer: createVite } = await import('vite');
  const before = process.listeners('SIGTERM');
  const hmrPort = await freePort();
  // Its own port for HMR: the server's own upgrades nothing but live sockets.
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { port: hmrPort } }, appType: 'custom' });
  // Vite ends the process on SIGTERM before we have drained.
  for (const listener of process.listeners('SIGTERM'))
    if (!before.includes(listener)) process.removeListener('SIGTERM', listener);
  stopping.unshift(() => vite.close());
  return {
    client: `${root}public`,
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    connect_src: `ws://localhost:${hmrPort}`,
    before: async (app: App['app']) => {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
    },
  };
}

async function checkPort({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? cannotStart(
              `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`,
            )
          : cannotStart(`Cannot listen on ${host}:${port}: ${error.message}`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
