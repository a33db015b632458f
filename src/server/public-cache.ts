/**
 * The public cache: replies that many readers share are written before any other part of the program sees the request.
 * A copy depends on the address, the language, the reader's preferences and the kind of reader; never on the person.
 * Requests with a key, readers with further rights in the requested loft, and readers who have just sent a form without
 * a script get replies of their own, which are not cached.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReaderKind } from '#domain/accounts/person.ts';
import { type Consent, consentFrom } from '#domain/consent.ts';
import { askedLocale, chooseLocale, type Locale, storedLocale } from '#domain/locales.ts';
import { type Theme, themeFrom } from '#domain/site.ts';
import { type Reader, type Readers, stranger } from './readers.ts';
import {
  type Answer,
  asCoded,
  type Coded,
  createReplyCache,
  encodingFor,
  isKnown,
  type ReplyCacheOptions,
} from './reply-cache.ts';

/** What a shared reply may depend on beside its address. */
export interface Shared {
  locale: Locale;
  theme: Theme | undefined;
  consent: Consent | undefined;
  /** The kind of reader; null: not signed in. */
  kind: ReaderKind | null;
}

export interface PublicCache {
  /** Whether replies are cached at all. */
  is_on: boolean;
  /** Writes a cached reply at once. False: there is none, and the request takes the full path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Writes the cached reply, or makes and caches it. False: it is not cacheable, or depends on the actor; then the
   * caller makes a reply for this request. `finish` makes the file of a list for this reader.
   */
  reply(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (last: Answer | undefined, shared: Shared) => Promise<Answer | null>,
    finish?: (list: Answer) => Promise<Answer>,
  ): Promise<boolean>;
  /** Discards all cached replies. */
  clear(): void;
}

export interface PublicCacheOptions extends ReplyCacheOptions {
  /** The public address of the site; without one the reply depends on the requested host. */
  public_url: string | undefined;
  /** Parses the cookies of a request. */
  parseCookie(header: string): Record<string, string | undefined>;
  /** The name of the session cookie. */
  session_cookie: string;
  readers: Readers;
  /** Whether a request passes the gate of the site, by its address and its cookies. */
  mayEnter(url: string, cookies: Record<string, string | undefined>): boolean;
  /** The headers of every reply. */
  headers(id: string, url: string | undefined): Record<string, string>;
  /** Called for each reply that was cached. */
  answered(method: string, status: number): void;
}

/**
 * Set for a while when a signed-in reader sends a form without a script: the next pages are made for them alone, so
 * that they show the result. The script of a page, which fetches the personal part, removes it.
 */
export const aloneCookie = 'alone';

export function createPublicCache(options: PublicCacheOptions): PublicCache {
  const { public_url, parseCookie, session_cookie, readers, mayEnter, headers, answered } = options;
  const cache = createReplyCache(options);
  const languages = new Map<string, Locale>();

  return {
    is_on: options.keep_ms > 0,
    answer(request, response) {
      const asked = cacheableRequest(request);
      const reader = asked && (asked.token === undefined ? stranger : readers.known(asked.token));
      const key = reader && mayEnter(request.url!, asked.cookies) ? keyOf(request, asked, reader) : null;
      const coded = key && cache.find(key, encodingFor(request.headers['accept-encoding'] as string | undefined));
      if (!coded) return false;
      answered(request.method!, write(coded, request, response, crypto.randomUUID()));
      return true;
    },
    async reply(request, reply, make, finish) {
      const asked = cacheableRequest(request.raw);
      if (!asked) return false;
      // When the reader cannot be looked up now, a page of their own reports it.
      const reader = asked.token === undefined ? stranger : await readers.find(asked.token).catch(() => null);
      const key = reader && keyOf(request.raw, asked, reader);
      if (!key) return false;
      const { locale, cookies } = asked;
      const shared = isFile(request.raw.url!)
        ? { locale, theme: undefined, consent: undefined, kind: null }
        : { locale, theme: themeFrom(cookies.theme), consent: consentFrom(cookies.consent), kind: reader.kind };
      const coded = await cache.get(key, encodingFor(request.headers['accept-encoding']), (last) => make(last, shared));
      if (!coded || (coded.list && !finish)) return false;
      const { list } = coded;
      const finished = list && !isKnown(list.etag, request.headers['if-none-match']) ? await finish!(list) : undefined;
      reply.hijack();
      write(finished ? asCoded(finished) : coded, request.raw, reply.raw, request.id);
      return true;
    },
    clear: cache.clear,
  };

  function write(coded: Coded, request: IncomingMessage, response: ServerResponse, id: string): number {
    const { etag, lines, body } = coded;
    const known = isKnown(etag, request.headers['if-none-match']);
    const status = known ? 304 : coded.status;
    const own = [...lines];
    for (const [name, value] of Object.entries(headers(id, request.url))) own.push(name, value);
    response.writeHead(status, own);
    response.end(known || request.method === 'HEAD' ? undefined : body);
    return status;
  }

  /** The reader's part of a request; null for requests that do not only read, or that carry a key. */
  function cacheableRequest({ method, url, headers: { cookie, authorization, ...requestHeaders } }: IncomingMessage) {
    if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return null;
    const cookies = cookie === undefined ? {} : parseCookie(cookie);
    const token = cookies[session_cookie] || undefined;
    if (token !== undefined && cookies[aloneCookie] !== undefined) return null;
    const asked = url!.includes('lang=') ? askedLocale(url!) : undefined;
    return { cookies, token, locale: asked ?? localeOf(storedLocale(cookies), requestHeaders['accept-language']) };
  }

  /** The cache key; null where the reply depends on the actor. */
  function keyOf(
    { url, headers: requestHeaders }: IncomingMessage,
    { locale, cookies }: NonNullable<CacheableRequest>,
    reader: Reader,
  ) {
    if (reader.seesMore(loftIn(url!))) return null;
    if (url!.startsWith('/api/')) return url!;
    const site =
      public_url ??
      [requestHeaders['x-forwarded-proto'], requestHeaders['x-forwarded-host'], requestHeaders.host].join(' ');
    if (isFile(url!)) return `${locale} ${site} ${url}`;
    const theme = themeFrom(cookies.theme) ?? '-';
    const consent = consentFrom(cookies.consent) ?? '-';
    return `${locale} ${theme} ${consent} ${reader.key} ${site} ${url}`;
  }
  type CacheableRequest = ReturnType<typeof cacheableRequest>;

  function localeOf(chosen: string | undefined, accepted: string | undefined): Locale {
    const key = `${chosen ?? ''}\n${accepted ?? ''}`;
    let locale = languages.get(key);
    if (!locale) {
      locale = chooseLocale(chosen, accepted);
      if (languages.size < 1000 && key.length < 200) languages.set(key, locale);
    }
    return locale;
  }
}

/** The export of a list, or a feed: without theme or account. */
const isFile = (url: string) => /\.(csv|xlsx|pdf|rss|atom)(\?|$)/.test(url);

/** The loft of an address; null: none, or all of them. */
function loftIn(url: string): number | null {
  const id = /^(?:\/api)?\/lofts\/(\d{1,15})(?![\w-])/.exec(url)?.[1];
  return id === undefined ? null : Number(id);
}
