/** The consequences of order steps, registered by the modules they belong to: orders know none of them. */

import { holdsPlaces, type OrderKind, type OrderStatus, type SeasonKind } from '#domain/orders/order.ts';
import type { LoftAct } from '#server/act.ts';
import { type Consequence, createConsequences } from '#server/consequence-registry.ts';
import type { Order } from './order.ts';

/** A step that an order has taken; `order` has its new status. */
export interface OrderStep {
  order: Order;
  from: OrderStatus | 'new';
  /** When its days to pay ended before the step. */
  pay_until_was: string | null;
  /** The number of the row in the order's history. */
  n: number;
}

/** Steps that orders of a loft take together, one each: all orders of one season, or all without a season. */
export interface OrderSteps {
  loft_id: number;
  season_id: number | null;
  steps: readonly OrderStep[];
  act: LoftAct;
  /** Customers are not notified: another step follows at once, or the order returns to a state already reported. */
  isQuiet: boolean;
}

/** Steps of orders of one season. */
export interface SeasonOrderSteps extends OrderSteps {
  season_id: number;
}

export const orderSteps = createConsequences<OrderSteps>('an order');

/** A consequence that runs only for orders of these kinds. */
export function forKinds(
  kinds: SeasonKind | readonly SeasonKind[],
  consequence: Consequence<SeasonOrderSteps>,
): Consequence<OrderSteps> {
  const isOf = new Set<OrderKind>([kinds].flat());
  const ofKinds: Consequence<OrderSteps> = async (tx, { season_id, ...together }) => {
    const steps = together.steps.filter(({ order }) => isOf.has(order.kind));
    if (season_id !== null && steps.length) await consequence(tx, { ...together, season_id, steps });
  };
  // Traces and tests show the name of the consequence, not of this wrapper.
  return Object.defineProperty(ofKinds, 'name', { value: consequence.name });
}

/** The ids of the orders whose rejection was taken back with their step. */
export function reopenedOf(steps: readonly OrderStep[]): number[] {
  return steps.flatMap(({ order, from }) =>
    from !== 'new' && !holdsPlaces(from) && holdsPlaces(order.status) ? [order.id] : [],
  );
}

/** The ids of the orders that ended with their step. */
export function endedOf(steps: readonly OrderStep[]): number[] {
  return steps.filter(({ order }) => !holdsPlaces(order.status)).map(({ order }) => order.id);
}
