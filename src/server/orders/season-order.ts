/** Ordering products of a season: checked against its places and dates, with the season locked. */

import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { placesOf, whyNotOrder } from '#domain/orders/cart.ts';
import type { SeasonKind } from '#domain/orders/order.ts';
import { refusalAt } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { productsOf } from '#server/seasons/products.ts';
import type { Order } from './order.ts';
import { lockPlaces, type NewOrder, placeOrder } from './orders.ts';
import { keepPlaces } from './places.ts';

/** The ordered quantity of one product. */
export interface Wanted {
  product_id: number;
  quantity: number;
  /** The price of one, where it is agreed for this order: a bird that is sold. */
  amount_cents?: number;
}

/** The input of {@link placeSeasonOrder}. */
export interface NewSeasonOrder extends Omit<NewOrder, 'loft_id' | 'season_id' | 'kind' | 'currency' | 'positions'> {
  kind: SeasonKind;
  wanted: readonly Wanted[];
}

/**
 * Order products of a season. The season is locked here, so that its places are counted once.
 * @param now_ms when; the day in the loft's time zone decides what is on sale
 * @throws Refusal `not_found` for a product of another season; by {@link whyNotOrder}
 */
export async function placeSeasonOrder(
  tx: Tx,
  season: SeasonKey,
  { wanted, ...order }: NewSeasonOrder,
  now: { time_zone: string; now_ms: number },
): Promise<Order> {
  const { currency, ...capacity } = await lockPlaces(tx, season);
  const products = new Map((await productsOf(tx, season)).map((product) => [product.id, product]));
  const lines = wanted.map(({ product_id, quantity, amount_cents }, i) => {
    const product = products.get(product_id);
    if (!product) throw refusalAt(`lines.${i}.product_id`, 'not_found');
    return { product: { ...product, ...(amount_cents !== undefined && { amount_cents }) }, quantity };
  });
  const no = whyNotOrder(lines, capacity, await dueDatesOf(tx, season), dayAt(now.now_ms, now.time_zone));
  if (no) throw no;
  const { loft_id, season_id } = season;
  const positions = lines.map(({ product: { id: product_id, amount_cents }, quantity }) => ({
    product_id,
    quantity,
    amount_cents,
  }));
  const keep = (order_id: number) => keepPlaces(tx, season, order_id, placesOf(lines));
  const ofKind = order.kind === 'registration' && { keep };
  return placeOrder(tx, { loft_id, season_id, currency, positions, ...ofKind, ...order }, now);
}
