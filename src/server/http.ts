/** The HTTP server under the program: what it takes for a request, what it answers at once, and how it ends. */
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from './config.ts';
import { answerError, refuseBroken } from './errors/answer.ts';
import { closedPolicy } from './headers.ts';
import { isHandshake } from './live/live.ts';
import type { PublicCache } from './public-cache.ts';

export interface HttpOptions {
  trust_proxy: Config['trust_proxy'];
  /** What every answer carries. */
  headersOf: (id: string) => Record<string, string>;
  /** Whether this process serves the pages too. */
  has_pages: boolean;
  logger: boolean | object;
}

/** The server as Fastify makes it, with what is said to those whose request reaches no route. */
export function createHttp({ trust_proxy, headersOf, has_pages, logger }: HttpOptions): FastifyInstance {
  return Fastify({
    logger,
    // One line per answer is written in answers.ts; two for each request of each clock would drown everything else.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1 << 20,
    // A picture over a slow line takes longer than a minute; a head has a minute of its own (Node's headersTimeout).
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    trustProxy: (address) => trust_proxy(address),
    // Whatever else wants to be upgraded is answered as if it did not.
    http: { shouldUpgradeCallback: isHandshake },
    // What is no HTTP at all reaches not even that.
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, headersOf),
    // A page's address that cannot be decoded is that of no page.
    rewriteUrl: ({ url = '/' }) =>
      isDecodable(url) || url.startsWith('/api') || !has_pages ? url : url.replaceAll('%', '%25'),
    // A path that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headersOf(request.id), 'content-security-policy': closedPolicy });
      answerError(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
}

/** What lies ready is answered before Fastify looks at the request. */
export function answerAtOnce(app: FastifyInstance, publicCache: PublicCache): void {
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!publicCache.answer(request, response)) app.routing(request, response);
  });
}

/** So long, once the end has begun, requests that are under way may take. */
const patience_ms = 5000;

export interface Ending {
  /** Whether the end has begun. */
  draining(): boolean;
  /** Whether connections are closed with the next answer: a connection that is kept alive would hold up the end. */
  closing(): boolean;
  /** Begin the end: everything is still answered, but for whoever asks whether we are ready. */
  drain(): void;
  /**
   * Take no new connections, while another process does. What comes over the open ones is answered and closes them. Done
   * when none is left, or it has taken too long.
   */
  leave(): Promise<void>;
}

/**
 * So long a process that leaves answers. Over an idle connection a request may be on its way at any moment: it is left to
 * its client, which was told how long it is kept (72 s), and to Node, which closes it then.
 */
const leaving_ms = 80_000;

/** Ends in order: what is under way is answered, nothing that waits holds up the end. */
export function endInOrder(app: FastifyInstance, stopLive: () => Promise<void>): Ending {
  let draining = false;
  let leaving = false;
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
    await stopLive();
  });
  return {
    draining: () => draining,
    closing: () => draining || leaving,
    drain() {
      draining = true;
    },
    async leave() {
      leaving = true;
      const closed = new Promise((resolve) => app.server.once('close', resolve));
      // Not as an HTTP server does it, which cuts what is idle at this moment.
      Server.prototype.close.call(app.server);
      await Promise.race([closed, sleep(leaving_ms, undefined, { ref: false })]);
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
