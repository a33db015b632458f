/** What follows from steps of orders: most of it belongs to nouns that an order knows nothing of. */
import { holdsPlaces, type OrderStatus } from '#domain/orders/order.ts';
import type { Act } from '#server/act.ts';
import { consequencesOf } from '#server/follow.ts';
import type { Order } from './orders.ts';

/** A step that an order has taken: it stands at its new status. */
export interface OrderStep {
  order: Order;
  from: OrderStatus | 'new';
  /** When its days to pay were over before it. */
  pay_until_was: string | null;
  /** The how many-th of its history. */
  n: number;
}

/** Steps that orders of a season take together, one each. */
export interface OrderSteps {
  loft_id: number;
  season_id: number;
  steps: readonly OrderStep[];
  act: Act & { time_zone: string };
  /** Their customers are told nothing of it: another step follows at once, or it leads back to what was said before. */
  isQuiet: boolean;
}

export const orderSteps = consequencesOf<OrderSteps>('an order');

/** Those of the orders that have ended with their step, by their ids. */
export function endedOf(steps: readonly OrderStep[]): number[] {
  return steps.filter(({ order }) => !holdsPlaces(order.status)).map(({ order }) => order.id);
}
