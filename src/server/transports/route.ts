/** The route of an agent's day: the stops of the collections that they hold, in their own order (6.5). */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import { isPayable } from '#domain/orders/order.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { inRouteOrder } from '#domain/transports/route.ts';
import type { AgentRoute, Stop } from '#domain/transports/route-contract.ts';
import { whyNotClose, whyNotPutBack } from '#domain/transports/transport.ts';
import type { Tx } from '#server/db/database.ts';
import { cameAnotherWay, carriedOf, handedOverOn, isAhead, locatedSince, locationsOf } from './transports.ts';
import { listed } from './views.ts';

/**
 * The route of an agent in these lofts on a day: open requests only, so that customers are no longer shown once a
 * request has ended. Birds of an ended order are a stop of the present day until they are given back.
 * @param day left out: the next day with an open request by the clocks of the lofts, else the last one
 */
export async function routeOf(
  tx: Tx,
  { agent_id, loft_ids }: { agent_id: number; loft_ids: readonly number[] },
  { day: chosen, now_ms }: { day?: string | undefined; now_ms: number },
): Promise<AgentRoute> {
  const mine = sql`c.agent_id = ${agent_id} and t.loft_id = any(${loft_ids}::bigint[])
    and ${isAhead}`;
  const { rows: zones } = await sql<{ time_zone: string }>`
    select distinct time_zone from lofts where id = any(${loft_ids}::bigint[])`.execute(tx);
  const today = zones.map(({ time_zone }) => dayAt(now_ms, time_zone)).toSorted()[0] ?? dayAt(now_ms, 'UTC');
  const stopDay = sql`(case when t.status = 'cancelled' then greatest(c.day, ${today}::date) else c.day end)`;
  const { rows: days } = await sql<{ day: string; stops: number }>`
    select ${stopDay} as day, count(*)::int as stops
    from transports t join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    where ${mine} group by 1 order by 1`.execute(tx);
  const day = chosen ?? days.find((one) => one.day >= today)?.day ?? days.at(-1)?.day ?? today;
  const transports = await listed(tx, sql`${mine} and ${stopDay} = ${day}::date`);
  const { rows: reached } = await sql<Reached>`
    select t.id, coalesce(t.phone, u.phone) as phone, ${handedOverOn} as handed_over_on,
      u.street, u.zipcode, u.city, u.country, o.amount_cents, o.currency,
      (select coalesce(json_agg(json_build_object(
          'location', p.location, 'since', ${locatedSince}, 'came_another_way', ${cameAnotherWay})), '[]')
        from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
        where e.loft_id = t.loft_id and e.order_id = t.order_id) as birds
    from transports t join orders o on o.loft_id = t.loft_id and o.id = t.order_id join users u on u.id = o.user_id
    where t.id = any(${transports.map(({ id }) => id)}::bigint[])`.execute(tx);
  const byId = new Map(reached.map((one) => [one.id, one]));
  const stops = transports.map((transport): Stop => {
    const { id: _id, amount_cents, currency, birds, handed_over_on, ...contact } = byId.get(transport.id)!;
    const carried = carriedOf(birds, handed_over_on);
    const today = dayAt(now_ms, transport.order.loft.time_zone);
    const { collection, not_entered, places, to_give_back } = transport;
    const collected = not_entered + locationsOf(birds, { handed_over_on: null }).filter(hasLeft).length;
    return {
      ...transport,
      ...contact,
      collected,
      transport_cents: (collected || places) * collection.price_cents,
      can_close:
        whyNotClose(transport.status, locationsOf(birds, { handed_over_on }), { day: collection.day, today }) === null,
      can_put_back: to_give_back === 0 && whyNotPutBack(carried, today) === null,
      to_pay: isPayable(transport.order.status) && !transport.has_cash ? { amount_cents, currency } : null,
    };
  });
  const own = await tx
    .selectFrom('agent_routes')
    .select(sql<number[]>`array_to_json(transport_ids)`.as('transport_ids'))
    .where('user_id', '=', agent_id)
    .where('day', '=', day)
    .executeTakeFirst();
  return {
    day,
    days: days.some((one) => one.day === day)
      ? days
      : [...days, { day, stops: 0 }].toSorted((a, b) => a.day.localeCompare(b.day)),
    stops: inRouteOrder(stops, own?.transport_ids ?? []),
  };
}

const hasLeft = (location: Location) => location !== 'at_home';

interface Reached extends Pick<Stop, 'id' | 'phone' | 'street' | 'zipcode' | 'city' | 'country'> {
  amount_cents: number;
  currency: string;
  birds: { location: Location; since: string | null; came_another_way: boolean }[];
  handed_over_on: string | null;
}

/** Keeps an agent's order of the stops of a day. */
export async function keepRouteOrder(
  tx: Tx,
  route: { user_id: number; day: string; transport_ids: readonly number[] },
): Promise<void> {
  const transport_ids = [...route.transport_ids];
  await tx
    .insertInto('agent_routes')
    .values({ ...route, transport_ids })
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doUpdateSet({ transport_ids }))
    .execute();
}
