/** Which package a loft has and had, and its subscriptions. */
import type { ReplyOf } from '#domain/contract.ts';
import type { readLoftPackages } from '#domain/lofts/contract.ts';
import { type PackageType, stateOfSubscription } from '#domain/lofts/package.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeDown } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { byWhom } from './by-whom.ts';
import { latestType } from './lofts.ts';

type Packages = ReplyOf<typeof readLoftPackages>;

/** All packages that a loft had, the latest first, each with when the next one came. */
export async function packagesOf(tx: Tx, loft_id: number): Promise<Packages['loft_types']> {
  const rows = await tx
    .selectFrom('loft_types as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.n', 't.package', 't.given_at', 't.user_id', 'u.first_name', 'u.last_name'])
    .where('t.loft_id', '=', loft_id)
    .orderBy('t.n', 'desc')
    .execute();
  return rows.map(({ n, package: type, given_at, ...row }, i) => ({
    n,
    package: { type },
    from: given_at,
    to: rows[i - 1]?.given_at ?? null,
    by: byWhom(row),
  }));
}

/** All subscriptions of a loft, the latest first, as they stand on a day. */
export async function subscriptionsOf(tx: Tx, loft_id: number, today: string): Promise<Packages['subscriptions']> {
  const rows = await tx
    .selectFrom('loft_subscriptions as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.months', 't.starts_at', 't.ends_at', 't.user_id', 'u.first_name', 'u.last_name'])
    .where('t.loft_id', '=', loft_id)
    .orderBy('t.starts_at', 'desc')
    .execute();
  return rows.map(({ id, months, starts_at, ends_at, ...row }) => ({
    id,
    months,
    starts_at,
    ends_at,
    state: stateOfSubscription({ starts_at, ends_at }, today),
    by: byWhom(row),
  }));
}

/**
 * Give a loft, which is locked, a package from now on.
 * @throws Refusal `same_status` for the one that it has (8.28)
 */
export async function givePackage(tx: Tx, loft_id: number, type: PackageType, by: number | null): Promise<void> {
  const before = await latestType(tx, loft_id);
  if (before.type === type) throw new Refusal('same_status');
  await tx
    .insertInto('loft_types')
    .values({ loft_id, n: before.n + 1, package: type, user_id: by })
    .execute();
  const change = { loft_id, user_id: by, action: 'loft.package' } as const;
  await writeDown(tx, { ...change, before: { type: before.type }, after: { type } });
}

/**
 * Add a subscription to a loft.
 * @throws Refusal `subscription_overlaps` where there is one on any of its days, from the database
 */
export async function addSubscription(
  tx: Tx,
  loft_id: number,
  subscription: { months: 12 | 24; starts_at: string },
  by: number | null,
): Promise<{ id: number; ends_at: string }> {
  const added = await tx
    .insertInto('loft_subscriptions')
    .values({ loft_id, ...subscription, user_id: by })
    .returning(['id', 'ends_at'])
    .executeTakeFirstOrThrow();
  const change = { loft_id, user_id: by, action: 'loft.subscription' } as const;
  await writeDown(tx, { ...change, before: null, after: { ...subscription, ...added } });
  return added;
}
