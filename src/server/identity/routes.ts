/**
 * The provider's HTTP endpoints: discovery, authorization, tokens, keys, userinfo and end of session. Nothing else of
 * the library is reachable; people use the pages.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import type { Provider } from './provider.ts';

const endpoints = [
  ['GET', '/id/.well-known/openid-configuration'],
  ['GET', '/id/.well-known/oauth-authorization-server'],
  ['GET', '/id/jwks'],
  ['GET', '/id/oauth2/authorize'],
  ['POST', '/id/oauth2/authorize'],
  ['POST', '/id/oauth2/token'],
  ['GET', '/id/oauth2/userinfo'],
  ['POST', '/id/oauth2/userinfo'],
  ['POST', '/id/oauth2/revoke'],
  ['GET', '/id/oauth2/end-session'],
  ['POST', '/id/oauth2/end-session'],
  ['POST', '/id/oauth2/end-session/confirm'],
] as const;

const mostBytes = 64 * 1024;

/** Mounts the provider; it is created at the first request, because its address is unknown before. */
export async function identityRoutes(
  app: FastifyInstance,
  db: Database,
  provider: () => Promise<Provider>,
): Promise<void> {
  await app.register(async (id) => {
    // Bodies are passed to the library unparsed.
    id.removeAllContentTypeParsers();
    id.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const [method, url] of endpoints) {
      id.route({
        method,
        url,
        exposeHeadRoute: false,
        config: { access: 'site.read' },
        schema: { hide: true },
        handler: async (request, reply) => answer(await provider(), request, reply),
      });
    }
  });
  app.get('/id/pictures/:name', { config: { access: 'site.read' }, schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const { rows } = await sql<{
      kind: string;
      bytes: Buffer;
    }>`select kind, bytes from idp.pictures where name = ${name} and painted`.execute(db);
    if (!rows[0]) throw new Refusal('not_found');
    return reply.type(rows[0].kind).header('cache-control', 'private, max-age=86400').send(rows[0].bytes);
  });
}

async function answer({ handler, address }: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !name.startsWith(':') && name !== 'content-length') headers.set(name, value);
  // With this header the library would reply with JSON instead of a redirect.
  headers.delete('sec-fetch-mode');
  const body = request.method === 'GET' ? undefined : (request.body as Buffer | undefined);
  const asked = new Request(new URL(request.url, address), {
    method: request.method,
    headers,
    ...(body && { body: new Uint8Array(body) }),
  });
  const response = await handler(asked);
  reply.header('cache-control', response.headers.get('cache-control') ?? 'no-store');
  return response;
}
