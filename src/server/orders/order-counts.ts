/** Counts and amounts of a season's orders by state: updated with each step, read by the overviews. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { isPayable, type OrderStatus } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import type { SeasonOrderSteps } from './consequences.ts';

/** An order added to its state (`sign` 1), or taken off it (-1). */
interface Standing {
  status: OrderStatus;
  pay_until: string | null;
  amount_cents: number;
  sign: 1 | -1;
}

/** Count orders at their new state after a step, and no longer at the old one. Their season is locked. */
export async function countSteps(tx: Tx, { steps, ...season }: SeasonOrderSteps): Promise<void> {
  const standing = steps.flatMap(({ order, from, pay_until_was }): Standing[] => [
    ...(from === 'new' ? [] : [{ ...order, status: from, pay_until: pay_until_was, sign: -1 as const }]),
    { ...order, sign: 1 },
  ]);
  await countStanding(tx, season, standing);
}

/** Change the counts of a locked season by these orders. */
export async function countStanding(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  standing: readonly Standing[],
): Promise<void> {
  const rows = standing.map(({ status, pay_until, amount_cents, sign }) => ({
    status,
    pay_until: isPayable(status) ? pay_until : null,
    orders: sign,
    amount_cents: sign * amount_cents,
  }));
  await sql`
    merge into order_sums s
    using (
      select status, pay_until, sum(orders)::int as orders, sum(amount_cents)::bigint as amount_cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (status text, pay_until timestamptz, orders int, amount_cents bigint)
      group by status, pay_until having sum(orders) <> 0 or sum(amount_cents) <> 0) c
    on s.loft_id = ${loft_id} and s.season_id = ${season_id} and s.status = c.status
      and s.pay_until is not distinct from c.pay_until
    when matched and s.orders + c.orders = 0 then delete
    when matched then update set orders = s.orders + c.orders, amount_cents = s.amount_cents + c.amount_cents
    when not matched then insert (loft_id, season_id, status, pay_until, orders, amount_cents)
      values (${loft_id}, ${season_id}, c.status, c.pay_until, c.orders, c.amount_cents)`.execute(tx);
}

/** The orders of a season in the same state. */
export interface OrderSum {
  status: OrderStatus;
  pay_until: string | null;
  orders: number;
  amount_cents: number;
}

/** Number and amount of a season's orders in each state. */
export function sumsOfOrders(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<OrderSum[]> {
  return tx
    .selectFrom('order_sums')
    .select(['status', 'pay_until', 'orders', 'amount_cents'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .execute();
}

/** Number and amount of those for which cash waits for a merchant's approval. */
export async function sumsOfCash(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const { rows } = await sql<OrderSum & { cash_cents: number }>`
    select o.status, case when is_to_pay(o.status) then o.pay_until end as pay_until, count(*)::int as orders,
      sum(o.amount_cents)::float8 as amount_cents, sum(p.amount_cents)::float8 as cash_cents
    from payments p join orders o on o.loft_id = p.loft_id and o.id = p.order_id
    where p.loft_id = ${loft_id} and p.season_id = ${season_id} and p.status = 'open' and p.method = 'hand'
    group by 1, 2`.execute(tx);
  return rows;
}

/** The number of a season's orders in each state. */
export async function orderCounts(tx: Tx, season: SeasonKey): Promise<Map<OrderStatus, number>> {
  const counted = new Map<OrderStatus, number>();
  for (const { status, orders } of await sumsOfOrders(tx, season))
    counted.set(status, (counted.get(status) ?? 0) + orders);
  return counted;
}

/** The first of a season's orders that wait for confirmation. */
export function ordersToConfirm(tx: Tx, { loft_id, season_id }: SeasonKey, most: number): Promise<number[]> {
  return idsOf(
    tx,
    sql`select id from orders where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending'
      order by number limit ${most}`,
  );
}

/** The orders of a season whose days to pay end first, without those for which cash waits. */
export function ordersToPay(tx: Tx, { loft_id, season_id }: SeasonKey, most: number): Promise<number[]> {
  return idsOf(
    tx,
    sql`select id from orders o
      where loft_id = ${loft_id} and season_id = ${season_id} and status in ('confirmed', 'payment_pending', 'revoked')
        and pay_until is not null and not exists (select from payments p where p.loft_id = o.loft_id
          and p.order_id = o.id and p.status = 'open' and p.method = 'hand')
      order by pay_until, number limit ${most}`,
  );
}

/** The orders of a season for which cash has waited longest. */
export function ordersWithCash(tx: Tx, { loft_id, season_id }: SeasonKey, most: number): Promise<number[]> {
  return idsOf(
    tx,
    sql`select order_id as id from payments
      where loft_id = ${loft_id} and season_id = ${season_id} and status = 'open' and method = 'hand'
      order by created_at, order_id limit ${most}`,
  );
}

async function idsOf(tx: Tx, query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> {
  return (await query.execute(tx)).rows.map(({ id }) => id);
}
