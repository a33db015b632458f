/** Orders by their number, for those who may read them. */
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/contract.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type Actor, can } from '#domain/policy.ts';
import { orderNumbersIn } from '#domain/search/order-number.ts';
import type { searchOrders } from '#domain/search/orders-contract.ts';
import type { Tx } from '#server/db/database.ts';

type FoundOrder = ReplyOf<typeof searchOrders>['orders'][number];

/** Many seasons may have an order of one number. */
const mostFound = 20;

/** The orders that a text names and this person may read, their own ones first. */
export async function foundOrders(tx: Tx, q: string, actor: Extract<Actor, { kind: 'user' }>): Promise<FoundOrder[]> {
  const named = orderNumbersIn(q);
  if (!named.length) return [];
  const { rows } = await sql<
    Omit<FoundOrder, 'number' | 'is_own'> & { number: number; year: number | null; loft_id: number; user_id: number }
  >`
    select o.id as order_id, o.loft_id, o.user_id, o.number, o.status, s.id as season_id, s.name as season, s.year,
      l.name as loft, nullif(concat_ws(' ', u.first_name, u.last_name), '') as customer
    from orders o
    join lofts l on l.id = o.loft_id
    join users u on u.id = o.user_id
    left join seasons s on s.loft_id = o.loft_id and s.id = o.season_id
    where o.number = any(${named.map((one) => one.number)}::int[])
      and exists (select from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (year int, number int)
        where named.number = o.number and named.year is not distinct from s.year % 100)
    order by (o.user_id = ${actor.user_id}) desc, s.year desc nulls last, o.id desc`.execute(tx);
  return rows
    .filter((order) => can(actor, 'order.read', order))
    .slice(0, mostFound)
    .map(({ loft_id: _l, user_id, number, year, ...order }) => {
      const is_own = user_id === actor.user_id;
      return { ...order, number: orderNumber({ year, number }), is_own, customer: is_own ? null : order.customer };
    });
}
