/** How the money of orders stands, read in one statement for one order or a whole season. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { Currency } from '#domain/money.ts';
import { isPayable, type OrderStatus, orderNumber } from '#domain/orders/order.ts';
import { workingDaysBetween } from '#domain/orders/payment-window.ts';
import type { PaymentRow } from '#domain/payments/contract.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import { moneyState } from '#domain/payments/state.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

interface Row {
  order_id: number;
  number: number;
  year: number;
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

/** The orders of a season that cost money, or did; the oldest first. */
export function moneyOfSeason(tx: Tx, season_id: number, now_ms: number): Promise<PaymentRow[]> {
  return moneyOf(
    tx,
    sql`o.season_id = ${season_id} and (o.status in ('confirmed', 'payment_pending', 'paid', 'revoked')
      or exists (select from payments p where p.order_id = o.id and (p.status in ('succeeded', 'surplus', 'refunded')
        or p.method = 'hand' and p.status = 'open')))`,
    now_ms,
  );
}

/** The money of one order. @throws Refusal `not_found`. */
export async function moneyOfOrder(tx: Tx, order_id: number, now_ms: number): Promise<PaymentRow> {
  const [found] = await moneyOf(tx, sql`o.id = ${order_id}`, now_ms);
  if (!found) throw new Refusal('not_found');
  return found;
}

async function moneyOf(tx: Tx, which: ReturnType<typeof sql>, now_ms: number): Promise<PaymentRow[]> {
  const { rows } = await sql<Row>`
    select o.id as order_id, o.number, s.year, o.status, o.amount_cents, s.currency, o.pay_until, l.time_zone,
      u.id as user_id, u.email, u.first_name, u.last_name,
      p.method, coalesce(p.has_card, false) as has_card, coalesce(p.has_mark, false) as has_mark,
      exists (select from refunds r where r.order_id = o.id and r.status = 'owed') as is_owed,
      exists (select from refunds r where r.order_id = o.id and r.status = 'sent') as is_returning,
      exists (select from refunds r where r.order_id = o.id and r.status = 'paid') as is_returned
    from orders o
    join seasons s on s.id = o.season_id
    join lofts l on l.id = o.loft_id
    join users u on u.id = o.user_id
    left join lateral (
      select bool_or(status = 'open' and method = 'card') as has_card, bool_or(status = 'open' and method = 'hand') as has_mark,
        (array_agg(method order by status in ('succeeded', 'open') desc, id desc)
          filter (where status in ('succeeded', 'open', 'surplus', 'refunded')))[1] as method
      from payments where order_id = o.id) p on true
    where ${which}
    order by o.season_id, o.number`.execute(tx);
  return rows.map(({ number, year, time_zone, user_id, email, first_name, last_name, ...row }) => {
    const { has_card, has_mark, is_owed, is_returning, is_returned, ...money } = row;
    const today = dayAt(now_ms, time_zone);
    const waits = isPayable(row.status) && row.pay_until !== null && !has_mark;
    // The days to pay are over at midnight, so the last day is the one before.
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
