/** All about the money of one order: each payment attempt and refund with its steps and their actors. */
import { sql } from 'kysely';
import { addressOf } from '#domain/files/file.ts';
import type { Attempt, RefundShown } from '#domain/payments/contract.ts';
import type { Tx } from '#server/db/database.ts';

type Step = Attempt['steps'][number];

const steps = (table: 'payment_history' | 'refund_history', column: 'payment_id' | 'refund_id') => sql<Step[]>`(
  select json_agg(json_build_object('status', h.to_status, 'at', to_char(h.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', h.reason,
    'by', case when b.id is not null then json_build_object('user_id', b.id, 'email', b.email, 'first_name', b.first_name, 'last_name', b.last_name) end)
    order by h.n)
  from ${sql.table(table)} h left join users b on b.id = h.user_id
  where h.loft_id = x.loft_id and h.${sql.ref(column)} = x.id)`;

/** The payment attempts of an order, the oldest first. */
export async function attemptsOf(tx: Tx, order_id: number): Promise<Attempt[]> {
  const { rows } = await sql<
    Omit<Attempt, 'evidence'> & { evidence: (Parameters<typeof addressOf>[0] & { name: string }) | null }
  >`
    select x.id, x.method, x.paid_on, x.status, x.amount_cents, x.reason,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'sha256', f.sha256, 'private_key', f.private_key, 'type', f.type) end as evidence,
      json_build_object('user_id', u.id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name) as by,
      ${steps('payment_history', 'payment_id')} as steps
    from payments x join users u on u.id = x.user_id
    left join files f on f.loft_id = x.loft_id and f.id = x.file_id
    where x.order_id = ${order_id} order by x.id`.execute(tx);
  return rows.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence && { name: evidence.name, src: addressOf(evidence) },
  }));
}

/** The refunds of an order, owed or done. */
export async function refundsOf(tx: Tx, order_id: number): Promise<RefundShown[]> {
  const { rows } = await sql<RefundShown>`
    select x.id, x.payment_id, x.cause, x.status, x.method, p.amount_cents, p.intent is not null as by_card,
      ${steps('refund_history', 'refund_id')} as steps
    from refunds x join payments p on p.loft_id = x.loft_id and p.id = x.payment_id
    where x.order_id = ${order_id} order by x.id`.execute(tx);
  return rows;
}
