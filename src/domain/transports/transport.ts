/** A customer's request that an agent collects the birds of an order, and its states (4.2). */
import type { Machine } from '#domain/machine.ts';
import { holdsPlaces, type OrderStatus } from '#domain/orders/order.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

export const transportStatuses = ['pending', 'confirmed', 'rejected', 'cancelled'] as const;
export type TransportStatus = (typeof transportStatuses)[number];

export type TransportEvent =
  | 'confirm'
  | 'reject'
  /** By the customer, or with the end of the order: the history has the person. */
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
    rejected: {},
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

/** Why its customer cannot withdraw a request, or null: a confirmed request is changed by its agent. */
export function whyNotTakeBack(status: TransportStatus): Refusal | null {
  return status === 'confirmed' ? new Refusal('transport_confirmed') : null;
}

/** Why an agent cannot reject, or null: `transport_under_way` once birds of the order have left home. */
export function whyNotReject(locations: readonly Location[]): Refusal | null {
  return locations.some((location) => location !== 'at_home') ? new Refusal('transport_under_way') : null;
}

/** Why birds cannot be picked up, or null: it is not confirmed, or none of the order's birds is at home. */
export function whyNotPickUp(status: TransportStatus, locations: readonly Location[]): Refusal | null {
  if (status !== 'confirmed') return new Refusal('transport_not_confirmed');
  return locations.includes('at_home') ? null : new Refusal('nothing_to_pick_up');
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

/** Maximum number of birds in a crate. */
export const mostInCrate = 10;

/** The crates for the birds of one order, as full as possible; birds of different orders do not share a crate. */
export function cratesOf<Bird>(birds: readonly Bird[]): Bird[][] {
  const count = Math.ceil(birds.length / mostInCrate);
  return Array.from({ length: count }, (_, i) => birds.slice(i * mostInCrate, (i + 1) * mostInCrate));
}
