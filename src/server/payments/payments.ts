/**
 * Payment attempts: started and settled with the order locked. Every source of a result (the return page, the
 * provider's event, the check every five minutes) settles it here.
 */

import { step } from '#domain/machine.ts';
import type { PaymentPageRequest } from '#domain/payments/by-card.ts';
import {
  type EnteredMethod,
  type PaymentEvent,
  type PaymentMethod,
  type PaymentStatus,
  paymentMachine,
} from '#domain/payments/payment.ts';
import { refundMachine } from '#domain/payments/refund.ts';
import { type PaymentResult, settle } from '#domain/payments/settle.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { transact } from '#server/db/transaction.ts';
import type { Order, OrderSeries } from '#server/orders/order.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import type { ProviderPayment } from './cards.ts';
import { postEntry } from './journal.ts';
import { keepBirds } from './receipts.ts';

export const paymentColumns = [
  'loft_id',
  'season_id',
  'id',
  'order_id',
  'key',
  'method',
  'amount_cents',
  'currency',
  'status',
  'asked',
  'session',
  'url',
  'intent',
  'user_id',
  'reason',
  'file_id',
  'paid_on',
  'created_at',
] as const;

export interface Payment extends OrderSeries {
  id: number;
  order_id: number;
  key: string;
  method: PaymentMethod;
  amount_cents: number;
  currency: string;
  status: PaymentStatus;
  asked: PaymentPageRequest | null;
  session: string | null;
  url: string | null;
  intent: string | null;
  user_id: number;
  reason: string | null;
  file_id: number | null;
  /** The day on which cash or a transfer came. */
  paid_on: string | null;
  created_at: string;
}

/** The admin page of an order's money; for an order without a season its public page. */
export const moneyPath = ({ season_id, order_id }: Pick<Payment, 'season_id' | 'order_id'>): string =>
  season_id === null ? `/registrations/${order_id}` : `/admin/seasons/${season_id}/payments/${order_id}`;

/** An order and its payments, the oldest first, all locked, with the loft's time zone. */
export async function lockPayments(
  tx: Tx,
  order_id: number,
): Promise<{ order: Order; time_zone: string; payments: Payment[] }> {
  const order = await lockOrder(tx, order_id);
  const { time_zone } = await tx
    .selectFrom('lofts')
    .select('time_zone')
    .where('id', '=', order.loft_id)
    .executeTakeFirstOrThrow();
  const payments = await tx
    .selectFrom('payments')
    .select(paymentColumns)
    .where('order_id', '=', order_id)
    .orderBy('id')
    .forUpdate()
    .execute();
  return { order, time_zone, payments };
}

/** A new attempt for a locked order, with the order's step. */
export async function beginPayment(
  tx: Tx,
  { order, time_zone }: { order: Order; time_zone: string },
  act: Act & { by: number },
  given:
    | { method: 'card'; asked: PaymentPageRequest }
    | { method: EnteredMethod; paid_on: string; reason: string; file_id: number | null },
): Promise<Payment & { order: Order }> {
  const { loft_id, season_id, id: order_id, amount_cents, currency } = order;
  const at = new Date(act.now_ms).toISOString();
  const { by: user_id } = act;
  const key = { loft_id, season_id, order_id, amount_cents, currency, user_id, created_at: at };
  const row = await tx
    .insertInto('payments')
    .values({ ...key, ...given, ...(given.method === 'card' && { asked: JSON.stringify(given.asked) }) } as never)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'payment', loft_id, [{ id: row.id, from: 'new', to: row.status }], {
    by: user_id,
    now_ms: act.now_ms,
  });
  const begins = order.status !== 'payment_pending';
  return {
    ...row,
    order: begins ? await moveOrder(tx, order, 'start_payment', { ...act, time_zone }) : order,
  };
}

/** A result reported about a payment. */
export type ReportedResult = { result: PaymentResult } & Partial<
  Pick<ProviderPayment, 'session' | 'url' | 'intent' | 'amount_cents'>
>;

/**
 * Store a reported result of a payment, and run its consequences, once however often it is reported.
 * @returns the new state of the payment
 */
export function settlePayment(
  db: Database,
  { id, order_id }: Pick<Payment, 'id' | 'order_id'>,
  known: ReportedResult,
  now_ms: number,
): Promise<PaymentStatus> {
  return transact(db, async (tx) => {
    const held = await lockPayments(tx, order_id);
    const payment = held.payments.find((one) => one.id === id);
    if (!payment) throw new Refusal('not_found');
    return (await settleHeld(tx, { ...held, payment }, known, { by: null, now_ms })).status;
  });
}

/** The same for a payment that is locked with its order. */
export async function settleHeld(
  tx: Tx,
  held: { order: Order; time_zone: string; payments: readonly Payment[]; payment: Payment },
  known: ReportedResult,
  act: Act,
): Promise<Payment> {
  const { order, time_zone, payments } = held;
  const payment = await keepKnown(tx, held.payment, known);
  const others = payments.filter(({ id, status }) => id !== payment.id && status === 'open').length;
  const outcome = settle({ order: order.status, payment: payment.status, others }, known.result);
  if (!outcome) return payment;
  const settled = await movePayment(tx, payment, outcome.payment, act);
  if (outcome.payment === 'succeed' || outcome.payment === 'exceed') await keepBirds(tx, settled);
  if (outcome.payment === 'succeed') await postPayment(tx, settled, 'received', act);
  if (outcome.payment === 'exceed') {
    await postPayment(tx, settled, 'exceeded', act);
    await recordOwed(tx, settled, 'surplus', act);
  }
  if (outcome.order) await moveOrder(tx, order, outcome.order, { ...act, time_zone });
  return settled;
}

/** Take a locked payment one step along its machine. @throws Refusal `step_not_possible`. */
export async function movePayment(
  tx: Tx,
  payment: Payment,
  event: PaymentEvent,
  { by, now_ms, reason = null }: Act,
): Promise<Payment> {
  const status = step(paymentMachine, payment.status, event);
  await appendHistory(tx, 'payment', payment.loft_id, [{ id: payment.id, from: payment.status, to: status }], {
    by,
    now_ms,
    reason,
  });
  return { ...payment, status };
}

/** Post a journal entry about a payment. */
export function postPayment(
  tx: Tx,
  { loft_id, season_id, order_id, id, amount_cents, currency, method }: Payment,
  kind: Parameters<typeof postEntry>[1]['kind'],
  { now_ms, from = method, attempt = 1 }: Pick<Act, 'now_ms'> & { from?: PaymentMethod; attempt?: number },
): Promise<void> {
  const at = new Date(now_ms).toISOString();
  return postEntry(tx, {
    loft_id,
    season_id,
    order_id,
    payment_id: id,
    amount_cents,
    currency,
    method: from,
    kind,
    attempt,
    at,
  });
}

/** Record money that has to be refunded; it is listed as owed until then. */
export async function recordOwed(
  tx: Tx,
  {
    loft_id,
    season_id,
    order_id,
    id,
    amount_cents,
  }: Pick<Payment, 'loft_id' | 'season_id' | 'order_id' | 'id' | 'amount_cents'>,
  cause: 'surplus' | 'rejected',
  { now_ms }: Pick<Act, 'now_ms'>,
): Promise<void> {
  if (amount_cents === 0) return;
  const at = new Date(now_ms).toISOString();
  const refund = await tx
    .insertInto('refunds')
    .values({ loft_id, season_id, order_id, payment_id: id, cause, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'refund', loft_id, [{ id: refund.id, from: 'new', to: refundMachine.first }], {
    by: null,
    now_ms,
  });
}

async function keepKnown(tx: Tx, payment: Payment, known: ReportedResult): Promise<Payment> {
  if (known.result === 'paid' && known.amount_cents !== undefined && known.amount_cents !== payment.amount_cents)
    throw new Error(`payment ${payment.id} of ${payment.amount_cents} was charged ${known.amount_cents}`);
  const { url = payment.url } = known;
  const session = known.session ?? payment.session;
  // Of two checks at once the older one may come last: an intent already known is kept.
  const intent = payment.intent ?? known.intent ?? null;
  if (session === payment.session && url === payment.url && intent === payment.intent) return payment;
  const learnt = { session, url, intent };
  await tx
    .updateTable('payments')
    .set(learnt)
    .where('loft_id', '=', payment.loft_id)
    .where('id', '=', payment.id)
    .execute();
  return { ...payment, ...learnt };
}
