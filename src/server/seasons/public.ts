/** The public views of seasons; drafts are left out. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import { productCategoryOf, saleOf } from '#domain/seasons/product.ts';
import type { ListedSeason, SeasonOffer } from '#domain/seasons/public-contract.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import { takenPlaces } from '#domain/seasons/taken-places.ts';
import type { Tx } from '#server/db/database.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { dueDatesOf } from './due-dates.ts';
import { productsOf } from './products.ts';
import { placesOf } from './setup.ts';

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

/**
 * The least expensive entry per pigeon that is on sale, and the places of a season; null where its registration is not
 * open.
 */
export async function openOffer(tx: Tx, { loft, id, registration, today }: ListedSeason): Promise<SeasonOffer | null> {
  if (registration !== 'open') return null;
  const key = { loft_id: loft.id, season_id: id };
  const { currency, max_pigeons, ...taken } = await placesOf(tx, key);
  const due_dates = await dueDatesOf(tx, key);
  const perPigeon = ({ amount_cents, pigeons_active, pigeons_reserve }: NonNullable<SeasonOffer['entry']>) =>
    amount_cents / (pigeons_active + pigeons_reserve);
  const [entry = null] = (await productsOf(tx, key))
    .filter((one) => productCategoryOf(one) === 'entry_fee' && saleOf(one, due_dates, today).state === 'open')
    .sort((a, b) => perPigeon(a) - perPigeon(b));
  const places_left = max_pigeons === null ? null : Math.max(0, max_pigeons - takenPlaces(taken).all);
  return { currency, entry, places: max_pigeons, places_left };
}

/** The first and the last day on which these seasons fly, by their ids; one without announced flights has none. */
export async function flightDaysOf(
  tx: Tx,
  seasons: readonly Pick<ListedSeason, 'id' | 'loft'>[],
): Promise<Map<number, { first: string; last: string }>> {
  const { rows } = await sql<{ id: number; first: string; last: string }>`
    select s.id, (min(f.release_time) at time zone l.time_zone)::date as first,
      (max(f.release_time) at time zone l.time_zone)::date as last
    from unnest(${seasons.map(({ loft }) => loft.id)}::bigint[], ${seasons.map(({ id }) => id)}::bigint[]) s (loft_id, id)
    join lofts l on l.id = s.loft_id
    join flights f on f.loft_id = s.loft_id and f.season_id = s.id
    where f.release_time is not null and f.replay_of is null and f.status <> 'annulled' and not f.is_draft
    group by s.id, l.time_zone`.execute(tx);
  return new Map(rows.map(({ id, ...days }) => [id, days]));
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
