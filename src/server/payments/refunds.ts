/** Refunds: by card at the provider, under an idempotency key, in cash or by transfer. */

import { step } from '#domain/machine.ts';
import { remembered_ms } from '#domain/payments/by-card.ts';
import { isEntered, type PaymentMethod } from '#domain/payments/payment.ts';
import {
  type RefundCause,
  type RefundEvent,
  type RefundStatus,
  refundEvent,
  refundMachine,
} from '#domain/payments/refund.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { transact } from '#server/db/transaction.ts';
import { lockReceipt } from './by-hand.ts';
import type { Cards, ProviderRefund } from './cards.ts';
import { lockPayments, movePayment, type Payment, postPayment } from './payments.ts';
import { notifyRefundFailed } from './refund-notices.ts';

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
  'provider_id',
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
  /** The provider's id of the refund in progress or done. */
  provider_id: string | null;
  created_at: string;
}

export interface GivingBack extends Act {
  by: number;
  method: PaymentMethod;
  reason: string;
  file_id: number | null;
}

/**
 * Refund what is owed: in cash or by transfer at once; by card at the provider, outside of any transaction, and the
 * result is stored.
 * A refund in progress or without a reply is checked again by {@link settleRefund}.
 * @throws Refusal `not_found`; at `method` `not_by_card`, it was not paid by card; `step_not_possible`;
 * `refund_refused`
 */
export async function sendRefund(
  db: Database,
  cards: Cards | null,
  key: { loft_id: number; refund_id: number },
  { method, file_id, ...act }: GivingBack,
): Promise<void> {
  const sent = await inHand(db, key, async (tx, refund, payment) => {
    if (method === 'card' && (payment.intent === null || cards === null)) throw refusalAt('method', 'not_by_card');
    if (file_id !== null && act.by !== null) await lockReceipt(tx, { loft_id: key.loft_id, file_id }, act.by);
    const given = { method, reason: act.reason, file_id };
    const at = method === 'card' ? new Date(act.now_ms).toISOString() : null;
    await changeRefund(tx, refund, { ...given, sent_at: at }, method === 'card' ? 'send' : 'pay', act);
    if (isEntered(method)) await close(tx, payment, method, act);
    return refund;
  });
  if (method === 'card' && (await settleRefund(db, cards!, sent, act.now_ms, { isAwaited: true })) === 'owed')
    throw new Refusal('refund_refused');
}

/**
 * Request a sent refund at the provider, or check its result, also of a completed one: a refund in progress stays so,
 * and one that came back is owed again, and the loft's merchants are notified.
 * @param isAwaited the caller waits for the reply and shows it: a failure is not notified as well
 * @returns its new state
 * @throws Refusal `cards_away`; Error when another amount was refunded, or the provider does not know it any more
 */
export async function settleRefund(
  db: Database,
  cards: Cards,
  { loft_id, id: refund_id }: Pick<Refund, 'loft_id' | 'id'>,
  now_ms: number,
  { isAwaited = false }: { isAwaited?: boolean } = {},
): Promise<RefundStatus> {
  const row = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) => join.onRef('p.loft_id', '=', 'r.loft_id').onRef('p.id', '=', 'r.payment_id'))
    .select(['r.key', 'r.status', 'r.sent_at', 'r.provider_id', 'p.intent', 'p.amount_cents'])
    .where('r.loft_id', '=', loft_id)
    .where('r.id', '=', refund_id)
    .executeTakeFirstOrThrow();
  const { key, status, provider_id } = row;
  if (status === 'owed' || (status === 'paid' && provider_id === null)) return status;
  const state =
    provider_id === null ? await askToGiveBack(cards, row as Sent, now_ms) : await cards.readRefund(provider_id);
  if (state === null && provider_id !== null)
    throw new Error(`refund ${refund_id}: the provider knows no refund ${provider_id}`);
  const result = state?.result ?? 'refused';
  if (state && result !== 'refused' && state.amount_cents !== row.amount_cents)
    throw new Error(`refund ${refund_id} of ${row.amount_cents} gave back ${state.amount_cents}`);
  return inHand(db, { loft_id, refund_id }, async (tx, refund, payment) => {
    // The state belongs to an earlier attempt.
    if (refund.key !== key) return refund.status;
    const act = { by: null, now_ms };
    const event = refundEvent(refund.status, result);
    if (event === null) {
      if (state && refund.provider_id === null) await keepGiven(tx, refund, { provider_id: state.id });
      return refund.status;
    }
    if (event === 'pay') {
      await close(tx, payment, 'card', act);
      return changeRefund(tx, refund, { provider_id: state!.id }, event, act);
    }
    if (event === 'fail') await openAgain(tx, refund, payment, act);
    if (!isAwaited) await notifyRefundFailed(tx, payment, refund.key);
    // The next attempt needs a key of its own.
    return changeRefund(tx, refund, { key: crypto.randomUUID(), provider_id: null }, event, act);
  });
}

interface Sent {
  key: string;
  intent: string;
  sent_at: string;
}

/** Requests a refund under its key, or searches it when the provider may have forgotten the key. */
function askToGiveBack(cards: Cards, { key, intent, sent_at }: Sent, now_ms: number): Promise<ProviderRefund | null> {
  const isRemembered = now_ms - Date.parse(sent_at) < remembered_ms;
  return isRemembered ? cards.sendRefund({ key, intent }) : cards.findRefund(intent);
}

/**
 * Check a refund that an event names. One made at the provider itself, and owed here, is recorded as refunded.
 * @throws Error when money was refunded that is not owed here: it needs a manual check
 */
export async function lookAtRefund(db: Database, cards: Cards, provider_id: string, now_ms: number): Promise<void> {
  const known = await db
    .selectFrom('refunds')
    .select(['loft_id', 'id'])
    .where('provider_id', '=', provider_id)
    .executeTakeFirst();
  if (known) {
    await settleRefund(db, cards, known, now_ms);
    return;
  }
  const state = await cards.readRefund(provider_id);
  if (state === null) return;
  const payment =
    state.intent === null
      ? undefined
      : await db
          .selectFrom('payments as p')
          .leftJoin('refunds as r', (join) =>
            join.onRef('r.loft_id', '=', 'p.loft_id').onRef('r.payment_id', '=', 'p.id'),
          )
          .select(['p.id', 'p.loft_id', 'p.amount_cents', 'r.id as refund_id', 'r.status', 'r.method', 'r.provider_id'])
          .where('p.intent', '=', state.intent)
          .executeTakeFirst();
  // Not of this program, or of a finished attempt.
  if (!payment || state.result === 'refused') return;
  const { loft_id, refund_id, status } = payment;
  const isOdd = status === null || (status === 'paid' && payment.method !== null && isEntered(payment.method));
  if (isOdd || state.amount_cents !== payment.amount_cents)
    throw new Error(
      `payment ${payment.id} of ${payment.amount_cents}: ${state.amount_cents} given back at the provider, and not owed here`,
    );
  if (status === 'owed')
    await inHand(db, { loft_id, refund_id: refund_id! }, async (tx, refund) => {
      if (refund.status !== 'owed') return;
      const given = { method: 'card' as const, sent_at: new Date(now_ms).toISOString(), provider_id };
      await changeRefund(tx, refund, given, 'send', { by: null, now_ms });
    });
  await settleRefund(db, cards, { loft_id, id: refund_id! }, now_ms);
}

/** How long a card refund can still come back. */
const mayFail_ms = 30 * 24 * 3_600_000;

/** The refunds whose result is unknown; with `given_until_ms`, also the card refunds of the days before. */
export function openRefunds(
  db: Database,
  { given_until_ms }: { given_until_ms?: number } = {},
): Promise<Pick<Refund, 'loft_id' | 'id' | 'order_id'>[]> {
  return db
    .selectFrom('refunds')
    .select(['loft_id', 'id', 'order_id'])
    .where((eb) =>
      eb.or([
        eb('status', '=', 'sent'),
        ...(given_until_ms === undefined
          ? []
          : [
              eb.and([
                eb('status', '=', 'paid'),
                eb('provider_id', 'is not', null),
                eb('sent_at', '>', new Date(given_until_ms - mayFail_ms).toISOString()),
              ]),
            ]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** The number of the refund attempt: one more than have failed. */
async function attemptOf(tx: Tx, { loft_id, id }: Payment): Promise<number> {
  const { failed } = await tx
    .selectFrom('journal_entries')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('loft_id', '=', loft_id)
    .where('payment_id', '=', id)
    .where('kind', '=', 'refund_failed')
    .executeTakeFirstOrThrow();
  return failed + 1;
}

async function close(tx: Tx, payment: Payment, from: PaymentMethod, act: Act): Promise<void> {
  await movePayment(tx, payment, 'refund', act);
  await postPayment(tx, payment, 'refunded', { ...act, from, attempt: await attemptOf(tx, payment) });
}

/** Record a refund that came back: the money is at the provider again and is owed. */
async function openAgain(tx: Tx, refund: Refund, payment: Payment, act: Act): Promise<void> {
  await movePayment(tx, payment, refund.cause === 'surplus' ? 'reopen_surplus' : 'reopen', act);
  await postPayment(tx, payment, 'refund_failed', { ...act, from: 'card', attempt: await attemptOf(tx, payment) });
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

type Given = Partial<Pick<Refund, 'method' | 'sent_at' | 'key' | 'provider_id'>> & {
  reason?: string;
  file_id?: number | null;
};

async function keepGiven(tx: Tx, { loft_id, id }: Pick<Refund, 'loft_id' | 'id'>, given: Given): Promise<void> {
  if (Object.keys(given).length)
    await tx.updateTable('refunds').set(given).where('loft_id', '=', loft_id).where('id', '=', id).execute();
}

async function changeRefund(
  tx: Tx,
  { loft_id, id, status: from }: Refund,
  given: Given,
  event: RefundEvent,
  { by, now_ms, reason = null }: Act,
): Promise<RefundStatus> {
  const status = step(refundMachine, from, event);
  await keepGiven(tx, { loft_id, id }, given);
  await appendHistory(tx, 'refund', loft_id, [{ id, from, to: status }], { by, now_ms, reason });
  return status;
}
