/** What happens when it becomes known what came of a payment: the same for every way on which it does. */
import { isPayable, type OrderEvent, type OrderStatus } from '#domain/orders/order.ts';
import { type PaymentEvent, type PaymentStatus, paymentMachine } from './payment.ts';

/** What is known of the money: it came, it will not come any more, or nothing yet. */
export type Said = 'paid' | 'over' | 'waiting';

export interface Outcome {
  payment: PaymentEvent;
  /** The step of the order; null: it stays. */
  order: OrderEvent | null;
}

/**
 * What comes of a payment; null: nothing, because nothing is known yet, or it was settled before. Money for an order
 * that waits for it pays it; other money is surplus, never kept silently. An order whose only attempt came to nothing
 * waits again.
 * @param others how many other attempts of the order are open
 */
export function settle(
  { order, payment, others }: { order: OrderStatus; payment: PaymentStatus; others: number },
  said: Said,
): Outcome | null {
  const steps = paymentMachine.steps[payment];
  if (said === 'paid') {
    if (!steps.exceed) return null;
    return isPayable(order) ? { payment: 'succeed', order: 'settle' } : { payment: 'exceed', order: null };
  }
  if (said === 'waiting' || !steps.fail) return null;
  return { payment: 'fail', order: order === 'payment_pending' && others === 0 ? 'fail_payment' : null };
}
