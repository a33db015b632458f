/** Files: kept with what is in them, shown, and removed a day after nothing names them any more. */
import { type SqlBool, sql } from 'kysely';
import type { FileShown } from '#domain/files/contract.ts';
import { addressOf, tidyName } from '#domain/files/file.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Made } from './making.ts';
import type { Storage } from './storage.ts';

export const fileColumns = ['id', 'kind', 'type', 'name', 'bytes', 'width', 'height', 'sha256', 'created_at'] as const;

/** A row of `files` as a reply shows it. */
export function shownFile<Row extends Omit<FileShown, 'src'> & { sha256: string }>({ sha256, ...row }: Row) {
  return { ...row, src: addressOf({ sha256, type: row.type }) };
}

export interface FileToKeep {
  loft_id: number;
  user_id: number;
  /** What it was called; it is tidied here. */
  name: string;
  made: Made;
}

/** Keeps a file and what is in it. Nothing is left of one whose transaction fails but bytes that {@link sweepFiles} finds. */
export async function keepFile(tx: Tx, storage: Storage, { loft_id, user_id, name, made }: FileToKeep) {
  const { parts, ...facts } = made;
  await lockContent(tx, made.sha256);
  await Promise.all(parts.map((part) => storage.put(part.name, part.content, made.type)));
  const row = await tx
    .insertInto('files')
    .values({ ...facts, loft_id, user_id, name: tidyName(name, made.kind === 'pdf' ? 'document.pdf' : 'picture') })
    .returning(fileColumns)
    .executeTakeFirstOrThrow();
  return shownFile(row);
}

/**
 * A file of a loft, held so that it is not swept while something is made to point at it.
 * @throws Refusal `not_found`, also for one of another kind than is asked for.
 */
export async function lockFile(tx: Tx, { loft_id, file_id }: { loft_id: number; file_id: number }, kind: Made['kind']) {
  const row = await tx
    .selectFrom('files')
    .select(fileColumns)
    .where('loft_id', '=', loft_id)
    .where('id', '=', file_id)
    .where('kind', '=', kind)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return shownFile(row);
}

/** So long a file may be there before something shows it: whoever uploads one may still be writing. */
const patience_ms = 24 * 3_600_000;

/**
 * Removes the files that nothing has pointed at for a day, and the bytes that belong to no file.
 * @returns how many of each
 */
export async function sweepFiles(
  db: Database,
  storage: Storage,
  now_ms: number,
): Promise<{ files: number; names: number }> {
  const before_ms = now_ms - patience_ms;
  const files = await removeUnnamed(db, new Date(before_ms).toISOString());
  let names = 0;
  for await (const name of storage.namesBefore(before_ms)) {
    const gone = await db.transaction().execute(async (tx) => {
      const sha256 = name.slice(0, 64);
      if (await isKept(tx, sha256)) return false;
      // Looked at again when nobody can be keeping the same content.
      await lockContent(tx, sha256);
      if (await isKept(tx, sha256)) return false;
      await storage.remove(name);
      return true;
    });
    if (gone) names += 1;
  }
  return { files, names };
}

/**
 * Whatever names a file has a foreign key to it, so the catalogue knows all of them. One that comes to be named at this
 * very moment makes the database refuse; the next round does it.
 */
async function removeUnnamed(db: Database, before: string): Promise<number> {
  const { rows: pointing } = await sql<{ from: string; column: string }>`
    select c.conrelid::regclass::text as "from", a.attname as "column"
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as pair (own, their)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.own
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = pair.their
    where c.contype = 'f' and c.confrelid = 'files'::regclass and f.attname = 'id'`.execute(db);
  const unnamed = pointing.map(
    ({ from, column }) =>
      sql<SqlBool>`not exists (select from ${sql.table(from)} as o where o.${sql.ref(column)} = files.id)`,
  );
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('created_at', '<', before)
    .where((eb) => eb.and(unnamed))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function isKept(tx: Tx, sha256: string): Promise<boolean> {
  const found = await tx.selectFrom('files').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Until the transaction ends nobody else keeps or removes what has the same content. */
async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(tx);
}
