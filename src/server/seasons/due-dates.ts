/** The due dates of a season: read, added, changed, removed, each change with a row in the audit log. */
import type { SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import { whyNotDueDates } from '#domain/seasons/due-date.ts';
import type { DueDateFields, EditedDueDate } from '#domain/seasons/due-dates-contract.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';

const columns = [
  'id',
  'due_date_category_id',
  'name',
  'description',
  'starts_at',
  'ends_at',
  'max_duration',
  'version',
] as const;

/** The due dates of a season, the earliest first. */
export function dueDatesOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<EditedDueDate[]> {
  return tx
    .selectFrom('due_dates')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id')
    .execute();
}

/**
 * Add a due date to a locked season.
 * @param by the actor; null: the program itself
 * @throws Refusal by {@link whyNotDueDates}
 */
export async function addDueDate(
  tx: Tx,
  by: number | null,
  { loft_id, season_id }: SeasonKey,
  fields: DueDateFields,
): Promise<EditedDueDate> {
  const no = whyNotDueDates([...(await dueDatesOf(tx, { loft_id, season_id })), fields]);
  if (no) throw no;
  const added = await tx
    .insertInto('due_dates')
    .values({ loft_id, season_id, ...fields, description: fields.description || null })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'due_date.add',
    before: null,
    after: { season_id, ...added },
  });
  return added;
}

/**
 * Change a due date of a locked season. `version` is the one that the editor saw.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotDueDates}
 */
export async function changeDueDate(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  { id, version, ...fields }: DueDateFields & { id: number; version: number },
): Promise<EditedDueDate> {
  const { before, others } = await seenDueDate(tx, season, { id, version });
  const no = whyNotDueDates([...others, fields]);
  if (no) throw no;
  const changed = await tx
    .updateTable('due_dates')
    .set({ ...fields, description: fields.description || null, version: version + 1 })
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await writeAudit(tx, {
    loft_id: season.loft_id,
    user_id: by,
    action: 'due_date.change',
    before: { season_id: season.season_id, ...before },
    after: { season_id: season.season_id, ...changed },
  });
  return changed;
}

/** Remove a due date of a locked season. @throws Refusal `not_found`; `changed_meanwhile` */
export async function removeDueDate(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  seen: { id: number; version: number },
): Promise<void> {
  const { before } = await seenDueDate(tx, season, seen);
  await tx
    .deleteFrom('due_dates')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', '=', seen.id)
    .execute();
  await writeAudit(tx, {
    loft_id: season.loft_id,
    user_id: by,
    action: 'due_date.remove',
    before: { season_id: season.season_id, ...before },
    after: null,
  });
}

/** A due date in the version that the editor saw, and the others of its season. */
async function seenDueDate(tx: Tx, season: SeasonKey, { id, version }: { id: number; version: number }) {
  const all = await dueDatesOf(tx, season);
  const before = all.find((one) => one.id === id);
  if (!before) throw new Refusal('not_found');
  if (before.version !== version) throw new Refusal('changed_meanwhile');
  return { before, others: all.filter((one) => one.id !== id) };
}
