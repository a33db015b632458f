/** All calls: the route table that pages and HTTP share, and the routes beside it. */
import type { FastifyInstance } from 'fastify';
import { recordReadingsCall } from '#domain/arrivals/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { RelyingParty } from './accounts/oidc.ts';
import { accountRoutes } from './accounts/routes.ts';
import { olrUserRoute, tokenRoutes } from './accounts/token-routes.ts';
import { activationRoutes } from './activations/routes.ts';
import { declarationRoutes } from './arrivals/declaration-routes.ts';
import { createExpectedTimes } from './arrivals/expected-times.ts';
import { homeRoute, publishedResultsRoute } from './arrivals/home.ts';
import { createIngest } from './arrivals/ingest.ts';
import { officialRoutes } from './arrivals/official-routes.ts';
import { raceControlRoutes } from './arrivals/race-control-routes.ts';
import { recordRoutes } from './arrivals/record-routes.ts';
import { arrivalRoutes } from './arrivals/routes.ts';
import type { Standings } from './arrivals/standings.ts';
import { watchRoute } from './arrivals/watch.ts';
import { deskRoutes } from './basketing/desk-routes.ts';
import { releaseGroupRoutes } from './basketing/release-group-routes.ts';
import type { Config } from './config.ts';
import type { PublicCache } from './public-cache.ts';
import './consequences.ts';
import { championshipRoutes } from './championships/routes.ts';
import { contactRoutes } from './contact/routes.ts';
import { contractRoutes } from './contracts/routes.ts';
import { countriesRoute } from './countries.ts';
import type { Database } from './db/database.ts';
import type { Contacts } from './devices/contacts.ts';
import { deviceRoutes } from './devices/routes.ts';
import { disputePictureRoute, disputeRoutes } from './disputes/dispute-routes.ts';
import { byHandRoutes } from './entries/by-hand-routes.ts';
import { intakeRoutes } from './entries/intake-routes.ts';
import { pedigreeRoute } from './entries/pedigree.ts';
import { entryRoutes } from './entries/routes.ts';
import { errorRoutes } from './errors/routes.ts';
import { fancierRoutes } from './fanciers/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { fileRoutes } from './files/routes.ts';
import type { Keep } from './files/store-upload.ts';
import { weatherRoute } from './flights/forecasts.ts';
import { planRoutes } from './flights/plan-routes.ts';
import { releaseRoutes } from './flights/release-routes.ts';
import { flightRoutes } from './flights/routes.ts';
import { screenRoutes } from './flights/screens.ts';
import { flockRoutes } from './flock/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { certificateTextRoutes } from './lofts/certificate-texts.ts';
import { loftRoutes } from './lofts/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { mergeRoutes } from './merge-routes.ts';
import type { Metrics } from './metrics.ts';
import { attachToNews } from './news/pictures.ts';
import { newsRoutes } from './news/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { keyRoutes } from './open-data/key-routes.ts';
import { webhookRoutes } from './open-data/webhook-routes.ts';
import { orderAdminRoutes } from './orders/admin-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { seasonOverviewRoutes } from './overview/season-routes.ts';
import type { Cards } from './payments/cards.ts';
import type { Looking } from './payments/reconcile.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { Transfers } from './payments/transfers.ts';
import { webhookRoute } from './payments/webhook.ts';
import { invitationRoutes } from './people/invitation-routes.ts';
import { messageRoutes } from './people/message-routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { teamClaimRoutes } from './people/team-claim-routes.ts';
import { pigeonAdminRoutes } from './pigeons/admin-routes.ts';
import { photoRoute, photoRoutes } from './pigeons/photo-routes.ts';
import { pigeonRoutes } from './pigeons/routes.ts';
import { teamRoutes } from './pigeons/team-routes.ts';
import { prizeRoutes } from './prizes/routes.ts';
import { rankingRoutes } from './rankings/routes.ts';
import type { RouteTable } from './route.ts';
import { actorOf, authorize, parseInput, registerContract, registerRoutes, tableOf } from './route.ts';
import { rulingRoutes } from './rulings/ruling-routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { dueDateRoutes } from './seasons/due-date-routes.ts';
import { productRoutes } from './seasons/product-routes.ts';
import { publicSeasonRoutes } from './seasons/public-routes.ts';
import { ratesRoute } from './seasons/rates.ts';
import { seasonRoutes } from './seasons/routes.ts';
import { rulebookRoutes } from './seasons/rulebook-routes.ts';
import { setupRoutes } from './seasons/setup-routes.ts';
import { shownRoutes } from './seasons/visibility-routes.ts';
import { transportRoutes } from './transports/routes.ts';

/** What calls share beyond their transaction. */
export interface Shared {
  config: Config;
  standings: Standings;
  contacts: Contacts;
  cards: Cards | null;
  /** Null: this site has no provider that transfers. */
  transfers: Transfers | null;
  /** The public address of the site; without a configured one, the origin of the request. */
  address: (from: string | undefined) => string;
}

/** Every call of the program; pages make the same calls in-process. */
export function tableOfCalls({ config, standings, contacts, ...payments }: Shared): RouteTable {
  const expected = createExpectedTimes();
  return tableOf([
    ...accountRoutes,
    ...contactRoutes(config),
    ...mediaRoutes,
    ...contractRoutes,
    ...notificationRoutes(config),
    ...jobRoutes,
    ...loftRoutes,
    ...certificateTextRoutes,
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
    ...pigeonAdminRoutes,
    ...photoRoutes,
    ...teamRoutes,
    ...deviceRoutes(contacts),
    ...peopleRoutes,
    ...teamClaimRoutes,
    ...mergeRoutes(config),
    ...messageRoutes,
    ...entryRoutes,
    ...intakeRoutes,
    ...byHandRoutes,
    ...invitationRoutes(config),
    ...orderRoutes,
    ...flockRoutes(standings),
    ...flightRoutes,
    ...screenRoutes,
    weatherRoute(config),
    ...releaseRoutes,
    ...planRoutes,
    ...deskRoutes,
    ...releaseGroupRoutes,
    ...arrivalRoutes(standings, expected, config.keep_ms),
    ...declarationRoutes,
    ...rulingRoutes,
    ...disputeRoutes,
    ...officialRoutes,
    ...raceControlRoutes(standings),
    ...recordRoutes(standings),
    ...rankingRoutes(standings),
    ...championshipRoutes(),
    homeRoute(standings),
    publishedResultsRoute(standings),
    watchRoute(standings),
    ...saleRoutes(standings),
    ...favoriteRoutes(standings, expected),
    ...orderAdminRoutes,
    ...transportRoutes,
    ...paymentRoutes(payments),
    ...prizeRoutes(payments),
    ...activationRoutes,
    ...overviewRoutes,
    ...seasonOverviewRoutes,
    ...searchRoutes,
    ...keyRoutes,
    ...webhookRoutes(config),
    countriesRoute,
    ratesRoute,
    olrUserRoute,
  ]);
}

export interface CallsOptions {
  table: RouteTable;
  db: Database;
  /** The connection pool of clocks. */
  race: Database;
  publicCache: PublicCache;
  party: RelyingParty;
  keep: Keep;
  contacts: Contacts;
  metrics: Metrics;
  payments: Looking;
}

/** The calls over HTTP, and the routes that are not plain calls: tokens, files, readings. */
export async function callRoutes(app: FastifyInstance, options: CallsOptions): Promise<void> {
  const { table, db, race, publicCache, party, keep, contacts, metrics, payments } = options;
  await app.register(async (api) => {
    registerRoutes(api, table, db, publicCache);
    await tokenRoutes(api, { db, party });
    errorRoutes(api);
    await api.register((files) =>
      fileRoutes(files, {
        db,
        keep,
        attach: { news: attachToNews },
        also: [pedigreeRoute(db), photoRoute(db), disputePictureRoute(db)],
      }),
    );
    await api.register((webhook) => webhookRoute(webhook, { db, cards: payments.cards, work: payments.workOff }));
    const ingest = createIngest(race, app.log, {
      stored: (count) => metrics.stored.inc(count),
      conflict: (count) => metrics.conflicts.inc(count),
      committed: (count) => metrics.commits.inc(count),
      heard: (contact) => contacts.heard(contact),
    });
    // The one exception to load, authorize, act in a transaction of its own: waiting batches of a loft share one.
    registerContract(api, recordReadingsCall, async (request) => {
      const actor = await actorOf(request, race);
      authorize(actor, 'reading.record', { loft_id: actor.kind === 'device' ? actor.loft_id : 0 });
      const { body } = parseInput(recordReadingsCall, { body: request.body } as never);
      return ingest({ device: actor as Extract<typeof actor, { kind: 'device' }>, ...body, received_ms: Date.now() });
    });
  });
  // Before the pages, which answer every other path: an unknown API path is refused as JSON.
  app.all('/api/*', { config: { access: 'site.read' }, schema: { hide: true } }, async () => {
    throw new Refusal('not_found');
  });
}
