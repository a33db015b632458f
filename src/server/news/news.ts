/** News: written, changed, removed, and listed for their authors. */

import { sql } from 'kysely';
import { clockOf, instantOf } from '#domain/day.ts';
import type { NewsKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { NewsEntry, StoredNews } from '#domain/news/contract.ts';
import type { Document } from '#domain/news/document.ts';
import { type NewsLocale, type NewsState, stateOf, whyNotKeep } from '#domain/news/news.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import type { ListOf } from '#server/pagination.ts';
import { picturesOf, putPictures } from './pictures.ts';

/** News, as the policy needs them. */
export interface LoadedNews {
  loft_id: number;
  season_id: number | null;
  /** Whether they are public: published, and not of a season in draft. */
  is_public: boolean;
  loft: Loft;
  news: NewsRow;
}

export type NewsRow = Awaited<ReturnType<ReturnType<typeof newsOf>['execute']>>[number];

/** The base query of news. */
export function newsOf(tx: Tx) {
  return tx
    .selectFrom('news as n')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'n.loft_id').onRef('s.id', '=', 'n.season_id'))
    .select(['n.loft_id', 'n.id', 'n.season_id', 'n.is_draft', 'n.published_at', 'n.version'])
    .select(['s.name as season_name', 's.year as season_year', 's.status as season_status'])
    .where('n.removed_at', 'is', null);
}

/**
 * News with their loft; `lock` holds them until the transaction ends.
 * @throws Refusal `not_found`.
 */
export async function loadNews(
  tx: Tx,
  { loft_id, news_id }: NewsKey,
  { now_ms, lock = false }: { now_ms: number; lock?: boolean },
): Promise<LoadedNews> {
  const loft = await findLoft(tx, loft_id);
  const news = await newsOf(tx)
    .where('n.loft_id', '=', loft_id)
    .where('n.id', '=', news_id)
    .$if(lock, (query) => query.forUpdate('n'))
    .executeTakeFirst();
  if (!loft || !news) throw new Refusal('not_found');
  const is_public = stateOf(news, now_ms) === 'published' && news.season_status !== 'draft';
  return { loft_id, season_id: news.season_id, is_public, loft, news };
}

/** The season of news, as replies show it. */
export function seasonOf({ season_id, season_name, season_year, season_status }: NewsRow) {
  return season_id === null ? null : { id: season_id, name: season_name!, year: season_year!, status: season_status! };
}

export interface NewsText {
  locale: NewsLocale;
  title: string;
  lead: string;
  body: Document;
}

/** The texts of some news, by news. */
export async function textsOf(tx: Tx, news_ids: readonly number[]): Promise<Map<number, NewsText[]>> {
  if (!news_ids.length) return new Map();
  const rows = await tx
    .selectFrom('news_texts')
    .select(['news_id', 'locale', 'title', 'lead', 'body'])
    .where('news_id', 'in', [...news_ids])
    .orderBy('locale')
    .execute();
  return Map.groupBy(rows, ({ news_id }) => news_id);
}

/**
 * News of a loft as a list for their authors: those without a publication time first, then the latest; optionally of
 * one season or in one state. Searched by the titles and leads of all their texts.
 */
export function listOfNews(
  { loft_id, season_id, state }: { loft_id: number; season_id: number | undefined; state: NewsState | undefined },
  now_ms: number,
): ListOf<'published'> {
  const now = new Date(now_ms).toISOString();
  const inState = {
    draft: sql`(n.is_draft or n.published_at is null)`,
    published: sql`not n.is_draft and n.published_at <= ${now}`,
    scheduled: sql`not n.is_draft and n.published_at > ${now}`,
  };
  return {
    from: sql`from news n where n.loft_id = ${loft_id} and n.removed_at is null
      and ${season_id === undefined ? sql`true` : sql`n.season_id = ${season_id}`}
      and ${state ? inState[state] : sql`true`}`,
    id: sql`n.id`,
    columns: { published: sql`n.published_at is not null` },
    ties: [sql`n.published_at desc`, sql`n.id desc`],
    search: {
      texts: [
        sql`(select string_agg(plain_text(t.title || ' ' || t.lead), ' ') from news_texts t
        where t.loft_id = n.loft_id and t.news_id = n.id)`,
      ],
    },
  };
}

/** These news of a loft. */
export function writtenNews(tx: Tx, loft_id: number, ids: readonly number[]): Promise<NewsRow[]> {
  return newsOf(tx).where('n.loft_id', '=', loft_id).where('n.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** News with all their texts, for their authors. */
export async function keptNews(tx: Tx, key: NewsKey, now_ms: number): Promise<StoredNews> {
  const { loft, news } = await loadNews(tx, key, { now_ms });
  const texts = (await textsOf(tx, [news.id])).get(news.id) ?? [];
  const clock = news.published_at === null ? null : clockOf(Date.parse(news.published_at), loft.time_zone);
  return {
    id: news.id,
    loft_id: news.loft_id,
    season: seasonOf(news),
    version: news.version,
    state: stateOf(news, now_ms),
    is_draft: news.is_draft,
    published_at: news.published_at,
    publication_date: clock?.date ?? null,
    publication_time: clock?.time ?? null,
    pictures: (await picturesOf(tx, [news.id])).get(news.id) ?? [],
    texts: Object.fromEntries(texts.map(({ locale, title, lead, body }) => [locale, { title, lead, body }])),
  };
}

/**
 * Write news of a loft, or of one of its seasons.
 * @throws Refusal `news_text_needed`, `picture_not_here`.
 */
export async function writeNews(
  tx: Tx,
  { loft, season_id }: { loft: Loft; season_id: number | null },
  entry: NewsEntry,
  { by, now_ms }: Act,
): Promise<NewsKey> {
  const no = whyNotKeep(entry.texts);
  if (no) throw no;
  const published_at = publicationOf(entry, loft, { now_ms, before: null });
  const { id: news_id } = await tx
    .insertInto('news')
    .values({ loft_id: loft.id, season_id, is_draft: entry.is_draft, published_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = { loft_id: loft.id, news_id };
  await putTexts(tx, key, entry);
  await putPictures(tx, key, entry);
  await log(tx, key, { by, action: 'news.create', before: null, after: noteOf(entry, published_at) });
  return key;
}

/**
 * Replace the content of news.
 * @param loaded locked by {@link loadNews}
 * @throws Refusal `news_text_needed`, `picture_not_here`, or `changed_meanwhile` for an outdated `version`.
 */
export async function changeNews(
  tx: Tx,
  { loft, news }: LoadedNews,
  { version, ...entry }: NewsEntry & { version: number },
  { by, now_ms }: Act,
): Promise<void> {
  if (version !== news.version) throw new Refusal('changed_meanwhile');
  const no = whyNotKeep(entry.texts);
  if (no) throw no;
  const key = { loft_id: loft.id, news_id: news.id };
  const before = await keptNews(tx, key, now_ms);
  const published_at = publicationOf(entry, loft, { now_ms, before });
  await tx
    .updateTable('news')
    .set({ is_draft: entry.is_draft, published_at, version: version + 1 })
    .where('loft_id', '=', loft.id)
    .where('id', '=', news.id)
    .execute();
  await putTexts(tx, key, entry);
  await putPictures(tx, key, entry);
  await tx
    .deleteFrom('news_texts')
    .where('loft_id', '=', loft.id)
    .where('news_id', '=', news.id)
    .where('locale', 'not in', Object.keys(entry.texts) as NewsLocale[])
    .execute();
  const after = noteOf(entry, published_at);
  await log(tx, key, { by, action: 'news.change', before: noteOf(before, news.published_at), after });
}

/** Remove news from the site; their texts stay in the database, their pictures do not. */
export async function removeNews(tx: Tx, { loft, news }: LoadedNews, { by, now_ms }: Act): Promise<void> {
  const key = { loft_id: loft.id, news_id: news.id };
  const before = noteOf(await keptNews(tx, key, now_ms), news.published_at);
  await tx
    .updateTable('news')
    .set({ removed_at: new Date(now_ms).toISOString(), version: news.version + 1 })
    .where('loft_id', '=', loft.id)
    .where('id', '=', news.id)
    .execute();
  await putPictures(tx, key, { texts: {} });
  await log(tx, key, { by, action: 'news.remove', before, after: null });
}

/** The publication time: the given one, the present one, or now. */
function publicationOf(
  { is_draft, publication_date: date, publication_time }: NewsEntry,
  { time_zone }: Loft,
  { now_ms, before }: { now_ms: number; before: StoredNews | null },
): string | null {
  // An unchanged publication time keeps its seconds.
  if (before && date === before.publication_date && publication_time === before.publication_time && date !== null)
    return before.published_at;
  if (date !== null) return new Date(instantOf({ date, time: publication_time ?? '00:00' }, time_zone)).toISOString();
  return is_draft ? null : new Date(now_ms).toISOString();
}

async function putTexts(tx: Tx, key: NewsKey, { texts }: NewsEntry): Promise<void> {
  const rows = Object.entries(texts).map(([locale, { title, lead, body }]) => ({
    ...key,
    locale: locale as NewsLocale,
    title,
    lead,
    body: JSON.stringify(body),
  }));
  await tx
    .insertInto('news_texts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['loft_id', 'news_id', 'locale']).doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        lead: ref('excluded.lead'),
        body: ref('excluded.body'),
      })),
    )
    .execute();
}

/** The state and the titles of news, for the audit log. */
function noteOf({ is_draft, texts }: Pick<NewsEntry, 'is_draft' | 'texts'>, published_at: string | null) {
  return {
    is_draft,
    published_at,
    titles: Object.fromEntries(Object.entries(texts).map(([locale, { title }]) => [locale, title])),
  };
}

function log(
  tx: Tx,
  { loft_id, news_id }: NewsKey,
  {
    by,
    action,
    before,
    after,
  }: Pick<Parameters<typeof writeAudit>[1], 'action' | 'before' | 'after'> & Pick<Act, 'by'>,
) {
  const named = (note: object | null) => note && { news_id, ...note };
  return writeAudit(tx, {
    loft_id,
    user_id: by,
    action,
    before: named(before),
    after: named(after),
  });
}
