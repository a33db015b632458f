/** Drafts of registrations: stored for each person, available on any device, until they are sent. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import type { Tx } from '#server/db/database.ts';
import { loftsById } from '#server/lofts/lofts.ts';

/** The fields of the form by name. */
type Choice = Record<string, string>;

/** Store a person's draft for a season, in place of the previous one. */
export async function keepDraft(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { user_id, now_ms }: { user_id: number; now_ms: number },
  typed: Choice,
): Promise<void> {
  const [choice, kept_at] = [JSON.stringify(typed), new Date(now_ms).toISOString()];
  await tx
    .insertInto('registration_drafts')
    .values({ user_id, loft_id, season_id, choice, kept_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'loft_id', 'season_id']).doUpdateSet({ choice, kept_at }))
    .execute();
}

/** A person's draft for a season, or null. */
export async function draftOf(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number): Promise<Choice | null> {
  const draft = await tx
    .selectFrom('registration_drafts')
    .select('choice')
    .where('user_id', '=', user_id)
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .executeTakeFirst();
  return (draft?.choice as Choice | undefined) ?? null;
}

/**
 * The drafts that a person can still send: of seasons in progress whose registration has not ended in the loft's time
 * zone.
 */
export async function draftsOf(tx: Tx, user_id: number, now_ms: number) {
  const { rows } = await sql<{ loft_id: number; id: number; name: string; year: number; status: SeasonStatus }>`
    select d.loft_id, s.id, s.name, s.year, s.status
    from registration_drafts d
    join seasons s on s.loft_id = d.loft_id and s.id = d.season_id and s.status = 'in_progress'
    join lofts l on l.id = d.loft_id
    where d.user_id = ${user_id} and exists (
      select from due_dates r where r.loft_id = d.loft_id and r.season_id = d.season_id
        and r.due_date_category_id = ${dueDateCategories.registration}
        and r.ends_at >= (${new Date(now_ms).toISOString()}::timestamptz at time zone l.time_zone)::date)
    order by d.kept_at desc, s.id`.execute(tx);
  const lofts = await loftsById(
    tx,
    rows.map(({ loft_id }) => loft_id),
  );
  return rows.map(({ loft_id, ...season }) => ({ loft: lofts.get(loft_id)!, season }));
}

/** Delete a person's draft for a season once it has been sent. */
export async function dropDraft(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number): Promise<void> {
  await tx
    .deleteFrom('registration_drafts')
    .where('user_id', '=', user_id)
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .execute();
}

/** Delete all drafts of a person whose account is erased. */
export async function forgetDrafts(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('registration_drafts').where('user_id', '=', user_id).execute();
}
