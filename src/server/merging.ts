/**
 * Merging two accounts of one person (decision 93): the one asks, the other consents by a link in its mailbox and a fresh
 * proof. What the person has goes to the account that asked, and the other is closed, in one transaction.
 */
import { sql } from 'kysely';
import { whyNotAskToMerge, whyNotMerge } from '#domain/accounts/merge.ts';
import type { MergeCounts } from '#domain/accounts/merge-contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { moving } from './account-references.ts';
import { writeAudit } from './accounts/audit.ts';
import { closeMerged, keepMergeRequest, loadMergeRequest, otherAccountOf, readParties } from './accounts/merged.ts';
import type { Tx } from './db/database.ts';
import { notifyAccount } from './notifications/account-notices.ts';
import { endNotifications } from './notifications/settings.ts';

/**
 * Ask to merge the account with this e-mail address into the own one: it is sent a link. Nothing says whether there is
 * such an account.
 * @throws Refusal by {@link whyNotAskToMerge}; at `email` `merge_self` for the own address
 */
export async function askToMerge(
  tx: Tx,
  { email }: { email: string },
  { by, now_ms }: { by: number; now_ms: number },
): Promise<void> {
  const [into] = await readParties(tx, [by, by]);
  const no = whyNotAskToMerge(into);
  if (no) throw no;
  const from_user_id = await otherAccountOf(tx, email, by);
  if (from_user_id === undefined) {
    if (into.email?.toLowerCase() === email.toLowerCase()) throw refusalAt('email', 'merge_self');
    return;
  }
  const merge_id = await keepMergeRequest(tx, { into_user_id: by, from_user_id, now_ms });
  if (merge_id !== null) await notifyAccount(tx, 'account_merge', { merge_id, by: into.email! });
}

/** What the link of a request would do, for the account that received it; null for another one. */
export async function readMerge(tx: Tx, request: { id: string | null; by: number; now_ms: number }) {
  const { into_user_id, from_user_id } = await loadMergeRequest(tx, request);
  if (from_user_id !== request.by) return null;
  const names = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', [into_user_id, from_user_id])
    .execute();
  const into = names.find(({ id }) => id === into_user_id)!;
  return {
    into: { email: into.email, name: [into.first_name, into.last_name].filter(Boolean).join(' ') || null },
    from: { email: names.find(({ id }) => id === from_user_id)!.email },
    counts: await countsOf(tx, from_user_id),
    prizes: await prizesDue(tx, from_user_id),
    refusal: (await refusalToMerge(tx, [into_user_id, from_user_id]))?.code ?? null,
  };
}

/**
 * Merge the account of the reader into the one that asked. Both are locked: of two links that are confirmed at once the
 * second finds the account closed, and what is entered for it meanwhile waits and is refused.
 * @throws Refusal `token_invalid` for a link that was used, is too old, or was sent to another account; by
 *   {@link whyNotMerge}
 */
export async function mergeAccounts(tx: Tx, request: { id: string | null; by: number; now_ms: number }): Promise<void> {
  const found = await loadMergeRequest(tx, request);
  if (found.from_user_id !== request.by) throw new Refusal('token_invalid');
  const { into_user_id, from_user_id } = found;
  const ids = [into_user_id, from_user_id] as const;
  await readParties(tx, ids, { lock: true });
  const merge = await loadMergeRequest(tx, request, { lock: true });
  const no = await refusalToMerge(tx, ids);
  if (no) throw no;
  const counts = await countsOf(tx, from_user_id);
  await endNotifications(tx, from_user_id);
  await closeMerged(tx, merge, request.now_ms);
  await moveRows(tx, { into_user_id, from_user_id });
  await writeAudit(tx, {
    loft_id: null,
    user_id: from_user_id,
    action: 'person.merge',
    about_user_id: into_user_id,
    before: null,
    after: counts,
  });
  await notifyAccount(tx, 'account_merged', { user_id: into_user_id });
}

/** Why two accounts are not merged now, or null. */
async function refusalToMerge(tx: Tx, ids: readonly [into: number, from: number]): Promise<Refusal | null> {
  const [into, from] = await readParties(tx, ids);
  const { rows } = await sql<{ works_there: boolean; is_open: boolean }>`
    select exists (
        select from loft_permissions p where p.user_id = ${into.user_id} and p.is_active and (
          exists (select from teams t where t.loft_id = p.loft_id and t.user_id = ${from.user_id})
          or exists (select from orders o where o.loft_id = p.loft_id and o.user_id = ${from.user_id}))) as works_there,
      exists (select from orders o join payments p on p.loft_id = o.loft_id and p.order_id = o.id
        where o.user_id = ${from.user_id} and p.status = 'open')
      or exists (select from disputes d where d.user_id = ${from.user_id} and not exists (
        select from dispute_answers a where a.loft_id = d.loft_id and a.flight_id = d.flight_id and a.n = d.n))
      or exists (select from sale_offers s join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
        where s.user_id = ${from.user_id} and l.status = 'listed') as is_open`.execute(tx);
  return whyNotMerge(into, from, rows[0]!);
}

async function countsOf(tx: Tx, user_id: number): Promise<MergeCounts> {
  const { rows } = await sql<MergeCounts>`
    select (select count(*)::int from teams where user_id = ${user_id}) as teams,
      (select count(*)::int from orders where user_id = ${user_id}) as orders,
      (select count(*)::int from pigeon_rights where user_id = ${user_id}) as rights,
      (select count(*)::int from favorites where user_id = ${user_id}) as favorites,
      (select count(*)::int from team_claims where user_id = ${user_id}) as claims,
      (select count(*)::int from api_keys where user_id = ${user_id})
        + (select count(*)::int from webhooks where user_id = ${user_id}) as keys`.execute(tx);
  return rows[0]!;
}

/** The prizes of an account that are not paid, in each currency. */
async function prizesDue(tx: Tx, user_id: number): Promise<{ currency: string; amount_cents: number }[]> {
  const { rows } = await sql<{ currency: string; amount_cents: number }>`
    select f.currency, sum(b.won_cents - b.paid_cents)::bigint as amount_cents
    from prize_balances b join prize_funds f on f.loft_id = b.loft_id and f.id = b.fund_id
    where b.user_id = ${user_id} and b.account = 'owed'
    group by f.currency having sum(b.won_cents - b.paid_cents) <> 0 order by f.currency`.execute(tx);
  return rows;
}

/** Move all rows of a closed account that belong to its person; one that the other account has too is removed. */
async function moveRows(
  tx: Tx,
  { into_user_id, from_user_id }: { into_user_id: number; from_user_id: number },
): Promise<void> {
  for (const [reference, { same, where = 'true' }] of Object.entries(moving)) {
    const [table = '', column = ''] = reference.split('.');
    const [rows, user] = [sql.table(table), sql.ref(column)];
    if (same) {
      const alike = same.map(
        (name) => sql`${sql.ref(`twice.${name}`)} is not distinct from ${sql.ref(`${table}.${name}`)}`,
      );
      await sql`
        with twice as (select * from ${rows} where ${user} = ${into_user_id} and ${sql.raw(where)})
        delete from ${rows} where ${user} = ${from_user_id} and ${sql.raw(where)} and exists (
          select from twice where ${sql.join([sql`true`, ...alike], sql` and `)})`.execute(tx);
    }
    await sql`update ${rows} set ${user} = ${into_user_id} where ${user} = ${from_user_id}`.execute(tx);
  }
}
