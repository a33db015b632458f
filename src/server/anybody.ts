/**
 * The way of an answer to readers nobody knows: kept ones are written before anything else of the program looks at the
 * request. Who shows a key, or a cookie other than the chosen language, is somebody: their requests go the long way and
 * nothing of theirs is kept.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedLocale, chooseLocale, type Locale } from '#domain/locales.ts';
import { type Answer, type Coded, createShelf, encodingFor, isKnown, type ShelfOptions } from './kept.ts';

export interface Anybody {
  /** Whether answers are kept at all. */
  keeps: boolean;
  /** Answers a request at once when its answer lies there; false: it has to go the long way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Answers a request with what is kept or made now. False: there is nothing to keep, or somebody asks; then the
   * caller makes an answer for this one request.
   */
  reply(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (last: Answer | undefined, locale: Locale) => Promise<Answer | null>,
  ): Promise<boolean>;
  /** Hand out nothing from before. */
  clear(): void;
}

export interface AnybodyOptions extends ShelfOptions {
  /** The site's own address; without one the answer depends on the host that was asked. */
  public_url: string | undefined;
  /** What every answer of the program carries. */
  headers(id: string): Record<string, string>;
  /** One was answered at once. */
  answered(method: string, status: number): void;
}

/** Cookies that say nothing about who is asking. Any other makes a reader somebody. */
const harmless = /^locale=([a-z]{2})$/;

export function createAnybody({ public_url, headers, answered, ...options }: AnybodyOptions): Anybody {
  const shelf = createShelf(options);
  const locales = new Map<string, Locale>();

  return {
    keeps: options.keep_ms > 0,
    answer(request, response) {
      const key = keyOf(request);
      const coded = key && shelf.find(key, encodingFor(request.headers['accept-encoding'] as string | undefined));
      if (!coded) return false;
      answered(request.method!, write(coded, request, response, crypto.randomUUID()));
      return true;
    },
    async reply(request, reply, make) {
      const key = keyOf(request.raw);
      if (!key) return false;
      const locale = localeOf(request.raw)!;
      const coded = await shelf.get(key, encodingFor(request.headers['accept-encoding']), (last) => make(last, locale));
      if (!coded) return false;
      reply.hijack();
      write(coded, request.raw, reply.raw, request.id);
      return true;
    },
    clear: shelf.clear,
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

  /** What the answer depends on; null where it depends on who is asking, or is no mere reading. */
  function keyOf(request: IncomingMessage): string | null {
    const { method, url, headers: told } = request;
    if (method !== 'GET' && method !== 'HEAD') return null;
    const locale = localeOf(request);
    if (!locale || told.authorization !== undefined) return null;
    if (url!.startsWith('/api/')) return url!;
    const site = public_url ?? [told['x-forwarded-proto'], told['x-forwarded-host'], told.host].join(' ');
    return `${locale} ${site} ${url}`;
  }

  /** The language of an answer; null for somebody. */
  function localeOf({ url, headers: { cookie, 'accept-language': languages } }: IncomingMessage): Locale | null {
    const own = ownLocaleOf(cookie, languages);
    return own && ((url?.includes('lang=') && askedLocale(url)) || own);
  }

  function ownLocaleOf(cookie: string | undefined, languages: string | undefined): Locale | null {
    const said = `${cookie ?? ''}\n${languages ?? ''}`;
    const known = locales.get(said);
    if (known) return known;
    const chosen = cookie === undefined ? undefined : harmless.exec(cookie)?.[1];
    if (cookie !== undefined && chosen === undefined) return null;
    const locale = chooseLocale(chosen, languages);
    if (locales.size < 1000 && said.length < 200) locales.set(said, locale);
    return locale;
  }
}
