/** Paying by card: the provider's page is opened for an order, and checked until the result is known. */

import { defaultLocale } from '#domain/locales.ts';
import { isPayable } from '#domain/orders/order.ts';
import { type PaymentPageRequest, pageUntil, remembered_ms, whyNotByCard } from '#domain/payments/by-card.ts';
import { waitsForApproval } from '#domain/payments/by-hand.ts';
import type { PaymentStatus } from '#domain/payments/payment.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { hasCash } from '#server/orders/cash.ts';
import { findOrder } from '#server/orders/orders.ts';
import type { Cards } from './cards.ts';
import { beginPayment, lockPayments, type Payment, paymentColumns, settleHeld, settlePayment } from './payments.ts';

/** What a card payment needs beside the order. */
export interface CardPaying extends Act {
  by: number;
  /** Texts and return addresses of the provider's page, beside those from the order. */
  words: Pick<PaymentPageRequest, 'title' | 'locale' | 'paid_url' | 'left_url'>;
}

/**
 * Start paying an order by card, or continue the attempt in progress, and have the provider open its page. The attempt
 * is stored before the provider is asked, so that a retry after a lost reply finds the same page.
 * @returns the address of the card page; null where there was nothing to pay, and the order is paid
 * @throws Refusal `not_payable`; `cash_waits`, an agent took cash for it; by {@link whyNotByCard}; `cards_away`, the
 * result is unknown, try again
 */
export async function startPayment(
  db: Database,
  cards: Cards,
  order_id: number,
  paying: CardPaying,
): Promise<string | null> {
  for (const old of await openByCard(db, { order_id }))
    if (Date.parse(old.asked!.expires_at) <= paying.now_ms) await lookAtPayment(db, cards, old, paying.now_ms);
  const payment = await transact(db, (tx) => beginByCard(tx, order_id, paying));
  if (payment.status !== 'open') return null;
  if (payment.url !== null) return payment.url;
  const state = await cards.open(payment.key, payment.asked!);
  await settlePayment(db, payment, state ?? { result: 'over' }, paying.now_ms);
  if (state === null) throw new Refusal('cards_away');
  if (state.url === null) throw new Refusal('not_payable');
  return state.url;
}

/** The open card attempt of an order, created where there is none. */
async function beginByCard(tx: Tx, order_id: number, { words, ...act }: CardPaying): Promise<Payment> {
  const held = await lockPayments(tx, order_id);
  const { order, payments } = held;
  const { currency } = order;
  if (!isPayable(order.status)) throw new Refusal('not_payable');
  if (payments.some(waitsForApproval)) throw new Refusal('cash_waits');
  const live = payments.find(({ status, method }) => status === 'open' && method === 'card');
  if (live) return live;
  const { amount_cents } = order;
  const no = amount_cents > 0 && whyNotByCard({ amount_cents, currency });
  if (no) throw no;
  const expires_at = new Date(pageUntil(order.pay_until, act.now_ms)).toISOString();
  const asked = { amount_cents, currency, ...words, expires_at };
  const { order: moved, ...payment } = await beginPayment(tx, held, act, { method: 'card', asked });
  if (amount_cents > 0) return payment;
  return settleHeld(tx, { ...held, order: moved, payment }, { result: 'paid' }, act);
}

/** Settle an order that costs nothing, without the provider. @throws Refusal `not_payable` */
export async function payNothing(tx: Tx, order_id: number, act: Act & { by: number }): Promise<void> {
  const words = { title: '', locale: defaultLocale, paid_url: '', left_url: '' };
  await beginByCard(tx, order_id, { ...act, words });
}

/** The card attempts whose result is unknown. */
export function openByCard(db: Tx, of: { order_id?: number } = {}): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('status', '=', 'open')
    .where('method', '=', 'card')
    .$if(of.order_id !== undefined, (query) => query.where('order_id', '=', of.order_id!))
    .orderBy('id')
    .execute();
}

/**
 * Check an attempt at the provider, and settle it. If the reply to its creation was lost, it is requested again under
 * its key, or searched when the provider may have forgotten the key. The page of an order that cannot be paid any more,
 * or for which an agent took cash, is closed.
 * @returns the new state of the payment
 * @throws Refusal `cards_away`; `not_found`, the provider knows no such page, and it is unknown whether it was paid
 */
export async function lookAtPayment(
  db: Database,
  cards: Cards,
  payment: Payment,
  now_ms: number,
): Promise<PaymentStatus> {
  const { id, key, asked, session, created_at } = payment;
  const made_ms = Date.parse(created_at);
  const state =
    session !== null
      ? await cards.read(session)
      : now_ms - made_ms < remembered_ms
        ? await cards.open(key, asked!)
        : await cards.find(key, made_ms);
  // The keys may belong to another account. After the page's expiry it cannot be paid any more.
  if (state === null && session !== null && now_ms < Date.parse(asked!.expires_at))
    throw Object.assign(new Refusal('not_found'), {
      cause: new Error(`payment ${id}: the provider knows no page ${session}`),
    });
  const status = await settlePayment(db, payment, state ?? { result: 'over' }, now_ms);
  if (status !== 'open' || state === null) return status;
  const order = await findOrder(db, payment.order_id);
  if (isPayable(order.status) && !(await hasCash(db, order))) return status;
  return settlePayment(db, payment, await cards.close(state.session), now_ms);
}
