/** The rankings of a season as stored: read, added, changed, published, removed, each with a row in the audit log. */
import type { NotNull } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { RankingFields } from '#domain/rankings/contract.ts';
import { whyNamingIsOver } from '#domain/rankings/named-birds.ts';
import { whyNotPrizes } from '#domain/rankings/prized.ts';
import { whyNotChangeRanking, whyNotRemoveRanking } from '#domain/rankings/published.ts';
import { type Withdrawal, type Withdrawn, whyNotWithdraw } from '#domain/rankings/withdrawn.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { hasFlown } from './has-flown.ts';

const columns = [
  'loft_id',
  'season_id',
  'id',
  'name',
  'names',
  'rule',
  'prizes',
  'published_at',
  'published_by',
  'version',
] as const;

/** The rankings of a season in the order in which they were added; without those that were withdrawn. */
export function rankingsOf(tx: Tx, { loft_id, season_id }: SeasonKey) {
  return tx
    .selectFrom('rankings')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The rankings of a season that were withdrawn, the latest first. */
export async function withdrawnRankings(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Withdrawn[]> {
  return tx
    .selectFrom('rankings')
    .select(['id', 'name', 'names', 'published_at', 'withdrawn_at', 'withdrawn_reason as reason'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('withdrawn_at', 'is not', null)
    .orderBy('withdrawn_at', 'desc')
    .$narrowType<{ published_at: NotNull; withdrawn_at: NotNull; reason: NotNull }>()
    .execute();
}

/** A ranking as stored. */
export type StoredRanking = Awaited<ReturnType<typeof rankingsOf>>[number];

/** A ranking of a loft. @throws Refusal `not_found` */
export async function loadRanking(
  tx: Tx,
  { loft_id, ranking_id }: { loft_id: number; ranking_id: number },
): Promise<StoredRanking> {
  const found = await tx
    .selectFrom('rankings')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('id', '=', ranking_id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** {@link loadRanking}, locked until the transaction ends: what it pays is entered once. @throws Refusal `not_found` */
export async function lockRanking(
  tx: Tx,
  { loft_id, ranking_id }: { loft_id: number; ranking_id: number },
): Promise<StoredRanking> {
  const found = await tx
    .selectFrom('rankings')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('id', '=', ranking_id)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/**
 * Add a ranking to a locked season, as a draft.
 * @param by the actor; null: the program itself
 * @throws Refusal by {@link whyNotPrizes}; `error_unique` at `name`, from the database
 */
export async function addRanking(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  fields: RankingFields,
): Promise<StoredRanking> {
  const no = whyNotPrizes(fields);
  if (no) throw no;
  const added = await tx
    .insertInto('rankings')
    .values({ ...keyOf(season), ...asStored(fields) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await write(tx, by, 'ranking.add', null, added);
  return added;
}

/** The ranking that an editor saw. */
interface Seen {
  ranking_id: number;
  version: number;
}

/**
 * Change a ranking of a locked season.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotChangeRanking}
 */
export async function changeRanking(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  { ranking_id, version, ...fields }: RankingFields & Seen,
): Promise<StoredRanking> {
  const before = await seenRanking(tx, season, { ranking_id, version });
  const no = whyNotChangeRanking(before, fields);
  if (no) throw no;
  return update(tx, by, 'ranking.change', before, asStored(fields));
}

/**
 * Publish a ranking of a locked season: from now on its rule is fixed. One that is published stays as it is.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNamingIsOver}, as it would have no line for ever
 */
export async function publishRanking(
  tx: Tx,
  { by, now_ms }: { by: number | null; now_ms: number },
  season: SeasonKey,
  seen: Seen,
): Promise<StoredRanking> {
  const before = await seenRanking(tx, season, seen);
  if (before.published_at !== null) return before;
  const { loft } = await loadLoft(tx, season.loft_id);
  const time = { today: dayAt(now_ms, loft.time_zone), has_flown: await hasFlown(tx, before) };
  const no = whyNamingIsOver(before.rule, time);
  if (no) throw no;
  const published_at = new Date(now_ms).toISOString();
  return update(tx, by, 'ranking.publish', before, { published_at, published_by: by });
}

/**
 * Remove a ranking of a locked season.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotRemoveRanking}
 */
export async function removeRanking(tx: Tx, by: number | null, season: SeasonKey, seen: Seen): Promise<void> {
  const before = await seenRanking(tx, season, seen);
  const no = whyNotRemoveRanking(before);
  if (no) throw no;
  await tx.deleteFrom('rankings').where('loft_id', '=', before.loft_id).where('id', '=', before.id).execute();
  await write(tx, by, 'ranking.remove', before, null);
}

/**
 * Withdraw a published ranking of a locked season: nobody sees it any more, and the line with the reason stays.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotWithdraw}
 */
export async function withdrawRanking(
  tx: Tx,
  { by, now_ms }: { by: number | null; now_ms: number },
  season: SeasonKey,
  { reason, ...seen }: Seen & Withdrawal,
): Promise<void> {
  const before = await seenRanking(tx, season, seen);
  const no = whyNotWithdraw(before, by, before.prizes !== null);
  if (no) throw no;
  const withdrawn_at = new Date(now_ms).toISOString();
  await update(tx, by, 'ranking.withdraw', before, { withdrawn_at, withdrawn_reason: reason });
}

const keyOf = ({ loft_id, season_id }: SeasonKey) => ({ loft_id, season_id });

const asStored = ({ name, names, rule, prizes }: RankingFields) => ({
  name,
  names: JSON.stringify(names),
  rule: JSON.stringify(rule),
  prizes: prizes && JSON.stringify(prizes),
});

async function seenRanking(tx: Tx, season: SeasonKey, { ranking_id, version }: Seen): Promise<StoredRanking> {
  const found = await loadRanking(tx, { loft_id: season.loft_id, ranking_id });
  if (found.season_id !== season.season_id) throw new Refusal('not_found');
  if (found.version !== version) throw new Refusal('changed_meanwhile');
  return found;
}

async function update(
  tx: Tx,
  by: number | null,
  action: 'ranking.change' | 'ranking.publish' | 'ranking.withdraw',
  before: StoredRanking,
  change:
    | ReturnType<typeof asStored>
    | { published_at: string; published_by: number | null }
    | { withdrawn_at: string; withdrawn_reason: string },
): Promise<StoredRanking> {
  const after = await tx
    .updateTable('rankings')
    .set({ ...change, version: before.version + 1 })
    .where('loft_id', '=', before.loft_id)
    .where('id', '=', before.id)
    .returning([...columns, 'withdrawn_at', 'withdrawn_reason'])
    .executeTakeFirstOrThrow();
  await write(tx, by, action, before, after);
  return after;
}

async function write(
  tx: Tx,
  by: number | null,
  action: 'ranking.add' | 'ranking.change' | 'ranking.publish' | 'ranking.remove' | 'ranking.withdraw',
  before: StoredRanking | null,
  after: StoredRanking | null,
): Promise<void> {
  const { loft_id } = (after ?? before)!;
  await writeAudit(tx, { loft_id, user_id: by, action, before, after });
}
