/** What every route and every reply of the program has in common. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { type Action, policy } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { answerError } from './errors/error-reply.ts';
import { closedPolicy, type HeadersOf } from './headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of domain/policy.ts that the route requires. */
    access?: Action;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page route that replies; undefined where no page does. */
    page: string | undefined;
  }
}

export interface RouteWithAccess {
  method: string;
  path: string;
  access: Action;
}

/** Makes a route without an access action stop the start. @returns the list of the routes registered from now on. */
export function listRoutes(app: FastifyInstance): readonly RouteWithAccess[] {
  const routes: RouteWithAccess[] = [];
  app.addHook('onRoute', (route) => {
    if (!route.config?.access || !(route.config.access in policy)) {
      throw new Error(`the route ${String(route.method)} ${route.url} does not say who may use it`);
    }
    for (const method of [route.method].flat()) routes.push({ method, path: route.url, access: route.config.access });
  });
  return routes;
}

export interface RepliesOptions {
  /** The headers of every reply. */
  headersOf: HeadersOf;
  /** Whether connections are closed with the reply. */
  closing: () => boolean;
  /** A request was answered after this time. */
  answered: (labels: { method: string; route: string; status: string }, seconds: number) => void;
}

/** What all replies have in common: parsing of bodies, refusals, headers, metrics and log lines. */
export function configureReplies(app: FastifyInstance, { headersOf, closing, answered }: RepliesOptions): void {
  app.decorateRequest('page', undefined);
  app.removeContentTypeParser('text/plain');
  // Contracts parse input and output (route.ts); the schemas here are for the OpenAPI document.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error, request, reply) => answerError(error as FastifyError, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('not_found'), request, reply));
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(headersOf(request.id, request.url)))
      if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closedPolicy);
    // A keep-alive connection would delay the shutdown by its whole idle time.
    if (closing()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.page ?? request.routeOptions.url ?? 'none';
    answered({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    // The query string may hold personal data or secrets: an address, a sign-in code.
    const url = request.url.split('?', 1)[0];
    request.log[reply.statusCode >= 400 ? 'info' : 'debug'](
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
