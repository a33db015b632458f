/**
 * The open data over HTTP (decision 75): GET only, for pages of other sites too, with an ETag on every reply and a
 * limit on every caller. A key changes the limit and nothing else: everybody gets what an anonymous reader gets.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Contract, InputOf } from '#domain/contract.ts';
import {
  readOpenArrivals,
  readOpenBirds,
  readOpenFlight,
  readOpenLoft,
  readOpenLofts,
  readOpenRanking,
  readOpenRankings,
  readOpenResults,
  readOpenResultsCsv,
  readOpenSeal,
  readOpenStory,
} from '#domain/open-data/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { flood } from '#server/limits.ts';
import { isKnown, tagOf } from '#server/reply-cache.ts';
import { type Call, parseInput, registerContract } from '#server/route.ts';
import { keyIn } from './keys.ts';
import {
  type OpenRequest,
  openArrivals,
  openBirds,
  openFlight,
  openLoft,
  openLofts,
  openRanking,
  openRankings,
  openResults,
  openResultsCsv,
  openSeal,
  openStory,
  type ToldStory,
} from './views.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the key that a request for open data carries; null: none. */
    api_key_id: number | null;
  }
}

export interface OpenDataOptions {
  db: Database;
  /** The calls of one reply, as an anonymous reader; equal calls of a moment share their replies. */
  callsOfReply: () => Call;
  /** The origin of the site as this reader sees it. */
  siteOf: (request: FastifyRequest) => string;
  toldStory: ToldStory | undefined;
}

/** What scripts of other sites may read of a reply. */
const exposed = 'etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id';

const forAllSites = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'cross-origin-resource-policy': 'cross-origin',
};

/** Registers the calls of version 1. */
export async function openDataRoutes(app: FastifyInstance, options: OpenDataOptions): Promise<void> {
  const { db, callsOfReply, siteOf, toldStory } = options;
  app.decorateRequest('api_key_id', null);
  const byNetwork = app.createRateLimit(flood('open_data'));
  const byKey = app.createRateLimit({
    ...flood('open_data_key'),
    keyGenerator: ({ api_key_id }: FastifyRequest) => `key ${api_key_id}`,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(forAllSites);
    if (request.method === 'OPTIONS') return;
    request.api_key_id = await keyIn(db, request.headers.authorization, today()).catch(countWrong(request));
    const limit = await (request.api_key_id === null ? byNetwork : byKey)(request);
    if (limit.isAllowed) return;
    reply.headers({
      'ratelimit-limit': String(limit.max),
      'ratelimit-remaining': String(limit.remaining),
      'ratelimit-reset': String(limit.ttlInSeconds),
    });
    if (limit.isExceeded) throw new Refusal('too_often', { seconds: limit.ttlInSeconds });
  });
  app.options('/api/v1/*', { config: { access: 'site.read' }, schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'authorization, if-none-match',
        'access-control-max-age': '86400',
      })
      .status(204)
      .send(),
  );
  app.get('/api/v1/openapi.json', { config: { access: 'site.read' }, schema: { hide: true } }, async (request) => {
    const { paths = {}, ...document } = app.swagger();
    return {
      ...document,
      servers: [{ url: siteOf(request) }],
      // Without a key too, within its limit.
      security: [{}, { apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      paths: Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/'))),
    };
  });

  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/v1/*',
    config: { access: 'site.read' },
    schema: { hide: true },
    // Before the body, which may be of any kind.
    onRequest: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD, OPTIONS');
      throw new Refusal('read_only');
    },
    handler: async () => {},
  });
  app.get('/api/v1/*', { config: { access: 'site.read' }, schema: { hide: true } }, async () => {
    throw new Refusal('not_found');
  });

  serve(readOpenLofts, openLofts);
  serve(readOpenLoft, openLoft);
  serve(readOpenFlight, openFlight);
  serve(readOpenBirds, openBirds);
  serve(readOpenResults, openResults);
  serve(readOpenResultsCsv, openResultsCsv);
  serve(readOpenArrivals, openArrivals);
  serve(readOpenStory, openStory);
  serve(readOpenSeal, openSeal);
  serve(readOpenRankings, openRankings);
  serve(readOpenRanking, openRanking);

  function serve<C extends Contract>(contract: C, view: (request: OpenRequest, input: InputOf<C>) => Promise<unknown>) {
    registerContract(app, contract, async (request, reply) => {
      const { params, query } = request;
      const input = parseInput(contract, { params, query, headers: {}, body: {} } as never) as InputOf<C>;
      const made = contract.reply.parse(
        await view({ call: callsOfReply(), db, site: siteOf(request), toldStory }, input),
      );
      const body = typeof made === 'string' ? made : JSON.stringify(made);
      const etag = tagOf(body);
      // Kept, but asked about before each use: a result may be corrected at any moment.
      reply.headers({ etag, 'cache-control': 'public, no-cache' });
      if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
      return reply.type(`${contract.media_type ?? 'application/json'}; charset=utf-8`).send(body);
    });
  }

  /** Wrong keys are counted, so that trying them is no better than guessing. */
  function countWrong(request: FastifyRequest) {
    return async (error: unknown): Promise<never> => {
      const wrong = await app.wrongKeys(request);
      if (!wrong.isAllowed && wrong.isExceeded) throw new Refusal('too_often', { seconds: wrong.ttlInSeconds });
      throw error;
    };
  }
}

const today = () => new Date().toISOString().slice(0, 10);
