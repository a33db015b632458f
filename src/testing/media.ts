/** A file, a picture and a contract of a loft for the table of rights, created again where a call removed them. */
import type { Database } from '#server/db/database.ts';
import { insertFile } from './files.ts';

interface Shown {
  file_id: number;
  media_id: number;
  contract_id: number;
}

/** The rows that still exist, and new ones for the others. */
export async function plantShown(db: Database, { loft_id }: { loft_id: number }, last?: Shown): Promise<Shown> {
  const file_id = last?.file_id ?? (await plantFile(db, loft_id));
  const media_id = await plantPicture(db, loft_id, file_id, last?.media_id);
  return { file_id, media_id, contract_id: await plantDraft(db, loft_id, last?.contract_id) };
}

async function plantFile(db: Database, loft_id: number): Promise<number> {
  const { id: user_id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  return insertFile(db, { loft_id, user_id });
}

/** The present picture, or a new one behind those of the loft. */
async function plantPicture(db: Database, loft_id: number, file_id: number, last = 0): Promise<number> {
  const media = await db.selectFrom('media').select(['id', 'place']).where('loft_id', '=', loft_id).execute();
  if (media.some(({ id }) => id === last)) return last;
  const place = Math.max(0, ...media.map((one) => one.place)) + 1;
  const { id } = await db
    .insertInto('media')
    .values({ loft_id, file_id, place })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The present draft, or a new one where it was published or removed. */
async function plantDraft(db: Database, loft_id: number, last = 0): Promise<number> {
  const drafts = db.selectFrom('contracts').select('id').where('version', 'is', null);
  if (await drafts.where('id', '=', last).executeTakeFirst()) return last;
  const { id: created_by } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('contracts')
    .values({
      loft_id,
      created_by,
      language: 'en',
      title: 'Terms',
      text: 'Birds fly.',
      file_id: null,
      valid_from: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
