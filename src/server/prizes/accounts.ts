/** The accounts at the payment provider to which people let their prizes be paid. */
import type { Database, Tx } from '#server/db/database.ts';
import { personOf } from '#server/orders/registration.ts';
import type { Transfers } from '#server/payments/transfers.ts';

/** Where a person's account stands: none yet, its owner has more to say at the provider, or money can be sent to it. */
export type AccountState = 'none' | 'begun' | 'ready';

const accountOf = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('payout_accounts')
    .select(['key', 'country', 'account', 'is_ready'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();

export async function stateOfAccount(tx: Tx, user_id: number): Promise<AccountState> {
  const found = await accountOf(tx, user_id);
  if (!found) return 'none';
  return found.is_ready ? 'ready' : 'begun';
}

/** Which of these people have an account to which money can be sent. */
export async function readyAmong(tx: Tx, user_ids: readonly number[]): Promise<Set<number>> {
  if (user_ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('payout_accounts')
    .select('user_id')
    .where('user_id', 'in', user_ids)
    .where('is_ready', '=', true)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The account to which money can be sent; null: there is none. */
export async function readyAccount(tx: Tx, user_id: number): Promise<string | null> {
  const found = await accountOf(tx, user_id);
  return found?.is_ready ? found.account : null;
}

/**
 * Open an account for a person, or go on with theirs. The row is there before the provider is asked, so that a repeated
 * request, also one of the same moment, finds the same account.
 * @returns the address of the page on which they say who they are
 * @throws Refusal `cards_away`: the outcome is unknown, it is asked again
 */
export async function beginAccount(
  db: Database,
  transfers: Transfers,
  user_id: number,
  { now_ms, ...urls }: { now_ms: number; done_url: string; again_url: string },
): Promise<string> {
  const { country } = await personOf(db, user_id);
  await db
    .insertInto('payout_accounts')
    .values({ user_id, key: crypto.randomUUID(), country, account: null, begun_at: new Date(now_ms).toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const { key, country: asked, account } = (await accountOf(db, user_id))!;
  if (account !== null) {
    // The event about what was said before may be lost.
    await lookAtAccount(db, transfers, { user_id });
    return transfers.accountPage(account, urls);
  }
  const opened = await transfers.openAccount({ key, country: asked?.toUpperCase() ?? null });
  await keepAccount(db, { user_id }, opened);
  return transfers.accountPage(opened.id, urls);
}

/** Read an account at the provider, because an event names it or its owner comes back, and keep whether it is ready. */
export async function lookAtAccount(
  db: Database,
  transfers: Transfers,
  of: { account: string } | { user_id: number },
): Promise<void> {
  const account = 'account' in of ? of.account : (await accountOf(db, of.user_id))?.account;
  const state = account == null ? null : await transfers.readAccount(account);
  if (state) await keepAccount(db, 'user_id' in of ? of : null, state);
}

async function keepAccount(
  db: Database,
  owner: { user_id: number } | null,
  { id, is_ready }: { id: string; is_ready: boolean },
): Promise<void> {
  const change = db.updateTable('payout_accounts').set({ account: id, is_ready });
  await (owner ? change.where('user_id', '=', owner.user_id) : change.where('account', '=', id)).execute();
}
