/** The words for money: states, steps and facts of the journal. */

import { type Account, type EntryKind, methodOf } from '#domain/payments/journal.ts';
import type { PaymentStatus } from '#domain/payments/payment.ts';
import type { RefundStatus } from '#domain/payments/refund.ts';
import type { useTranslation } from '#web/lib/translation.ts';

/** A fact of the journal. */
export const entryWord = {
  charged: 'money.charged',
  discharged: 'money.discharged',
  received: 'money.paid',
  revoked: 'money.revoked',
  exceeded: 'money.surplus',
  owed: 'money.owed',
  refunded: 'money.returned',
  refund_failed: 'money.refund_failed',
} as const satisfies Record<EntryKind, string>;

/** The state of a payment attempt. */
export const attemptWord = {
  open: 'money.begun',
  succeeded: 'money.paid',
  surplus: 'money.surplus',
  failed: 'money.failed',
  revoked: 'money.revoked',
  refunded: 'money.returned',
} as const satisfies Record<PaymentStatus, string>;

/** The state of a refund. */
export const refundWord = {
  owed: 'money.owed',
  sent: 'money.returning',
  paid: 'money.returned',
} as const satisfies Record<RefundStatus, string>;

/** The word for a step. */
export type MoneyWord = (typeof attemptWord)[PaymentStatus] | (typeof refundWord)[RefundStatus] | 'money.refund_failed';

/** The name of an account. */
export const accountWord = {
  receivable: 'money.to_pay',
  income: 'money.income',
  cards: 'money.cards',
  cash: 'money.cash',
  bank: 'money.bank',
  refunds: 'money.owed',
} as const satisfies Record<Account, string>;

/** What happened, and how the money moved: “Paid · Bank transfer”. */
export function entryText(
  t: ReturnType<typeof useTranslation>['t'],
  { kind, postings }: { kind: EntryKind; postings: Partial<Record<Account, number>> },
): string {
  const method = methodOf(postings);
  return [t(entryWord[kind]), ...(method ? [t(`pay.${method}`)] : [])].join(' · ');
}

/** A fact from the customer's side: charges are positive, payments and refunds negative. */
export const ownAmount = ({ receivable = 0, refunds = 0 }: Partial<Record<Account, number>>) => receivable + refunds;
