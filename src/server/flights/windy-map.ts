/**
 * Windy's own map as a document of its own, for a frame in the map of a flight (7.18, decision 85). It is the only
 * document of the site that loads anything from Windy. It tells nothing of a flight or a reader: the page around it says
 * what is to be drawn.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { inMarkup } from '#domain/markup.ts';
import type { WindyMap } from '#server/config.ts';
import { hashesOf } from '#server/content-security-policy.ts';
import { isKnown, tagOf } from '#server/reply-cache.ts';

/** Windy's map needs this version of Leaflet. */
const leaflet = createRequire(import.meta.url).resolve('leaflet/dist/leaflet.js');

/** Everything of Windy's map: its scripts, tiles and data. */
const windy = 'https://*.windy.com';

/** The frame has no origin: Windy's scripts reach neither the page around them nor the session of its reader. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

export function windyMapRoute(app: FastifyInstance, windy_map: WindyMap): void {
  const html = documentOf(windy_map);
  const etag = tagOf(html);
  const headers = {
    etag,
    'cache-control': 'public, max-age=3600',
    'content-security-policy': policyOf(windy_map, html),
  };
  app.get('/misc/windy-map', { config: { access: 'site.read' }, schema: { hide: true } }, async (request, reply) => {
    reply.headers(headers);
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

function documentOf(windy_map: WindyMap): string {
  const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const scripts = [readFileSync(leaflet, 'utf8'), ...(windy_map.source === 'invented' ? [windy_map.script] : [])];
  const given = windy_map.source === 'windy' ? { key: windy_map.key, boot: windy_map.url } : { key: 'invented' };
  const data = Object.entries(given).map(([name, value]) => ` data-${name}="${inMarkup(value)}"`);
  return [
    `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="robots" content="noindex"><title>Windy</title><style>${text('windy-frame.css')}</style></head>`,
    `<body><div id="windy"></div>${scripts.map((script) => `<script>${script}</script>`).join('')}`,
    `<script${data.join('')}>${text('windy-frame.js')}</script></body></html>`,
  ].join('');
}

function policyOf(windy_map: WindyMap, html: string): string {
  const origin = windy_map.source === 'windy' ? new URL(windy_map.url).origin : undefined;
  const others = windy_map.source === 'invented' ? '' : origin!.endsWith('.windy.com') ? windy : `${windy} ${origin}`;
  return [
    "default-src 'none'",
    `script-src ${hashesOf('script', [html])} ${others}`,
    // Nothing of the site can be read or sent by a style of this document.
    `style-src 'unsafe-inline' ${others}`,
    `img-src data: blob: ${others}`,
    `font-src data: ${others}`,
    `connect-src ${others || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox ${sandbox}`,
  ]
    .map((line) => line.trim())
    .join('; ');
}
