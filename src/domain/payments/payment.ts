/** An attempt to pay an order, by card, in cash or by transfer, and its states (4.1). */
import type { Machine } from '#domain/machine.ts';

/** How money moves: by card, in cash from hand to hand, or by transfer to or from the loft's bank account. */
export const paymentMethods = ['card', 'hand', 'transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods that people of the loft enter. */
export const enteredMethods = ['hand', 'transfer'] as const satisfies readonly PaymentMethod[];
export type EnteredMethod = (typeof enteredMethods)[number];

/** Whether a payment was entered by people of the loft. */
export const isEntered = (method: PaymentMethod): method is EnteredMethod => method !== 'card';

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
