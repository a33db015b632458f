/**
 * The program as one Fastify application: the calls, the pages, the live socket, health and figures. A route that does
 * not say who may use it stops the start.
 */
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import { recordReadingsCall } from '#domain/arrivals/contract.ts';
import { type Action, anonymous, policy } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { loginRoutes } from './accounts/login.ts';
import { createRelyingParty, type RelyingPartyOptions } from './accounts/oidc.ts';
import { createRenewal } from './accounts/renewal.ts';
import { accountRoutes } from './accounts/routes.ts';
import { readPerson, type Sessions, sessionCookie, signedInBy } from './accounts/sessions.ts';
import { olrUserRoute, tokenRoutes } from './accounts/token-routes.ts';
import { createAnybody } from './anybody.ts';
import { createStandings } from './arrivals/arrivals.ts';
import { homeRoute } from './arrivals/home.ts';
import { createIngest } from './arrivals/ingest.ts';
import { recordRoutes } from './arrivals/record-routes.ts';
import { arrivalRoutes } from './arrivals/routes.ts';
import { createAskSelf } from './ask-self.ts';
import { builtFiles } from './built-files.ts';
import { choiceRoutes } from './choices.ts';
import type { Config } from './config.ts';
import { contactRoutes } from './contact/routes.ts';
import { contractPdfRoute, contractRoutes } from './contracts/routes.ts';
import { countriesRoute } from './countries.ts';
import { type Connection, connect, type Database, isDatabaseAway, servingPatience } from './db/database.ts';
import { createContacts } from './devices/contacts.ts';
import { deviceRoutes } from './devices/routes.ts';
import { answerError, refuseBroken } from './errors/answer.ts';
import { errorRoutes } from './errors/routes.ts';
import { fancierRoutes } from './fanciers/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { sweepFiles } from './files/files.ts';
import { fileRoutes, mediaRoute } from './files/routes.ts';
import { createStorage } from './files/storage.ts';
import { flightRoutes } from './flights/routes.ts';
import { createGate, passCookie } from './gate/gate.ts';
import { gateRoutes, guard } from './gate/routes.ts';
import { answerHeaders, closedPolicy } from './headers.ts';
import { openDoor } from './identity/door.ts';
import { createProvider, type Provider } from './identity/provider.ts';
import { identityRoutes } from './identity/routes.ts';
import { identityClient } from './identity/secret.ts';
import { dataOf, forgetPerson } from './leaving.ts';
import { isHandshake, type Live, startLive } from './live/live.ts';
import { loftRoutes } from './lofts/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { createMetrics } from './metrics.ts';
import { attachToNews } from './news/pictures.ts';
import { newsRoutes } from './news/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createSender } from './notifications/sender.ts';
import { createWays } from './notifications/ways.ts';
import { overviewRoutes } from './overview/routes.ts';
import { isForeign, ownAddress } from './own-site.ts';
import { invitationRoutes } from './people/invitation-routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { pigeonRoutes } from './pigeons/routes.ts';
import { teamRoutes } from './pigeons/team-routes.ts';
import { cardsOf, nobody, renderPages } from './render.ts';
import {
  actorOf,
  askedByCookie,
  caller,
  judge,
  parseInput,
  registerContract,
  registerRoutes,
  tableOf,
} from './route.ts';
import { dueDateRoutes } from './seasons/due-date-routes.ts';
import { productRoutes } from './seasons/product-routes.ts';
import { publicSeasonRoutes } from './seasons/public-routes.ts';
import { seasonRoutes } from './seasons/routes.ts';
import { rulebookRoutes } from './seasons/rulebook-routes.ts';
import { setupRoutes } from './seasons/setup-routes.ts';
import { shownRoutes } from './seasons/shown-routes.ts';
import { createPainter } from './share/painter.ts';
import { shareRoutes } from './share/routes.ts';
import { stateRoutes } from './state-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may: an action of domain/policy.ts. */
    access?: Action;
  }
  interface FastifyInstance {
    sessions: Sessions;
  }
}

export interface AppOptions {
  config: Config;
  db: Database;
  databaseUrl: string;
  version: string;
  /** The pages, when this process serves them. */
  pages?: {
    build: () => Promise<ServerBuild>;
    client: string;
    connect_src?: string;
    before?: (app: FastifyInstance) => Promise<void>;
  };
  /** For the control of a proof: the connections of clocks and live results, when not their own. */
  race?: Connection;
  /** A Fastify logger setting; silent in tests. */
  logger?: boolean | object;
}

export interface App {
  app: FastifyInstance;
  /** Every route there is, with who may use it. */
  routes: readonly { method: string; path: string; access: Action }[];
  live: Live;
  /** The bundled identity provider; made when it is asked for the first time. */
  provider(): Promise<Provider>;
  /** Removes uploaded files that nothing shows. */
  sweep(): Promise<void>;
  /** Sends what is due in the outbox. */
  send(): Promise<void>;
  /** From now on sends by itself, whenever something is put in. */
  keepSending(): void;
  /** The text of /metrics, for a port of its own. */
  metrics(): Promise<string>;
}

/** So long, once the end has begun, requests that are under way may take. */
const patience_ms = 5000;

/** Builds the application; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, databaseUrl, version, pages } = options;
  const gate = config.access_password === undefined ? undefined : createGate({ password: config.access_password });
  const headersOf = answerHeaders(config.public_url);
  const app = Fastify({
    logger: options.logger ?? false,
    // One line per answer is written below; two for each request of each clock would drown everything else.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1 << 20,
    // A picture over a slow line takes longer than a minute; a head has a minute of its own (Node's headersTimeout).
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    trustProxy: (address) => config.trust_proxy(address),
    // Whatever else wants to be upgraded is answered as if it did not.
    http: { shouldUpgradeCallback: isHandshake },
    // What is no HTTP at all reaches not even that.
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, headersOf),
    // A page's address that cannot be decoded is that of no page.
    rewriteUrl: ({ url = '/' }) =>
      isDecodable(url) || url.startsWith('/api') || !pages ? url : url.replaceAll('%', '%25'),
    // A path that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headersOf(request.id), 'content-security-policy': closedPolicy });
      answerError(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  // The clocks and the live results have connections of their own: however many readers ask, a bird can come home.
  const onLost = (error: Error) => app.log.warn({ err: error }, 'a database connection was lost');
  const race = options.race ?? connect(databaseUrl, onLost, 8, servingPatience, 'kept');
  let draining = false;
  const anybody = createAnybody({
    keep_ms: config.keep_ms,
    public_url: config.public_url,
    headers: (id) => ({ ...headersOf(id), ...(draining ? { connection: 'close' } : {}) }),
    answered: (method, status) => metrics.requests.observe({ method, route: 'kept', status: String(status) }, 0),
  });
  // What lies ready is answered before Fastify looks at the request.
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!anybody.answer(request, response)) app.routing(request, response);
  });
  // Browsers open connections ahead of need. One that has not asked anything yet would hold up the end for ever.
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.server.on('upgrade', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    draining = true;
    for (const socket of silent) socket.destroy();
    // Nor may a request of which half has come, or an answer that nobody takes.
    setTimeout(() => app.server.closeAllConnections(), patience_ms).unref();
    await live.stop();
  });
  app.addHook('onClose', async () => {
    await contacts.written();
    if (!options.race) await race.close();
    await (await providing)?.close();
  });

  const contacts = createContacts(race.db, app.log);
  const known = (subject: string) => ({ issuer: `${ownAddress(config, app)}/id`, subject });
  const site = {
    dataOf: (subject: string) => db.transaction().execute((tx) => dataOf(tx, known(subject))),
    forget: (subject: string) => db.transaction().execute((tx) => forgetPerson(tx, known(subject))),
  };
  let providing: Promise<Provider> | undefined;
  /** Made when somebody asks for it: most programs of a test never do. */
  const provider = (): Promise<Provider> => {
    providing ??= createProvider({
      config,
      db,
      databaseUrl,
      address: ownAddress(config, app),
      log: app.log,
      site,
    }).catch((error) => {
      providing = undefined; // the database was away
      throw error;
    });
    return providing;
  };

  const ways = createWays(config, db, () => ownAddress(config, app));
  const sender = createSender({ db, ways, log: app.log });
  let sending = false;
  const send = () => sender.look().catch((error) => app.log.warn({ err: error }, 'the outbox could not be looked at'));
  const keepSending = () => {
    sending = true;
    void send();
  };

  const routes: App['routes'][number][] = [];
  app.addHook('onRoute', (route) => {
    if (!route.config?.access || !(route.config.access in policy)) {
      throw new Error(`the route ${String(route.method)} ${route.url} does not say who may use it`);
    }
    for (const method of [route.method].flat()) routes.push({ method, path: route.url, access: route.config.access });
  });
  app.removeContentTypeParser('text/plain');
  // Contracts parse what comes and what goes (route.ts); the schemas here are for the OpenAPI document.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error, request, reply) => answerError(error as FastifyError, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('not_found'), request, reply));
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(headersOf(request.id)))
      if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closedPolicy);
    // A connection that is kept alive would hold up the end for its whole idle time.
    if (draining) reply.header('connection', 'close');
  });

  const live = startLive({
    server: app.server,
    db: race.db,
    databaseUrl,
    log: app.log,
    origins: config.origins,
    mayEnter: (cookie) => !gate || gate.lets({ url: '/live', cookie: app.parseCookie(cookie)[passCookie] }),
    trustProxy: config.trust_proxy,
    most_per_address: config.sockets_per_address,
    whoAsks: (cookie) => askedByCookie({ server: app, cookies: app.parseCookie(cookie) }),
    delivered: (rows) => metrics.delivered.inc(rows),
    changed: () => anybody.clear(),
    toSend: () => void (sending && send()),
  });
  const metrics = createMetrics(() => live.sockets());
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
    const { method } = request;
    // What is asked for may name a person: an address, a code of a sign-in.
    const url = request.url.split('?', 1)[0];
    request.log[reply.statusCode >= 400 ? 'info' : 'debug'](
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });

  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => new Refusal('too_often', { seconds: Math.ceil(ttl / 1000) }),
  });
  app.addHook('onRequest', async (request) => {
    if (isForeign(request, config.origins)) throw new Refusal('other_site');
  });
  if (gate) guard(app, gate);
  const party = createRelyingParty(() => partyOf(config, app));
  const renew = createRenewal({ db, party, log: app.log });
  const sessions: Sessions = {
    ...sessionCookie(config.public_url),
    signedInBy: (token) => signedInBy(db, token, renew),
  };
  app.decorate('sessions', sessions);
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Loftline', version },
      components: { securitySchemes: { deviceKey: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });

  const standings = createStandings();
  const storage = createStorage(config);
  const table = tableOf([
    ...accountRoutes,
    ...contactRoutes(config),
    ...mediaRoutes,
    ...contractRoutes,
    ...notificationRoutes(config),
    ...loftRoutes,
    ...fancierRoutes,
    ...seasonRoutes,
    ...publicSeasonRoutes,
    ...shownRoutes,
    ...dueDateRoutes,
    ...rulebookRoutes,
    ...newsRoutes,
    ...setupRoutes,
    ...productRoutes,
    ...pigeonRoutes,
    ...teamRoutes,
    ...deviceRoutes(contacts),
    ...peopleRoutes,
    ...invitationRoutes(config),
    ...flightRoutes,
    ...arrivalRoutes(standings, config.keep_ms),
    ...recordRoutes(standings),
    homeRoute(standings),
    ...favoriteRoutes(standings),
    ...overviewRoutes,
    countriesRoute,
    olrUserRoute,
  ]);
  await app.register(async (api) => {
    registerRoutes(api, table, db, anybody);
    await tokenRoutes(api, { db, party });
    errorRoutes(api);
    await api.register((files) => fileRoutes(files, { db, storage, attach: { news: attachToNews } }));
    const ingest = createIngest(race.db, app.log, {
      stored: (count) => metrics.stored.inc(count),
      conflict: (count) => metrics.conflicts.inc(count),
      committed: (count) => metrics.commits.inc(count),
      heard: (contact) => contacts.heard(contact),
    });
    // The one exception to load, judge, act in a transaction of its own: waiting batches of a loft share one.
    registerContract(api, recordReadingsCall, async (request) => {
      const actor = await actorOf(request, race.db);
      judge(actor, 'reading.record', { loft_id: actor.kind === 'device' ? actor.loft_id : 0 });
      const { body } = parseInput(recordReadingsCall, { body: request.body } as never);
      return ingest({ device: actor as Extract<typeof actor, { kind: 'device' }>, ...body, received_ms: Date.now() });
    });
  });

  const open = { config: { access: 'site.read' as const } };
  // Before the pages, which answer everything else: machines are told no as machines, whatever they asked with.
  app.all('/api/*', { ...open, schema: { hide: true } }, async () => {
    throw new Refusal('not_found');
  });
  // Without a socket there is nothing to see; with one, see live/live.ts.
  app.get('/live', { ...open, schema: { hide: true } }, async () => {
    throw new Refusal('not_found');
  });
  mediaRoute(app, storage);
  contractPdfRoute(app, { db, storage });
  stateRoutes(app, { config, db, live, metrics, draining: () => draining });
  const { public_url, fragment_token } = config;
  const home = config.oidc ? undefined : () => ownAddress(config, app);
  await app.register(loginRoutes, { db, party, sessions, public_url, fragment_token, home });
  const secure = config.public_url?.startsWith('https:') ?? false;
  await app.register(gateRoutes, { db, gate, secure });
  await app.register(choiceRoutes, { secure, testing: !config.production });
  const painter = createPainter(app.log);
  shareRoutes(app, {
    painter,
    call: caller(table, db, anonymous),
    cardOf: pages && (async (asking) => cardsOf(await pages.build()).cardOf(asking)),
  });
  // In every process: each may have to renew a session.
  await identityRoutes(app, db, provider);
  if (pages) {
    await pages.before?.(app);
    await app.register(builtFiles, { client: pages.client, worker: config.worker });
    await renderPages(app, {
      build: pages.build,
      identityFor: async (asking) => openDoor(await provider(), asking),
      callAs: (actor) => caller(table, db, actor),
      fileOf: painter.file,
      whoAsks: async (request) => {
        try {
          const actor = await askedByCookie(request);
          return { actor, me: actor.kind === 'user' ? await readPerson(db, actor) : null };
        } catch (error) {
          if (isDatabaseAway(error)) return { ...nobody, me: undefined }; // the page tells it
          throw error;
        }
      },
      anybody,
      version,
      public_url: config.public_url,
      site: {
        has_provider: config.oidc !== undefined,
        has_gate: gate !== undefined,
        tag_manager: config.tag_manager,
        terms_url: config.terms_url,
        privacy_url: config.privacy_url,
        help_url: config.help_url,
        media_url: config.media_url,
      },
      live_url: config.live_url,
      connect_src: pages.connect_src,
      production: config.production,
    });
  }
  const sweep = async () => {
    const removed = await sweepFiles(db, storage, Date.now());
    if (removed.names) app.log.info(removed, 'uploaded files removed that nothing shows');
  };
  return { app, routes, live, provider, send, keepSending, sweep, metrics: () => metrics.registry.metrics() };
}

/** Whom this site asks who people are: the provider that is configured, or its own. */
function partyOf(config: Config, app: FastifyInstance): RelyingPartyOptions {
  if (config.oidc) return config.oidc;
  const issuer = `${ownAddress(config, app)}/id`;
  return { issuer, ...identityClient(config), ask: createAskSelf(app) };
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0]!);
    return true;
  } catch {
    return false;
  }
}
