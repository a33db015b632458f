/** The rulebook of a season: its versions, and publishing another (migration 0021). */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import { whyNotFollow } from '#domain/seasons/published-prizes.ts';
import { changedParts, type Rulebook } from '#domain/seasons/rulebook.ts';
import type { Tx } from '#server/db/database.ts';
import { rulebookChanges } from './consequences.ts';

export interface RulebookVersion {
  version: number;
  at: string;
  rulebook: Rulebook;
  /** Who published it; null: the program itself, or a person whose account was erased. */
  by: string | null;
}

/** All versions of a season's rulebook, the latest first. */
export async function rulebooksOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<RulebookVersion[]> {
  return tx
    .selectFrom('rulebooks as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.version', 'r.at', 'r.content as rulebook'])
    .select(sql<string | null>`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)`.as('by'))
    .where('r.loft_id', '=', loft_id)
    .where('r.season_id', '=', season_id)
    .orderBy('r.version', 'desc')
    .execute();
}

/**
 * The latest version of a season's rulebook. The season is locked, so that no other is published until the transaction
 * ends.
 */
export async function currentRulebook(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<Pick<RulebookVersion, 'version' | 'rulebook'>> {
  await tx
    .selectFrom('seasons')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .forShare()
    .execute();
  return tx
    .selectFrom('rulebooks')
    .select(['version', 'content as rulebook'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/**
 * The version of its season's rulebook that the flight `f` follows. One with race rules of its own follows in all else
 * the latest until its release, and keeps the one that was valid then; one that was flown before there was any, as a
 * flight of former years, follows the latest.
 */
export const followedVersion = sql<number>`coalesce(f.rulebook_version, (
  select coalesce(max(b.version) filter (where f.release_time >= b.at and f.status not in ('planned', 'basketing', 'sealed')),
    max(b.version))
  from rulebooks b where b.loft_id = f.loft_id and b.season_id = f.season_id))`;

/** The rulebook that a flight follows, by {@link followedVersion}. */
export async function rulebookOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<Rulebook> {
  const { content } = await tx
    .selectFrom('flights as f')
    .innerJoin('rulebooks as r', (join) =>
      join
        .onRef('r.loft_id', '=', 'f.loft_id')
        .onRef('r.season_id', '=', 'f.season_id')
        .on('r.version', '=', followedVersion),
    )
    .select('r.content')
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', id)
    .executeTakeFirstOrThrow();
  return content;
}

/** The first version of a new season's rulebook. */
export async function openRulebook(tx: Tx, key: SeasonKey, user_id: number | null, rulebook: Rulebook): Promise<void> {
  await tx
    .insertInto('rulebooks')
    .values({ ...key, user_id, version: 1, content: JSON.stringify(rulebook) })
    .execute();
}

/**
 * Publish a rulebook as the next version; the season is locked. Flights that follow the rulebook and are not released
 * get its rules. A text equal to the latest version creates none.
 * @param after_version the latest version that the editor saw
 * @returns the version that is valid now
 * @throws Refusal `rulebook_changed`: there is a later version than that; by {@link whyNotFollow}
 */
export async function publishRulebook(
  tx: Tx,
  key: SeasonKey,
  { user_id, after_version, rulebook }: { user_id: number | null; after_version: number; rulebook: Rulebook },
): Promise<number> {
  const latest = await currentRulebook(tx, key);
  if (!changedParts(latest.rulebook, rulebook).length) return latest.version;
  if (latest.version !== after_version) throw new Refusal('rulebook_changed', { version: latest.version });
  const { status } = await tx
    .selectFrom('seasons')
    .select('status')
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.season_id)
    .executeTakeFirstOrThrow();
  const no = whyNotFollow(status, latest.rulebook, rulebook);
  if (no) throw no;
  const version = latest.version + 1;
  await tx
    .insertInto('rulebooks')
    .values({ ...key, version, content: JSON.stringify(rulebook), user_id })
    .execute();
  await rulebookChanges.run(tx, { ...key, version, rules: rulebook.rules });
  return version;
}
