/** Internal notes of the people who run a loft. */
import { sql } from 'kysely';
import type { LoftNote } from '#domain/lofts/settings.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListOf } from '#server/pagination.ts';
import { authorOf } from './author.ts';

/** The notes of a loft as a list: pinned ones first, then the latest; searched by text and author. */
export function listOfNotes(loft_id: number): ListOf<'pinned'> {
  return {
    from: sql`from loft_notes n left join users u on u.id = n.user_id where n.loft_id = ${loft_id} and n.text is not null`,
    id: sql`n.id`,
    columns: { pinned: sql`not n.is_pinned` },
    ties: [sql`n.id desc`],
    search: { texts: [sql`plain_text(n.text)`, sql`u.plain_name`] },
  };
}

/** These notes of a loft. */
export async function notesOf(tx: Tx, loft_id: number, note_ids: readonly number[]) {
  const rows = await tx
    .selectFrom('loft_notes as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.text', 'n.is_pinned', 'n.at', 'n.user_id', 'u.first_name', 'u.last_name'])
    .where('n.loft_id', '=', loft_id)
    .where('n.id', '=', sql<number>`any(${note_ids}::bigint[])`)
    .execute();
  return rows.map(({ id, text, is_pinned, at, ...row }) => ({ id, text: text!, is_pinned, at, by: authorOf(row) }));
}

/** Add a note. @returns its id */
export async function addNote(tx: Tx, loft_id: number, note: LoftNote, user_id: number): Promise<number> {
  const { id } = await tx
    .insertInto('loft_notes')
    .values({ loft_id, ...note, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Pins or unpins a note, or deletes its text. @throws Refusal `not_found`. */
export async function changeNote(
  tx: Tx,
  { loft_id, note_id }: { loft_id: number; note_id: number },
  change: { is_pinned: boolean } | { text: null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('loft_notes')
    .set(change)
    .where('loft_id', '=', loft_id)
    .where('id', '=', note_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
}
