/** Money that is owed to a customer, from the moment it is until it was given back. */
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
  | 'refuse';

export const refundMachine: Machine<RefundStatus, RefundEvent> = {
  name: 'refund',
  first: 'owed',
  steps: {
    owed: { send: 'sent', pay: 'paid' },
    sent: { pay: 'paid', refuse: 'owed' },
    paid: {},
  },
};
