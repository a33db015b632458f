/** Buying a bird or making an offer: an order like any other, which the program confirms at once. */

import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { isPayable } from '#domain/orders/order.ts';
import { hasAddress } from '#domain/orders/registration.ts';
import { type Offer, type Wish, whyNotAccept, whyNotBuy, whyNotOffer } from '#domain/sales/listing.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockPlaces, moveOrder } from '#server/orders/orders.ts';
import { personOf } from '#server/orders/registration.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import { type LockedListing, lockListing, moveListing } from './listings.ts';
import { notifyOffered } from './offer-notices.ts';

interface Buying {
  user_id: number;
  time_zone: string;
  now_ms: number;
}

/**
 * Order a bird at its price. The season is locked first, then the listing: of several simultaneous buyers one gets it,
 * and a repeated request returns the same order.
 * @param seen_cents the price that the buyer saw
 * @throws Refusal `not_found`, by {@link whyNotBuy} and `placeSeasonOrder`
 * @returns the id of the order
 */
export async function buy(
  tx: Tx,
  season: SeasonKey,
  { listing_id, seen_cents }: { listing_id: number; seen_cents: number },
  buying: Buying,
): Promise<number> {
  await lockPlaces(tx, season);
  const listing = await lockListing(tx, season, listing_id);
  const own = await ownOrder(tx, season, listing, buying.user_id);
  if (own !== null) return own;
  const no = whyNotBuy(await wishOf(tx, season, listing, buying), seen_cents);
  if (no) throw no;
  return reserve(tx, season, listing, { ...buying, amount_cents: seen_cents, offer_n: null, by: buying.user_id });
}

/**
 * Make an offer for a bird; the loft's merchants are notified.
 * @throws Refusal `not_found`, by {@link whyNotOffer}
 * @returns its number among the listing's offers
 */
export async function offer(
  tx: Tx,
  season: SeasonKey,
  { listing_id, amount_cents }: { listing_id: number; amount_cents: number },
  buying: Buying,
): Promise<number> {
  const listing = await lockListing(tx, season, listing_id);
  const offers = (await offersOf(tx, season, [listing_id])).get(listing_id) ?? [];
  const { user_id, now_ms } = buying;
  const no = whyNotOffer(await wishOf(tx, season, listing, buying), offers, { user_id, amount_cents });
  if (no) throw no;
  const n = offers.reduce((most, one) => Math.max(most, one.n), 0) + 1;
  const at = new Date(now_ms).toISOString();
  await tx
    .insertInto('sale_offers')
    .values({ loft_id: season.loft_id, listing_id, n, user_id, amount_cents, at })
    .execute();
  await notifyOffered(tx, season, listing, { n, user_id, amount_cents });
  return n;
}

/**
 * Accept the best offer: the bird is ordered for the person who made it.
 * @throws Refusal `not_found`, by {@link whyNotAccept} and `placeSeasonOrder`
 * @returns the id of the order
 */
export async function accept(
  tx: Tx,
  season: SeasonKey,
  { listing_id, n }: { listing_id: number; n: number },
  act: LoftAct,
): Promise<number> {
  await lockPlaces(tx, season);
  const listing = await lockListing(tx, season, listing_id);
  const offers = (await offersOf(tx, season, [listing_id])).get(listing_id) ?? [];
  const no = whyNotAccept(listing.status, offers, n);
  if (no) throw no;
  const { user_id, amount_cents } = offers.find((one) => one.n === n)!;
  return reserve(tx, season, listing, { ...act, user_id, amount_cents, offer_n: n });
}

/** All offers for these listings, by listing, the oldest first. */
export async function offersOf(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  listing_ids: readonly number[],
): Promise<Map<number, Offer[]>> {
  if (!listing_ids.length) return new Map();
  const rows = await tx
    .selectFrom('sale_offers as o')
    .leftJoin('sale_orders as s', (join) =>
      join
        .onRef('s.loft_id', '=', 'o.loft_id')
        .onRef('s.listing_id', '=', 'o.listing_id')
        .onRef('s.offer_n', '=', 'o.n'),
    )
    .select(['o.listing_id', 'o.n', 'o.user_id', 'o.amount_cents', 's.order_id'])
    .where('o.loft_id', '=', loft_id)
    .where('o.listing_id', 'in', listing_ids)
    .orderBy('o.listing_id')
    .orderBy('o.n')
    .execute();
  const offers = rows.map(({ order_id, ...one }) => ({ ...one, is_spent: order_id !== null }));
  return Map.groupBy(offers, ({ listing_id }) => listing_id);
}

interface Reserving extends LoftAct {
  user_id: number;
  amount_cents: number;
  offer_n: number | null;
}

async function reserve(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  listing: LockedListing,
  { user_id, amount_cents, offer_n, by, time_zone, now_ms }: Reserving,
): Promise<number> {
  const wanted = [{ product_id: listing.product_id, quantity: 1, amount_cents }];
  const keep = async (order_id: number) => {
    await moveListing(tx, { loft_id }, listing, 'reserve', { by, now_ms });
    await tx
      .insertInto('sale_orders')
      .values({ loft_id, season_id, order_id, listing_id: listing.id, offer_n })
      .execute();
  };
  const sent = { kind: 'sale' as const, user_id, wanted, by, isAccepted: true, keep };
  const order = await placeSeasonOrder(tx, { loft_id, season_id }, sent, { time_zone, now_ms });
  await moveOrder(tx, order, 'confirm', { by: null, time_zone, now_ms });
  return order.id;
}

/** The person's open order of a listing, or null. */
async function ownOrder(
  tx: Tx,
  { loft_id }: SeasonKey,
  { id }: LockedListing,
  user_id: number,
): Promise<number | null> {
  const found = await tx
    .selectFrom('sale_orders as s')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 's.loft_id').onRef('o.id', '=', 's.order_id'))
    .select(['o.id', 'o.status'])
    .where('s.loft_id', '=', loft_id)
    .where('s.listing_id', '=', id)
    .where('o.user_id', '=', user_id)
    .execute();
  return found.find(({ status }) => isPayable(status))?.id ?? null;
}

/** A buyer's wish as the rules need it. */
async function wishOf(
  tx: Tx,
  { loft_id }: SeasonKey,
  { pigeon_id, status, price_cents }: LockedListing,
  { user_id, time_zone, now_ms }: Buying,
): Promise<Wish> {
  const holders = (await holdersOf(tx, { loft_id }, [pigeon_id], dayAt(now_ms, time_zone))).get(pigeon_id)!;
  const entry = await tx
    .selectFrom('loft_permissions')
    .select('is_active')
    .where('loft_id', '=', loft_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return {
    status,
    price_cents,
    is_own: holders.some((holder) => holder.user_id === user_id),
    works_here: entry?.is_active ?? false,
    has_address: hasAddress(await personOf(tx, user_id)),
  };
}
