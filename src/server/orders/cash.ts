/**
 * Cash that an agent took for an order and that waits for a merchant's approval, as customer, agent and loft see it.
 */
import { sql } from 'kysely';
import type { WaitingCash } from '#domain/orders/contract.ts';
import type { Tx } from '#server/db/database.ts';

const waiting = sql`p.method = 'hand' and p.status = 'open'`;

/** The waiting cash of the orders of this alias, as a column; null: none. */
export const cashOf = (o: string) => sql<WaitingCash | null>`(
  select json_build_object('by', coalesce(nullif(concat_ws(' ', w.first_name, w.last_name), ''), '–'),
    'at', to_char(p.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'amount_cents', p.amount_cents, 'reason', p.reason)
  from payments p join users w on w.id = p.user_id
  where p.loft_id = ${sql.ref(`${o}.loft_id`)} and p.order_id = ${sql.ref(`${o}.id`)} and ${waiting})`;

/** Whether cash waits for a locked order. */
export async function hasCash(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<boolean> {
  return (await haveCash(tx, { loft_id }, [{ id }])).has(id);
}

/** The ids of those of a loft's locked orders for which cash waits. */
export async function haveCash(
  tx: Tx,
  { loft_id }: { loft_id: number },
  orders: readonly { id: number }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select p.order_id from payments p
    where p.loft_id = ${loft_id} and p.order_id = any(${orders.map(({ id }) => id)}::bigint[]) and ${waiting}`.execute(
    tx,
  );
  return new Set(rows.map(({ order_id }) => order_id));
}
