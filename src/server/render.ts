/**
 * The pages, rendered in this process by React Router. Each request gets the calls of its actor, its language and a
 * fresh nonce; the loaders make the same calls as the JSON interface does.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { chooseLocale, type Locale } from '#domain/locales.ts';
import { type Actor, anonymous } from '#domain/policy.ts';
import type { Call } from './route.ts';

/** What the pages' bundle exports beside React's entry: the keys of the contexts, which go by identity. */
interface Entry {
  callContext: RouterContext<Call>;
  pageContext: RouterContext<{
    locale: Locale;
    nonce: string;
    version: string;
    live_url: string | undefined;
    public_url: string;
  }>;
}

export interface RenderOptions {
  build: () => Promise<ServerBuild>;
  callAs: (actor: Actor) => Call;
  version: string;
  public_url: string | undefined;
  live_url: string | undefined;
  /** Vite's websocket, in development. */
  connect_src: string | undefined;
  production: boolean;
}

/** Answers every path that nothing else answers with a page. */
export async function renderPages(app: FastifyInstance, options: RenderOptions): Promise<void> {
  await app.register(async (pages) => {
    // Forms go to React Router unread.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    pages.route({
      // HEAD by name: the one that Fastify adds for GET cannot measure a Response.
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      config: { access: 'site.read' },
      handler: (request, reply) => render(request, reply, options),
    });
  });
}

async function render(request: FastifyRequest, reply: FastifyReply, options: RenderOptions): Promise<Response> {
  const build = await options.build();
  const entry = build.entry.module as unknown as Entry;
  const nonce = randomBytes(16).toString('base64');
  const locale = chooseLocale(request.cookies.locale, request.headers['accept-language']);
  const public_url = options.public_url ?? `${request.protocol}://${request.host}`;
  const context = new RouterContextProvider();
  context.set(entry.callContext, options.callAs(anonymous));
  context.set(entry.pageContext, { locale, nonce, version: options.version, live_url: options.live_url, public_url });
  const handle = createRequestHandler(build, options.production ? 'production' : 'development');
  const response = await handle(asWebRequest(request, reply, public_url), context);
  response.headers.set('content-security-policy', contentSecurityPolicy(nonce, options));
  response.headers.set('content-language', locale);
  response.headers.set('vary', 'accept-language, cookie');
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache');
  return response;
}

function contentSecurityPolicy(nonce: string, { live_url = '', connect_src = '' }: RenderOptions): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${live_url} ${connect_src}`.replace(/ +/g, ' ').trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function asWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const gone = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(addressOf(request.raw.url ?? '/', origin), {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw), duplex: 'half' } : {}),
  } as RequestInit);
}

/**
 * The address that was asked for, on this site: `//x` is a path here and no other host.
 * @throws a 400 when the Host header makes no address.
 */
function addressOf(url: string, origin: string): URL {
  const address = URL.parse(origin + url.replace(/^https?:\/\/[^/]*/i, ''));
  if (!address) throw Object.assign(new Error(`no address: ${origin}`), { statusCode: 400 });
  return address;
}
