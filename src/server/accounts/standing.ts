/** A person's standing beside their rights in lofts: admin or not, and roles without rights (6.3, 6.9). */

import { sql } from 'kysely';
import type { Standing } from '#domain/accounts/contract.ts';
import { type Role, roles } from '#domain/accounts/person.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

/** A person whose standing is locked until the transaction ends. */
export interface LockedStanding {
  user_id: number;
  standing: Standing;
  /** Number of other admins. */
  other_admins: number;
}

/**
 * A person with their standing. All admins are locked with them, ordered by id, so that two that remove the last two
 * admins at the same moment see each other.
 * @throws Refusal `not_found`.
 */
export async function lockStanding(tx: Tx, user_id: number): Promise<LockedStanding> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'is_admin', 'roles'])
    .where(({ or, eb }) => or([eb('is_admin', '=', true), eb('id', '=', user_id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const person = rows.find(({ id }) => id === user_id);
  if (!person) throw new Refusal('not_found');
  return {
    user_id,
    standing: { is_admin: person.is_admin, roles: person.roles as Role[] },
    other_admins: rows.filter(({ id, is_admin }) => is_admin && id !== user_id).length,
  };
}

/**
 * Give a locked person this standing. An equal one is no change and is not logged; a change is written to the audit log
 * by the database function, which accepts only an admin as its actor (migration 0055).
 *
 * @param by the actor; null: a command on the machine, with a connection of the owner
 * @throws Refusal `last_admin`: one admin stays.
 */
export async function changeStanding(
  tx: Tx,
  by: number | null,
  { user_id, standing: before, other_admins }: LockedStanding,
  wanted: Standing,
): Promise<Standing> {
  if (before.is_admin && !wanted.is_admin && other_admins === 0) throw new Refusal('last_admin');
  const after = { is_admin: wanted.is_admin, roles: roles.filter((role) => wanted.roles.includes(role)) };
  if (JSON.stringify(before) === JSON.stringify(after)) return after;
  await sql`select change_standing(${by}, ${user_id}, ${after.is_admin}, ${after.roles})`.execute(tx);
  return after;
}
