/** What becomes of the order of a bird becomes of its listing; and a bird that is no longer for sale is off the sale. */
import { dayAt } from '#domain/day.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { listingStepAfter, partWhenSold } from '#domain/sales/listing.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import type { OrderStep } from '#server/orders/consequences.ts';
import type { PigeonStep } from '#server/pigeons/consequences.ts';
import { endBought, giveBought } from '#server/pigeons/given-rights.ts';
import { bringTo, type LockedPigeon, lockPigeons } from '#server/pigeons/statuses.ts';
import { lockListing, moveListing } from './listings.ts';
import { tellSold } from './sold-news.ts';

/**
 * Paid, its buyer has the rights from that day of the loft on and the bird its part in the race; taken back, they end;
 * ended unpaid, it is listed again while it is still for sale. The bird is locked first, then its listing, as everybody
 * locks them.
 */
export async function followSale(tx: Tx, { order, n, act: { by, now_ms, time_zone } }: OrderStep): Promise<void> {
  const { loft_id, id: order_id, status } = order;
  if (status === 'pending' || status === 'confirmed' || status === 'payment_pending') return;
  const sale = await tx
    .selectFrom('sale_orders as s')
    .innerJoin('listings as l', (join) => join.onRef('l.loft_id', '=', 's.loft_id').onRef('l.id', '=', 's.listing_id'))
    .select(['l.id as listing_id', 'l.pigeon_id'])
    .where('s.loft_id', '=', loft_id)
    .where('s.order_id', '=', order_id)
    .executeTakeFirst();
  if (!sale) return;
  const [bird] = await lockPigeons(tx, order, [sale.pigeon_id]);
  const listing = await lockListing(tx, order, sale.listing_id);
  const isForSale = bird!.health === 'for_sale';
  await moveListing(tx, order, listing, listingStepAfter(status, listing.status, isForSale), { by, now_ms });
  const day = dayAt(now_ms, time_zone);
  if (status !== 'paid') return endBought(tx, order, day);
  await giveBought(tx, { loft_id, pigeon_id: bird!.id }, { user_id: order.user_id, order_id, from_day: day, now_ms });
  if (isForSale) await bringTo(tx, order, [bird!], partWhenSold(await partBefore(tx, loft_id, bird!)), { by, now_ms });
  await tellSold(tx, order, n);
}

/** How a bird stood before it was put up for sale. */
async function partBefore(tx: Tx, loft_id: number, { id }: Pick<LockedPigeon, 'id'>): Promise<Health> {
  const { from_status } = await tx
    .selectFrom('pigeon_history')
    .select('from_status')
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', id)
    .where('machine', '=', 'pigeon_health')
    .where('to_status', '=', 'for_sale')
    .orderBy('n', 'desc')
    .executeTakeFirstOrThrow();
  return from_status as Health;
}

/** Take listings of birds that are no longer for sale off the sale; one that is ordered the loft settles by hand. */
export async function leaveSale(tx: Tx, { loft_id, pigeons, act }: PigeonStep): Promise<void> {
  const left = pigeons.filter(({ from }) => from === 'for_sale').map(({ id }) => id);
  if (!left.length) return;
  const listed = await tx
    .selectFrom('listings')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', 'in', left)
    .where('status', '=', 'listed')
    .orderBy('id')
    .forUpdate()
    .execute();
  const steps = listed.map(({ id }) => ({ id, from: 'listed', to: 'withdrawn' }));
  await appendHistory(tx, 'listing', loft_id, steps, act);
}
