/** Files: stored with their content, shown, and removed a day after the last reference to them is gone. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type SqlBool, sql } from 'kysely';
import type { FileShown } from '#domain/files/contract.ts';
import {
  addressOf,
  nameInStorage,
  type PictureSize,
  pictureSizes,
  privateNameInStorage,
  tidyName,
} from '#domain/files/file.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff, workOn } from '#server/jobs/items.ts';
import type { Made } from './pictures.ts';
import type { Storage } from './stored-content.ts';

export const fileColumns = [
  'id',
  'kind',
  'type',
  'name',
  'bytes',
  'width',
  'height',
  'sha256',
  'private_key',
  'created_at',
] as const;

/** A row of `files` as a reply shows it. */
export function shownFile<Row extends Omit<FileShown, 'src'> & { sha256: string | null; private_key: string | null }>({
  sha256,
  private_key,
  ...row
}: Row) {
  return { ...row, src: addressOf({ ...row, sha256, private_key }) };
}

export interface FileToKeep {
  loft_id: number;
  user_id: number;
  /** The original name; it is sanitized here. */
  name: string;
  made: Made;
  /** Whether it is served only after a look at its record (documents.ts, photos of birds). */
  is_private: boolean;
}

/**
 * Stores a file: first its row, so that the sweep does not remove equal content meanwhile, then its bytes outside the
 * transaction. The row is deleted when the bytes cannot be stored.
 * @throws Refusal `files_away`
 */
export async function keepFile(
  db: Database,
  storage: Storage,
  { loft_id, user_id, name, made, is_private }: FileToKeep,
) {
  const { parts, sha256, ...facts } = made;
  const keys = is_private
    ? { sha256: null, private_key: randomBytes(32).toString('hex') }
    : { sha256, private_key: null };
  const row = await transact(db, async (tx) => {
    if (keys.sha256) await waitForContent(tx, keys.sha256);
    return tx
      .insertInto('files')
      .values({
        ...facts,
        ...keys,
        loft_id,
        user_id,
        name: tidyName(name, made.kind === 'pdf' ? 'document.pdf' : 'picture'),
      })
      .returning(fileColumns)
      .executeTakeFirstOrThrow();
  });
  try {
    const nameOf = (size: PictureSize) =>
      keys.private_key
        ? privateNameInStorage(keys.private_key, made.type, size)
        : nameInStorage(sha256, made.type, size);
    await Promise.all(parts.map(({ size, content }) => storage.put(nameOf(size), content, made.type)));
  } catch (error) {
    await forgetFile(db, row.id);
    throw error;
  }
  return shownFile(row);
}

/** Deletes the row of a file without references; {@link sweepFiles} removes its bytes. */
export async function forgetFile(db: Database, file_id: number): Promise<void> {
  await db.deleteFrom('files').where('id', '=', file_id).execute();
}

/**
 * A file of a loft, locked against the sweep while a reference to it is stored.
 * @throws Refusal `not_found`, also for a file of none of these kinds
 */
export async function lockFile(
  tx: Tx,
  { loft_id, file_id }: { loft_id: number; file_id: number },
  ...kinds: readonly Made['kind'][]
) {
  const row = await tx
    .selectFrom('files')
    .select(fileColumns)
    .where('loft_id', '=', loft_id)
    .where('id', '=', file_id)
    .where('kind', 'in', kinds)
    // A private picture must not become public.
    .where((eb) => eb.or([eb('kind', '<>', 'image'), eb('private_key', 'is', null)]))
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return shownFile(row);
}

/**
 * A private picture that a person has sent to a loft, locked against the sweep while a reference to it is stored.
 * @throws Refusal `not_found`, also for the picture of somebody else
 */
export async function lockOwnPicture(
  tx: Tx,
  { loft_id, file_id, user_id }: { loft_id: number; file_id: number; user_id: number },
): Promise<void> {
  const row = await tx
    .selectFrom('files')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', file_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'image')
    .where('private_key', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
}

/** Age up to which a file may have no reference: its uploader may still be writing. */
const timeout_ms = 24 * 3_600_000;

/**
 * Removes the files that have had no reference for a day, and the bytes that belong to no file.
 * @returns how many of each
 */
export async function sweepFiles(
  db: Database,
  storage: Storage,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<{ files: number; names: number }> {
  const before_ms = now_ms - timeout_ms;
  const files = await removeUnreferenced(db, new Date(before_ms).toISOString());
  const due: string[] = [];
  for await (const name of storage.namesBefore(before_ms)) if (!(await isKept(db, keyOf(name)))) due.push(name);
  const job = removal(db, storage);
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return { files, names: done.length };
}

/** The key of the content from its name in the storage. */
function keyOf(name: string): { sha256: string } | { private_key: string } {
  const [, private_key, sha256 = ''] = /^(?:private-([0-9a-f]{64})|([0-9a-f]{64}))/.exec(name) ?? [];
  return private_key ? { private_key } : { sha256 };
}

/** Removes bytes that belong to no file. While one is claimed (jobs/items.ts), equal content cannot be stored. */
function removal(db: Database, storage: Storage): Job<string> {
  return {
    queue: 'files',
    nameOf: (name) => ({ key: name }),
    async work(name) {
      const key = keyOf(name);
      // A transaction that stores equal content has committed by now, or will see the claim.
      const isWanted = await transact(db, async (tx) => {
        if ('sha256' in key) await lockContent(tx, key.sha256);
        return isKept(tx, key);
      });
      if (!isWanted) await storage.remove(name);
      return !isWanted;
    },
  };
}

/** Longer than the work on a claim of {@link removal} takes. */
const removal_s = 120;

/**
 * Locks this content against removal until the transaction ends.
 * @throws Refusal `files_away` while it is being removed: it can be stored again right after
 */
async function waitForContent(tx: Tx, sha256: string): Promise<void> {
  await lockContent(tx, sha256);
  const removing = await tx
    .selectFrom('job_items')
    .select('item')
    .where('queue', '=', 'files')
    .where('item', 'like', `${sha256}%`)
    .where('last_at', '>', new Date(Date.now() - removal_s * 1000).toISOString())
    .limit(1)
    .executeTakeFirst();
  if (removing) throw new Refusal('files_away', { seconds: 5 });
}

/**
 * All references to files are foreign keys, so they are found in the catalogue. A reference that is stored at this
 * moment makes the database refuse; the next sweep removes the file if it has none then.
 */
async function removeUnreferenced(db: Database, before: string): Promise<number> {
  const { rows: pointing } = await sql<{ from: string; column: string }>`
    select c.conrelid::regclass::text as "from", a.attname as "column"
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as pair (own, their)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.own
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = pair.their
    where c.contype = 'f' and c.confrelid = 'files'::regclass and f.attname = 'id'`.execute(db);
  const unreferenced = pointing.map(
    ({ from, column }) =>
      sql<SqlBool>`not exists (select from ${sql.table(from)} as o where o.${sql.ref(column)} = files.id)`,
  );
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('created_at', '<', before)
    .where((eb) => eb.and(unreferenced))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function isKept(tx: Tx, key: { sha256: string } | { private_key: string }): Promise<boolean> {
  const [column, value] = Object.entries(key)[0] as ['sha256' | 'private_key', string];
  const found = await tx.selectFrom('files').select('id').where(column, '=', value).limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * Moves the bytes of documents that were stored under the hash of their content to a random name, and removes the old
 * ones unless a public picture has the same content. @returns how many were moved
 */
export async function moveDocuments(
  db: Database,
  storage: Storage,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number> {
  const waiting = await db
    .selectFrom('files')
    .select(['id', 'loft_id'])
    .where('private_key', 'is not', null)
    .where('sha256', 'is not', null)
    .execute();
  const job: Job<(typeof waiting)[number]> = {
    queue: 'documents',
    nameOf: ({ id, loft_id }) => ({ key: id, loft_id }),
    work: ({ id }) => moveDocument(db, storage, id, { now_ms, ...options }),
  };
  const { done } = await workOff(db, job, waiting, { now_ms, ...options });
  return done.length;
}

async function moveDocument(db: Database, storage: Storage, id: number, options: ItemsOptions): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select(['type', 'sha256', 'private_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.sha256 || !row.private_key) return false; // another process was first
  const { type, sha256 } = row;
  // Idempotent: the same bytes under the same name.
  const found = await storage.read(nameInStorage(sha256, type, 'full'));
  if (found) await storage.put(privateNameInStorage(row.private_key, type), await buffer(found.content), type);
  await db.updateTable('files').set({ sha256: null }).where('id', '=', id).execute();
  if (await isKept(db, { sha256 })) return true;
  const names = pictureSizes.map((size) => nameInStorage(sha256, type, size));
  const job = removal(db, storage);
  for (const name of names) await workOn(db, job, name, options);
  return true;
}

/** Locks this content until the transaction ends. */
async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(tx);
}
