/** Notices of a paid sale to the buyer and the former owner. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { notifyEach } from '#server/notifications/notify.ts';
import type { Order } from '#server/orders/order.ts';
import { firstOwner } from '#server/pigeons/rights.ts';

/** Notify both of an order that is paid now, in step `n` of its history; an order without a bird notifies none. */
export async function notifySold(tx: Tx, { loft_id, id, user_id }: Order, n: number): Promise<void> {
  await notifyEach(
    tx,
    'bird_sale',
    sql`
    select told.user_id, 'sold:' || ${id}::bigint || ':' || ${n}::int as key, jsonb_build_object('loft', l.name, 'bird', p.ring,
      'as', told.word, 'path', case told.word when 'bought' then '/registrations/' || ${id}::bigint else
        '/lofts/' || p.loft_id || '/teams/' || coalesce(p.team_id || '/', '') || 'pigeons/' || p.id end) as facts
    from sale_orders s
    join lofts l on l.id = s.loft_id
    join listings i on i.loft_id = s.loft_id and i.id = s.listing_id
    join pigeons p on p.loft_id = i.loft_id and p.id = i.pigeon_id
    cross join lateral (values (${user_id}::bigint, 'bought'), (${firstOwner}, 'sold')) told (user_id, word)
    where s.loft_id = ${loft_id} and s.order_id = ${id} and told.user_id is not null`,
  );
}
