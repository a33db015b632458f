/** The journal of money: every fact once, as postings to accounts that together are nothing. Debit is positive. */
import { holdsPlaces, isPayable, type OrderStatus } from '#domain/orders/order.ts';
import type { PaymentMethod } from './payment.ts';

export const accounts = [
  /** What customers have to pay. */
  'receivable',
  /** What the loft has earned; as a credit it is negative. */
  'income',
  /** At the cards' provider. */
  'cards',
  /** In the hands of agents and merchants. */
  'cash',
  /** What the loft has to give back. */
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

/** Where each kind of fact takes money from and where it puts it. Money itself lies with the cards or as cash. */
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

/** The postings of a fact about an amount above nothing; of how it was paid only those know that move money itself. */
export function postingsOf(kind: EntryKind, amount_cents: number, method: PaymentMethod = 'card'): Posting[] {
  const money = method === 'card' ? 'cards' : 'cash';
  const [from, to] = accountsOf[kind].map((account) => (account === 'money' ? money : account)) as [Account, Account];
  return [
    { account: to, amount_cents },
    { account: from, amount_cents: -amount_cents },
  ];
}

/**
 * What a step of an order means for its money, or null for nothing: confirmed, it is owed by its customer; ended unpaid,
 * it is not any more; rejected when it was paid, the loft owes its customer.
 */
export function factOfStep(
  from: OrderStatus | 'new',
  to: OrderStatus,
): Extract<EntryKind, 'charged' | 'discharged' | 'owed'> | null {
  if (from === 'pending') return to === 'confirmed' ? 'charged' : null;
  if (from === 'new' || holdsPlaces(to)) return null;
  return isPayable(from) ? 'discharged' : 'owed';
}
