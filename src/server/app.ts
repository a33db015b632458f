/**
 * The program as one Fastify application: calls, pages, live socket, health and metrics. A route without an access
 * action stops the start.
 */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import { readerKindOf } from '#domain/accounts/person.ts';
import { anonymous } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { loginRoutes } from './accounts/login.ts';
import { createRelyingParty, noteAway } from './accounts/oidc.ts';
import { createRenewal } from './accounts/renewal.ts';
import { seeAsRoutes } from './accounts/see-as.ts';
import { readPerson, type Sessions, sessionBy, sessionCookie } from './accounts/sessions.ts';
import { createStandings } from './arrivals/standings.ts';
import { builtFiles } from './built-files.ts';
import { createBundledProvider, partyOf } from './bundled-provider.ts';
import { callRoutes, tableOfCalls } from './calls.ts';
import type { Config } from './config.ts';
import { formsLeadTo } from './content-security-policy.ts';
import { contractPdfRoute } from './contracts/routes.ts';
import { busName } from './db/connections.ts';
import { type Connection, connect, type Database, isDatabaseAway, servingTimeouts, type Tx } from './db/database.ts';
import { createContacts } from './devices/contacts.ts';
import { pedigreeOfForm } from './entries/pedigree.ts';
import { documentRoute } from './files/documents.ts';
import { moveDocuments, sweepFiles } from './files/files.ts';
import { createMaker, type Maker } from './files/maker.ts';
import { mediaRoute } from './files/routes.ts';
import { createStorage } from './files/storage.ts';
import { createKeep } from './files/store-upload.ts';
import { refreshForecasts } from './flights/forecasts.ts';
import { windyMapRoute } from './flights/windy-map.ts';
import { createGate, passCookie } from './gate/gate.ts';
import { gateRoutes, guard } from './gate/routes.ts';
import { answerHeaders, mapsAt } from './headers.ts';
import { createHttp, serveFromCache, shutDownGracefully } from './http.ts';
import { openAccount } from './identity/account.ts';
import { paintPortraits } from './identity/portraits.ts';
import type { Provider } from './identity/provider.ts';
import { identityRoutes } from './identity/routes.ts';
import { endProviderSession } from './identity/sessions.ts';
import { flood, floodKey } from './limits.ts';
import { type Live, type LiveOptions, startLive } from './live/live.ts';
import { createMetrics } from './metrics.ts';
import { createSenders } from './notifications/channels.ts';
import { createSender, inRounds } from './notifications/sender.ts';
import { openDataRoutes } from './open-data/routes.ts';
import { sendWebhooks } from './open-data/webhook-sender.ts';
import { createServices, type Services } from './outside/services.ts';
import { isForeign, originOf, ownAddress } from './own-site.ts';
import type { Cards } from './payments/cards.ts';
import { keepLooking } from './payments/reconcile.ts';
import { type CardsSandbox, sandboxRoutes } from './payments/sandbox.ts';
import { stripeCards } from './payments/stripe.ts';
import { stripeTransfers } from './payments/stripe-transfers.ts';
import type { Transfers } from './payments/transfers.ts';
import { photoOfForm, photoPictures } from './pigeons/photo-routes.ts';
import { choiceRoutes } from './preferences.ts';
import { lookAtAccount } from './prizes/accounts.ts';
import { lookAtTransfer, sendTransfers } from './prizes/transfers.ts';
import { createPublicCache } from './public-cache.ts';
import { createReaders, type Readers } from './readers.ts';
import { anonymousReader, cardsOf, embedsOf, renderPages, storiesOf } from './render.ts';
import { configureReplies, listRoutes, type RouteWithAccess } from './replies.ts';
import { actorByCookie, caller, callsOfPage, tableOf } from './route.ts';
import { refreshRates } from './seasons/rates.ts';
import { embedRoutes } from './share/embed-routes.ts';
import { createPainter } from './share/painter.ts';
import { shareRoutes } from './share/routes.ts';
import { createSharedCalls } from './shared-calls.ts';
import { siteMetrics } from './site-metrics.ts';
import { stateRoutes } from './state-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
    /** Counts keys and tokens that are not valid. */
    wrongKeys: ReturnType<FastifyInstance['createRateLimit']>;
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
  /** The card provider where the operator has no keys. */
  cards?: Cards;
  /** Transfers of that provider. */
  transfers?: Transfers;
  /** The page of the card sandbox, where there is one. */
  sandbox?: CardsSandbox;
  /** The clients of external services; its own by default. */
  services?: Services;
  /** For the control of a proof: the connection pool of clocks and live results, when not its own. */
  race?: Connection;
  /** For proofs: the process that re-encodes uploads, when not its own. */
  maker?: Maker;
  /** For the control of a proof: replaces the reader lookup. */
  wrapReaders?: (readers: Readers) => Readers;
  /** Further connection pools to show in the metrics. */
  pools?: Record<string, Connection['pool']>;
  /** The name of this process among those of the program. */
  process?: string | undefined;
  /** Takes over live sockets that this process does not serve. */
  handOver?: LiveOptions['handOver'];
  /** The metrics of all processes as text. */
  figures?: ((own: Registry) => Promise<string>) | undefined;
  /** A Fastify logger setting; silent in tests. */
  logger?: boolean | object;
}

export interface App {
  app: FastifyInstance;
  /** Every route, with its access action. */
  routes: readonly RouteWithAccess[];
  live: Live;
  /** The bundled identity provider; created on first use. */
  provider(): Promise<Provider>;
  /** Removes uploaded files that nothing refers to. */
  sweep(): Promise<void>;
  /** Checks every payment whose outcome is unknown. */
  reconcile(): Promise<void>;
  /** Sends the payouts by the provider, and asks for those whose outcome is not known. @returns how many are settled */
  sendTransfers(): Promise<number>;
  /** Checks recent card refunds again. */
  lookAtGiven(): Promise<void>;
  /** Processes the due events of the card provider. */
  workOffEvents(): Promise<void>;
  /** Reads the rates of currencies of the day. */
  refreshRates(): Promise<void>;
  /** Reads the forecasts of the weather for flights in the air and near. */
  refreshForecasts(): Promise<void>;
  /** Sends the due messages of the outbox, and the deliveries of webhooks. */
  send(): Promise<void>;
  /** From now on sends by itself, whenever a message is added to the outbox. */
  keepSending(): void;
  /** From now on /readyz replies 503; every other request is still served. */
  drain(): void;
  /** Accepts no new connections while other processes do, and waits until the requests under way are answered. */
  leave(): Promise<void>;
  /** The connection pools that the metrics show, by name. */
  pools: Record<string, Connection['pool']>;
  /** The metrics of this process. */
  registry: Registry;
  /** The text of /metrics, for a separate port. */
  metrics(): Promise<string>;
}

/** Builds the application; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, databaseUrl, version, pages, services = createServices() } = options;
  const gate = config.access_password === undefined ? undefined : createGate({ password: config.access_password });
  const headersOf = answerHeaders(config.public_url);
  const { trust_proxy } = config;
  const app = createHttp({ trust_proxy, headersOf, has_pages: pages !== undefined, logger: options.logger ?? false });
  // Clocks and live results have a pool of their own: any number of readers leaves connections for arrivals.
  const onLost = (error: Error) => app.log.warn({ err: error }, 'a database connection was lost');
  const race = options.race ?? connect(databaseUrl, onLost, config.pools.race, servingTimeouts, 'prepared');
  const pools: Record<string, Connection['pool']> = { race: race.pool, ...options.pools };
  const remembered = createReaders({ sessionBy: (token) => app.sessions.sessionBy(token) });
  const readers = options.wrapReaders?.(remembered) ?? remembered;
  const publicCache = createPublicCache({
    keep_ms: config.keep_ms,
    public_url: config.public_url,
    parseCookie: (header) => app.parseCookie(header),
    session_cookie: sessionCookie(config.public_url).cookie,
    readers,
    mayEnter: (url, cookies) => !gate || gate.lets({ url, cookie: cookies[passCookie] }),
    headers: (id, url) => ({ ...headersOf(id, url), ...(closing() ? { connection: 'close' } : {}) }),
    answered: (method, status) => metrics.requests.observe({ method, route: 'kept', status: String(status) }, 0),
  });
  const sharedCalls = createSharedCalls({
    call: (contract, input) => caller(table, db, anonymous)(contract, input),
    keep_ms: config.keep_ms,
  });
  serveFromCache(app, publicCache);
  const { draining, closing, drain, leave: closeConnections } = shutDownGracefully(app, () => live.stop());
  app.addHook('onClose', async () => {
    await Promise.all([sender.stop(), webhooks.stop()]);
    await contacts.written();
    if (!options.race) await race.close();
    await bundled.close();
  });

  const contacts = createContacts(race.db, app.log);
  const maker = options.maker ?? createMaker();
  app.addHook('onClose', async () => maker.close());
  const bundled = createBundledProvider(app, {
    config,
    db,
    databaseUrl,
    sms: services.sms,
    portrait: maker.portrait,
    created: (pool) => {
      pools.identity = pool;
    },
  });

  const senders = createSenders(config, db, () => ownAddress(config, app), services);
  const sender = createSender({
    db,
    senders,
    log: app.log,
    secret: config.auth_secret!,
    isDown: (channel) => channel !== 'push' && services[channel].isDown(),
  });
  let sending = false;
  const webhooks = inRounds((stopped) =>
    sendWebhooks(
      {
        db,
        auth_secret: config.auth_secret!,
        anywhere: config.push_anywhere,
        site: () => ownAddress(config, app),
        stopped,
      },
      Date.now(),
    ),
  );
  const send = async () => {
    const looks = [sender.look(), webhooks.look()].map((look) =>
      look.catch((error) => app.log.warn({ err: error }, 'the outbox could not be looked at')),
    );
    await Promise.all(looks);
  };
  const keepSending = () => {
    sending = true;
    void send();
  };

  const routes = listRoutes(app);
  configureReplies(app, {
    headersOf,
    closing,
    answered: (labels, seconds) => metrics.requests.observe(labels, seconds),
  });

  const live = startLive({
    server: app.server,
    db: race.db,
    databaseUrl,
    bus_name: busName(config.role),
    sockets_only: config.role === 'live',
    log: app.log,
    origins: config.origins,
    mayEnter: (cookie) => !gate || gate.lets({ url: '/live', cookie: app.parseCookie(cookie)[passCookie] }),
    trustProxy: config.trust_proxy,
    most_per_address: config.sockets_per_address,
    identify: (cookie) => actorByCookie({ server: app, cookies: app.parseCookie(cookie) }),
    delivered: (rows) => metrics.delivered.inc(rows),
    changed() {
      publicCache.clear();
      sharedCalls.clear();
    },
    rightsChanged: readers.forget,
    toSend: () => void (sending && send()),
    handOver: options.handOver,
  });
  const leave = async () => {
    await Promise.all([live.leave(), closeConnections()]);
  };
  const metrics = createMetrics(
    { sockets: () => live.sockets(), waiting: (kind) => painter.waiting(kind) },
    options.process,
  );
  services.observe({ registry: metrics.registry, log: app.log });
  siteMetrics(metrics.registry, { db, pools, roundTrip: live.lastRoundTrip, lag_ms: live.lag_ms });

  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: floodKey,
    errorResponseBuilder: (_request, { ttl }) => new Refusal('too_often', { seconds: Math.ceil(ttl / 1000) }),
  });
  app.decorate('wrongKeys', app.createRateLimit(flood('wrong_key')));
  app.addHook('onRequest', async (request) => {
    if (isForeign(request, config.origins)) throw new Refusal('other_site');
  });
  if (gate) guard(app, gate);
  const party = noteAway(
    createRelyingParty(() => partyOf(config, app), services.identity),
    () => metrics.identityAway.inc(),
  );
  const renew = createRenewal({ db, party, log: app.log, refused: () => metrics.renewalsRefused.inc() });
  const sessions: Sessions = {
    ...sessionCookie(config.public_url),
    signedInBy: async (token) => (await sessions.sessionBy(token))?.person ?? null,
    sessionBy: (token) => sessionBy(db, token, renew, config.admin_second_factor),
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
  const storage = createStorage(config, {
    service: services.files,
    failed: (operation) => metrics.bucketErrors.inc({ operation }),
  });
  const cards = config.stripe ? stripeCards(config.stripe, services.cards) : (options.cards ?? null);
  const transfers = config.stripe ? stripeTransfers(config.stripe, services.cards) : (options.transfers ?? null);
  const payments = keepLooking(db, cards, {
    log: app.log,
    further: transfers
      ? {
          account: (own, account) => lookAtAccount(own, transfers, { account }),
          transfer: (own, id, now_ms) => lookAtTransfer(own, transfers, id, now_ms),
        }
      : undefined,
  });
  const address = (from: string | undefined) =>
    config.public_url ?? (from ? new URL(from).origin : ownAddress(config, app));
  const table = tableOfCalls({ config, standings, contacts, cards, transfers, address });
  const keep = createKeep(db, storage, maker);
  await callRoutes(app, { table, db, race: race.db, publicCache, party, keep, contacts, metrics, payments });

  const forNobody = {
    callsOfReply: () => sharedCalls.forPage().call,
    siteOf: (request: FastifyRequest) => originOf(request, config),
  };
  await app.register((api) =>
    openDataRoutes(api, {
      db,
      ...forNobody,
      toldStory: pages && (async (story) => storiesOf(await pages.build()).toldStory(story)),
    }),
  );
  embedRoutes(app, {
    ...forNobody,
    live_url: config.live_url,
    flightEmbed: pages && (async (embed) => embedsOf(await pages.build()).flightEmbed(embed)),
  });

  const open = { config: { access: 'site.read' as const } };
  // A plain request to /live is 404; the socket upgrade is handled in live/live.ts.
  app.get('/live', { ...open, schema: { hide: true } }, async () => {
    throw new Refusal('not_found');
  });
  mediaRoute(app, storage);
  documentRoute(app, { db, storage });
  photoPictures(app, { db, storage });
  contractPdfRoute(app, { db, storage });
  const allFigures = () => (options.figures ?? ((own) => own.metrics()))(metrics.registry);
  stateRoutes(app, { config, db, live, metrics: allFigures, draining });
  const { public_url, fragment_token } = config;
  const home = config.oidc ? undefined : () => ownAddress(config, app);
  const endHere = config.oidc ? undefined : (tx: Tx, id: string) => endProviderSession(tx, id);
  const login = { db, party, sessions, public_url, fragment_token, home, endProviderSession: endHere };
  await app.register(loginRoutes, login);
  const secure = config.public_url?.startsWith('https:') ?? false;
  // Never together with real keys.
  const { sandbox } = options;
  if (sandbox && !config.stripe) await app.register((page) => sandboxRoutes(page, sandbox));
  await app.register(seeAsRoutes, { db, sessions });
  await app.register(gateRoutes, { db, gate, secure });
  await app.register(choiceRoutes, { secure, testing: !config.production });
  const painter = createPainter(app.log, {
    waited: (kind, seconds) => metrics.makingWait.observe({ kind }, seconds),
    ended: (kind, outcome) => metrics.making.inc({ kind, outcome }),
  });
  shareRoutes(app, {
    painter,
    storage,
    call: caller(table, db, anonymous),
    cardOf: pages && (async (card) => cardsOf(await pages.build()).cardOf(card)),
  });
  // In every process: each may have to renew a session.
  await identityRoutes(app, db, bundled.provider);
  if (pages) {
    // A form without a script sends its file with the page that it stands on.
    const ofPages = new Map([...table, ...tableOf([pedigreeOfForm(keep), photoOfForm(keep)])]);
    await pages.before?.(app);
    await app.register(builtFiles, {
      client: pages.client,
      worker: config.worker,
      maps_at: mapsAt(config),
      media_at: config.media_url ?? '',
    });
    if (config.windy_map) windyMapRoute(app, config.windy_map);
    await renderPages(app, {
      build: pages.build,
      identityFor: async (opening) => openAccount(await bundled.provider(), opening),
      callsAs: (actor, network) => callsOfPage(ofPages, db, actor, network),
      painter,
      identify: async (request) => {
        try {
          const actor = await actorByCookie(request);
          if (actor.kind !== 'user') return { ...anonymousReader, actor };
          return { actor, me: await readPerson(db, actor), reader: readerKindOf(actor) };
        } catch (error) {
          if (isDatabaseAway(error)) return { ...anonymousReader, me: undefined }; // the page reports it
          throw error;
        }
      },
      publicCache,
      sharedCalls,
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
        map_style_url: config.map_style_url,
        windy_map: config.windy_map?.source,
      },
      live_url: config.live_url,
      forms_lead_to: formsLeadTo(config),
      connect_src: pages.connect_src,
      production: config.production,
    });
  }
  const sweep = async () => {
    const moved = await moveDocuments(db, storage, Date.now(), app);
    if (moved) app.log.info({ moved }, 'documents moved to names that tell nothing of their content');
    const painted = await paintPortraits(db, (id, picture) => maker.portrait(id, picture), {
      now_ms: Date.now(),
      log: app.log,
    });
    if (painted) app.log.info({ painted }, 'pictures of people painted anew, without what was written in them');
    const removed = await sweepFiles(db, storage, Date.now(), app);
    if (removed.names) app.log.info(removed, 'uploaded files removed that nothing shows');
  };
  const { reconcile, lookAtGiven, workOffEvents } = payments;
  const { registry } = metrics;
  return {
    app,
    routes,
    live,
    pools,
    provider: bundled.provider,
    drain,
    leave,
    send,
    keepSending,
    sweep,
    reconcile,
    lookAtGiven,
    workOffEvents,
    sendTransfers: async () => (transfers ? sendTransfers(db, transfers, Date.now(), { log: app.log }) : 0),
    refreshRates: () => refreshRates({ db, url: config.rates_url, service: services.rates, log: app.log }),
    refreshForecasts: () => refreshForecasts({ db, weather: config.weather, service: services.weather, log: app.log }),
    registry,
    metrics: allFigures,
  };
}
