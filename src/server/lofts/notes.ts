/** What those who run a loft note down for each other. */

import type { LoftNote } from '#domain/lofts/settings.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import type { Part } from '#server/page-of-list.ts';
import { byWhom } from './by-whom.ts';

/** The notes of a loft: pinned ones first, then the latest first; all, or a part of them. */
export async function notesOf(tx: Tx, loft_id: number, part?: Part) {
  let notes = tx
    .selectFrom('loft_notes as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.text', 'n.is_pinned', 'n.at', 'n.user_id', 'u.first_name', 'u.last_name'])
    .where('n.loft_id', '=', loft_id)
    .where('n.text', 'is not', null)
    .orderBy('n.is_pinned', 'desc')
    .orderBy('n.id', 'desc');
  if (part) notes = notes.limit(part.limit).offset(part.offset);
  const rows = await notes.execute();
  return rows.map(({ id, text, is_pinned, at, ...row }) => ({ id, text: text!, is_pinned, at, by: byWhom(row) }));
}

/** How many notes a loft has. */
export async function countNotes(tx: Tx, loft_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('loft_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('text', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Note something down. @returns the note's id */
export async function addNote(tx: Tx, loft_id: number, note: LoftNote, user_id: number): Promise<number> {
  const { id } = await tx
    .insertInto('loft_notes')
    .values({ loft_id, ...note, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Pins a note or lets it go, or takes its words away. @throws Refusal `not_found`. */
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
