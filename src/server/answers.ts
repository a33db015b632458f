/** What every route and every answer of the program has in common. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { type Action, policy } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { answerError } from './errors/answer.ts';
import { closedPolicy } from './headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may: an action of domain/policy.ts. */
    access?: Action;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The page that answers, as its route is written; undefined where none does. */
    page: string | undefined;
  }
}

export interface RouteWithAccess {
  method: string;
  path: string;
  access: Action;
}

/** From now on a route that does not say who may use it stops the start. @returns the list of those that follow. */
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

export interface AnswersOptions {
  /** What every answer carries. */
  headersOf: (id: string) => Record<string, string>;
  /** Whether connections are closed with the answer. */
  closing: () => boolean;
  /** A request was answered after so long. */
  answered: (labels: { method: string; route: string; status: string }, seconds: number) => void;
}

/** What all answers have in common: how bodies are read, how a no is said, what they carry, what is noted of them. */
export function answerAlike(app: FastifyInstance, { headersOf, closing, answered }: AnswersOptions): void {
  app.decorateRequest('page', undefined);
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
    if (closing()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.page ?? request.routeOptions.url ?? 'none';
    answered({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    // What is asked for may name a person: an address, a code of a sign-in.
    const url = request.url.split('?', 1)[0];
    request.log[reply.statusCode >= 400 ? 'info' : 'debug'](
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
