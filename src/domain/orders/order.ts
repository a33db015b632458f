/** An order of a customer, for places in a season, the activation of a bird or a bird, and the states it goes through (4.1). */
import type { Machine } from '#domain/machine.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

export const orderStatuses = [
  'pending',
  'confirmed',
  'payment_pending',
  'paid',
  'revoked',
  'rejected',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Kinds of orders of a season; the products of the season are their lines. */
export const seasonKinds = ['registration', 'activation', 'sale'] as const;
export type SeasonKind = (typeof seasonKinds)[number];

/** What an order is for: its kind brings its lines, and what follows from its steps. What a loft's store sells is of no season. */
export const orderKinds = [...seasonKinds, 'store'] as const;
export type OrderKind = (typeof orderKinds)[number];

export type OrderEvent =
  | 'confirm'
  | 'reject'
  /** By the customer, or by the program once the days to pay are over: the history says who. */
  | 'cancel'
  /** A payment online has begun. */
  | 'start_payment'
  /** That payment came to nothing. */
  | 'fail_payment'
  | 'settle'
  /** A payment by hand is taken back. */
  | 'revoke';

/**
 * The steps of 4.1, whose edges are ours to decide (decision 21). A paid order that is rejected is not refunded by
 * itself: its money stays visible as owed. Whoever is confirmed or revoked has days to pay.
 */
export const orderMachine: Machine<OrderStatus, OrderEvent> = {
  name: 'order',
  first: 'pending',
  steps: {
    pending: { confirm: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
    confirmed: { start_payment: 'payment_pending', settle: 'paid', reject: 'rejected', cancel: 'cancelled' },
    payment_pending: { settle: 'paid', fail_payment: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
    paid: { revoke: 'revoked', reject: 'rejected' },
    revoked: { start_payment: 'payment_pending', settle: 'paid', reject: 'rejected', cancel: 'cancelled' },
    rejected: {},
    cancelled: {},
  },
};

/** Whether a step ends an order, and gives its places back. */
export const isEnd = (event: OrderEvent): boolean => event === 'reject' || event === 'cancel';

/**
 * Why a step is not taken as it is told, or null. Whoever rejects says why: `error_required` at `reason`. Nobody ends an
 * order for which an agent took cash before a merchant said whether it came: `cash_waits` (decision 33).
 * @param hasCash whether cash for it waits for a merchant's yes
 */
export function whyNotStep(
  event: OrderEvent,
  { reason, hasCash }: { reason: string | null; hasCash: boolean },
): Refusal | null {
  if (hasCash && isEnd(event)) return new Refusal('cash_waits');
  return event === 'reject' && !reason?.trim() ? refusalAt('reason', 'error_required') : null;
}

/** Whether an order in this state holds its places; from the others they went back to the loft. */
export const holdsPlaces = (status: OrderStatus): boolean => status !== 'rejected' && status !== 'cancelled';

/** Whether an order in this state waits for its money. */
export const isPayable = (status: OrderStatus): boolean => 'settle' in orderMachine.steps[status];

/** Whether its customer enters birds: from the confirmation on (4.1, 6.6). */
export const takesPigeons = (status: OrderStatus): boolean => holdsPlaces(status) && status !== 'pending';

/**
 * The number that people call an order by: the year of its season and its place there, `27-0431`; of no season its place
 * among such orders of its loft, `000431`.
 */
export function orderNumber({ year, number }: { year: number | null; number: number }): string {
  return year === null
    ? String(number).padStart(6, '0')
    : `${String(year % 100).padStart(2, '0')}-${String(number).padStart(4, '0')}`;
}
