/** Money that is owed to a customer, from the moment it is until it was given back. `sent`: it is on its way. */
import type { Machine } from '#domain/machine.ts';

/** Too much, or of an order that was rejected when it had been paid. */
export const refundCauses = ['surplus', 'rejected'] as const;
export type RefundCause = (typeof refundCauses)[number];

export const refundStatuses = ['owed', 'sent', 'paid'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export type RefundEvent =
  /** The cards' provider is asked to give it back; whether it did is not known yet. */
  | 'send'
  | 'pay'
  /** It did not. */
  | 'refuse'
  /** It did, and the card's bank sent it back. */
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

/** What the provider says of a refund: the customer has it, it is on its way, or it will not come. */
export type RefundSaid = 'paid' | 'under_way' | 'refused';

/**
 * What follows from what the provider says of a refund; null: nothing, because it is known. What is under way is no money
 * that was given back, and what was given back can come back days later.
 */
export function refundEvent(status: RefundStatus, said: RefundSaid): RefundEvent | null {
  if (status === 'sent' && said === 'paid') return 'pay';
  if (status === 'sent' && said === 'refused') return 'refuse';
  return status === 'paid' && said === 'refused' ? 'fail' : null;
}
