/** The packages of a loft over time, and its subscriptions. */

import type { ReplyOf } from '#domain/contract.ts';
import type { SubscriptionKey } from '#domain/keys.ts';
import type { readLoftPackages } from '#domain/lofts/contract.ts';
import { type PackageType, stateOfSubscription } from '#domain/lofts/package.ts';
import { lastDayOf, whyNotEndedOn } from '#domain/lofts/subscription.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { authorOf } from './author.ts';
import { latestType } from './lofts.ts';

type Packages = ReplyOf<typeof readLoftPackages>;

/** All packages of a loft, the latest first, each with its beginning and end. */
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
    by: authorOf(row),
  }));
}

/** All subscriptions of a loft, the latest first, with their state on a day. */
export async function subscriptionsOf(tx: Tx, loft_id: number, today: string): Promise<Packages['subscriptions']> {
  const rows = await tx
    .selectFrom('loft_subscriptions as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.months', 't.starts_at', 't.ends_at', 't.ended_on', 't.version'])
    .select(['t.user_id', 'u.first_name', 'u.last_name'])
    .where('t.loft_id', '=', loft_id)
    .where('t.taken_back', '=', false)
    .orderBy('t.starts_at', 'desc')
    .execute();
  return rows.map(({ user_id, first_name, last_name, ...subscription }) => ({
    ...subscription,
    state: stateOfSubscription(subscription, today),
    by: authorOf({ user_id, first_name, last_name }),
  }));
}

/** The former values of a loft's subscriptions that were changed or taken back, the latest change first. */
export async function subscriptionChangesOf(tx: Tx, loft_id: number): Promise<Packages['changes']> {
  const rows = await tx
    .selectFrom('loft_subscription_changes as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.subscription_id', 't.n', 't.months', 't.starts_at', 't.ends_at', 't.taken_back', 't.reason', 't.at'])
    .select(['t.user_id', 'u.first_name', 'u.last_name'])
    .where('t.loft_id', '=', loft_id)
    .orderBy('t.at', 'desc')
    .orderBy('t.n', 'desc')
    .execute();
  return rows.map(({ user_id, first_name, last_name, ...change }) => ({
    ...change,
    by: authorOf({ user_id, first_name, last_name }),
  }));
}

/**
 * Give a loft, which is locked, a package from now on.
 * @throws Refusal `same_status` for the present one (8.28)
 */
export async function givePackage(tx: Tx, loft_id: number, type: PackageType, by: number | null): Promise<void> {
  const before = await latestType(tx, loft_id);
  if (before.type === type) throw new Refusal('same_status');
  await tx
    .insertInto('loft_types')
    .values({ loft_id, n: before.n + 1, package: type, user_id: by })
    .execute();
  const change = { loft_id, user_id: by, action: 'loft.package' } as const;
  await writeAudit(tx, { ...change, before: { type: before.type }, after: { type } });
}

/**
 * Add a subscription to a loft.
 * @throws Refusal `subscription_overlaps` with another subscription, from the database
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
  await writeAudit(tx, { ...change, before: null, after: { ...subscription, ...added } });
  return added;
}

/** A change of a subscription: the version that was seen, the reason and the actor. */
export interface ChangeOfSubscription {
  version: number;
  reason: string;
  by: number | null;
}

/**
 * Correct a subscription, or end it early; its former values are kept.
 * @throws Refusal `not_found`; `changed_meanwhile`; `subscription_day` at `ended_on`; `subscription_overlaps`, from the
 * database
 */
export async function changeSubscription(
  tx: Tx,
  key: SubscriptionKey,
  now: { months: 12 | 24; starts_at: string; ended_on: string | null },
  change: ChangeOfSubscription,
): Promise<{ ends_at: string; version: number }> {
  const no = whyNotEndedOn(now, now.ended_on);
  if (no) throw no;
  await storeFormerValues(tx, key, change, false);
  // An `ended_on` on the regular last day is no early end.
  const ended_on = now.ended_on === lastDayOf(now) ? null : now.ended_on;
  return await tx
    .updateTable('loft_subscriptions')
    .set({ ...now, ended_on, version: change.version + 1 })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.subscription_id)
    .returning(['ends_at', 'version'])
    .executeTakeFirstOrThrow();
}

/**
 * Take a subscription back: its days are free again, and its former values are kept.
 * @throws Refusal `not_found`; `changed_meanwhile`
 */
export async function takeSubscriptionBack(tx: Tx, key: SubscriptionKey, change: ChangeOfSubscription): Promise<void> {
  await storeFormerValues(tx, key, change, true);
  await tx
    .updateTable('loft_subscriptions')
    .set({ taken_back: true, version: change.version + 1 })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.subscription_id)
    .execute();
}

/** Lock a subscription, check its version and store its values before a change. */
async function storeFormerValues(
  tx: Tx,
  { loft_id, subscription_id }: SubscriptionKey,
  { version, reason, by }: ChangeOfSubscription,
  taken_back: boolean,
): Promise<void> {
  const was = await tx
    .selectFrom('loft_subscriptions')
    .select(['months', 'starts_at', 'ends_at', 'version'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', subscription_id)
    .where('taken_back', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!was) throw new Refusal('not_found');
  if (was.version !== version) throw new Refusal('changed_meanwhile');
  const { months, starts_at, ends_at } = was;
  await tx
    .insertInto('loft_subscription_changes')
    .values({ loft_id, subscription_id, n: version, months, starts_at, ends_at, taken_back, reason, user_id: by })
    .execute();
}
