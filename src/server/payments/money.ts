/** The money state of orders, read in one statement for one order or a whole season. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Currency } from '#domain/money.ts';
import { isPayable, type OrderStatus, orderNumber, orderStatuses } from '#domain/orders/order.ts';
import { workingDaysBetween } from '#domain/orders/payment-window.ts';
import type { PaymentRow } from '#domain/payments/contract.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import { type MoneyState, moneyState, moneyStates } from '#domain/payments/state.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { alphabetically, type ListOf } from '#server/pagination.ts';
import { labelOf } from '#server/seasons/order-label.ts';

interface Row {
  order_id: number;
  number: number;
  year: number | null;
  status: OrderStatus;
  amount_cents: number;
  currency: Currency;
  pay_until: string | null;
  time_zone: string;
  user_id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  method: PaymentMethod | null;
  has_card: boolean;
  has_mark: boolean;
  is_owed: boolean;
  is_returning: boolean;
  is_returned: boolean;
}

const payable = sql`${orderStatuses.filter(isPayable)}::text[]`;

/** The columns of {@link MoneyOfOrder} for `orders o`, and its money `state`. */
const states = ({ loft_id, season_id }: SeasonKey) => {
  // With the season in the condition, PostgreSQL reads no other seasons' payments in either plan (per order or all at
  // once).
  const of = (p: string) => sql`${sql.ref(`${p}.loft_id`)} = ${loft_id} and ${sql.ref(`${p}.season_id`)} = ${season_id}
    and ${sql.ref(`${p}.order_id`)} = o.id`;
  return sql`
  cross join lateral (
    select exists (select from payments p where ${of('p')} and p.status = 'open' and p.method = 'card') as has_card,
      exists (select from payments p where ${of('p')} and p.status = 'open' and p.method = 'hand') as has_mark,
      exists (select from refunds r where ${of('r')} and r.status = 'owed') as is_owed,
      exists (select from refunds r where ${of('r')} and r.status = 'sent') as is_returning,
      exists (select from refunds r where ${of('r')} and r.status = 'paid') as is_returned
  ) m
  cross join lateral (select case
    when has_mark then 'to_approve'
    when is_owed then 'owed'
    when is_returning then 'returning'
    when o.status = any(${payable}) then case when has_card then 'begun' else 'to_pay' end
    when o.status = 'paid' then 'paid'
    when is_returned then 'returned'
    else 'ended' end as state) st`;
};

/** The orders of a season that cost money, or did. */
const withMoney = ({ loft_id, season_id }: SeasonKey) => sql`
  o.loft_id = ${loft_id} and o.season_id = ${season_id} and (o.status in ('confirmed', 'payment_pending', 'paid', 'revoked')
    or exists (select from payments p where p.loft_id = ${loft_id} and p.season_id = ${season_id} and p.order_id = o.id
      and (p.status in ('succeeded', 'surplus', 'refunded') or p.method = 'hand' and p.status = 'open')))`;

/** The same as a list, optionally of one money state. */
export function listOfMoney(
  season: SeasonKey,
  { year, time_zone, state }: { year: number; time_zone: string; state?: MoneyState | undefined },
): ListOf<'last_day' | 'number' | 'customer' | 'amount' | 'state'> {
  return {
    from: sql`from orders o left join users u on u.id = o.user_id ${states(season)}
      where ${withMoney(season)} and ${state ? sql`st.state = ${state}` : sql`true`}`,
    id: sql`o.id`,
    columns: {
      last_day: sql`case when o.status = any(${payable}) and not has_mark
        then ((o.pay_until - interval '1 millisecond') at time zone ${time_zone})::date end`,
      number: sql`o.number`,
      customer: alphabetically(sql`coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '')`),
      amount: sql`o.amount_cents`,
      state: sql`array_position(${moneyStates}::text[], st.state)`,
    },
    ties: [sql`o.number`],
    search: { texts: [labelOf(sql`${year}::int`, 'o'), sql`u.plain_name`, sql`u.plain_email`] },
  };
}

/** Number and amount of a season's orders in each money state. */
export async function sumsOfMoney(tx: Tx, season: SeasonKey) {
  const { rows } = await sql<{ state: MoneyState; count: number; amount_cents: number }>`
    select st.state, count(*)::int as count, sum(o.amount_cents)::float8 as amount_cents
    from orders o ${states(season)} where ${withMoney(season)} group by st.state`.execute(tx);
  return moneyStates.flatMap((state) => rows.find((row) => row.state === state) ?? []);
}

/** The money of these orders of a season. */
export function moneyOfOrders(tx: Tx, { loft_id }: SeasonKey, ids: readonly number[], now_ms: number) {
  return moneyOf(tx, sql`o.loft_id = ${loft_id} and o.id = any(${ids}::bigint[])`, now_ms);
}

/** The money of one order. @throws Refusal `not_found`. */
export async function moneyOfOrder(tx: Tx, order_id: number, now_ms: number): Promise<PaymentRow> {
  const [found] = await moneyOf(tx, sql`o.id = ${order_id}`, now_ms);
  if (!found) throw new Refusal('not_found');
  return found;
}

async function moneyOf(tx: Tx, which: ReturnType<typeof sql>, now_ms: number): Promise<PaymentRow[]> {
  const { rows } = await sql<Row>`
    select o.id as order_id, o.number, s.year, o.status, o.amount_cents, o.currency, o.pay_until, l.time_zone,
      u.id as user_id, u.email, u.first_name, u.last_name,
      p.method, coalesce(p.has_card, false) as has_card, coalesce(p.has_mark, false) as has_mark,
      exists (select from refunds r where r.loft_id = o.loft_id and r.order_id = o.id and r.status = 'owed') as is_owed,
      exists (select from refunds r where r.loft_id = o.loft_id and r.order_id = o.id and r.status = 'sent') as is_returning,
      exists (select from refunds r where r.loft_id = o.loft_id and r.order_id = o.id and r.status = 'paid') as is_returned
    from orders o
    left join seasons s on s.loft_id = o.loft_id and s.id = o.season_id
    join lofts l on l.id = o.loft_id
    join users u on u.id = o.user_id
    left join lateral (
      select bool_or(status = 'open' and method = 'card') as has_card, bool_or(status = 'open' and method = 'hand') as has_mark,
        (array_agg(method order by status in ('succeeded', 'open') desc, id desc)
          filter (where status in ('succeeded', 'open', 'surplus', 'refunded')))[1] as method
      from payments where loft_id = o.loft_id and order_id = o.id) p on true
    where ${which}
    order by o.season_id, o.number`.execute(tx);
  return rows.map(({ number, year, time_zone, user_id, email, first_name, last_name, ...row }) => {
    const { has_card, has_mark, is_owed, is_returning, is_returned, ...money } = row;
    const today = dayAt(now_ms, time_zone);
    const waits = isPayable(row.status) && row.pay_until !== null && !has_mark;
    // The days to pay end at midnight, so the last day is the one before.
    const last_day = waits ? dayAt(Date.parse(row.pay_until!) - 1, time_zone) : null;
    return {
      ...money,
      pay_until: waits ? row.pay_until : null,
      label: orderNumber({ year, number }),
      state: moneyState({ status: row.status, has_card, has_mark, is_owed, is_returning, is_returned }),
      last_day,
      days_left: last_day === null ? null : workingDaysBetween(today, last_day),
      customer: { user_id, email, first_name, last_name },
    };
  });
}
