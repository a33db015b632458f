/** An order of a customer and its states (4.1): for places in a season, for the activation of a bird, or for a bird. */
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

/** Kinds of orders of a season; their lines are products of the season. */
export const seasonKinds = ['registration', 'activation', 'sale'] as const;
export type SeasonKind = (typeof seasonKinds)[number];

/**
 * The kinds of orders: the kind determines the lines, and what follows from the steps. Orders at a loft's store belong
 * to no season.
 */
export const orderKinds = [...seasonKinds, 'store'] as const;
export type OrderKind = (typeof orderKinds)[number];

export type OrderEvent =
  | 'confirm'
  | 'reject'
  /** The loft takes its rejection back: the order waits for its yes again. */
  | 'reopen'
  /** By the customer, or by the program after the last day to pay: the history has the person. */
  | 'cancel'
  /** A card payment has begun. */
  | 'start_payment'
  /** The card payment failed. */
  | 'fail_payment'
  | 'settle'
  /** A payment by hand is revoked. */
  | 'revoke';

/**
 * The steps of 4.1, whose edges are decided here (decision 21). A paid order that is rejected is not refunded
 * automatically: its money stays visible as owed. A confirmed or revoked order has days to pay. A rejection can be taken
 * back while there are places ({@link whyNotReopen}); a cancelled order stays cancelled: its customer orders again.
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
    rejected: { reopen: 'pending' },
    cancelled: {},
  },
};

/** Whether a step ends an order, and frees its places. */
export const isEnd = (event: OrderEvent): boolean => event === 'reject' || event === 'cancel';

/**
 * Why a step is not possible, or null. A rejection, and taking one back, needs a reason: `error_required` at `reason`.
 * An order for which an agent took cash cannot end before a merchant has decided on the cash: `cash_waits`
 * (decision 33).
 * @param hasCash whether cash for it waits for a merchant's approval
 */
export function whyNotStep(
  event: OrderEvent,
  { reason, hasCash }: { reason: string | null; hasCash: boolean },
): Refusal | null {
  if (hasCash && isEnd(event)) return new Refusal('cash_waits');
  return (event === 'reject' || event === 'reopen') && !reason?.trim() ? refusalAt('reason', 'error_required') : null;
}

/** Whether an order in this state holds its places; in the others they are free. */
export const holdsPlaces = (status: OrderStatus): boolean => status !== 'rejected' && status !== 'cancelled';

/** Whether an order in this state waits for payment. */
export const isPayable = (status: OrderStatus): boolean => 'settle' in orderMachine.steps[status];
export const payableStatuses: readonly OrderStatus[] = orderStatuses.filter(isPayable);

/** Whether its customer can enter birds: from the confirmation on (4.1, 6.6). */
export const takesPigeons = (status: OrderStatus): boolean => holdsPlaces(status) && status !== 'pending';

/**
 * The number of an order for people: the year of its season and its number there, `27-0431`; without a season its
 * number among such orders of its loft, `000431`.
 */
export function orderNumber({ year, number }: { year: number | null; number: number }): string {
  return year === null
    ? String(number).padStart(6, '0')
    : `${String(year % 100).padStart(2, '0')}-${String(number).padStart(4, '0')}`;
}

/** The names of the teams of an order: its own first, then those that single birds of it fly for. */
export function teamNames({
  team,
  pigeons,
}: {
  team: { name: string } | null;
  pigeons: readonly { team: string | null }[];
}): string[] {
  const names = [team?.name ?? null, ...pigeons.map((bird) => bird.team)];
  return [...new Set(names.filter((name) => name !== null))];
}
