/** The words for what happens to money: states, steps and facts of the journal share them. */
import type { Account, EntryKind } from '#domain/payments/journal.ts';
import type { PaymentStatus } from '#domain/payments/payment.ts';
import type { RefundStatus } from '#domain/payments/refund.ts';

/** A fact of the journal. */
export const factWord = {
  charged: 'money.charged',
  discharged: 'money.discharged',
  received: 'money.paid',
  revoked: 'money.revoked',
  exceeded: 'money.surplus',
  owed: 'money.owed',
  refunded: 'money.returned',
  refund_failed: 'money.refund_failed',
} as const satisfies Record<EntryKind, string>;

/** The state of an attempt to pay. */
export const attemptWord = {
  open: 'money.begun',
  succeeded: 'money.paid',
  surplus: 'money.surplus',
  failed: 'money.failed',
  revoked: 'money.revoked',
  refunded: 'money.returned',
} as const satisfies Record<PaymentStatus, string>;

/** The state of what is given back. */
export const refundWord = {
  owed: 'money.owed',
  sent: 'money.returning',
  paid: 'money.returned',
} as const satisfies Record<RefundStatus, string>;

/** What a step of money is called. */
export type MoneyWord = (typeof attemptWord)[PaymentStatus] | (typeof refundWord)[RefundStatus] | 'money.refund_failed';

/** What an account is called. */
export const accountWord = {
  receivable: 'money.to_pay',
  income: 'money.income',
  cards: 'money.cards',
  cash: 'money.cash',
  refunds: 'money.owed',
} as const satisfies Record<Account, string>;

/** An amount as people read it: what was earned and what is owed to others stands on the other side of the books. */
export const shownBalance = (account: Account, amount_cents: number) =>
  account === 'income' || account === 'refunds' ? 0 - amount_cents : amount_cents;

/** A fact as its customer reads it: what they have to pay is above nothing, what they paid or get back below. */
export const ownAmount = ({ receivable = 0, refunds = 0 }: Partial<Record<Account, number>>) => receivable + refunds;
