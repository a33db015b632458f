/** The views of orders: with season, team, positions and states. */
import { sql } from 'kysely';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import type { CollectedBy, OrderView } from '#domain/orders/contract.ts';
import { isPayable, type OrderStatus, orderNumber } from '#domain/orders/order.ts';
import { workingDaysBetween } from '#domain/orders/payment-window.ts';
import { facts } from '#domain/pigeons/facts.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { cashOf } from './cash.ts';
import { returnsOf } from './refund-status.ts';

/** The orders with these ids, in their order. @param now_ms from when the days to pay are counted */
export async function orderViews(tx: Tx, ids: readonly number[], now_ms: number): Promise<OrderView[]> {
  if (!ids.length) return [];
  const found = await tx
    .selectFrom('orders as o')
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.loft_id', '=', 'o.loft_id').onRef('r.order_id', '=', 'o.id'),
    )
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'o.loft_id').onRef('t.id', '=', 'o.team_id'))
    .select([
      'l.email',
      'o.team_was',
      'o.team_country_was',
      'o.id',
      'o.loft_id',
      'o.number',
      'o.status',
      'o.user_id',
      'o.kind',
      'o.currency',
      'o.amount_cents',
    ])
    .select([cashOf('o').as('cash'), returnsOf('o').as('returns')])
    .select([
      'r.pigeons_active',
      'r.pigeons_reserve',
      'o.pay_until',
      'o.created_at',
      's.id as season_id',
      's.name as season_name',
    ])
    .select(['s.year', 's.status as season_status', 't.id as team_id', 't.name as team', 't.country'])
    .where('o.id', 'in', ids)
    .execute();
  const [lofts, positions, history, pigeons, activated, bought] = [
    await loftsById(
      tx,
      found.map(({ loft_id }) => loft_id),
    ),
    await positionsOf(tx, ids),
    await historyOf(tx, ids),
    await pigeonsOf(tx, ids),
    await activatedBy(tx, ids),
    await boughtBy(tx, ids),
  ];
  const views = new Map(
    found.map(({ id, loft_id, year, number, status, pay_until, team_id, team, country, ...one }) => {
      const loft = lofts.get(loft_id)!;
      const { user_id, currency, amount_cents, pigeons_active, pigeons_reserve, created_at } = one;
      const own: OrderView = {
        id,
        number: orderNumber({ year, number }),
        status,
        loft,
        kind: one.kind,
        season:
          one.season_id === null
            ? null
            : { id: one.season_id, name: one.season_name!, year: year!, status: one.season_status! },
        user_id,
        team:
          team_id !== null
            ? { id: team_id, name: team!, country }
            : one.team_was !== null
              ? { id: null, name: one.team_was, country: one.team_country_was }
              : null,
        currency,
        amount_cents,
        pigeons_active: pigeons_active ?? 0,
        pigeons_reserve: pigeons_reserve ?? 0,
        positions: positions.filter((position) => position.order_id === id),
        pigeons: pigeons.filter((bird) => bird.order_id === id),
        loft_email: one.email,
        activates: activated.flatMap(({ order_id, ...bird }) => (order_id === id ? [bird] : [])),
        buys: bought.flatMap(({ order_id, ...bird }) => (order_id === id ? [bird] : [])),
        created_at,
        cash: one.cash,
        returns: one.returns,
        // An order with cash at an agent is not asked for money.
        to_pay: isPayable(status) && pay_until !== null && !one.cash ? toPay(pay_until, loft.time_zone, now_ms) : null,
        history: history.filter((row) => row.order_id === id),
      };
      return [id, own];
    }),
  );
  return ids.flatMap((id) => views.get(id) ?? []);
}

/** The collection that was asked for last for an order, with the answer; null: there is none, or it was withdrawn. */
export async function collectionOf(tx: Tx, order_id: number): Promise<CollectedBy | null> {
  const { rows } = await sql<CollectedBy>`
    select t.status,
      (select h.reason from transport_history h where h.loft_id = t.loft_id and h.transport_id = t.id
        order by h.n desc limit 1) as reason,
      greatest(coalesce(t.handed_over, 0) - (select count(*) from entries e
        where e.loft_id = t.loft_id and e.order_id = t.order_id), 0)::int as not_entered,
      coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '–') as agent,
      c.place, c.day, c.from_time, c.to_time, c.price_cents, c.currency
    from orders o
    join lateral (select * from transports last where last.loft_id = o.loft_id and last.order_id = o.id
      order by last.id desc limit 1) t on t.status <> 'cancelled'
    join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    join users a on a.id = c.agent_id
    where o.id = ${order_id}`.execute(tx);
  return rows[0] ?? null;
}

/** The view of one order. @throws Refusal `not_found`. */
export async function orderView(tx: Tx, id: number, now_ms: number): Promise<OrderView> {
  const [view] = await orderViews(tx, [id], now_ms);
  if (!view) throw new Refusal('not_found');
  return view;
}

/** The days to pay end with a day in the loft's time zone; the remaining days count from today there. */
export function toPay(until: string, time_zone: string, now_ms: number): NonNullable<OrderView['to_pay']> {
  const last_day = daysAfter(dayAt(Date.parse(until), time_zone), -1);
  return { until, last_day, working_days_left: workingDaysBetween(dayAt(now_ms, time_zone), last_day) };
}

function positionsOf(tx: Tx, ids: readonly number[]) {
  return (
    tx
      .selectFrom('order_positions as p')
      .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 'p.loft_id').onRef('o.id', '=', 'p.order_id'))
      .leftJoin('products as pr', (join) =>
        join.onRef('pr.loft_id', '=', 'p.loft_id').onRef('pr.id', '=', 'p.product_id'),
      )
      .select(['p.order_id', 'p.product_id', 'p.quantity', 'p.amount_cents'])
      .select(sql<string>`coalesce(pr.name, p.name)`.as('name'))
      // A registration brings birds; other orders are for birds already at the loft.
      .select(sql<number>`case when o.kind = 'registration' then pr.pigeons_active else 0 end`.as('pigeons_active'))
      .select(sql<number>`case when o.kind = 'registration' then pr.pigeons_reserve else 0 end`.as('pigeons_reserve'))
      .where('p.order_id', 'in', ids)
      .orderBy('p.order_id')
      .orderBy('p.n')
      .execute()
  );
}

function pigeonsOf(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('orders as o')
    .innerJoin('entries as e', (join) => join.onRef('e.loft_id', '=', 'o.loft_id').onRef('e.order_id', '=', 'o.id'))
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'e.loft_id').onRef('p.id', '=', 'e.pigeon_id'))
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .select(['e.order_id', 'e.place', 't.name as team', 'p.health', 'p.location'])
    .select(facts.map((fact) => `p.${fact}` as const))
    .where('o.id', 'in', ids)
    .orderBy('e.order_id')
    .orderBy('e.place')
    .execute();
}

/** The birds that these orders activate, also of ended orders. */
export function activatedBy(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('activations as a')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'a.loft_id').onRef('p.id', '=', 'a.pigeon_id'))
    .select(['a.order_id', 'p.id as pigeon_id', 'p.ring'])
    .where('a.order_id', 'in', ids)
    .orderBy('p.ring_key')
    .execute();
}

/** The birds that these orders are to buy, also of ended orders. */
function boughtBy(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('sale_orders as s')
    .innerJoin('listings as l', (join) => join.onRef('l.loft_id', '=', 's.loft_id').onRef('l.id', '=', 's.listing_id'))
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'l.loft_id').onRef('p.id', '=', 'l.pigeon_id'))
    .select(['s.order_id', 'p.id as pigeon_id', 'p.ring'])
    .where('s.order_id', 'in', ids)
    .execute();
}

async function historyOf(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('order_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.order_id', 'h.to_status', 'h.at', 'h.reason', 'h.user_id', 'u.first_name', 'u.last_name'])
    .where('h.order_id', 'in', ids)
    .orderBy('h.order_id')
    .orderBy('h.n')
    .execute();
  return rows.map(({ order_id, to_status, at, reason, first_name, last_name }) => ({
    order_id,
    status: to_status as OrderStatus,
    at,
    reason,
    by: [first_name, last_name].filter(Boolean).join(' ') || null,
  }));
}
