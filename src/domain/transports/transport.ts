/** A customer's request that an agent collects the birds of an order, and its states (4.2). */
import type { Machine } from '#domain/machine.ts';
import { holdsPlaces, type OrderStatus, takesPigeons } from '#domain/orders/order.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

export const transportStatuses = ['pending', 'confirmed', 'rejected', 'cancelled'] as const;
export type TransportStatus = (typeof transportStatuses)[number];

export type TransportEvent =
  | 'confirm'
  | 'reject'
  /** The agent takes back that nothing was handed over. */
  | 'reopen'
  /** By the customer, also where the agent does not come; or with the end of the order: the history has the person. */
  | 'cancel';

/**
 * The steps of 4.2, whose edges are decided here. That the birds were handed over follows from their location (4.5).
 */
export const transportMachine: Machine<TransportStatus, TransportEvent> = {
  name: 'transport',
  first: 'pending',
  steps: {
    pending: { confirm: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
    confirmed: { reject: 'rejected', cancel: 'cancelled' },
    rejected: { reopen: 'confirmed', cancel: 'cancelled' },
    cancelled: {},
  },
};

/** Whether a request is open: neither rejected nor cancelled. */
export const isOpen = (status: TransportStatus): boolean => status === 'pending' || status === 'confirmed';

/** A request: the day of its collection, in the loft's zone. */
export interface TransportRequest {
  order_status: OrderStatus;
  /** The state of the order's open request; null: there is none. */
  open: TransportStatus | null;
  day: string;
  today: string;
}

/**
 * Why the birds of an order cannot be given to an agent on that day, or null: `order_over` for an order that ended,
 * `transport_confirmed` where an agent has confirmed already, `collection_over` for a day that is past.
 */
export function whyNotRequest({ order_status, open, day, today }: TransportRequest): Refusal | null {
  if (!holdsPlaces(order_status)) return new Refusal('order_over');
  if (open === 'confirmed') return new Refusal('transport_confirmed');
  return day < today ? refusalAt('collection_id', 'collection_over') : null;
}

/**
 * Why its customer cannot withdraw a request, or null: a confirmed request is changed by its agent. One that the agent
 * has rejected is withdrawn by saying that the birds travel without an agent.
 */
export function whyNotTakeBack(status: TransportStatus): Refusal | null {
  return status === 'confirmed' ? new Refusal('transport_confirmed') : null;
}

/**
 * Why an agent cannot reject, or null: `transport_under_way` once birds of the order have left home.
 * @param locations without birds that came to the loft another way
 */
export function whyNotReject(locations: readonly Location[]): Refusal | null {
  return locations.some((location) => location !== 'at_home') ? new Refusal('transport_under_way') : null;
}

/** The reason that the history has for a request that its agent closed because nobody handed anything over. */
export const nothingHandedOver = 'nothing handed over';

/** A collection's day and the present one, by the loft's clock. */
export interface CollectionDay {
  day: string;
  today: string;
}

/**
 * Why an agent cannot close a confirmed request with the word that nothing was handed over, or null: it is not
 * confirmed, `collection_not_yet` before the day of the collection, or birds of the order have left home.
 */
export function whyNotClose(
  status: TransportStatus,
  locations: readonly Location[],
  { day, today }: CollectionDay,
): Refusal | null {
  if (status !== 'confirmed') return new Refusal('transport_not_confirmed');
  return today < day ? new Refusal('collection_not_yet') : whyNotReject(locations);
}

/** A request that was closed, and what came after it. */
export interface ClosedTransport {
  status: TransportStatus;
  /** The last reason of its history. */
  reason: string | null;
  order_status: OrderStatus;
  /** The order has no later request. */
  is_latest: boolean;
  locations: readonly Location[];
}

/**
 * Why an agent cannot take back that nothing was handed over, or null: it was not said of this request, or
 * `transport_followed`: its customer has chosen another way, the order has ended, or birds have left home.
 */
export function whyNotReopen(closed: ClosedTransport): Refusal | null {
  const { status, reason, order_status, is_latest, locations } = closed;
  if (status !== 'rejected' || reason !== nothingHandedOver) return new Refusal('step_not_possible');
  const isLast = is_latest && holdsPlaces(order_status) && !whyNotReject(locations);
  return isLast ? null : new Refusal('transport_followed');
}

/**
 * Why birds cannot be picked up, or null: the request is not confirmed, the loft has not confirmed the order
 * (`order_not_confirmed`), the order has fewer places (`more_than_ordered`), or none of the order's birds is at home
 * and none was handed over that is not entered.
 */
export function whyNotPickUp(
  { status, order_status }: { status: TransportStatus; order_status: OrderStatus },
  locations: readonly Location[],
  { places, not_entered }: { places: number; not_entered: number },
): Refusal | null {
  if (status !== 'confirmed') return new Refusal('transport_not_confirmed');
  if (!takesPigeons(order_status)) return new Refusal('order_not_confirmed');
  if (not_entered > places - locations.length) return refusalAt('not_entered', 'more_than_ordered');
  return locations.includes('at_home') || not_entered > 0 ? null : new Refusal('nothing_to_pick_up');
}

/** Whether a bird was collected on this day, so that its agent can take the pick-up back as a mistake. */
export const isPutBack = ({ location, since }: { location: Location; since: string | null }, today: string): boolean =>
  location === 'in_transit' && since === today;

/**
 * Why a pick-up cannot be taken back, or null: `nothing_to_put_back` where no bird of the order is in transit,
 * `picked_up_earlier` where none of those was collected on this day. What was collected before is no slip of the thumb.
 * @param birds each with the day since which it is where it is, in the loft's zone
 */
export function whyNotPutBack(
  birds: readonly { location: Location; since: string | null }[],
  today: string,
): Refusal | null {
  if (!birds.some(({ location }) => location === 'in_transit')) return new Refusal('nothing_to_put_back');
  return birds.some((bird) => isPutBack(bird, today)) ? null : new Refusal('picked_up_earlier');
}

/**
 * Why birds cannot be given back to their owner, or null: `step_not_possible` while their order holds its places, or
 * where the request is open; `nothing_to_put_back` where the agent has none of them.
 * @param to_give_back how many the agent has
 */
export function whyNotGiveBack(
  { status, order_status }: { status: TransportStatus; order_status: OrderStatus },
  to_give_back: number,
): Refusal | null {
  if (status !== 'cancelled' || holdsPlaces(order_status)) return new Refusal('step_not_possible');
  return to_give_back > 0 ? null : new Refusal('nothing_to_put_back');
}

/** Maximum number of birds in a crate. */
export const mostInCrate = 10;

/** The crates for the birds of one order, as full as possible; birds of different orders do not share a crate. */
export function cratesOf<Bird>(birds: readonly Bird[]): Bird[][] {
  const count = Math.ceil(birds.length / mostInCrate);
  return Array.from({ length: count }, (_, i) => birds.slice(i * mostInCrate, (i + 1) * mostInCrate));
}
