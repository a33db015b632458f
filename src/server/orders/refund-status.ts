/** Refunds of an order, as its customer sees them. */
import { sql } from 'kysely';
import type { OrderView } from '#domain/orders/contract.ts';

/** The most urgent refund status of the orders of this alias, as a column; null: no refund. */
export const returnsOf = (o: string) => sql<OrderView['returns']>`(
  select r.status from refunds r where r.loft_id = ${sql.ref(`${o}.loft_id`)} and r.order_id = ${sql.ref(`${o}.id`)}
  order by array_position(array['owed', 'sent', 'paid'], r.status) limit 1)`;
