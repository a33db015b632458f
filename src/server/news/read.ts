/** Public news, in the language that suits the reader. */
import type { PictureShown, ShownNews } from '#domain/news/contract.ts';
import { textFor } from '#domain/news/news.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import type { Part } from '#server/pagination.ts';
import { type NewsText, newsOf, textsOf } from './news.ts';
import { picturesOf } from './pictures.ts';

/** The query of the news that are public at a moment. */
function published(tx: Tx, now_ms: number) {
  return newsOf(tx)
    .where('n.is_draft', '=', false)
    .where('n.published_at', '<=', new Date(now_ms).toISOString())
    .where(({ or, eb }) => or([eb('n.season_id', 'is', null), eb('s.status', '<>', 'draft')]));
}

interface Of {
  loft_id: number;
  season_id: number | undefined;
}

function publishedOf(tx: Tx, { loft_id, season_id }: Of, now_ms: number) {
  return published(tx, now_ms)
    .where('n.loft_id', '=', loft_id)
    .$if(season_id !== undefined, (query) => query.where('n.season_id', '=', season_id!));
}

/** Number of public news of a loft, or of one of its seasons. */
export async function countPublished(tx: Tx, of: Of, now_ms: number): Promise<number> {
  const { count } = await publishedOf(tx, of, now_ms)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** News of a loft in the language of a reader. */
export async function publishedNews(
  tx: Tx,
  of: Of,
  { locale, now_ms, part }: { locale: string; now_ms: number; part: Part },
) {
  const rows = await publishedOf(tx, of, now_ms)
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute();
  return inLanguage(tx, rows, locale);
}

/** The latest news of all lofts in the language of a reader. */
export async function latestNews(tx: Tx, { locale, now_ms, most }: { locale: string; now_ms: number; most: number }) {
  const rows = await published(tx, now_ms)
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(most)
    .execute();
  return inLanguage(tx, rows, locale);
}

async function inLanguage(tx: Tx, rows: readonly PublishedRow[], locale: string) {
  const ids = rows.map(({ id }) => id);
  const [texts, pictures] = [await textsOf(tx, ids), await picturesOf(tx, ids)];
  return rows.map(({ id, loft_id, season_id, published_at }): ShownNews & Rich => {
    const { title, lead, body, ...text } = textFor(texts.get(id) ?? [], locale) ?? noText();
    const shown = { id, loft_id, season_id, published_at: published_at!, locale: text.locale, title, lead, body };
    return { ...shown, pictures: pictures.get(id) ?? [] };
  });
}

type Rich = Pick<NewsText, 'body'> & { pictures: PictureShown[] };

interface PublishedRow {
  id: number;
  loft_id: number;
  season_id: number | null;
  published_at: string | null;
}

/** Unreachable: the database ensures that news have a text. */
function noText(): never {
  throw new Refusal('not_found');
}
