/** The visibility settings of a season (3.15): stored with it and changed by its managers, who see everything. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { type Actor, can } from '#domain/policy.ts';
import { firstAlias, type Switch } from '#domain/seasons/visibility.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { visibilityChanges } from './consequences.ts';

/** What a reader may see of a season. */
export interface View {
  /** The switches that are off for this reader. */
  hidden: readonly Switch[];
  alias_key: string;
}

/** A season's part of a loaded row: `loft_id`, and the two columns of `seasons`. */
export interface Viewed extends View {
  loft_id: number;
}

/** A season as an actor may see it: its managers see everything. */
export function viewFor(actor: Actor, { loft_id, hidden, alias_key }: Viewed): View {
  return { hidden: hidden.length && can(actor, 'season.manage', { loft_id }) ? [] : hidden, alias_key };
}

/**
 * The number of a bird in a list that hides the bird's identity: constant in that list, and different in every other
 * list.
 * @param list the list, with the id of the flight where it belongs to one
 */
export function aliasOf({ alias_key }: View, list: string, pigeon_id: number): number {
  const digest = createHash('sha256').update(`${alias_key} ${list} ${pigeon_id}`).digest();
  return firstAlias + Number(digest.readBigUInt64BE() >> 12n);
}

/** The sort order of {@link aliasOf} in SQL. @param id of the bird or team */
export const byAlias = ({ alias_key }: View, list: string, id: RawBuilder<unknown>) =>
  sql`sha256(convert_to(${`${alias_key} ${list} `}::text || ${id}, 'UTF8'))`;

/** The switches of a season that are off. */
export async function hiddenIn(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const { hidden } = await tx
    .selectFrom('seasons')
    .select('hidden')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow();
  return hidden;
}

/** Turn off exactly these switches of a locked season; a change is written to the audit log. */
export async function changeHidden(
  tx: Tx,
  user_id: number | null,
  { loft_id, season_id }: SeasonKey,
  hidden: readonly Switch[],
): Promise<void> {
  const before = await hiddenIn(tx, { loft_id, season_id });
  if (before.join() === hidden.join()) return;
  await tx
    .updateTable('seasons')
    .set({ hidden: [...hidden] })
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .execute();
  await writeAudit(tx, {
    loft_id,
    user_id,
    action: 'season.visibility',
    before: { season_id, hidden: before },
    after: { season_id, hidden },
  });
  await visibilityChanges.run(tx, { loft_id, season_id });
}
