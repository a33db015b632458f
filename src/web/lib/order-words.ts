/** The words for the state in which an order is now, the same on every page and in every file. */
import type { OrderStatus } from '#domain/orders/order.ts';

/**
 * A confirmed order is called by what it waits for, as its payment and its activation are. A step that it took is called
 * by `orders.…`: “Confirmed”.
 */
export const orderStates = {
  pending: 'orders.pending',
  confirmed: 'money.to_pay',
  payment_pending: 'money.begun',
  paid: 'orders.paid',
  revoked: 'orders.revoked',
  rejected: 'orders.rejected',
  cancelled: 'orders.cancelled',
} as const satisfies Record<OrderStatus, string>;
