/** A season's orders as its merchants list and decide them. */

import { sql } from 'kysely';
import type { z } from 'zod';
import type { SeasonKey } from '#domain/keys.ts';
import type { contact, ListedOrder, Outcome } from '#domain/orders/admin-contract.ts';
import type { WaitingCash } from '#domain/orders/contract.ts';
import { holdsPlaces, isPayable, type OrderEvent, type OrderStatus, orderNumber } from '#domain/orders/order.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { attempt } from '#server/db/transaction.ts';
import { alphabetically, type ListOf, nameOf } from '#server/pagination.ts';
import { labelOf } from '#server/seasons/order-label.ts';
import { yearOf } from '#server/seasons/seasons.ts';
import { cashOf } from './cash.ts';
import type { Order } from './order.ts';
import { lockOrders, moveOrder, moveOrders } from './orders.ts';
import { reopenOrder } from './reopening.ts';
import { toPay } from './views.ts';

interface Row {
  id: number;
  number: number;
  status: OrderStatus;
  amount_cents: number;
  pigeons_active: number;
  pigeons_reserve: number;
  pay_until: string | null;
  created_at: string;
  since: string;
  user_id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  team_id: number | null;
  team: string | null;
  country: string | null;
  agent: string | null;
  cash: WaitingCash | null;
  products: string[];
}

/** The season facts from which the rows of a list are built. */
export interface SeasonTime {
  year: number;
  time_zone: string;
  now_ms: number;
}

/** The orders of a season as a list, optionally of one state; searched by number, customer or team. */
export function listOfOrders(
  { loft_id, season_id }: SeasonKey,
  { year, status }: { year: number; status?: OrderStatus | undefined },
): ListOf<'number' | 'customer' | 'pigeons' | 'amount' | 'waiting'> {
  return {
    from: sql`from orders o
      left join users u on u.id = o.user_id
      left join registrations g on g.loft_id = o.loft_id and g.season_id = o.season_id and g.order_id = o.id
      left join teams t on t.loft_id = o.loft_id and t.season_id = o.season_id and t.id = o.team_id
      where o.loft_id = ${loft_id} and o.season_id = ${season_id} and ${status ? sql`o.status = ${status}` : sql`true`}`,
    id: sql`o.id`,
    columns: {
      number: sql`o.number`,
      customer: alphabetically(nameOf('u')),
      pigeons: sql`coalesce(g.pigeons_active + g.pigeons_reserve, 0)`,
      amount: sql`o.amount_cents`,
      // The longest waiting first.
      waiting: sql`(select at from order_history h where h.loft_id = o.loft_id and h.order_id = o.id order by h.n desc limit 1)`,
    },
    ties: [sql`o.number`],
    search: {
      texts: [
        labelOf(sql`${year}::int`, 'o'),
        sql`u.plain_name`,
        sql`u.plain_email`,
        sql`coalesce(t.plain_name, plain_text(o.team_was))`,
      ],
      country: (codes) => sql`coalesce(t.country, o.team_country_was) = any(${codes})`,
    },
  };
}

/** These orders of a season as rows of its list. */
export async function listedOrders(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  ids: readonly number[],
  { year, time_zone, now_ms }: SeasonTime,
): Promise<ListedOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.number, o.status, o.amount_cents, coalesce(g.pigeons_active, 0) as pigeons_active,
      coalesce(g.pigeons_reserve, 0) as pigeons_reserve, o.pay_until, o.created_at,
      ${cashOf('o')} as cash,
      array(select pr.name from order_positions op join products pr on pr.loft_id = op.loft_id and pr.id = op.product_id
        where op.loft_id = o.loft_id and op.order_id = o.id order by op.n) as products, h.at as since, o.user_id, u.first_name, u.last_name, u.email, t.id as team_id,
      coalesce(t.name, o.team_was) as team, coalesce(t.country, o.team_country_was) as country,
      case when a.id is not null then coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '–') end as agent
    from orders o
    join users u on u.id = o.user_id
    left join registrations g on g.loft_id = o.loft_id and g.season_id = o.season_id and g.order_id = o.id
    left join teams t on t.loft_id = o.loft_id and t.season_id = o.season_id and t.id = o.team_id
    join lateral (select at from order_history where loft_id = o.loft_id and order_id = o.id order by n desc limit 1) h
      on true
    left join transports r on r.loft_id = o.loft_id and r.order_id = o.id and r.status in ('pending', 'confirmed')
    left join collections c on c.loft_id = r.loft_id and c.id = r.collection_id
    left join users a on a.id = c.agent_id
    where o.loft_id = ${loft_id} and o.season_id = ${season_id} and o.id = any(${ids}::bigint[])
    order by o.number`.execute(tx);
  return rows.map(({ number, pay_until, user_id, first_name, last_name, email, team_id, team, country, ...one }) => ({
    ...one,
    number: orderNumber({ year, number }),
    customer: { user_id, first_name, last_name, email },
    team: team === null ? null : { id: team_id, name: team, country },
    to_pay: isPayable(one.status) && pay_until !== null && !one.cash ? toPay(pay_until, time_zone, now_ms) : null,
  }));
}

/**
 * Take each of these orders of a season one step. Each succeeds or fails by itself: an order that another operator, its
 * customer or the clock changed first stays as it is, and the outcome says so.
 * @param by who decides
 * @param seen the state in which they saw an order: in another one it is refused with `order_changed`
 * @throws Refusal `nothing_chosen`; `not_found` for an order of another season.
 */
export async function decideOrders(
  tx: Tx,
  season: SeasonKey,
  {
    order_ids,
    seen,
    event,
    ...act
  }: {
    order_ids: readonly number[];
    seen: readonly { order_id: number; status: OrderStatus }[];
    event: OrderEvent;
  } & LoftAct,
): Promise<Outcome[]> {
  if (!order_ids.length) throw new Refusal('nothing_chosen');
  const orders = await lockOrders(tx, season, order_ids);
  const year = await yearOf(tx, season);
  const shown = new Map(seen.map((one) => [one.order_id, one.status]));
  const isStale = ({ id, status }: Order) => (shown.get(id) ?? status) !== status;
  const going = orders.filter((order) => !isStale(order));
  const ends = going.length ? await movedEach(tx, season, going, event, act) : [];
  const endOf = new Map(going.map(({ id }, i) => [id, ends[i]!]));
  const moves = await lastMoves(tx, season, orders.filter(isStale));
  return orders.map(({ id: order_id, number, status }) => {
    const outcome = { order_id, number: orderNumber({ year, number }), moved: moves.get(order_id) ?? null };
    const end = endOf.get(order_id) ?? new Refusal('order_changed');
    return isRefusal(end)
      ? { ...outcome, status, refused: end.code }
      : { ...outcome, status: end.status, refused: null };
  });
}

/** When and by whom each of these orders was moved last; null as a person: the program. */
async function lastMoves(
  tx: Tx,
  { loft_id }: SeasonKey,
  orders: readonly Order[],
): Promise<Map<number, NonNullable<Outcome['moved']>>> {
  if (!orders.length) return new Map();
  const { rows } = await sql<{ order_id: number; at: string; by: string | null }>`
    select distinct on (h.order_id) h.order_id, h.at,
      case when u.id is not null then coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) end as by
    from order_history h left join users u on u.id = h.user_id
    where h.loft_id = ${loft_id} and h.order_id = any(${orders.map(({ id }) => id)}::bigint[])
    order by h.order_id, h.n desc`.execute(tx);
  return new Map(rows.map(({ order_id, ...move }) => [order_id, move]));
}

/** All in one step; if a consequence of one is refused, one after the other, so that only that one stays as it is. */
async function movedEach(
  tx: Tx,
  season: SeasonKey,
  orders: readonly Order[],
  event: OrderEvent,
  act: LoftAct,
): Promise<(Order | Refusal)[]> {
  if (event !== 'reopen') {
    const together = await attempt(tx, () => moveOrders(tx, season, orders, event, act));
    if (!isRefusal(together)) return together;
  }
  const ends: (Order | Refusal)[] = [];
  // One that is reopened takes places that the next one finds taken.
  for (const order of orders)
    ends.push(
      await attempt(tx, () => (event === 'reopen' ? reopenOrder(tx, order, act) : moveOrder(tx, order, event, act))),
    );
  return ends;
}

/** The customer of an order with their contact, the number given for its transport first; once the order has ended, without their address (decision 20). */
export async function contactOf(
  tx: Tx,
  { id, user_id, status }: { id: number; user_id: number; status: OrderStatus },
): Promise<z.output<typeof contact>> {
  const found = await tx
    .selectFrom('users')
    .select(['id as user_id', 'first_name', 'last_name', 'email', 'street', 'zipcode', 'city', 'country'])
    .select(
      sql<string | null>`coalesce((select t.phone from transports t
        where t.order_id = ${id} and t.phone is not null order by t.id desc limit 1), phone)`.as('phone'),
    )
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return holdsPlaces(status) ? found : { ...found, street: null, zipcode: null, city: null, country: null };
}
