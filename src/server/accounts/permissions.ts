/** The permissions in a loft: read, given, changed and taken; each change has a row in the audit log. */

import { sql } from 'kysely';
import type { Change, Entry, Name } from '#domain/accounts/contract.ts';
import { isActiveMerchant, whyNotChange } from '#domain/accounts/permission.ts';
import type { PersonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { notify, person } from '#server/notifications/notify.ts';
import { writeAudit } from './audit.ts';

const namedRights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons'] as const;
const rights = [...namedRights, 'is_active'] as const;

/** A loft whose rights are read or changed, as the policy needs it. */
export interface LoftOfRights {
  loft_id: number;
  name: string;
  time_zone: string;
  /** Whether rights in this loft need a session with two factors. */
  second_factor: boolean;
}

/** The loft, to read. @throws Refusal `not_found`. */
export async function loftOfRights(tx: Tx, loft_id: number): Promise<LoftOfRights> {
  return found(await loftRow(tx, loft_id).executeTakeFirst());
}

/**
 * The loft, locked until the transaction ends: changes of a loft's rights are serialized, so that two that take the
 * last two merchants at the same moment see each other.
 * @throws Refusal `not_found`.
 */
export async function lockLoftOfRights(tx: Tx, loft_id: number): Promise<LoftOfRights> {
  return found(await loftRow(tx, loft_id).forNoKeyUpdate().executeTakeFirst());
}

function loftRow(tx: Tx, loft_id: number) {
  return tx
    .selectFrom('lofts')
    .select(['id as loft_id', 'name', 'time_zone', 'second_factor'])
    .where('id', '=', loft_id);
}

function found(loft: LoftOfRights | undefined): LoftOfRights {
  if (!loft) throw new Refusal('not_found');
  return loft;
}

/** The people with rights in a loft: merchants first, then by name. */
export async function peopleOf(tx: Tx, loft_id: number) {
  const rows = await tx
    .selectFrom('loft_permissions as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.user_id', 'u.email', 'u.first_name', 'u.last_name', 'p.given_at'])
    .select(rights.map((right) => `p.${right}` as const))
    .where('p.loft_id', '=', loft_id)
    .orderBy('p.is_active', 'desc')
    .orderBy('p.is_merchant', 'desc')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('p.user_id')
    .execute();
  return rows.map(({ user_id, email, first_name, last_name, given_at, ...entry }) => ({
    user_id,
    email,
    first_name,
    last_name,
    given_at,
    entry,
  }));
}

/** A person by id. @throws Refusal `not_found` */
export async function personById(tx: Tx, user_id: number): Promise<Name> {
  const named = tx.selectFrom('users').select(['id as user_id', 'email', 'first_name', 'last_name']);
  const person = await named.where('id', '=', user_id).executeTakeFirst();
  if (!person) throw new Refusal('not_found');
  return person;
}

/** The people with this e-mail address; several where several providers know it. */
export function peopleByEmail(tx: Tx, email: string): Promise<Name[]> {
  return tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'first_name', 'last_name'])
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.trim().toLowerCase())
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

/**
 * The same for the merchants of a loft: names only of people who have, or had, something to do with it. For others the
 * reply shows only that the address has an account, as an invitation would.
 */
export async function peopleForLoft(tx: Tx, { loft_id, email }: { loft_id: number; email: string }): Promise<Name[]> {
  const people = await peopleByEmail(tx, email);
  const ids = people.map(({ user_id }) => user_id);
  const { rows } = await sql<{ user_id: number }>`
    select user_id from loft_permissions where loft_id = ${loft_id} and user_id = any(${ids})
    union select about_user_id from audit_log where loft_id = ${loft_id} and about_user_id = any(${ids})
    union select user_id from teams where loft_id = ${loft_id} and user_id = any(${ids})
    union select user_id from orders where loft_id = ${loft_id} and user_id = any(${ids})`.execute(tx);
  const known = new Set(rows.map(({ user_id }) => user_id));
  return people.map((one) => (known.has(one.user_id) ? one : { ...one, first_name: null, last_name: null }));
}

/** The rights in a loft of the people with this e-mail address; null for a person without any. */
export async function entriesByEmail(
  tx: Tx,
  { loft_id, email }: { loft_id: number; email: string },
): Promise<(Entry | null)[]> {
  const people = await peopleByEmail(tx, email);
  const entries: (Entry | null)[] = [];
  for (const { user_id } of people) entries.push(await entryOf(tx, { loft_id, user_id }));
  return entries;
}

/**
 * The rights of a person in a locked loft; the person's row is locked against deletion. @throws Refusal `not_found`.
 */
export async function entryOf(tx: Tx, { loft_id, user_id }: PersonKey): Promise<Entry | null> {
  const person = await tx.selectFrom('users').select('id').where('id', '=', user_id).forKeyShare().executeTakeFirst();
  if (!person) throw new Refusal('not_found');
  return findEntry(tx, { loft_id, user_id });
}

/** The rights of a person in a loft, or null. */
export async function findEntry(tx: Tx, { loft_id, user_id }: PersonKey): Promise<Entry | null> {
  const entry = await tx
    .selectFrom('loft_permissions')
    .select(rights)
    .where('loft_id', '=', loft_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return entry ?? null;
}

/**
 * Replace the rights of a person in a loft, or take them all with null. The loft is locked by {@link lockLoftOfRights}.
 * Equal rights are no change and are not logged; the person is notified of a change.
 *
 * @param by the actor; null: the program itself
 * @throws Refusal `not_found` for an unknown person, or nothing to take; `permission_empty`; `last_merchant` (5.4)
 */
export async function changePermission(tx: Tx, by: number | null, key: PersonKey, after: Entry | null): Promise<void> {
  const { loft_id, user_id } = key;
  const before = await entryOf(tx, key);
  if (!before && !after) throw new Refusal('not_found');
  const merchants = await tx
    .selectFrom('loft_permissions')
    .select(['user_id', 'is_merchant', 'is_active'])
    .where('loft_id', '=', loft_id)
    .where('user_id', '<>', user_id)
    .execute();
  const no = whyNotChange(before, after, merchants.filter(isActiveMerchant).length);
  if (no) throw no;
  if (before && after && rights.every((right) => before[right] === after[right])) return;
  if (after) {
    await tx
      .insertInto('loft_permissions')
      .values({ ...key, ...after })
      .onConflict((conflict) => conflict.columns(['loft_id', 'user_id']).doUpdateSet(after))
      .execute();
  } else {
    await tx.deleteFrom('loft_permissions').where('loft_id', '=', loft_id).where('user_id', '=', user_id).execute();
  }
  const action = before ? (after ? 'permission.change' : 'permission.take') : 'permission.give';
  const change_id = await writeAudit(tx, { loft_id, user_id: by, action, about_user_id: user_id, before, after });
  if (by === user_id) return;
  const { name } = await loftOfRights(tx, loft_id);
  const left = after?.is_active ? namedRights.filter((right) => after[right]) : [];
  await notify(tx, person(user_id), {
    event: 'rights',
    key: `change:${change_id}`,
    facts: { loft: name, rights: left },
  });
}

const changesAtOnce = 50;

/** The changes of a loft's rights, the latest first; `older` is the cursor of the next page. */
export async function changesOf(
  tx: Tx,
  loft_id: number,
  before_id: number | undefined,
): Promise<{ changes: Change[]; older: number | null }> {
  let log = tx
    .selectFrom('audit_log as l')
    .innerJoin('users as about', 'about.id', 'l.about_user_id')
    .leftJoin('users as by', 'by.id', 'l.user_id')
    .select(['l.id', 'l.action', 'l.before', 'l.after', 'l.at', 'l.user_id', 'l.about_user_id'])
    .select(['about.email', 'about.first_name', 'about.last_name'])
    .select(['by.email as by_email', 'by.first_name as by_first_name', 'by.last_name as by_last_name'])
    .where('l.loft_id', '=', loft_id)
    .where('l.action', 'in', ['permission.give', 'permission.change', 'permission.take'])
    .orderBy('l.id', 'desc')
    .limit(changesAtOnce + 1);
  if (before_id !== undefined) log = log.where('l.id', '<', before_id);
  const rows = await log.execute();
  const changes = rows.slice(0, changesAtOnce).map((row) => ({
    id: row.id,
    action: row.action as Change['action'],
    by:
      row.user_id === null
        ? null
        : {
            user_id: row.user_id,
            email: row.by_email,
            first_name: row.by_first_name,
            last_name: row.by_last_name,
          },
    about: {
      user_id: row.about_user_id!,
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
    },
    before: row.before as Entry | null,
    after: row.after as Entry | null,
    at: row.at,
  }));
  return { changes, older: rows.length > changesAtOnce ? changes.at(-1)!.id : null };
}
