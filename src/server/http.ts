/** The HTTP server of the program: parsing of requests, cached replies, and the graceful shutdown. */
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from './config.ts';
import { answerError, refuseBroken } from './errors/error-reply.ts';
import { closedPolicy, type HeadersOf } from './headers.ts';
import { isHandshake } from './live/protocols.ts';
import type { PublicCache } from './public-cache.ts';

export interface HttpOptions {
  trust_proxy: Config['trust_proxy'];
  /** The headers of every reply. */
  headersOf: HeadersOf;
  /** Whether this process serves the pages too. */
  has_pages: boolean;
  logger: boolean | object;
}

/** The Fastify server, with the replies to requests that reach no route. */
export function createHttp({ trust_proxy, headersOf, has_pages, logger }: HttpOptions): FastifyInstance {
  return Fastify({
    logger,
    // replies.ts writes one line per reply; two for each request of each clock would flood the log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1 << 20,
    // A picture over a slow connection takes longer than a minute; the header has its own limit of a minute (Node's
    // headersTimeout).
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    trustProxy: (address) => trust_proxy(address),
    // Other upgrade requests are answered as plain requests.
    http: { shouldUpgradeCallback: isHandshake },
    // Input that is not HTTP does not reach Fastify's error handler.
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, headersOf),
    // A page address that cannot be decoded is escaped, so that a page replies 404.
    rewriteUrl: ({ url = '/' }) =>
      isDecodable(url) || url.startsWith('/api') || !has_pages ? url : url.replaceAll('%', '%25'),
    // A path that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headersOf(request.id), 'content-security-policy': closedPolicy });
      answerError(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
}

/** A cached reply is sent before Fastify handles the request. */
export function serveFromCache(app: FastifyInstance, publicCache: PublicCache): void {
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!publicCache.answer(request, response)) app.routing(request, response);
  });
}

/** The limit for requests under way once the shutdown has begun. */
const timeout_ms = 5000;

export interface GracefulShutdown {
  /** Whether the shutdown has begun. */
  draining(): boolean;
  /** Whether connections are closed with the next reply: a keep-alive connection would delay the shutdown. */
  closing(): boolean;
  /** Begins the shutdown: every request is still served, but /readyz replies 503. */
  drain(): void;
  /**
   * Accepts no new connections, while another process does. Requests on open connections are answered and close them.
   * Resolves when none is left, or after a limit.
   */
  leave(): Promise<void>;
}

/**
 * How long a retiring process keeps idle connections. A request may be on its way over one at any moment: it is left to
 * the client, which knows the keep-alive time (72 s), and to Node, which closes it then.
 */
const retiring_ms = 80_000;

/** Graceful shutdown: requests under way are answered, idle connections do not delay it. */
export function shutDownGracefully(app: FastifyInstance, stopLive: () => Promise<void>): GracefulShutdown {
  let draining = false;
  let retiring = false;
  // Browsers open connections ahead of need. One without any request would delay the shutdown for ever.
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
    // Nor may a request that is half received, or a reply that is not read.
    setTimeout(() => app.server.closeAllConnections(), timeout_ms).unref();
    await stopLive();
  });
  return {
    draining: () => draining,
    closing: () => draining || retiring,
    drain() {
      draining = true;
    },
    async leave() {
      retiring = true;
      const closed = new Promise((resolve) => app.server.once('close', resolve));
      // The `close` of an HTTP server would cut connections that are idle at this moment.
      Server.prototype.close.call(app.server);
      await Promise.race([closed, sleep(retiring_ms, undefined, { ref: false })]);
    },
  };
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0]!);
    return true;
  } catch {
    return false;
  }
}
