/**
 * Answers that many readers share: copies are written before anything else of the program looks at the request. What a
 * copy depends on is the address, the language, the choices that a reader has made of the site, and what kind of reader
 * it is; never who. Whoever shows a key, may more than others in the loft that is asked about, or has just sent a form
 * without a script, gets answers made for them alone, which are not kept.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReaderKind } from '#domain/accounts/person.ts';
import { type Consent, consentFrom } from '#domain/consent.ts';
import { askedLocale, chooseLocale, type Locale } from '#domain/locales.ts';
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

/** What a shared answer may depend on beside its address. */
export interface Shared {
  locale: Locale;
  theme: Theme | undefined;
  consent: Consent | undefined;
  /** The kind of reader it is for; null: strangers. */
  kind: ReaderKind | null;
}

export interface PublicCache {
  /** Whether answers are kept at all. */
  keeps: boolean;
  /** Answers a request at once when its answer lies there; false: it has to go the long way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Answers a request with what is kept or made now. False: there is nothing to keep, or the answer depends on who asks;
   * then the caller makes an answer for this one request. `finish` makes the file of a list for this one reader.
   */
  reply(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (last: Answer | undefined, shared: Shared) => Promise<Answer | null>,
    finish?: (list: Answer) => Promise<Answer>,
  ): Promise<boolean>;
  /** Hand out nothing from before. */
  clear(): void;
}

export interface PublicCacheOptions extends ReplyCacheOptions {
  /** The site's own address; without one the answer depends on the host that was asked. */
  public_url: string | undefined;
  /** The cookies of a request, by their names. */
  parseCookie(header: string): Record<string, string | undefined>;
  /** The name of the cookie that carries a session's token. */
  session_cookie: string;
  readers: Readers;
  /** Whether a request may enter the site at all, by its address and its cookies. */
  mayEnter(url: string, cookies: Record<string, string | undefined>): boolean;
  /** What every answer of the program carries. */
  headers(id: string): Record<string, string>;
  /** One was answered at once. */
  answered(method: string, status: number): void;
}

/**
 * Set for a while when a signed-in reader sends a form without a script: the next pages are made for them alone, so that
 * they show what the form has done. A page's script, which fetches what is the reader's own, takes it away.
 */
export const aloneCookie = 'alone';

export function createPublicCache(options: PublicCacheOptions): PublicCache {
  const { public_url, parseCookie, session_cookie, readers, mayEnter, headers, answered } = options;
  const cache = createReplyCache(options);
  const languages = new Map<string, Locale>();

  return {
    keeps: options.keep_ms > 0,
    answer(request, response) {
      const asked = askedBy(request);
      const reader = asked && (asked.token === undefined ? stranger : readers.known(asked.token));
      const key = reader && mayEnter(request.url!, asked.cookies) ? keyOf(request, asked, reader) : null;
      const coded = key && cache.find(key, encodingFor(request.headers['accept-encoding'] as string | undefined));
      if (!coded) return false;
      answered(request.method!, write(coded, request, response, crypto.randomUUID()));
      return true;
    },
    async reply(request, reply, make, finish) {
      const asked = askedBy(request.raw);
      if (!asked) return false;
      // Whoever cannot be asked about at this moment is told so by a page of their own.
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
    for (const [name, value] of Object.entries(headers(id))) own.push(name, value);
    response.writeHead(status, own);
    response.end(known || request.method === 'HEAD' ? undefined : body);
    return status;
  }

  /** What a request says of its reader; null where it is no mere reading, or shows a key. */
  function askedBy({ method, url, headers: { cookie, authorization, ...told } }: IncomingMessage) {
    if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return null;
    const cookies = cookie === undefined ? {} : parseCookie(cookie);
    const token = cookies[session_cookie] || undefined;
    if (token !== undefined && cookies[aloneCookie] !== undefined) return null;
    const asked = url!.includes('lang=') ? askedLocale(url!) : undefined;
    return { cookies, token, locale: asked ?? localeOf(cookies.locale, told['accept-language']) };
  }

  /** What the answer depends on; null where that is who is asking. */
  function keyOf({ url, headers: told }: IncomingMessage, { locale, cookies }: NonNullable<Asked>, reader: Reader) {
    if (reader.seesMore(loftIn(url!))) return null;
    if (url!.startsWith('/api/')) return url!;
    const site = public_url ?? [told['x-forwarded-proto'], told['x-forwarded-host'], told.host].join(' ');
    if (isFile(url!)) return `${locale} ${site} ${url}`;
    const theme = themeFrom(cookies.theme) ?? '-';
    const consent = consentFrom(cookies.consent) ?? '-';
    return `${locale} ${theme} ${consent} ${reader.key} ${site} ${url}`;
  }
  type Asked = ReturnType<typeof askedBy>;

  function localeOf(chosen: string | undefined, accepted: string | undefined): Locale {
    const said = `${chosen ?? ''}\n${accepted ?? ''}`;
    let locale = languages.get(said);
    if (!locale) {
      locale = chooseLocale(chosen, accepted);
      if (languages.size < 1000 && said.length < 200) languages.set(said, locale);
    }
    return locale;
  }
}

/** A list that is taken along, or a feed: nothing stands around it. */
const isFile = (url: string) => /\.(csv|xlsx|pdf|rss|atom)(\?|$)/.test(url);

/** The loft that an address is about; null: none, or all of them. */
function loftIn(url: string): number | null {
  const id = /^(?:\/api)?\/lofts\/(\d{1,15})(?![\w-])/.exec(url)?.[1];
  return id === undefined ? null : Number(id);
}
