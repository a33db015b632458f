/**
 * Boards for other sites (decision 75): a document in a frame, with a policy of its own, and oEmbed, by which other
 * programs find it. Both are made for nobody: no cookie is read, and none is set.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { flightParams, readFlight } from '#domain/flights/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { askedLocale, chooseLocale, type Locale, localeFacts } from '#domain/locales.ts';
import { inMarkup } from '#domain/markup.ts';
import { isRefusal, Refusal, statusOf } from '#domain/refusal.ts';
import { pictureSize } from '#domain/share/card.ts';
import { type Theme, themeFrom } from '#domain/site.ts';
import { flood } from '#server/limits.ts';
import { isKnown, tagOf } from '#server/reply-cache.ts';
import { type Call, parseInput } from '#server/route.ts';
import { sentenceOf, words } from '#server/translations.ts';

export interface EmbedOptions {
  /** The calls of one reply, as an anonymous reader; equal calls of a moment share their replies. */
  callsOfReply: () => Call;
  /** The origin of the site as this reader sees it. */
  siteOf: (request: FastifyRequest) => string;
  /** The origin of the live socket, if not this one. */
  live_url: string | undefined;
  /** The document of a board, by the pages' bundle; undefined in a process without pages. */
  flightEmbed:
    | ((embed: {
        call: Call;
        key: FlightKey;
        locale: Locale;
        theme: Theme | undefined;
        rows: number;
        live_url: string | undefined;
      }) => Promise<{ html: string; style: string }>)
    | undefined;
}

/** How many places a board shows: by default, and at most. */
const places = { usual: 10, most: 25 };

/** The size of a board in the page of another site, px; it is as wide as there is room. */
const size = { width: 480, height: 640 };

const asked = z.object({
  theme: z.string().optional().catch(undefined),
  rows: z.coerce.number().int().min(1).max(places.most).catch(places.usual),
});

const wanted = z.object({
  url: z.string().max(2000),
  format: z.string().default('json'),
  maxwidth: z.coerce.number().int().min(200).optional().catch(undefined),
  maxheight: z.coerce.number().int().min(100).optional().catch(undefined),
});

export function embedRoutes(app: FastifyInstance, { callsOfReply, siteOf, live_url, flightEmbed }: EmbedOptions): void {
  app.get(
    '/embed/flights/:loft_id/:flight_id',
    { config: { access: 'flight.read', rateLimit: flood('embed') }, schema: { hide: true } },
    async (request, reply) => {
      const key = flightParams.safeParse(request.params);
      const { theme, rows } = asked.parse(request.query);
      const locale = askedLocale(request.raw.url!) ?? chooseLocale(undefined, request.headers['accept-language']);
      const look = { locale, theme: themeFrom(theme) };
      const found =
        key.success && flightEmbed
          ? await flightEmbed({ call: callsOfReply(), key: key.data, rows, live_url, ...look }).catch(withoutFlight)
          : null;
      const { html, style } = found ?? missing(look);
      if (!found) reply.status(404);
      const etag = tagOf(html);
      reply.headers({
        etag,
        'cache-control': 'public, max-age=2',
        vary: 'accept-language',
        'content-language': locale,
        'content-security-policy': framedPolicy(style, live_url),
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    },
  );

  app.get(
    '/oembed',
    { config: { access: 'flight.read', rateLimit: flood('embed') }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      const query = wanted.safeParse(request.query);
      const site = siteOf(request);
      const found = query.success ? flightAt(query.data.url, site) : null;
      if (!query.success || !found) throw new Refusal('not_found');
      // The protocol's own status for a format that is not offered (oEmbed 2.3.4).
      if (query.data.format !== 'json') return reply.status(501).send();
      const input = parseInput(readFlight, { params: found.key });
      const { flight, loft } = await callsOfReply()(readFlight, { params: input.params });
      const width = Math.min(query.data.maxwidth ?? size.width, 1000);
      const height = Math.min(query.data.maxheight ?? size.height, size.height);
      const lang = found.locale ? `?lang=${found.locale}` : '';
      const board = `${site}/embed/flights/${loft.id}/${flight.id}${lang}`;
      const page = `${site}/lofts/${loft.id}/flights/${flight.id}`;
      return reply.header('cache-control', 'public, max-age=300').send({
        version: '1.0',
        type: 'rich',
        title: `${flight.name} · ${loft.name}`,
        author_name: loft.name,
        author_url: `${site}/lofts/${loft.id}`,
        provider_name: 'Loftline',
        provider_url: site,
        cache_age: 300,
        html: `<iframe src="${board}" title="${inMarkup(flight.name)}" width="${width}" height="${height}" style="max-width:100%;border:0" loading="lazy"></iframe>`,
        width,
        height,
        thumbnail_url: `${page}/share.png${lang}`,
        thumbnail_width: pictureSize.width,
        thumbnail_height: pictureSize.height,
      });
    },
  );
}

/** A flight that an anonymous reader does not find. @throws whatever else went wrong */
function withoutFlight(error: unknown): null {
  if (isRefusal(error) && statusOf(error) === 404) return null;
  throw error;
}

/** In the frame of another site there is no page of an error but this one. */
function missing({ locale, theme }: { locale: Locale; theme: Theme | undefined }): { html: string; style: string } {
  const { lang, dir } = localeFacts[locale];
  const title = inMarkup(words(locale).t('error.not_found'));
  const text = inMarkup(sentenceOf(new Refusal('not_found'), locale));
  const style =
    ':root{color-scheme:light dark;background:transparent}body{margin:0;font:16px/1.4 system-ui,sans-serif}main{padding:12px 16px;border:1px solid light-dark(#dae1e7,#24313a);border-radius:12px;background:light-dark(#fff,#11191f);color:light-dark(#0e1720,#eef3f6)}h1{margin:0;font-size:19px}p{margin:2px 0 0}';
  return {
    html: `<!DOCTYPE html><html lang="${lang}" dir="${dir}"${theme ? ` style="color-scheme:${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><script src="/embed/board.js" defer></script></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    style,
  };
}

/**
 * Nothing but its own style, its script, its flags, its own address and the live socket; every site may put it into a
 * frame.
 */
function framedPolicy(style: string, live_url = ''): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self'",
    `connect-src 'self' ${live_url}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

/** The flight of an address of this site, and the language that it names; null for any other address. */
function flightAt(address: string, site: string): { key: Record<string, string>; locale: Locale | undefined } | null {
  const url = URL.parse(address);
  if (url?.host !== URL.parse(site)?.host) return null;
  const [, loft_id, flight_id] = /^\/lofts\/(\d{1,15})\/flights\/(\d{1,15})\/?$/.exec(url!.pathname) ?? [];
  return loft_id && flight_id ? { key: { loft_id, flight_id }, locale: askedLocale(address) } : null;
}
