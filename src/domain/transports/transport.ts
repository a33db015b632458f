/** A customer's request that an agent collects the birds of an order, and the states it goes through (4.2). */
import type { Machine } from '#domain/machine.ts';
import { holdsPlaces, type OrderStatus } from '#domain/orders/order.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

export const transportStatuses = ['pending', 'confirmed', 'rejected', 'cancelled'] as const;
export type TransportStatus = (typeof transportStatuses)[number];

export type TransportEvent =
  | 'confirm'
  | 'reject'
  /** By the customer, or with the order that ends: the history says who. */
  | 'cancel';

/** The steps of 4.2, whose edges are ours to decide. That the birds were handed over, their location says (4.5). */
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

/** Whether the birds still go this way. */
export const isOpen = (status: TransportStatus): boolean => status === 'pending' || status === 'confirmed';

/** What is asked for: the day of a collection, in the loft's zone. */
export interface Asked {
  order_status: OrderStatus;
  /** Where the order's open request stands; null: there is none. */
  open: TransportStatus | null;
  day: string;
  today: string;
}

/**
 * Why an order's birds cannot be given to an agent on that day, or null: `order_over` for an order that ended,
 * `transport_confirmed` where an agent has said yes already, `collection_over` for a day that is past.
 */
export function whyNotRequest({ order_status, open, day, today }: Asked): Refusal | null {
  if (!holdsPlaces(order_status)) return new Refusal('order_over');
  if (open === 'confirmed') return new Refusal('transport_confirmed');
  return day < today ? refusalAt('collection_id', 'collection_over') : null;
}

/** Why its customer cannot take a request back, or null: what an agent has confirmed is changed by the agent. */
export function whyNotTakeBack(status: TransportStatus): Refusal | null {
  return status === 'confirmed' ? new Refusal('transport_confirmed') : null;
}

/** Why an agent cannot say no, or null: `transport_under_way` once birds of the order have left home. */
export function whyNotReject(locations: readonly Location[]): Refusal | null {
  return locations.some((location) => location !== 'at_home') ? new Refusal('transport_under_way') : null;
}

/** Why birds cannot be picked up, or null: it is not confirmed, or none of the order's birds is at home. */
export function whyNotPickUp(status: TransportStatus, locations: readonly Location[]): Refusal | null {
  if (status !== 'confirmed') return new Refusal('transport_not_confirmed');
  return locations.includes('at_home') ? null : new Refusal('nothing_to_pick_up');
}

/** So many birds travel in a crate at most. */
export const mostInCrate = 10;

/** The crates for the birds of one order, as full as they may be; strangers do not travel together. */
export function cratesOf<Bird>(birds: readonly Bird[]): Bird[][] {
  const count = Math.ceil(birds.length / mostInCrate);
  return Array.from({ length: count }, (_, i) => birds.slice(i * mostInCrate, (i + 1) * mostInCrate));
}
