/**
 * Share pictures: the previews of links to the site, a loft, a flight, a team, a ranking or a line of it, a championship, a
 * pigeon or news. They are public, so they show only what an anonymous visitor may see: a season in draft has none.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#domain/contract.ts';
import { askedLocale, chooseLocale, type Locale } from '#domain/locales.ts';
import type { Action } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Card, Shown } from '#domain/share/card.ts';
import { goneSignal } from '#server/client-disconnect.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { flood } from '#server/limits.ts';
import { isKnown } from '#server/reply-cache.ts';
import type { Call } from '#server/route.ts';
import type { Painter } from './painter.ts';

export interface ShareOptions {
  painter: Painter;
  storage: Storage;
  /** Runs calls as an anonymous visitor. */
  call: Call;
  /** The card of a page, by the pages' bundle; undefined in a process without pages. */
  cardOf: ((page: { call: Call; shown: Shown; locale: Locale; now_ms: number }) => Promise<Card>) | undefined;
}

const places: Record<Shown['kind'], { path: string; access: Action; shown: z.ZodType<Shown> }> = {
  site: { path: '/share.png', access: 'site.read', shown: z.object({ kind: z.literal('site') }) },
  loft: {
    path: '/lofts/:loft_id/share.png',
    access: 'loft.read',
    shown: z.object({ kind: z.literal('loft'), loft_id: id }),
  },
  flight: {
    path: '/lofts/:loft_id/flights/:flight_id/share.png',
    access: 'flight.read',
    shown: z.object({ kind: z.literal('flight'), loft_id: id, flight_id: id }),
  },
  team: {
    path: '/lofts/:loft_id/teams/:team_id/share.png',
    access: 'season.read',
    shown: z.object({ kind: z.literal('team'), loft_id: id, team_id: id }),
  },
  ranking: {
    path: '/lofts/:loft_id/aces/:ranking_id/share.png',
    access: 'season.read',
    shown: z.object({ kind: z.literal('ranking'), loft_id: id, ranking_id: id }),
  },
  line: {
    path: '/lofts/:loft_id/aces/:ranking_id/lines/:line/share.png',
    access: 'season.read',
    shown: z.object({ kind: z.literal('line'), loft_id: id, ranking_id: id, line: z.string().min(1).max(64) }),
  },
  championship: {
    path: '/championships/:championship_id/share.png',
    access: 'loft.read',
    shown: z.object({ kind: z.literal('championship'), championship_id: id }),
  },
  pigeon: {
    path: '/lofts/:loft_id/pigeons/:pigeon_id/share.png',
    access: 'season.read',
    shown: z.object({ kind: z.literal('pigeon'), loft_id: id, pigeon_id: id }),
  },
  news: {
    path: '/lofts/:loft_id/news/:news_id/share.png',
    access: 'news.read',
    shown: z.object({ kind: z.literal('news'), loft_id: id, news_id: id }),
  },
};

/** Registers the routes of the pictures. */
export function shareRoutes(app: FastifyInstance, { painter, storage, call, cardOf }: ShareOptions): void {
  app.addHook('onClose', () => painter.close());
  for (const [kind, { path, access, shown: schema }] of Object.entries(places)) {
    app.get(
      path,
      { config: { access, rateLimit: flood('share_picture') }, schema: { hide: true } },
      async (request, reply) => {
        const signal = goneSignal(reply);
        const shown = schema.safeParse({ kind, ...(request.params as object) });
        if (!shown.success || !cardOf) throw new Refusal('not_found');
        const locale = askedLocale(request.raw.url!) ?? chooseLocale(undefined, request.headers['accept-language']);
        const card = await cardOf({ call, shown: shown.data, locale, now_ms: Date.now() });
        const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22);
        void reply
          .header('etag', `"${key}"`)
          .header('cache-control', 'public, max-age=60')
          .header('vary', 'accept-language')
          .header('content-language', locale)
          // The sites that show a link embed its picture in their own pages.
          .header('cross-origin-resource-policy', 'cross-origin');
        if (isKnown(`"${key}"`, request.headers['if-none-match'])) return reply.status(304).send();
        return reply
          .type('image/png')
          .send(Buffer.from(await painter.picture(key, card, () => photoOf(card, storage), { signal })));
      },
    );
  }
}

/** The photo of a card; null where it no longer exists. */
async function photoOf({ photo }: Card, storage: Storage): Promise<Uint8Array | null> {
  const found = photo === null ? null : await storage.read(photo);
  return found && new Uint8Array(await buffer(found.content));
}
