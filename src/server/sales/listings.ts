/** Listings: birds put up for sale by their loft, repriced and withdrawn, each with its history. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { step } from '#domain/machine.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import {
  type ListingEvent,
  type ListingStatus,
  listingMachine,
  type Price_cents,
  whyNotList,
  whyNotPrice,
  whyNotWithdraw,
} from '#domain/sales/listing.ts';
import { productCategoryOf, type Sale, saleOf } from '#domain/seasons/product.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act, LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { notifyEach } from '#server/notifications/notify.ts';
import { firstOwner } from '#server/pigeons/rights.ts';
import { bringTo, type LockedPigeon, lockPigeons } from '#server/pigeons/statuses.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { productsOf } from '#server/seasons/products.ts';

export interface LockedListing {
  id: number;
  pigeon_id: number;
  product_id: number;
  price_cents: Price_cents;
  status: ListingStatus;
}

/** The product that buyers of a season's birds order, with its sale period: the one on sale now, else the first. */
export async function saleOfSeason(
  tx: Tx,
  season: SeasonKey,
  today: string,
): Promise<{ product_id: number; sale: Sale } | null> {
  const due_dates = await dueDatesOf(tx, season);
  const products = (await productsOf(tx, season))
    .filter((one) => productCategoryOf(one) === 'third_party_activation')
    .map((one) => ({ product_id: one.id, sale: saleOf(one, due_dates, today) }));
  return products.find(({ sale }) => sale.state === 'open') ?? products[0] ?? null;
}

/**
 * Put birds of a season up for sale, all or none; their owners are notified.
 * @param price_cents null: each goes to the best offer
 * @throws Refusal by {@link whyNotList}, {@link lockPigeons} and {@link bringTo}; `pigeon_for_sale_already`
 * @returns how many are listed
 */
export async function listBirds(
  tx: Tx,
  season: SeasonKey,
  { pigeon_ids, price_cents }: { pigeon_ids: readonly number[]; price_cents: Price_cents },
  { by, time_zone, now_ms }: LoftAct,
): Promise<number> {
  const { loft_id, season_id } = season;
  const found = await saleOfSeason(tx, season, dayAt(now_ms, time_zone));
  const no = whyNotList(found?.sale ?? null);
  if (no) throw no;
  const pigeons = await lockPigeons(tx, season, pigeon_ids);
  const open = await tx
    .selectFrom('listings')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', 'in', pigeon_ids)
    .where('status', 'in', ['listed', 'reserved'])
    .execute();
  if (open.length) throw refusalAt('pigeon_ids', 'pigeon_for_sale_already');
  await bringTo(
    tx,
    season,
    pigeons.filter(({ health }) => health !== 'for_sale'),
    'for_sale',
    { by, now_ms },
  );
  const created_at = new Date(now_ms).toISOString();
  const listed = await tx
    .insertInto('listings')
    .values(
      pigeons.map(({ id: pigeon_id }) => ({
        loft_id,
        season_id,
        pigeon_id,
        product_id: found!.product_id,
        price_cents,
        created_at,
      })),
    )
    .returning('id')
    .execute();
  const ids = listed.map(({ id }) => id);
  await appendHistory(
    tx,
    'listing',
    loft_id,
    ids.map((id) => ({ id, from: 'new', to: listingMachine.first })),
    { by, now_ms },
  );
  await notifyListed(tx, ids);
  return ids.length;
}

/** A listing of the season, locked until the transaction ends. @throws Refusal `not_found`. */
export async function lockListing(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  listing_id: number,
): Promise<LockedListing> {
  const [listing] = await lockListings(tx, { loft_id, season_id }, [listing_id]);
  return listing!;
}

async function lockListings(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  ids: readonly number[],
): Promise<LockedListing[]> {
  const listings = await tx
    .selectFrom('listings')
    .select(['id', 'pigeon_id', 'product_id', 'price_cents', 'status'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (listings.length < new Set(ids).size) throw new Refusal('not_found');
  return listings;
}

/** Take a locked listing one step along its machine. @throws Refusal `step_not_possible`. */
export async function moveListing(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  { id, status }: Pick<LockedListing, 'id' | 'status'>,
  event: ListingEvent,
  { by, now_ms }: Act,
): Promise<void> {
  await appendHistory(tx, 'listing', loft_id, [{ id, from: status, to: step(listingMachine, status, event) }], {
    by,
    now_ms,
  });
}

/** Change the price of a locked listing. @throws Refusal by {@link whyNotPrice}. */
export async function priceListing(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  listing: LockedListing,
  price_cents: number,
  by: number | null,
): Promise<void> {
  const no = whyNotPrice(listing);
  if (no) throw no;
  if (listing.price_cents === price_cents) return;
  await tx
    .updateTable('listings')
    .set({ price_cents })
    .where('loft_id', '=', loft_id)
    .where('id', '=', listing.id)
    .execute();
  const forAudit = (price: Price_cents) => ({ season_id, listing_id: listing.id, price_cents: price });
  const [before, after] = [forAudit(listing.price_cents), forAudit(price_cents)];
  await writeAudit(tx, { loft_id, user_id: by, action: 'listing.price', before, after });
}

/**
 * Withdraw listings, all or none. Each bird returns to its earlier state; it is locked before its listing.
 * @throws Refusal `nothing_chosen`, `not_found`, by {@link whyNotWithdraw}.
 */
export async function withdrawListings(
  tx: Tx,
  season: SeasonKey,
  listing_ids: readonly number[],
  act: Act,
): Promise<number> {
  if (!listing_ids.length) throw new Refusal('nothing_chosen');
  const birds = await tx
    .selectFrom('listings')
    .select('pigeon_id')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', 'in', listing_ids)
    .execute();
  if (!birds.length) throw new Refusal('not_found');
  const pigeons = await lockPigeons(tx, season, [...new Set(birds.map(({ pigeon_id }) => pigeon_id))]);
  const listings = await lockListings(tx, season, listing_ids);
  for (const { status } of listings) {
    const no = whyNotWithdraw(status);
    if (no) throw no;
  }
  for (const listing of listings) await moveListing(tx, season, listing, 'withdraw', act);
  const before = await statesBefore(tx, season, pigeons);
  for (const [health, some] of Map.groupBy(pigeons, ({ id }) => before.get(id)!))
    await bringTo(tx, season, some, health, act);
  return listings.length;
}

/** The health states of birds before they were put up for sale. */
async function statesBefore(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  pigeons: readonly LockedPigeon[],
): Promise<Map<number, Health>> {
  const { rows } = await sql<{ pigeon_id: number; health: Health }>`
    select distinct on (pigeon_id) pigeon_id, from_status as health from pigeon_history
    where loft_id = ${loft_id} and pigeon_id = any(${pigeons.map(({ id }) => id)}::bigint[])
      and machine = 'pigeon_health' and to_status = 'for_sale'
    order by pigeon_id, n desc`.execute(tx);
  return new Map(rows.map(({ pigeon_id, health }) => [pigeon_id, health]));
}

/** Notifies the owners of these birds, also those who bought one, that they are for sale. */
function notifyListed(tx: Tx, listing_ids: readonly number[]): Promise<void> {
  return notifyEach(
    tx,
    'bird_sale',
    sql`
    select told.user_id, 'listed:' || i.id as key, jsonb_build_object('loft', l.name, 'bird', p.ring, 'as', 'listed',
      'path', '/lofts/' || p.loft_id || '/teams/' || coalesce(p.team_id || '/', '') || 'pigeons/' || p.id) as facts
    from listings i
    join lofts l on l.id = i.loft_id
    join pigeons p on p.loft_id = i.loft_id and p.id = i.pigeon_id
    cross join lateral (
      select ${firstOwner} as user_id
      union
      select r.user_id from pigeon_rights r
      where r.loft_id = p.loft_id and r.pigeon_id = p.id and r.until_day is null) told
    where i.id = any(${listing_ids}::bigint[]) and told.user_id is not null`,
  );
}
