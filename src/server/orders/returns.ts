/** Money that is to be given back of an order, as its customer reads it. */
import { sql } from 'kysely';
import type { OrderView } from '#domain/orders/contract.ts';

/** What stands first of the orders of this alias, as a column; null: nothing is to be given back. */
export const returnsOf = (o: string) => sql<OrderView['returns']>`(
  select r.status from refunds r where r.loft_id = ${sql.ref(`${o}.loft_id`)} and r.order_id = ${sql.ref(`${o}.id`)}
  order by array_position(array['owed', 'sent', 'paid'], r.status) limit 1)`;
