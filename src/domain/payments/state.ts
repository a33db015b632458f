/** The state of an order's money: the filter of lists, and the text for its customer. */
import { isPayable, type OrderStatus } from '#domain/orders/order.ts';

export const moneyStates = ['to_pay', 'begun', 'to_approve', 'paid', 'owed', 'returning', 'returned', 'ended'] as const;
/**
 * to_pay: it waits for payment; begun: a card payment is in progress; to_approve: an agent took cash, which waits for a
 * merchant, whatever became of the order meanwhile; owed: the loft has to refund money; returning: a refund is in
 * progress to the card; returned: it was refunded; ended: there is no money and will be none.
 */
export type MoneyState = (typeof moneyStates)[number];

export interface MoneyOfOrder {
  status: OrderStatus;
  /** Whether an attempt by this method is open. */
  has_card: boolean;
  has_mark: boolean;
  /** Whether a refund is owed, in progress, or paid. */
  is_owed: boolean;
  is_returning: boolean;
  is_returned: boolean;
}

export function moneyState({
  status,
  has_card,
  has_mark,
  is_owed,
  is_returning,
  is_returned,
}: MoneyOfOrder): MoneyState {
  if (has_mark) return 'to_approve';
  if (is_owed) return 'owed';
  if (is_returning) return 'returning';
  if (isPayable(status)) return has_card ? 'begun' : 'to_pay';
  if (status === 'paid') return 'paid';
  return is_returned ? 'returned' : 'ended';
}
