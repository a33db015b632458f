/** Seasons: creating one and moving it through its states. */

import { type Insertable, sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { step } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { type SeasonEvent, type SeasonStatus, seasonMachine } from '#domain/seasons/season.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import type { Tables } from '#server/db/tables.ts';
import { findLoft, loftsById } from '#server/lofts/lofts.ts';
import type { ListOf } from '#server/pagination.ts';
import { openRulebook } from './rulebook.ts';
import type { Viewed } from './visibility.ts';

export interface Season {
  loft_id: number;
  id: number;
  name: string;
  status: SeasonStatus;
}

type SeasonToCreate = Pick<Insertable<Tables['seasons']>, 'loft_id' | 'name' | 'year'> &
  Partial<Insertable<Tables['seasons']>>;

/**
 * A new season in draft, with the first version of its rulebook.
 * @param rulebook the default one in the loft's unit if omitted
 */
export async function createSeason(
  tx: Tx,
  season: SeasonToCreate,
  { by = null, now_ms = Date.now(), rulebook }: Partial<Act> & { rulebook?: Rulebook | undefined } = {},
): Promise<Season> {
  const created = await tx
    .insertInto('seasons')
    .values(season)
    .returning(['loft_id', 'id', 'name', 'status'])
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'season', season.loft_id, [{ id: created.id, from: 'new', to: created.status }], {
    by,
    now_ms,
  });
  await openRulebook(
    tx,
    { loft_id: season.loft_id, season_id: created.id },
    // The default one is nobody's text.
    rulebook ? by : null,
    rulebook ?? (await defaultOf(tx, season)),
  );
  return created;
}

async function defaultOf(tx: Tx, { loft_id }: SeasonToCreate): Promise<Rulebook> {
  const { unit } = (await findLoft(tx, loft_id))!;
  return defaultRulebook(unit);
}

/** The currency that the prices and prizes of a season are stated in. */
export async function currencyOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<string> {
  const { currency } = await tx
    .selectFrom('seasons')
    .select('currency')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow();
  return currency;
}

/** The year of a season. */
export async function yearOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { year } = await tx
    .selectFrom('seasons')
    .select('year')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow();
  return year;
}

/**
 * The season, locked until the transaction ends; inserts that only reference it, such as a new bird, do not wait.
 * @throws Refusal `not_found`.
 */
export async function lockSeason(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Season> {
  const season = await tx
    .selectFrom('seasons')
    .select(['loft_id', 'id', 'name', 'status'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!season) throw new Refusal('not_found');
  return season;
}

/**
 * Take a locked season one step along its machine (4.7); the history row carries the new status.
 * @throws Refusal `step_not_possible`.
 */
export async function moveSeason(
  tx: Tx,
  season: Season,
  event: SeasonEvent,
  { by = null, now_ms = Date.now(), reason = null }: Partial<Act> = {},
): Promise<Season> {
  const to_status = step(seasonMachine, season.status, event);
  await appendHistory(tx, 'season', season.loft_id, [{ id: season.id, from: season.status, to: to_status }], {
    by,
    now_ms,
    reason,
  });
  return { ...season, status: to_status };
}

/** The public seasons of a loft, the latest first. */
export function seasonsOf(tx: Tx, loft_id: number): Promise<SeasonOfLoft[]> {
  return tx
    .selectFrom('seasons')
    .select(['id', 'name', 'year', 'status'])
    .where('loft_id', '=', loft_id)
    .where('status', '<>', 'draft')
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The requested season; without a request the one in progress, else the latest. Undefined when there is none. */
export async function findSeason(tx: Tx, loft_id: number, season_id?: number) {
  let query = tx
    .selectFrom('seasons')
    .select(['loft_id', 'id', 'name', 'year', 'status', 'hidden', 'alias_key'])
    .where('loft_id', '=', loft_id);
  if (season_id !== undefined) query = query.where('id', '=', season_id);
  else query = query.where('status', '<>', 'draft');
  return query
    .orderBy(sql`status = 'in_progress'`, 'desc')
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A season as the policy needs it. */
export interface LoadedSeason {
  loft_id: number;
  season: (SeasonOfLoft & Viewed) | null;
  season_status: SeasonStatus | null;
}

/**
 * The season of a list, by {@link findSeason}; null where a loft has no visible one.
 * @throws Refusal `not_found` for an unknown loft, or a season of another loft.
 */
export async function loadSeason(tx: Tx, loft_id: number, season_id: number | undefined): Promise<LoadedSeason> {
  const season = await findSeason(tx, loft_id, season_id);
  if (!season && (season_id !== undefined || !(await findLoft(tx, loft_id)))) throw new Refusal('not_found');
  return { loft_id, season: season ?? null, season_status: season?.status ?? null };
}

/**
 * A season by its id, as the policy needs it; `lock` locks it until the transaction ends.
 * @throws Refusal `not_found`.
 */
export async function loadSeasonById(
  tx: Tx,
  season_id: number,
  { lock = false } = {},
): Promise<{ loft_id: number; season_id: number; season: SeasonOfLoft }> {
  const found = await tx
    .selectFrom('seasons')
    .select(['loft_id', 'id', 'name', 'year', 'status'])
    .where('id', '=', season_id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { loft_id, ...season } = found;
  return { loft_id, season_id, season };
}

/** All seasons of a loft including drafts; the latest first. */
export function allSeasonsOf(tx: Tx, loft_id: number): Promise<SeasonOfLoft[]> {
  return tx
    .selectFrom('seasons')
    .select(['id', 'name', 'year', 'status'])
    .where('loft_id', '=', loft_id)
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The seasons of these lofts, or all, as a list, the latest first; searched by name, year and loft. */
export function listOfSeasons({
  loft_ids,
  managed_ids,
  status,
}: {
  loft_ids: readonly number[] | 'all';
  /** The lofts among them whose drafts are listed too. */
  managed_ids: readonly number[] | 'all';
  status: SeasonStatus | undefined;
}): ListOf<'year'> {
  return {
    from: sql`from seasons s join lofts l on l.id = s.loft_id
      where ${loft_ids === 'all' ? sql`true` : sql`s.loft_id = any(${loft_ids}::bigint[])`}
        and ${managed_ids === 'all' ? sql`true` : sql`(s.status <> 'draft' or s.loft_id = any(${managed_ids}::bigint[]))`}
        and ${status ? sql`s.status = ${status}` : sql`true`}`,
    id: sql`s.id`,
    columns: { year: sql`-s.year` },
    ties: [sql`s.id desc`],
    search: { texts: [sql`plain_text(s.name || ' ' || s.year || ' ' || l.name)`] },
  };
}

/** These seasons with their lofts. */
export async function seasonsById(tx: Tx, ids: readonly number[]): Promise<(SeasonOfLoft & { loft: Loft })[]> {
  const seasons = await tx
    .selectFrom('seasons')
    .select(['loft_id', 'id', 'name', 'year', 'status'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  const lofts = await loftsById(
    tx,
    seasons.map(({ loft_id }) => loft_id),
  );
  return seasons.map(({ loft_id, ...season }) => ({ ...season, loft: lofts.get(loft_id)! }));
}
