/** An attempt to pay an order, by card or by hand, and the states it goes through (4.1). */
import type { Machine } from '#domain/machine.ts';

export const paymentMethods = ['card', 'hand'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentStatuses = ['open', 'succeeded', 'surplus', 'failed', 'revoked', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type PaymentEvent =
  | 'succeed'
  /** The money came when the order no longer waited for it. */
  | 'exceed'
  | 'fail'
  /** What was marked as paid by hand was not. */
  | 'revoke'
  | 'refund'
  /** What was given back came back: the order's money is owed again, or what was too much. */
  | 'reopen'
  | 'reopen_surplus';

/**
 * The steps of an attempt (decision 23). One by hand is open while it waits for a merchant's yes. Money that comes after
 * an attempt was given up still counts.
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
