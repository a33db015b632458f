/** The public views of seasons; drafts are left out. */

import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import type { ListedSeason } from '#domain/seasons/public-contract.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import type { Tx } from '#server/db/database.ts';
import { loftsById } from '#server/lofts/lofts.ts';

const order: Record<ListedSeason['registration'], number> = { open: 0, ahead: 1, closed: 2, unset: 2 };

/**
 * All seasons with their registration state: open ones first, by their last day; then those that will open, those under
 * way, and the completed ones, the latest first. With `ids` only these.
 */
export async function listedSeasons(tx: Tx, now_ms: number, ids?: readonly number[]): Promise<ListedSeason[]> {
  if (ids && !ids.length) return [];
  let query = tx
    .selectFrom('seasons as s')
    .leftJoin('due_dates as d', (join) =>
      join
        .onRef('d.loft_id', '=', 's.loft_id')
        .onRef('d.season_id', '=', 's.id')
        .on('d.due_date_category_id', '=', dueDateCategories.registration),
    )
    .select(['s.loft_id', 's.id', 's.name', 's.year', 's.status', 'd.starts_at', 'd.ends_at'])
    .where('s.status', '<>', 'draft')
    .orderBy('s.year', 'desc')
    .orderBy('s.id', 'desc');
  if (ids) query = query.where('s.id', 'in', [...ids]);
  const rows = await query.execute();
  const lofts = await loftsById(
    tx,
    rows.map(({ loft_id }) => loft_id),
  );
  const seasons = rows.map(({ loft_id, ...season }): ListedSeason => {
    const loft = lofts.get(loft_id)!;
    const { starts_at, ends_at } = season;
    const due_dates =
      starts_at !== null && ends_at !== null && season.status === 'in_progress'
        ? [{ due_date_category_id: dueDateCategories.registration, starts_at, ends_at }]
        : [];
    return {
      ...season,
      loft,
      registration: registrationState(due_dates, now_ms, loft.time_zone),
      today: dayAt(now_ms, loft.time_zone),
    };
  });
  return seasons.sort(
    (a, b) =>
      order[a.registration] - order[b.registration] ||
      (a.registration === 'open' ? a.ends_at!.localeCompare(b.ends_at!) : 0) ||
      (a.registration === 'ahead' ? a.starts_at!.localeCompare(b.starts_at!) : 0) ||
      Number(b.status === 'in_progress') - Number(a.status === 'in_progress'),
  );
}

/** Whether birds of a season are for sale, reserved or sold. */
export async function hasSale(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<boolean> {
  const found = await tx
    .selectFrom('listings')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('status', '<>', 'withdrawn')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
