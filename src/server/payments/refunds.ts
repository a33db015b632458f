/** Money that is given back: by the provider, which is asked under a key that it knows, or by hand. */
import { sql } from 'kysely';
import { step } from '#domain/machine.ts';
import { remembered_ms } from '#domain/payments/by-card.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import { type RefundCause, type RefundEvent, type RefundStatus, refundMachine } from '#domain/payments/refund.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { lockReceipt } from './by-hand.ts';
import type { Cards } from './cards.ts';
import { type Doing, enter, lockPayments, movePayment, type Payment } from './payments.ts';

export const refundColumns = [
  'loft_id',
  'id',
  'order_id',
  'payment_id',
  'key',
  'cause',
  'status',
  'method',
  'sent_at',
  'created_at',
] as const;

export interface Refund {
  loft_id: number;
  id: number;
  order_id: number;
  payment_id: number;
  key: string;
  cause: RefundCause;
  status: RefundStatus;
  method: PaymentMethod | null;
  sent_at: string | null;
  created_at: string;
}

export interface GivingBack extends Doing {
  by: number;
  method: PaymentMethod;
  reason: string;
  file_id: number | null;
}

/**
 * Give back what is owed: by hand at once; by card the provider is asked, outside of any transaction, and what it says
 * is kept. Where it does not say, {@link settleRefund} asks again.
 * @throws Refusal `not_found`; at `method` `not_by_card`, it was not paid by card; `step_not_possible`; `refund_refused`
 */
export async function giveBack(
  db: Database,
  cards: Cards | null,
  key: { loft_id: number; refund_id: number },
  { method, file_id, ...doing }: GivingBack,
): Promise<void> {
  const sent = await inHand(db, key, async (tx, refund, payment) => {
    if (method === 'card' && (payment.intent === null || cards === null)) throw refusalAt('method', 'not_by_card');
    if (file_id !== null && doing.by !== null) await lockReceipt(tx, { loft_id: key.loft_id, file_id }, doing.by);
    const given = { method, reason: doing.reason, file_id };
    const at = method === 'card' ? new Date(doing.now_ms).toISOString() : null;
    await changeRefund(tx, refund, { ...given, sent_at: at }, method === 'card' ? 'send' : 'pay', doing);
    if (method === 'hand') await close(tx, payment, method, doing);
    return refund;
  });
  if (method === 'card' && (await settleRefund(db, cards!, sent, doing.now_ms)) === 'owed')
    throw new Refusal('refund_refused');
}

/**
 * Have the provider give a refund back that was sent, or look whether it did.
 * @returns how it stands then
 */
export async function settleRefund(
  db: Database,
  cards: Cards,
  { loft_id, id: refund_id }: Pick<Refund, 'loft_id' | 'id'>,
  now_ms: number,
): Promise<RefundStatus> {
  const row = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) => join.onRef('p.loft_id', '=', 'r.loft_id').onRef('p.id', '=', 'r.payment_id'))
    .select(['r.key', 'r.status', 'r.sent_at', 'p.intent'])
    .where('r.loft_id', '=', loft_id)
    .where('r.id', '=', refund_id)
    .executeTakeFirstOrThrow();
  if (row.status !== 'sent') return row.status;
  const { key, intent, sent_at } = row;
  const isRemembered = now_ms - Date.parse(sent_at!) < remembered_ms;
  const said = isRemembered
    ? await cards.giveBack({ key, intent: intent! })
    : (await cards.wasGivenBack(intent!))
      ? 'paid'
      : 'refused';
  return inHand(db, { loft_id, refund_id }, async (tx, refund, payment) => {
    if (refund.status !== 'sent') return refund.status;
    const doing = { by: null, now_ms };
    if (said === 'refused') {
      // Asked again later, it is another question.
      return changeRefund(tx, refund, { key: crypto.randomUUID() }, 'refuse', doing);
    }
    await close(tx, payment, 'card', doing);
    return changeRefund(tx, refund, {}, 'pay', doing);
  });
}

async function close(tx: Tx, payment: Payment, from: PaymentMethod, doing: Doing): Promise<void> {
  await movePayment(tx, payment, 'refund', doing);
  await enter(tx, payment, 'refunded', { ...doing, from });
}

async function inHand<T>(
  db: Database,
  { loft_id, refund_id }: { loft_id: number; refund_id: number },
  act: (tx: Tx, refund: Refund, payment: Payment) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    const find = () =>
      tx.selectFrom('refunds').select(refundColumns).where('loft_id', '=', loft_id).where('id', '=', refund_id);
    const seen = await find().executeTakeFirst();
    if (!seen) throw new Refusal('not_found');
    const { payments } = await lockPayments(tx, seen.order_id);
    const refund = await find().forUpdate().executeTakeFirstOrThrow();
    return act(tx, refund, payments.find(({ id }) => id === refund.payment_id)!);
  });
}

async function changeRefund(
  tx: Tx,
  { loft_id, id, status: from }: Refund,
  given: { method?: PaymentMethod; reason?: string; file_id?: number | null; sent_at?: string | null; key?: string },
  event: RefundEvent,
  { by, now_ms, reason = null }: Doing,
): Promise<RefundStatus> {
  const status = step(refundMachine, from, event);
  if (Object.keys(given).length)
    await tx.updateTable('refunds').set(given).where('loft_id', '=', loft_id).where('id', '=', id).execute();
  await sql`
    insert into refund_history (loft_id, refund_id, n, from_status, to_status, reason, user_id, at)
    select loft_id, refund_id, max(n) + 1, ${from}, ${status}, ${reason}::text, ${by}::bigint, ${new Date(now_ms).toISOString()}::timestamptz
    from refund_history where loft_id = ${loft_id} and refund_id = ${id} group by loft_id, refund_id`.execute(tx);
  return status;
}
