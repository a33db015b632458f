/** The number of taken places of a season and of its products. Callers have locked the season's row. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';

/** Places taken together; negative where they are given back. */
export interface Taken {
  pigeons_active: number;
  pigeons_reserve: number;
  products: readonly { product_id: number; quantity: number }[];
}

/** Count places; database constraints check the maxima, and the counts again at the end of the transaction. */
export async function countTaken(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { pigeons_active, pigeons_reserve, products }: Taken,
): Promise<void> {
  await sql`
    update seasons set taken_active_pigeons = taken_active_pigeons + ${pigeons_active},
      taken_reserve_pigeons = taken_reserve_pigeons + ${pigeons_reserve}
    where loft_id = ${loft_id} and id = ${season_id}`.execute(tx);
  await sql`
    update products p set sold = p.sold + taken.quantity
    from (select product_id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as t (product_id bigint, quantity int)
      group by product_id) taken
    where p.loft_id = ${loft_id} and p.season_id = ${season_id} and p.id = taken.product_id`.execute(tx);
}

/** Birds that race in addition to the ordered places: outside an order, or as additionally activated reserves. */
export interface Beside {
  outside_order?: number;
  activated_reserve?: number;
}

/** Count birds that race in addition to the ordered places; negative where they no longer do. */
export async function countBeside(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { outside_order = 0, activated_reserve = 0 }: Beside,
): Promise<void> {
  if (!outside_order && !activated_reserve) return;
  await sql`
    update seasons set outside_order_pigeons = outside_order_pigeons + ${outside_order},
      activated_reserve_pigeons = activated_reserve_pigeons + ${activated_reserve}
    where loft_id = ${loft_id} and id = ${season_id}`.execute(tx);
}
