/** The journal of money: every entry once, with postings to accounts whose sum is zero. Debit is positive. */
import { holdsPlaces, isPayable, type OrderStatus } from '#domain/orders/order.ts';
import { type PaymentMethod, paymentMethods } from './payment.ts';

export const accounts = [
  /** Owed by customers. */
  'receivable',
  /** Earned by the loft; as a credit it is negative. */
  'income',
  /** At the card provider. */
  'cards',
  /** Cash of agents and merchants. */
  'cash',
  /** On the loft's bank account. */
  'bank',
  /** Refunds owed by the loft. */
  'refunds',
] as const;
export type Account = (typeof accounts)[number];

export const entryKinds = [
  'charged',
  'discharged',
  'received',
  'revoked',
  'exceeded',
  'owed',
  'refunded',
  'refund_failed',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface Posting {
  account: Account;
  amount_cents: number;
}

/** The account on which money of each method lies. */
export const accountOfMethod = { card: 'cards', hand: 'cash', transfer: 'bank' } as const satisfies Record<
  PaymentMethod,
  Account
>;

/** The accounts of each kind of entry, from and to. `money` is the account of the method. */
const accountsOf: Record<EntryKind, readonly [from: Account | 'money', to: Account | 'money']> = {
  charged: ['income', 'receivable'],
  discharged: ['receivable', 'income'],
  received: ['receivable', 'money'],
  revoked: ['money', 'receivable'],
  exceeded: ['refunds', 'money'],
  owed: ['refunds', 'income'],
  refunded: ['money', 'refunds'],
  refund_failed: ['refunds', 'money'],
};

/** The postings of an entry with an amount above zero; the payment method matters only for entries that move money. */
export function postingsOf(kind: EntryKind, amount_cents: number, method: PaymentMethod = 'card'): Posting[] {
  const money = accountOfMethod[method];
  const [from, to] = accountsOf[kind].map((account) => (account === 'money' ? money : account)) as [Account, Account];
  return [
    { account: to, amount_cents },
    { account: from, amount_cents: -amount_cents },
  ];
}

/**
 * The change of each account as a statement shows it, by what was paid: confirmed alone, an order is to be paid and no
 * income yet. What the loft earned and owes is a credit in the journal, and shown as a positive amount.
 */
export function shownAmounts(postings: Partial<Record<Account, number>>): Partial<Record<Account, number>> {
  const { income = 0, receivable = 0, refunds, ...rest } = postings;
  const received = 0 - income - receivable;
  return {
    ...rest,
    ...(receivable !== 0 && { receivable }),
    ...(received !== 0 && { income: received }),
    ...(refunds !== undefined && { refunds: 0 - refunds }),
  };
}

/** How the money of an entry moved, by its account; null: none moved. */
export function methodOf(postings: Partial<Record<Account, number>>): PaymentMethod | null {
  return paymentMethods.find((method) => postings[accountOfMethod[method]] !== undefined) ?? null;
}

/**
 * The journal entry that a step of an order causes, or null: confirmed, the customer owes the amount; ended unpaid,
 * they do not any more; rejected after the payment, the loft owes a refund.
 */
export function entryKindOfStep(
  from: OrderStatus | 'new',
  to: OrderStatus,
): Extract<EntryKind, 'charged' | 'discharged' | 'owed'> | null {
  if (from === 'pending') return to === 'confirmed' ? 'charged' : null;
  if (from === 'new' || holdsPlaces(to)) return null;
  return isPayable(from) ? 'discharged' : 'owed';
}
