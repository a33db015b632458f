/** The pictures of a loft: added, ordered, captioned, removed. Changes lock the loft's row. */
import type { MediaKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { LoftPicture } from '#domain/media/contract.ts';
import { movedTo, whyNotAdd } from '#domain/media/place.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { fileColumns, lockFile, shownFile } from '#server/files/files.ts';

/** The pictures of a loft in their order. */
export async function mediaOf(tx: Tx, loft_id: number): Promise<LoftPicture[]> {
  const rows = await tx
    .selectFrom('media as m')
    .innerJoin('files as f', (join) => join.onRef('f.loft_id', '=', 'm.loft_id').onRef('f.id', '=', 'm.file_id'))
    .select(['m.id as media_id', 'm.place'])
    .select(fileColumns.map((column) => `f.${column}` as const))
    .where('m.loft_id', '=', loft_id)
    .orderBy('m.place')
    .execute();
  const captions = await tx
    .selectFrom('media_captions')
    .select(['media_id', 'language', 'text'])
    .where('loft_id', '=', loft_id)
    .execute();
  return rows.map(({ media_id, place, ...file }) => ({
    id: media_id,
    place,
    file: shownFile(file),
    captions: Object.fromEntries(
      captions.filter((one) => one.media_id === media_id).map(({ language, text }) => [language, text]),
    ),
  }));
}

/**
 * Adds a file of the loft as its last picture.
 * @throws Refusal `not_found` for a file that is no picture of this loft; by {@link whyNotAdd}
 */
export async function addMedia(tx: Tx, by: number | null, { loft_id, file_id }: { loft_id: number; file_id: number }) {
  const file = await lockFile(tx, { loft_id, file_id }, 'image');
  const ids = await idsInOrder(tx, loft_id);
  const no = whyNotAdd(ids.length);
  if (no) throw no;
  const { id, place } = await tx
    .insertInto('media')
    .values({ loft_id, file_id, place: ids.length + 1 })
    .returning(['id', 'place'])
    .executeTakeFirstOrThrow();
  const after = { id, name: file.name, src: file.src };
  await writeAudit(tx, { loft_id, user_id: by, action: 'media.add', before: null, after });
  return { id, place, file, captions: {} };
}

/** Moves a picture to a place. @throws Refusal `not_found` */
export async function moveMedia(tx: Tx, { loft_id, media_id }: MediaKey, place: number): Promise<void> {
  const ids = await idsInOrder(tx, loft_id);
  if (!ids.includes(media_id)) throw new Refusal('not_found');
  await number(tx, loft_id, movedTo(ids, media_id, place));
}

/** Captions a picture; an empty text deletes the caption of its language. @throws Refusal `not_found` */
export async function captionMedia(
  tx: Tx,
  { loft_id, media_id }: MediaKey,
  captions: Partial<Record<Locale, string>>,
): Promise<void> {
  if (!(await idsInOrder(tx, loft_id)).includes(media_id)) throw new Refusal('not_found');
  for (const [language, caption] of Object.entries(captions)) {
    const text = caption.trim();
    if (text === '') {
      await tx
        .deleteFrom('media_captions')
        .where('loft_id', '=', loft_id)
        .where('media_id', '=', media_id)
        .where('language', '=', language)
        .execute();
    } else {
      await tx
        .insertInto('media_captions')
        .values({ loft_id, media_id, language, text })
        .onConflict((already) => already.columns(['loft_id', 'media_id', 'language']).doUpdateSet({ text }))
        .execute();
    }
  }
}

/** Removes a picture; those behind it move up. @throws Refusal `not_found` */
export async function removeMedia(tx: Tx, by: number | null, { loft_id, media_id }: MediaKey): Promise<void> {
  const picture = (await mediaOf(tx, loft_id)).find(({ id }) => id === media_id);
  if (!picture) throw new Refusal('not_found');
  await tx.deleteFrom('media').where('loft_id', '=', loft_id).where('id', '=', media_id).execute();
  await number(tx, loft_id, await idsInOrder(tx, loft_id));
  const before = { id: media_id, name: picture.file.name, src: picture.file.src };
  await writeAudit(tx, { loft_id, user_id: by, action: 'media.remove', before, after: null });
}

async function idsInOrder(tx: Tx, loft_id: number): Promise<number[]> {
  const rows = await tx.selectFrom('media').select('id').where('loft_id', '=', loft_id).orderBy('place').execute();
  return rows.map(({ id }) => id);
}

/** Numbers the pictures of a loft in this order. */
async function number(tx: Tx, loft_id: number, ids: readonly number[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const place = at + 1;
    await tx
      .updateTable('media')
      .set({ place })
      .where('loft_id', '=', loft_id)
      .where('id', '=', id)
      .where('place', '<>', place)
      .execute();
  }
}
