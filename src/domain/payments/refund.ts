/** Money owed to a customer until it was refunded. `sent`: requested from the provider. */
import type { Machine } from '#domain/machine.ts';

/** Surplus, or the payment of an order that was rejected afterwards. */
export const refundCauses = ['surplus', 'rejected'] as const;
export type RefundCause = (typeof refundCauses)[number];

export const refundStatuses = ['owed', 'sent', 'paid'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export type RefundEvent =
  /** The card provider was asked for the refund; its outcome is not known yet. */
  | 'send'
  | 'pay'
  /** The provider refused. */
  | 'refuse'
  /** The provider refunded, and the card's bank returned the money. */
  | 'fail';

export const refundMachine: Machine<RefundStatus, RefundEvent> = {
  name: 'refund',
  first: 'owed',
  steps: {
    owed: { send: 'sent', pay: 'paid' },
    sent: { pay: 'paid', refuse: 'owed' },
    paid: { fail: 'owed' },
  },
};

/** The provider's report of a refund: paid, in progress, or refused. */
export type RefundReport = 'paid' | 'under_way' | 'refused';

/**
 * The event for a provider's report of a refund; null: none, because it is known. A refund in progress is not paid yet,
 * and a paid one can come back days later.
 */
export function refundEvent(status: RefundStatus, result: RefundReport): RefundEvent | null {
  if (status === 'sent' && result === 'paid') return 'pay';
  if (status === 'sent' && result === 'refused') return 'refuse';
  return status === 'paid' && result === 'refused' ? 'fail' : null;
}
