/** An attempt to pay an order, by card or by hand, and its states (4.1). */
import type { Machine } from '#domain/machine.ts';

export const paymentMethods = ['card', 'hand'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentStatuses = ['open', 'succeeded', 'surplus', 'failed', 'revoked', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type PaymentEvent =
  | 'succeed'
  /** The money came when the order did not wait for it any more. */
  | 'exceed'
  | 'fail'
  /** A mark as paid by hand is withdrawn. */
  | 'revoke'
  | 'refund'
  /** A refund came back: the order's money is owed again, or the surplus. */
  | 'reopen'
  | 'reopen_surplus';

/**
 * The steps of an attempt (decision 23). An attempt by hand is open while it waits for a merchant's approval. Money
 * that comes after an attempt has failed still counts.
 */
export const paymentMachine: Machine<PaymentStatus, PaymentEvent> = {
  name: 'payment',
  first: 'open',
  steps: {
    open: { succeed: 'succeeded', exceed: 'surplus', fail: 'failed' },
    failed: { succeed: 'succeeded', exceed: 'surplus' },
    succeeded: { revoke: 'revoked', refund: 'refunded' },
    surplus: { refund: 'refunded' },
    revoked: {},
    refunded: { reopen: 'succeeded', reopen_surplus: 'surplus' },
  },
};
