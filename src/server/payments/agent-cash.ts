/** The cash of agents: payments by hand that an agent began, and which of them have arrived at the loft. */
import { sql } from 'kysely';
import type { AgentCash } from '#domain/payments/agent-cash-contract.ts';
import { waitsForApproval } from '#domain/payments/by-hand.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { answerMark, lockReceipt } from './by-hand.ts';
import { lockPayments } from './payments.ts';

/** The agents of a loft, or one of them, each with the cash they took, the latest first. Merchants owe themselves nothing. */
export async function cashOfAgents(
  tx: Tx,
  { loft_id, agent_id }: { loft_id: number; agent_id?: number },
): Promise<AgentCash[]> {
  const { rows } = await sql<AgentCash>`
    select a.id as agent_id, coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '–') as name,
      coalesce((select json_agg(json_build_object('payment_id', p.id, 'order_id', o.id, 'season_id', o.season_id,
          'transport_id', (select max(t.id) from transports t join collections c
            on c.loft_id = t.loft_id and c.id = t.collection_id
            where t.loft_id = o.loft_id and t.order_id = o.id and c.agent_id = a.id),
          'number', o.number, 'year', s.year,
          'customer', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), '–'),
          'amount_cents', p.amount_cents, 'currency', p.currency,
          'taken_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'state', case when h.at is not null then 'handed_over' when p.status = 'open' then 'waits' else 'accepted' end,
          'handed_over_at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.id desc)
        from payments p join orders o on o.loft_id = p.loft_id and o.id = p.order_id
        left join seasons s on s.loft_id = o.loft_id and s.id = o.season_id
        join users u on u.id = o.user_id
        left join cash_hand_overs h on h.loft_id = p.loft_id and h.payment_id = p.id
        where p.loft_id = l.loft_id and p.user_id = a.id and p.method = 'hand'
          and p.status in ('open', 'succeeded', 'surplus', 'refunded')), '[]') as taken
    from loft_permissions l join users a on a.id = l.user_id
    where l.loft_id = ${loft_id} and l.is_agent and not l.is_merchant
      and l.user_id = coalesce(${agent_id ?? null}::bigint, l.user_id)
    order by name, a.id`.execute(tx);
  return rows;
}

/**
 * Record that cash of an agent has arrived at the loft. A mark that waits is accepted by it (decision 33).
 * @throws Refusal `nothing_chosen`; `not_found` for a payment that this agent did not take in this loft; `handed_over`
 *   for one that arrived before; at `file_id` `not_found`; as {@link answerMark}
 */
export async function handOver(
  tx: Tx,
  { loft_id, agent_id }: { loft_id: number; agent_id: number },
  { payment_ids, reason, file_id }: { payment_ids: readonly number[]; reason: string; file_id: number | null },
  act: Act & { by: number },
): Promise<void> {
  if (!payment_ids.length) throw new Refusal('nothing_chosen');
  if (file_id !== null) await lockReceipt(tx, { loft_id, file_id }, act.by);
  // In the order of locks: order by order.
  const chosen = await tx
    .selectFrom('payments')
    .select(['id', 'order_id', 'season_id'])
    .where('loft_id', '=', loft_id)
    .where('user_id', '=', agent_id)
    .where('method', '=', 'hand')
    .where('id', 'in', [...payment_ids])
    .orderBy('season_id')
    .orderBy('order_id')
    .execute();
  if (chosen.length < new Set(payment_ids).size) throw new Refusal('not_found');
  const at = new Date(act.now_ms).toISOString();
  for (const { id: payment_id, order_id } of chosen) {
    const { payments } = await lockPayments(tx, order_id);
    const payment = payments.find(({ id }) => id === payment_id)!;
    if (waitsForApproval(payment)) await answerMark(tx, order_id, { ...act, is_approved: true });
    else if (!['succeeded', 'surplus', 'refunded'].includes(payment.status)) throw new Refusal('nothing_to_approve');
    const before = await tx
      .selectFrom('cash_hand_overs')
      .select('payment_id')
      .where('loft_id', '=', loft_id)
      .where('payment_id', '=', payment_id)
      .executeTakeFirst();
    if (before) throw new Refusal('handed_over');
    await tx
      .insertInto('cash_hand_overs')
      .values({ loft_id, payment_id, at, user_id: act.by, reason, file_id })
      .execute();
  }
}
