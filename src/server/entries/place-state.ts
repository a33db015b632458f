/** Whether a bird has a place in its season: a part of queries over `pigeons p`. */
import { type RawBuilder, sql } from 'kysely';
import { type AlikeBirds, type BirdsToFly, birdsToFly } from '#domain/entries/birds-to-fly.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';

const holding = sql`${orderStatuses.filter(holdsPlaces)}::text[]`;

/** The order `o` and the extra place `x` of a bird. */
export const placeJoins = sql`
  left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
  left join orders o on o.loft_id = e.loft_id and o.id = e.order_id and o.status = any(${holding})
  left join extra_places x on x.loft_id = p.loft_id and x.pigeon_id = p.id`;

/**
 * `paid`, `unpaid` or `none`, with {@link placeJoins}. A bird at a place of an order is paid with that order; an extra
 * place is free. Where the season has sold no places, none is asked for.
 */
export const placeState = ({ loft_id, season_id }: SeasonKey): RawBuilder<AlikeBirds['place']> => sql`
  case when x.kind = 'outside_order' or o.status = 'paid' then 'paid' when o.id is not null then 'unpaid'
    when x.kind is not null or not exists (select from orders sold where sold.loft_id = ${loft_id}
      and sold.season_id = ${season_id} and sold.kind = 'registration' and sold.status = any(${holding})) then 'paid'
    else 'none' end`;

/** The birds of a season by what decides whether they fly. */
export async function countBirdsToFly(tx: Tx, key: SeasonKey): Promise<BirdsToFly> {
  const { rows } = await sql<AlikeBirds>`
    select p.health, p.progress, ${placeState(key)} as place, count(*)::int as count
    from pigeons p ${placeJoins}
    where p.loft_id = ${key.loft_id} and p.season_id = ${key.season_id} group by 1, 2, 3`.execute(tx);
  return birdsToFly(rows);
}
