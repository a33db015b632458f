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

/** What is chosen in a draft. */
interface Chosen {
  packages: { name: string; quantity: number }[];
  team: string | null;
}

/**
 * The drafts that a person can still send: of seasons in progress whose registration has not ended in the loft's time
 * zone.
 */
export async function draftsOf(tx: Tx, user_id: number, now_ms: number) {
  type Row = { loft_id: number; id: number; name: string; year: number; status: SeasonStatus } & Chosen;
  const { rows } = await sql<Row>`
    select d.loft_id, s.id, s.name, s.year, s.status,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', p.name, 'quantity', (d.choice ->> ('q' || p.id))::int) order by p.id)
        from products p
        where p.loft_id = d.loft_id and p.season_id = d.season_id and d.choice ->> ('q' || p.id) ~ '^0*[1-9][0-9]{0,3}$'
      ), '[]') as packages,
      coalesce((
        select t.name from teams t
        where t.loft_id = d.loft_id and t.user_id = d.user_id and t.id::text = d.choice ->> 'team_id'
      ), nullif(d.choice ->> 'team', '')) as team
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
  return rows.map(({ loft_id, packages, team, ...season }) => ({
    loft: lofts.get(loft_id)!,
    season,
    packages,
    team,
  }));
}

/** Delete a person's draft for a season: it has been sent, or is discarded. */
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
