/** Accounts that were merged into others, and the requests for it. */
import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { MergeParty } from '#domain/accounts/merge.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { valid_minutes } from '#server/notifications/link-token.ts';
import { endSessions } from './sessions.ts';
import { forgetUser } from './users.ts';

/** The account to which belongs by now what a journal entered for another. SQL over the column of an account. */
export const accountNow = (column: string): RawBuilder<number> => {
  const user_id = sql.ref(column);
  return sql<number>`coalesce((select m.merged_into from users m where m.id = ${user_id}), ${user_id})`;
};

/** The person with a confirmed address other than this account; the newest, where several providers know it. */
export async function otherAccountOf(tx: Tx, email: string, user_id: number): Promise<number | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '!=', user_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found?.id;
}

/** Both accounts, locked in the order of their ids until the transaction ends, or only read. */
export async function readParties(
  tx: Tx,
  user_ids: readonly [into: number, from: number],
  { lock = false } = {},
): Promise<[into: MergeParty, from: MergeParty]> {
  const rows = await tx
    .selectFrom('users as u')
    .select(['u.id as user_id', 'u.email', 'u.is_admin', 'u.has_second_factor'])
    .select(sql<boolean>`exists (select from loft_permissions p where p.user_id = u.id and p.is_active)`.as('works'))
    .select(sql<boolean>`u.merged_into is not null`.as('is_closed'))
    .where('u.id', 'in', user_ids)
    .orderBy('u.id')
    // Not only against changes: what is entered for an account meanwhile waits, and finds it closed.
    .$if(lock, (query) => query.forUpdate())
    .execute();
  const of = (user_id: number) => rows.find((row) => row.user_id === user_id)!;
  return [of(user_ids[0]), of(user_ids[1])];
}

/** The most requests that one account is sent in a day: by one other, so that strangers leave some, and by all. */
const mostAskedBy = { one: 3, all: 20 };

/**
 * Keep a request to merge an account into another; the mail with its link is written by who calls.
 * @returns its id; null where the account was asked often enough today
 */
export async function keepMergeRequest(
  tx: Tx,
  { into_user_id, from_user_id, now_ms }: { into_user_id: number; from_user_id: number; now_ms: number },
): Promise<string | null> {
  const { one, all } = await tx
    .selectFrom('account_merges')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('into_user_id', '=', into_user_id).as('one'),
    ])
    .where('from_user_id', '=', from_user_id)
    .where('asked_at', '>', new Date(now_ms - 86_400_000).toISOString())
    .executeTakeFirstOrThrow();
  if (one >= mostAskedBy.one || all >= mostAskedBy.all) return null;
  const id = randomBytes(16).toString('base64url');
  const [asked_at, until] = [now_ms, now_ms + valid_minutes.merge * 60_000].map((ms) => new Date(ms).toISOString());
  await tx
    .insertInto('account_merges')
    .values({ id, into_user_id, from_user_id, asked_at: asked_at!, until: until! })
    .execute();
  return id;
}

/**
 * The request of a link that holds. @param lock locks it until the transaction ends, so that it is used once
 * @throws Refusal `token_invalid`: used, too old, or none
 */
export async function loadMergeRequest(
  tx: Tx,
  { id, now_ms }: { id: string | null; now_ms: number },
  { lock = false } = {},
): Promise<{ id: string; into_user_id: number; from_user_id: number }> {
  const found =
    id !== null &&
    (await tx
      .selectFrom('account_merges')
      .select(['id', 'into_user_id', 'from_user_id'])
      .where('id', '=', id)
      .where('merged_at', 'is', null)
      .where('until', '>', new Date(now_ms).toISOString())
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst());
  if (!found) throw new Refusal('token_invalid');
  return found;
}

/**
 * Close an account that is merged into another: it names that one, accounts merged into it do too, its link is used and
 * others to it are void, its sessions end, and its personal data is cleared here.
 */
export async function closeMerged(
  tx: Tx,
  { id, into_user_id, from_user_id }: { id: string; into_user_id: number; from_user_id: number },
  now_ms: number,
): Promise<void> {
  const merged_at = new Date(now_ms).toISOString();
  await tx.updateTable('users').set({ merged_into: into_user_id, merged_at }).where('id', '=', from_user_id).execute();
  await tx.updateTable('users').set({ merged_into: into_user_id }).where('merged_into', '=', from_user_id).execute();
  await tx.updateTable('account_merges').set({ merged_at }).where('id', '=', id).execute();
  await endSessions(tx, { user_id: from_user_id });
  await forgetUser(tx, from_user_id);
}
