/**
 * The pages, rendered in this process by React Router. Each gets the calls of its actor and its language; its loaders
 * make the same calls as the JSON API. Readers who are not signed in share cached pages.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { ReaderKind } from '#domain/accounts/person.ts';
import { type Consent, consentFrom } from '#domain/consent.ts';
import type { Identity } from '#domain/identity/account.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import { type Actor, anonymous } from '#domain/policy.ts';
import { isRefusal, retryAfter, statusOf } from '#domain/refusal.ts';
import type { Card, Shown } from '#domain/share/card.ts';
import { type Site, type Theme, themeFrom } from '#domain/site.ts';
import { makeAs } from '#domain/table.ts';
import { goneSignal } from './client-disconnect.ts';
import { limitConcurrency } from './concurrency.ts';
import { contentSecurityPolicy, hashesOf, type PolicyOptions } from './content-security-policy.ts';
import { logAway } from './errors/error-reply.ts';
import type { Opening } from './identity/request-context.ts';
import { networkOf } from './network.ts';
import type { ToldStory } from './open-data/views.ts';
import { originOf } from './own-site.ts';
import { pageAt, pathsOf } from './page-at.ts';
import { readForm } from './page-form.ts';
import { addressOf, asWebRequest, localeOf } from './page-request.ts';
import { aloneCookie, type PublicCache, type Shared } from './public-cache.ts';
import { type Answer, tagOf } from './reply-cache.ts';
import type { Call, PageCalls } from './route.ts';
import { createListFiles, type FileReader } from './share/list-files.ts';
import type { Painter } from './share/painter.ts';
import type { SharedCalls } from './shared-calls.ts';

/** What the pages' bundle exports beside React's entry: the context keys, which go by identity, share cards and boards. */
interface Entry {
  publicPages: ReadonlySet<string>;
  anonymousPages: ReadonlySet<string>;
  flightEmbed(embed: {
    call: Call;
    key: FlightKey;
    locale: Locale;
    theme: Theme | undefined;
    rows: number;
    live_url: string | undefined;
  }): Promise<{ html: string; style: string }>;
  toldStory: ToldStory;
  cardOf(card: { call: Call; shown: Shown; locale: Locale; now_ms: number }): Promise<Card>;
  callContext: RouterContext<Call>;
  identityContext: RouterContext<() => Promise<Identity>>;
  pageContext: RouterContext<{
    locale: Locale;
    nonce: string | undefined;
    version: string;
    live_url: string | undefined;
    public_url: string;
    theme: Theme | undefined;
    consent: Consent | undefined;
    site: Site;
    me: Person | null | undefined;
    reader: ReaderKind | null;
    rendering: Rendering;
    written(pieces: Pieces): void;
    matched(pattern: string): void;
    note(error: unknown): void;
  }>;
}

/** The boards of other sites come from the pages' bundle. */
export function embedsOf(build: ServerBuild): Pick<Entry, 'flightEmbed'> {
  return build.entry.module as unknown as Entry;
}

/** The sentences of races come from the pages' bundle. */
export function storiesOf(build: ServerBuild): Pick<Entry, 'toldStory'> {
  return build.entry.module as unknown as Entry;
}

/** The texts of share pictures come from the pages' bundle. */
export function cardsOf(build: ServerBuild): Pick<Entry, 'cardOf'> {
  return build.entry.module as unknown as Entry;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** After how many seconds a page that failed because of an outage is worth another request. */
    retry_s?: number;
  }
}

/** The reader that a page is made for. */
export interface PageReader {
  actor: Actor;
  /** Undefined: the reader could not be looked up, or the page is shared by a kind of reader. */
  me: Person | null | undefined;
  /** The kind of the signed-in reader; null: not signed in. */
  reader: ReaderKind | null;
  theme: Theme | undefined;
  consent: Consent | undefined;
}

export const anonymousReader: PageReader = {
  actor: anonymous,
  me: null,
  reader: null,
  theme: undefined,
  consent: undefined,
};

export interface RenderOptions extends PolicyOptions {
  build: () => Promise<ServerBuild>;
  callsAs: (actor: Actor, network: string | null) => PageCalls;
  /** Makes the files of lists, order confirmations and transport manifests. */
  painter: Painter;
  /** The bundled identity provider, for its pages. */
  identityFor: (opening: Opening) => Promise<Identity>;
  /** The actor, and the person that their pages show. */
  identify: (request: FastifyRequest) => Promise<Pick<PageReader, 'actor' | 'me' | 'reader'>>;
  publicCache: PublicCache;
  sharedCalls: SharedCalls;
  version: string;
  public_url: string | undefined;
  production: boolean;
}

/** Runs React's rendering of a page within the limit. */
type Rendering = <T>(work: () => Promise<T>) => Promise<T>;

/** The number of pages rendered at once: a long one leaves gaps (web/lib/in-parts.tsx), which another may use. */
const mostAtOnce = 2;

/**
 * The limit of pages rendered at once. It covers React's rendering alone, which uses the processor for some
 * milliseconds and waits for nothing: actions and loaders, which wait for PostgreSQL and other services, are never
 * under it. Each rendering begins with a new round of the event loop, so that clocks are answered between two of them.
 */
function createRendering(): Rendering {
  const limit = limitConcurrency(mostAtOnce);
  return (work) =>
    limit(async () => {
      await immediate();
      return work();
    });
}

/** Replies with a page to every path that no other route matches. */
export async function renderPages(app: FastifyInstance, options: RenderOptions): Promise<void> {
  const rendering = createRendering();
  const files = createListFiles(app, options.painter);
  await app.register(async (pages) => {
    // page-form.ts reads forms; React Router gets them unparsed.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    pages.route({
      // HEAD by name: the one that Fastify adds for GET cannot measure a Response.
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      config: { access: 'site.read' },
      handler: async (request, reply) => {
        // Until a page is made for this request: another request may be making the shared one.
        request.page = 'kept';
        return answer(request, reply, goneSignal(reply));
      },
    });
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, gone: AbortSignal) {
    const isList = listPath.test(request.url);
    let refused: unknown;
    const makeShared = async (_last: unknown, shared: Shared): Promise<Answer | null> => {
      if (!isShared(await options.build(), request.url, shared.kind, options.production)) return null;
      let end: (() => void) | undefined;
      try {
        end = isList ? await files.begin(request, anonymous) : undefined;
      } catch (error) {
        // Other readers of the same list are not refused with this one: each requests it again.
        refused = error;
        return null;
      }
      try {
        const page = await renderShared(request, shared, options, rendering);
        if (!page?.headers[makeAs]) return page;
        const { [makeAs]: make_as, ...headers } = page.headers;
        return { ...page, headers, make_as };
      } finally {
        end?.();
      }
    };
    const finish = async ({ make_as, ...list }: Answer): Promise<Answer> => ({
      ...list,
      body: await files.make(list, make_as!, { request, actor: anonymous, gone }),
    });
    if (options.publicCache.is_on && (await options.publicCache.reply(request, reply, makeShared, finish)))
      return reply;
    if (refused) throw refused;
    request.page = 'none';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const form = reads ? null : await readForm(request);
    const who = await options.identify(request);
    const end = isList ? await files.begin(request, who.actor) : undefined;
    const made = await renderOnce(request, gone, form, who, options, rendering).finally(end);
    const { status, headers } = made;
    const body = headers.has(makeAs) ? await fileOf(made, { request, actor: who.actor, gone }) : made.body;
    reply.code(status);
    for (const [name, value] of headers) if (name !== makeAs) reply.header(name, value);
    return reply.send(body.length ? body : undefined);
  }

  /** The file of a page's list, confirmation or manifest, made in another process. */
  async function fileOf({ headers, body }: Made, by: FileReader): Promise<Buffer> {
    return files.make({ body, etag: tagOf(body) }, headers.get(makeAs)!, by);
  }
}

/** The addresses of exported lists. */
const listPath = /^[^?]+\.(?:csv|xlsx|pdf)(?:\?|$)/;

/** A page for this one request, with a fresh nonce. */
async function renderOnce(
  request: FastifyRequest,
  gone: AbortSignal,
  form: Buffer | null,
  who: Awaited<ReturnType<RenderOptions['identify']>>,
  options: RenderOptions,
  rendering: Rendering,
): Promise<Made> {
  const nonce = randomBytes(16).toString('base64');
  const locale = localeOf(request, options);
  const asked = asWebRequest(request, gone, form, originOf(request, options));
  const { theme, consent } = request.cookies;
  const pageReader = {
    ...who,
    theme: themeFrom(theme),
    consent: consentFrom(consent),
  };
  const { call, end } = options.callsAs(who.actor, networkOf(request.ip));
  // React begins when all loaders have read: no connection is held while a page waits for a slot.
  const afterLoading: Rendering = async (work) => {
    await end();
    return rendering(work);
  };
  let made: Made;
  try {
    made = await render(asked, locale, nonce, request, pageReader, call, options, afterLoading, request.ip);
  } finally {
    await end();
  }
  const { status, headers } = made;
  headers.set(
    'content-security-policy',
    contentSecurityPolicy(`'nonce-${nonce}' 'strict-dynamic'`, `'nonce-${nonce}'`, options, pageReader.consent),
  );
  headers.set('content-language', locale);
  headers.set('vary', vary);
  if (status === 503) headers.set('retry-after', String(request.retry_s ?? 1));
  if (!headers.has('cache-control')) headers.set('cache-control', ownsCache);
  // A script would have sent the form to the page's data.
  const isForm = request.method === 'POST' && !new URL(asked.url).pathname.endsWith('.data');
  if (isForm && pageReader.reader) headers.append('set-cookie', `${aloneCookie}=1; Path=/; Max-Age=900; SameSite=Lax`);
  return made;
}

/**
 * A page that many readers share: its content depends only on the address and shows public data only. A shared nonce
 * would be no protection, so the policy names the page's own inline scripts by their hashes, and files of this site.
 * Null for pages that must not be cached: failures, redirects, replies that set a cookie or that say so themselves.
 */
async function renderShared(
  request: FastifyRequest,
  { locale, kind, theme, consent }: Shared,
  options: RenderOptions,
  rendering: Rendering,
): Promise<Answer | null> {
  const address = addressOf(request.raw.url ?? '/', originOf(request, options));
  const { call, since_ms } = options.sharedCalls.forPage();
  const { status, headers, page, body } = await render(
    new Request(address),
    locale,
    undefined,
    request,
    { me: kind ? undefined : null, reader: kind, theme, consent },
    call,
    options,
    rendering,
  );
  const cacheControl = headers.get('cache-control') ?? 'public, max-age=0, s-maxage=1, must-revalidate';
  if ((status !== 200 && status !== 404) || headers.has('set-cookie') || /no-store|private/.test(cacheControl))
    return null;
  return {
    status,
    headers: {
      ...Object.fromEntries(headers),
      // Caches between here and a reader know nothing of kinds.
      'cache-control': kind ? ownsCache : cacheControl,
      'content-language': locale,
      'content-security-policy': contentSecurityPolicy(
        `${hashesOf('script', page)} 'self'`,
        hashesOf('style', page),
        options,
        consent,
      ),
      vary: `${vary}, accept-encoding`,
    },
    body,
    etag: tagOf(body),
    since_ms: since_ms(),
  };
}

const vary = 'accept-language, cookie';
const ownsCache = 'private, no-cache';

/** Whether the page at an address may be shared by all readers of a kind (web/public-pages.ts). */
function isShared(build: ServerBuild, url: string, kind: ReaderKind | null, production: boolean): boolean {
  const { publicPages, anonymousPages } = build.entry.module as unknown as Entry;
  const { page } = pageAt(build, url.split('?', 1)[0]!, production);
  return publicPages.has(page) || (kind === null && anonymousPages.has(page));
}

/** A whole page: its own text, and finished parts (web/lib/finished.server.tsx). */
type Pieces = readonly (string | Uint8Array)[];

/** The result of a request. */
interface Made {
  status: number;
  headers: Headers;
  /** The parts of the body, where it is a page. */
  page: Pieces | undefined;
  body: Buffer;
}

async function render(
  request: Request,
  locale: Locale,
  nonce: string | undefined,
  asked: FastifyRequest,
  { me, reader, theme, consent }: Omit<PageReader, 'actor'>,
  call: Call,
  options: RenderOptions,
  rendering: Rendering,
  ip = '',
): Promise<Made> {
  const { origin, pathname: path } = new URL(request.url);
  const note = (error: unknown) => asked.log.error({ err: error, path }, 'a page failed');
  const build = await options.build();
  const entry = build.entry.module as unknown as Entry;
  const { version, live_url } = options;
  const context = new RouterContextProvider();
  context.set(entry.callContext, (contract, input) =>
    call(contract, input).catch((error) => {
      // The page shows the refusal; the cause goes into the log only.
      if (isRefusal(error) && statusOf(error) === 503) {
        asked.retry_s = retryAfter(error);
        logAway(asked.log, error, error);
      }
      throw error;
    }),
  );
  let identity: Promise<Identity> | undefined;
  context.set(
    entry.identityContext,
    () => (identity ??= options.identityFor({ headers: request.headers, locale, ip })),
  );
  const site = { ...options.site, pages: pathsOf(build) };
  let page: Pieces | undefined;
  context.set(entry.pageContext, {
    locale,
    nonce,
    version,
    live_url,
    public_url: origin,
    theme,
    consent,
    site,
    me,
    reader,
    rendering,
    written(pieces) {
      page = pieces;
    },
    matched(pattern) {
      // The route pattern of the not-found page is `*`.
      asked.page = pattern === '*' ? 'none' : `/${pattern.replace(/^\//, '')}`;
    },
    note,
  });
  const response = await pageAt(build, path, options.production).handle(request, context);
  const { status } = response;
  // The headers of a Response are immutable.
  const body = page
    ? Buffer.concat(page.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
    : Buffer.from(await response.arrayBuffer());
  return { status, headers: new Headers(response.headers), page, body };
}
