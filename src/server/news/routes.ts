/** The calls about news. */

import type { Loft } from '#domain/lofts/contract.ts';
import {
  changeNews as changeNewsCall,
  createNews,
  listLatestNews,
  listNews,
  listWrittenNews,
  readNews,
  readWrittenNews,
  removeNews as removeNewsCall,
} from '#domain/news/contract.ts';
import { newsPerPage, stateOf, textFor } from '#domain/news/news.ts';
import { Refusal } from '#domain/refusal.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { actOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft, loftsById } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { findSeason } from '#server/seasons/seasons.ts';
import {
  changeNews,
  keptNews,
  listOfNews,
  loadNews,
  removeNews,
  seasonOf,
  textsOf,
  writeNews,
  writtenNews,
} from './news.ts';
import { picturesOf } from './pictures.ts';
import { countPublished, latestNews, publishedNews } from './read.ts';

/** Number of news of all lofts on the first page. */
const mostLatest = 3;

export const newsRoutes: Route[] = [
  route(listNews, {
    load: async (tx, { params, query }) => ({
      ...(await loadPlace(tx, params.loft_id, query.season_id)),
      id: params.loft_id,
    }),
    act: async (tx, { loft, season }, { query: { page: asked, locale, season_id } }, { now_ms }) => {
      if (season?.status === 'draft') throw new Refusal('not_found');
      const of = { loft_id: loft.id, season_id };
      const total = await countPublished(tx, of, now_ms);
      const page_count = Math.max(1, Math.ceil(total / newsPerPage));
      const page = Math.min(asked, page_count);
      const part = { limit: newsPerPage, offset: (page - 1) * newsPerPage };
      const news = await publishedNews(tx, of, { locale, now_ms, part });
      return { loft, news, total, page, page_count, read_at: new Date(now_ms).toISOString() };
    },
  }),
  route(listLatestNews, {
    load: async () => [],
    act: async (tx, _lofts, { query: { locale } }, { now_ms }) => {
      const news = await latestNews(tx, { locale, now_ms, most: mostLatest });
      const lofts = await loftsById(
        tx,
        news.map(({ loft_id }) => loft_id),
      );
      return { news: news.map((one) => ({ ...one, picture: one.pictures[0] ?? null, loft: lofts.get(one.loft_id)! })) };
    },
  }),
  route(readNews, {
    load: (tx, { params }, { now_ms }) => loadNews(tx, params, { now_ms }),
    act: async (tx, { loft, news }, { query: { locale } }, { now_ms }) => {
      const texts = (await textsOf(tx, [news.id])).get(news.id)!;
      const { id, loft_id, season_id, published_at } = news;
      const { title, lead, body, ...text } = textFor(texts, locale)!;
      return {
        loft,
        season: seasonOf(news),
        news: {
          id,
          loft_id,
          season_id,
          published_at,
          locale: text.locale,
          title,
          lead,
          body,
          pictures: (await picturesOf(tx, [news.id])).get(news.id) ?? [],
          state: stateOf(news, now_ms),
          locales: texts.map((one) => one.locale),
        },
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(listWrittenNews, {
    load: (tx, { params, query }) => loadPlace(tx, params.loft_id, query.season_id),
    act: async (tx, { loft, season }, { query }, { now_ms }) => {
      const { season_id, state, locale } = query;
      const list = listOfNews({ loft_id: loft.id, season_id, state }, now_ms);
      const read = (ids: readonly number[]) => writtenNews(tx, loft.id, ids);
      const { rows, ...page } = await pageOf(tx, { ...query, sort: 'published' }, list, read, ({ id }) => id);
      const texts = await textsOf(
        tx,
        rows.map(({ id }) => id),
      );
      const news = rows.map((one) => {
        const own = texts.get(one.id)!;
        const text = textFor(own, locale)!;
        return {
          id: one.id,
          loft_id: one.loft_id,
          season: seasonOf(one),
          version: one.version,
          state: stateOf(one, now_ms),
          published_at: one.published_at,
          title: text.title,
          locale: text.locale,
          locales: own.map((other) => other.locale),
        };
      });
      return { loft, season, news, ...page };
    },
  }),
  route(createNews, {
    load: (tx, { params, query }) => loadPlace(tx, params.loft_id, query.season_id),
    act: async (tx, { loft, season_id }, { body }, context) => {
      const key = await writeNews(tx, { loft, season_id }, body, actOf(context));
      return { news: await keptNews(tx, key, context.now_ms) };
    },
  }),
  route(readWrittenNews, {
    load: (tx, { params }, { now_ms }) => loadNews(tx, params, { now_ms }),
    act: async (tx, { loft }, { params }, { now_ms }) => ({ loft, news: await keptNews(tx, params, now_ms) }),
  }),
  route(changeNewsCall, {
    load: (tx, { params }, { now_ms }) => loadNews(tx, params, { now_ms, lock: true }),
    act: async (tx, loaded, { params, body }, context) => {
      await changeNews(tx, loaded, body, actOf(context));
      return { news: await keptNews(tx, params, context.now_ms) };
    },
  }),
  route(removeNewsCall, {
    load: (tx, { params }, { now_ms }) => loadNews(tx, params, { now_ms, lock: true }),
    act: async (tx, loaded, _input, context) => {
      await removeNews(tx, loaded, actOf(context));
      return {};
    },
  }),
];

/**
 * The loft of news, and their season if they have one.
 * @throws Refusal `not_found`.
 */
async function loadPlace(
  tx: Tx,
  loft_id: number,
  season_id: number | undefined,
): Promise<{ loft_id: number; loft: Loft; season_id: number | null; season: SeasonOfLoft | null }> {
  const { loft } = await loadLoft(tx, loft_id);
  const season = season_id === undefined ? undefined : await findSeason(tx, loft_id, season_id);
  if (season_id !== undefined && !season) throw new Refusal('not_found');
  return { loft_id, loft, season_id: season_id ?? null, season: season ?? null };
}
