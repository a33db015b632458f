/** The places of a registration: taken with its order, given back once when it ends, in the transaction of the step. */
import type { SeasonKey } from '#domain/keys.ts';
import type { Places } from '#domain/orders/cart.ts';
import { holdsPlaces } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { countTaken } from '#server/seasons/place-counts.ts';
import type { SeasonOrderSteps } from './consequences.ts';

/** Store the places that an order takes in its season. */
export async function keepPlaces(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  order_id: number,
  { active, reserve }: Places,
): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({ loft_id, season_id, order_id, pigeons_active: active, pigeons_reserve: reserve })
    .execute();
}

/** The places that orders took, by order id; orders that are no registrations are left out. */
export async function placesOfOrders(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  order_ids: readonly number[],
): Promise<Map<number, { pigeons_active: number; pigeons_reserve: number }>> {
  const rows = await tx
    .selectFrom('registrations')
    .select(['order_id', 'pigeons_active', 'pigeons_reserve'])
    .where('loft_id', '=', loft_id)
    .where('order_id', 'in', order_ids)
    .execute();
  return new Map(rows.map(({ order_id, ...places }) => [order_id, places]));
}

/** Count the places and products of new, ended and reopened orders. Their season is locked. */
export async function countPlaces(tx: Tx, { steps, loft_id, season_id }: SeasonOrderSteps): Promise<void> {
  const signs = new Map(
    steps.flatMap(({ order: { id, status }, from }) => {
      const held = from !== 'new' && holdsPlaces(from);
      const sign = Number(holdsPlaces(status)) - Number(held);
      return sign === 0 ? [] : [[id, sign]];
    }),
  );
  if (!signs.size) return;
  const positions = await tx
    .selectFrom('order_positions')
    .select(['order_id', 'product_id', 'quantity'])
    .where('loft_id', '=', loft_id)
    .where('order_id', 'in', [...signs.keys()])
    .where('product_id', 'is not', null)
    .execute();
  const places = [...(await placesOfOrders(tx, { loft_id }, [...signs.keys()]))];
  await countTaken(
    tx,
    { loft_id, season_id },
    {
      pigeons_active: places.reduce((sum, [id, { pigeons_active }]) => sum + signs.get(id)! * pigeons_active, 0),
      pigeons_reserve: places.reduce((sum, [id, { pigeons_reserve }]) => sum + signs.get(id)! * pigeons_reserve, 0),
      products: positions.map(({ order_id, product_id, quantity }) => ({
        product_id: product_id!,
        quantity: signs.get(order_id)! * quantity,
      })),
    },
  );
}
