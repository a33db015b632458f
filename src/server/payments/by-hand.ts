/**
 * Payments that a merchant or an agent enters, in cash or by transfer: marked with a reason, approved where needed,
 * revoked.
 */

import { dayAt } from '#domain/day.ts';
import { isPayable } from '#domain/orders/order.ts';
import {
  needsApproval,
  usualAgentLimit,
  waitsForApproval,
  whyNotApprove,
  whyNotEnter,
} from '#domain/payments/by-hand.ts';
import { type EnteredMethod, isEntered } from '#domain/payments/payment.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { giveDaysToPay, moveOrder } from '#server/orders/orders.ts';
import { notifyCashAnswered, notifyCashTaken } from './cash-notices.ts';
import { beginPayment, lockPayments, movePayment, type Payment, postPayment, settleHeld } from './payments.ts';

/** The amount up to which an agent's mark needs no approval. */
export async function agentLimitOf(tx: Tx, loft_id: number): Promise<number> {
  const row = await tx
    .selectFrom('payment_settings')
    .select('agent_limit_cents')
    .where('loft_id', '=', loft_id)
    .executeTakeFirst();
  return row?.agent_limit_cents ?? usualAgentLimit;
}

/** Set the amount up to which an agent's mark needs no approval. */
export async function limitAgents(tx: Tx, settings: { loft_id: number; agent_limit_cents: number }): Promise<void> {
  const { agent_limit_cents } = settings;
  await tx
    .insertInto('payment_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('loft_id').doUpdateSet({ agent_limit_cents }))
    .execute();
}

export interface Marking extends Act {
  by: number;
  reason: string;
  file_id: number | null;
  is_merchant: boolean;
  /** In cash by default. */
  method?: EnteredMethod;
  /** The day on which the money came, today by default. */
  paid_on?: string | null;
}

/**
 * Mark an order as paid in cash or by transfer. A mark that needs approval waits for a merchant.
 * @throws Refusal by {@link whyNotEnter}; `not_payable`; `waits_for_merchant`, it was marked before; at `file_id` `not_found`
 */
export async function markPaid(
  tx: Tx,
  order_id: number,
  { file_id, is_merchant, method = 'hand', paid_on: day, ...act }: Marking,
): Promise<Payment> {
  const held = await lockPayments(tx, order_id);
  const { order, payments } = held;
  const today = dayAt(act.now_ms, held.time_zone);
  const entered = { method, paid_on: day ?? today };
  const no = whyNotEnter(entered, { is_merchant, today });
  if (no) throw no;
  if (!isPayable(order.status)) throw new Refusal('not_payable');
  if (payments.some(waitsForApproval)) throw new Refusal('waits_for_merchant');
  if (file_id !== null) await lockReceipt(tx, { loft_id: order.loft_id, file_id }, act.by);
  const { reason } = act;
  const payment = await beginPayment(tx, held, act, { ...entered, reason, file_id });
  const agent_limit_cents = await agentLimitOf(tx, order.loft_id);
  const mark = { amount_cents: payment.amount_cents, has_evidence: file_id !== null };
  if (needsApproval(mark, { is_merchant, agent_limit_cents })) {
    await notifyCashTaken(tx, payment);
    return payment;
  }
  return settleHeld(tx, { ...held, order: payment.order, payment }, { result: 'paid' }, { ...act, reason: null });
}

/**
 * Approve or refuse an agent's mark. After a refusal the order has new days to pay, counted from now. If a card has
 * paid the order meanwhile, approved cash is owed to its customer.
 * @throws Refusal `nothing_to_approve`; by {@link whyNotApprove}
 */
export async function answerMark(
  tx: Tx,
  order_id: number,
  { is_approved, ...act }: Act & { by: number; is_approved: boolean },
): Promise<Payment> {
  const held = await lockPayments(tx, order_id);
  const payment = held.payments.find(waitsForApproval);
  if (!payment) throw new Refusal('nothing_to_approve');
  const no = is_approved && whyNotApprove(payment, act.by);
  if (no) throw no;
  const settled = await settleHeld(tx, { ...held, payment }, { result: is_approved ? 'paid' : 'over' }, act);
  const { order, time_zone } = held;
  const asksAgain = !is_approved && isPayable(order.status);
  const pay_until = asksAgain ? (await giveDaysToPay(tx, order.id, { time_zone, now_ms: act.now_ms })).pay_until : null;
  await notifyCashAnswered(tx, settled, pay_until);
  return settled;
}

/**
 * Revoke a payment that was entered; the order has new days to pay.
 * @throws Refusal `only_by_hand`, a card payment is refunded instead; `step_not_possible`
 */
export async function revokePayment(
  tx: Tx,
  order_id: number,
  act: Act & { by: number; reason: string },
): Promise<Payment> {
  const { order, time_zone, payments } = await lockPayments(tx, order_id);
  const payment = payments.find(({ status }) => status === 'succeeded');
  if (!payment || !isEntered(payment.method) || order.status !== 'paid') throw new Refusal('only_by_hand');
  const revoked = await movePayment(tx, payment, 'revoke', act);
  await postPayment(tx, revoked, 'revoked', act);
  const again = await moveOrder(tx, order, 'revoke', { ...act, time_zone });
  // A card page that is still open can be paid: a payment is in progress again.
  if (payments.some(({ status }) => status === 'open'))
    await moveOrder(tx, again, 'start_payment', { by: null, now_ms: act.now_ms, time_zone });
  return revoked;
}

/**
 * Lock the receipt of a payment: a document that the same person uploaded to the loft. Another person's document would
 * become visible to readers without access to it.
 * @throws Refusal at `file_id` `not_found`
 */
export async function lockReceipt(
  tx: Tx,
  { loft_id, file_id }: { loft_id: number; file_id: number },
  by: number,
): Promise<void> {
  const row = await tx
    .selectFrom('files')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', file_id)
    .where('user_id', '=', by)
    .where('private_key', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw refusalAt('file_id', 'not_found');
}
