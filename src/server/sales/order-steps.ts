/** Listings follow the steps of their orders, and end when their bird is no longer for sale. */
import { dayAt } from '#domain/day.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { listingStepAfter, partWhenSold } from '#domain/sales/listing.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import type { SeasonOrderSteps } from '#server/orders/consequences.ts';
import type { PigeonStep } from '#server/pigeons/consequences.ts';
import { endSoldRights, grantSoldRights } from '#server/pigeons/granted-rights.ts';
import { bringTo, type LockedPigeon, lockPigeons } from '#server/pigeons/statuses.ts';
import { lockListing, moveListing } from './listings.ts';
import { notifySold } from './sold-notices.ts';

/**
 * Change listings, rights and birds after steps of sale orders. Paid: the buyer has the rights from that day in the loft's time zone, and the bird
 * races again. Revoked: the rights end. Ended unpaid: the bird is listed again if it is still for sale. Birds are
 * locked first, then their listings: the common lock order.
 */
export async function updateSales(tx: Tx, { steps, act, ...season }: SeasonOrderSteps): Promise<void> {
  const { by, now_ms, time_zone } = act;
  const byOrder = new Map(steps.filter(({ order }) => changesListing(order.status)).map((one) => [one.order.id, one]));
  if (!byOrder.size) return;
  const sales = await tx
    .selectFrom('sale_orders as s')
    .innerJoin('listings as l', (join) => join.onRef('l.loft_id', '=', 's.loft_id').onRef('l.id', '=', 's.listing_id'))
    .select(['s.order_id', 'l.id as listing_id', 'l.pigeon_id'])
    .where('s.loft_id', '=', season.loft_id)
    .where('s.order_id', 'in', [...byOrder.keys()])
    .orderBy('l.id')
    .execute();
  if (!sales.length) return;
  const birds = await lockPigeons(
    tx,
    season,
    sales.map(({ pigeon_id }) => pigeon_id),
  );
  const day = dayAt(now_ms, time_zone);
  for (const { order_id, listing_id, pigeon_id } of sales) {
    const { order, n } = byOrder.get(order_id)!;
    const bird = birds.find(({ id }) => id === pigeon_id)!;
    const listing = await lockListing(tx, season, listing_id);
    const isForSale = bird.health === 'for_sale';
    await moveListing(tx, season, listing, listingStepAfter(order.status, listing.status, isForSale), { by, now_ms });
    if (order.status !== 'paid') {
      await endSoldRights(tx, order, day);
      continue;
    }
    const given = { user_id: order.user_id, order_id, from_day: day, now_ms };
    await grantSoldRights(tx, { loft_id: season.loft_id, pigeon_id }, given);
    if (isForSale)
      await bringTo(tx, season, [bird], partWhenSold(await partBefore(tx, season.loft_id, bird)), { by, now_ms });
    await notifySold(tx, order, n);
  }
}

/** Whether an order state changes its listing. */
const changesListing = (status: OrderStatus) =>
  status !== 'pending' && status !== 'confirmed' && status !== 'payment_pending';

/** The health state of a bird before it was put up for sale. */
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

/** Withdraw the listings of birds that are no longer for sale; a reserved one the loft settles by hand. */
export async function delistBirds(tx: Tx, { loft_id, pigeons, act }: PigeonStep): Promise<void> {
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
