/** Starts a serving process: its connections, the application, its jobs and the demo. */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { type App, type AppOptions, buildApp } from './app.ts';
import { type Config, cannotStart, type StripeKeys } from './config.ts';
import { type Connection, connect } from './db/database.ts';
import { checkDemo } from './demo.ts';
import { checks, examine, processChecks } from './doctor/doctor.ts';
import { createReports } from './errors/reports.ts';
import { createStorage } from './files/storage.ts';
import type { Storage } from './files/stored-content.ts';
import type { Provider } from './identity/provider.ts';
import { loadSecret } from './identity/secret.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { createServices } from './outside/services.ts';
import type { CardsSandbox } from './payments/sandbox.ts';
import { stripeCards } from './payments/stripe.ts';
import { stripeTransfers } from './payments/stripe-transfers.ts';
import { prepare } from './prepare.ts';
import { about, dataDirOf, root, version } from './program.ts';
import type { Shutdown } from './shutdown.ts';
import { readAllWords } from './translations.ts';

/** The demo is one of the tools in dev/; the product does not depend on it. */
const demoModule = '../../dev/demo.ts';
interface DemoModule {
  startDemo(options: DemoOptions): Promise<{ stop(): Promise<void> }>;
}
/** The invented weather of a demo whose operator asks no service. */
const weatherModule = '../../dev/fakes/weather.ts';
interface WeatherModule {
  startWeatherFake(): Promise<{ url: string; key: string; stop(): Promise<void> }>;
}
/** The invented map of a demo whose operator has no key for Windy's. */
const windyMapModule = '../../dev/fakes/windy-map.ts';
interface WindyMapModule {
  inventedWindyMap(): string;
}
export interface DemoOptions {
  connection: Connection;
  databaseUrl: string;
  /** The role that owns the tables; it makes the demo's admin. */
  ownerUrl: string;
  log: FastifyBaseLogger;
  /** The address of this program, for the demo's clocks. */
  address: string;
  /** The speed of the demo, as a multiple of real time. */
  speed: number;
  storage: Storage;
  /** The address where the demo's accounts are registered; undefined with another identity provider. */
  provider?: (() => Promise<Provider>) | undefined;
  say(line: string): void;
}

/** The environment of a serving process. */
export interface ServeContext {
  /** The database, as the role that serves and, where it is known, as the owner. */
  url: string;
  ownerUrl: string | undefined;
  /** The card sandbox, where there is one. */
  sandbox: { keys: StripeKeys; sandbox: CardsSandbox } | undefined;
  say(line: string): void;
  /** Among several processes: its name, its port, if any, and the program's port. */
  worker?: { name: string; listens: number | undefined; port: number | undefined };
  /** Takes over live sockets that this process does not serve, or no longer serves. */
  handOver?: AppOptions['handOver'];
  /** In development: Vite, which serves the pages, and the port of its HMR socket. */
  vite?: { server(): Promise<ViteDevServer>; hmrPort: number };
  /** The metrics of all processes, when not only of this one. */
  figures?: (own: Registry) => Promise<string>;
}

export interface Served {
  /** The port; undefined when it does not listen. */
  port: number | undefined;
  live: App['live'];
  registry: Registry;
  /** Accepts no new connections and waits for the requests under way, while other processes serve. */
  leave(): Promise<void>;
}

/** Starts everything. What is started is added to the shutdown. */
export async function serve(config: Config, context: ServeContext, shutdown: Shutdown): Promise<Served> {
  const { url, say, worker } = context;
  readAllWords();
  const { ownerUrl, ran } = await prepare({ url, ownerUrl: context.ownerUrl }).catch((error: Error) =>
    Promise.reject(explained(error, config)),
  );
  if (ran) say(`Database: ${ran} migrations ran.`);
  if (ownerUrl === url) {
    say(
      'One database role for everything: only triggers keep the ledger from being changed. Set DATABASE_OWNER_URL for a second wall.',
    );
  }

  const services = createServices();
  const reports = config.error_report_url
    ? createReports({ url: config.error_report_url, version, fetch: services.reports.fetch })
    : undefined;
  if (reports) shutdown.add(async () => reports.stop());
  const logger = {
    level: config.log_level,
    base: about,
    ...(reports && { hooks: reports.hooks }),
    ...(process.stdout.isTTY && !config.production ? { transport: { target: 'pino-pretty' } } : {}),
  };
  let built: App | undefined;
  const onLost = (error: Error) => built?.app.log.warn({ err: error }, 'a database connection was lost');
  const connection: Connection = connect(url, onLost, config.pools.site);
  shutdown.add(() => connection.close());
  if (config.demo && ownerUrl === undefined)
    throw cannotStart('The demo enters people and an admin: set DATABASE_OWNER_URL, or DEMO=0.');
  const demo = await checkDemo(connection.db, config.demo);
  if (demo === 'open') say('This is the database of a demo: everybody can sign in as its people, its admin too.');

  const has_jobs = config.role === 'all' || config.role === 'jobs';
  const pages = config.role === 'live' || config.role === 'jobs' ? undefined : await pagesFor(context.vite);
  const given = { ...config };
  if (config.demo && has_jobs && !config.weather) {
    const { startWeatherFake } = (await import(weatherModule)) as WeatherModule;
    const fake = await startWeatherFake();
    shutdown.add(() => fake.stop());
    config.weather = { source: 'invented', url: fake.url, key: fake.key };
  }
  if (config.demo && pages && !config.windy_map) {
    const { inventedWindyMap } = (await import(windyMapModule)) as WindyMapModule;
    config.windy_map = { source: 'invented', script: inventedWindyMap() };
  }
  config.auth_secret ??= await secretOf(config);
  if (worker?.port !== undefined) config.port = worker.port;
  built = await buildApp({
    config,
    db: connection.db,
    pools: { site: connection.pool },
    databaseUrl: url,
    version,
    logger,
    pages,
    services,
    ...(context.sandbox && {
      cards: stripeCards(context.sandbox.keys, services.cards),
      transfers: stripeTransfers(context.sandbox.keys, services.cards),
      sandbox: context.sandbox.sandbox,
    }),
    process: worker?.name,
    handOver: context.handOver,
    figures: context.figures,
  });
  const { app, live, metrics, registry } = built;
  shutdown.add(() => app.close());

  if (has_jobs) {
    const jobs: Jobs = await startJobs(url, connection.db, app.log, built);
    built.pools.jobs = jobs.pool;
    built.keepSending();
    shutdown.add(() => jobs.stop());
  }
  const listens = worker ? worker.listens : config.port;
  if (listens === undefined) await app.ready();
  else await app.listen({ port: listens, host: config.host, backlog: 4096 });
  if (config.metrics_port !== undefined) {
    const own = Fastify();
    own.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()));
    await own.listen({ port: config.metrics_port, host: config.metrics_host });
    shutdown.add(() => own.close());
  }
  const { drain: refuseReadiness, leave } = built;
  shutdown.drain(async () => {
    refuseReadiness();
    await sleep(config.drain_ms);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : undefined;
  if (config.production && !config.demo && (has_jobs || !worker)) {
    // In parallel with serving: an unreachable bucket does not prevent the start.
    const chosen = has_jobs ? checks : processChecks;
    void examine({ config: given, url, ownerUrl, data_dir: await dataDirOf(config) }, chosen).then((findings) => {
      for (const { name, what, repair } of findings)
        if (!shutdown.begun()) app.log.warn({ check: name }, `${what} ${repair}`);
    });
  }
  if (config.demo && has_jobs) {
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
    shutdown.add(() => demo.stop());
  }
  return { port, live, registry, leave };
}

/**
 * A connection error of an external database, as the operator can correct it: unknown host, no server, wrong password,
 * no such database.
 */
function explained(error: Error & { code?: string; address?: string }, { database_url }: Config): Error {
  if (database_url === undefined || !/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(error.code ?? '')) return error;
  return cannotStart(`${error.address}: the database cannot be entered: ${error.message}`);
}

/** The signing secret of the identity provider, stored beside the embedded database. */
async function secretOf(config: Config): Promise<string> {
  try {
    return await loadSecret(await dataDirOf(config));
  } catch (error) {
    throw cannotStart(`AUTH_SECRET is not set and cannot be kept: ${(error as Error).message}`);
  }
}

/** The built pages, or in development Vite's own. */
async function pagesFor(vite: ServeContext['vite']) {
  if (!vite) {
    const path = new URL('../../build/server/index.js', import.meta.url).href;
    const build = (await import(path)) as ServerBuild;
    return { client: `${root}build/client`, build: async () => build };
  }
  return {
    client: `${root}public`,
    build: async () => (await (await vite.server()).ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    connect_src: `ws://localhost:${vite.hmrPort}`,
    before: async (app: App['app']) => {
      app.addHook('onRequest', async (request, reply) => {
        const { middlewares } = await vite.server();
        await new Promise<void>((next) => middlewares(request.raw, reply.raw, () => next()));
      });
    },
  };
}
