/** The pictures of news: files of their loft, stored as long as the news show them. */
import type { NewsKey } from '#domain/keys.ts';
import type { NewsEntry, PictureShown } from '#domain/news/contract.ts';
import { picturesIn } from '#domain/news/document.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { fileColumns, lockFile, shownFile } from '#server/files/files.ts';
import type { Attach } from '#server/files/routes.ts';

/** The pictures of some news, by news. */
export async function picturesOf(tx: Tx, news_ids: readonly number[]): Promise<Map<number, PictureShown[]>> {
  if (!news_ids.length) return new Map();
  const rows = await tx
    .selectFrom('news_pictures as p')
    .innerJoin('files', (join) => join.onRef('files.loft_id', '=', 'p.loft_id').onRef('files.id', '=', 'p.file_id'))
    .select('p.news_id')
    .select(fileColumns.map((column) => `files.${column}` as const))
    .where('p.news_id', 'in', [...news_ids])
    .orderBy('files.id')
    .execute();
  const shown = rows.map(({ news_id, ...row }) => {
    const { id, src, width, height } = shownFile(row);
    return { news_id, picture: { id, src, width, height } };
  });
  return new Map(
    [...Map.groupBy(shown, ({ news_id }) => news_id)].map(([id, all]) => [id, all.map(({ picture }) => picture)]),
  );
}

/**
 * Store the references to the pictures in the texts, and delete the others.
 * @throws Refusal `picture_not_here` for one that is no picture of the loft.
 */
export async function putPictures(tx: Tx, key: NewsKey, { texts }: Pick<NewsEntry, 'texts'>): Promise<void> {
  const all = Object.values(texts).flatMap(({ body }) => picturesIn(body).map(({ attrs }) => attrs.file_id));
  const file_ids = [...new Set(all)].sort((one, other) => one - other);
  for (const file_id of file_ids) await lockPicture(tx, { loft_id: key.loft_id, file_id });
  let gone = tx.deleteFrom('news_pictures').where('loft_id', '=', key.loft_id).where('news_id', '=', key.news_id);
  if (file_ids.length) gone = gone.where('file_id', 'not in', file_ids);
  await gone.execute();
  for (const file_id of file_ids) await attach(tx, { ...key, file_id });
}

async function lockPicture(tx: Tx, key: { loft_id: number; file_id: number }): Promise<void> {
  try {
    await lockFile(tx, key, 'image');
  } catch (error) {
    throw isRefusal(error) ? new Refusal('picture_not_here') : error;
  }
}

/** Attaches an uploaded picture to news (3.14). It is detached again when they are saved without it. */
export const attachToNews: Attach = async (tx, { loft_id, fileable_id: news_id, file_id }) => {
  const news = await tx
    .selectFrom('news')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', news_id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!news) throw new Refusal('not_found');
  await attach(tx, { loft_id, news_id, file_id });
};

function attach(tx: Tx, row: NewsKey & { file_id: number }) {
  return tx
    .insertInto('news_pictures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
