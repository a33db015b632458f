/** An order as its row says it. */
import type { Currency } from '#domain/money.ts';
import type { OrderKind, OrderStatus } from '#domain/orders/order.ts';

/** The series in which orders are numbered: a season, or a loft's sales outside its seasons. */
export interface OrderSeries {
  loft_id: number;
  season_id: number | null;
}

export interface Order extends OrderSeries {
  id: number;
  number: number;
  kind: OrderKind;
  user_id: number;
  team_id: number | null;
  currency: Currency;
  amount_cents: number;
  status: OrderStatus;
  pay_until: string | null;
  created_at: string;
}
