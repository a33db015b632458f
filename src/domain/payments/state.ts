/** How the money of an order stands, in one word: what a list is filtered by and what its customer reads. */
import { isPayable, type OrderStatus } from '#domain/orders/order.ts';

export const moneyStates = ['to_pay', 'begun', 'to_approve', 'paid', 'owed', 'returning', 'returned', 'ended'] as const;
/**
 * to_pay: it waits; begun: a card may be shown at this moment; to_approve: an agent took cash, which waits for a
 * merchant, whatever became of the order meanwhile; owed: the loft has to give money back; returning: it is on its way to
 * the card; returned: it is there; ended: there is no money and will be none.
 */
export type MoneyState = (typeof moneyStates)[number];

export interface MoneyOfOrder {
  status: OrderStatus;
  /** Whether an attempt in this way is open. */
  has_card: boolean;
  has_mark: boolean;
  /** Whether something has to be given back, is on its way, or was given back. */
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
