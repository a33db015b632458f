/** The settlement of a payment once its outcome is known, the same for every source of that outcome. */
import { isPayable, type OrderEvent, type OrderStatus } from '#domain/orders/order.ts';
import { type PaymentEvent, type PaymentStatus, paymentMachine } from './payment.ts';

/** The known outcome of the payment: paid, over without payment, or not known yet. */
export type PaymentResult = 'paid' | 'over' | 'waiting';

export interface Outcome {
  payment: PaymentEvent;
  /** The step of the order; null: it stays. */
  order: OrderEvent | null;
}

/**
 * The outcome of a payment; null: none, because nothing is known yet, or it was settled before. Money pays an order
 * that waits for it; other money is surplus and never silently kept. An order whose only attempt failed waits again.
 * @param others number of other open attempts of the order
 */
export function settle(
  { order, payment, others }: { order: OrderStatus; payment: PaymentStatus; others: number },
  result: PaymentResult,
): Outcome | null {
  const steps = paymentMachine.steps[payment];
  if (result === 'paid') {
    if (!steps.exceed) return null;
    return isPayable(order) ? { payment: 'succeed', order: 'settle' } : { payment: 'exceed', order: null };
  }
  if (result === 'waiting' || !steps.fail) return null;
  return { payment: 'fail', order: order === 'payment_pending' && others === 0 ? 'fail_payment' : null };
}
