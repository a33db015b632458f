/** What follows from steps of orders: most of it belongs to nouns that an order knows nothing of. */

import { holdsPlaces, type OrderKind, type OrderStatus, type SeasonKind } from '#domain/orders/order.ts';
import type { LoftAct } from '#server/act.ts';
import { type Consequence, consequencesOf } from '#server/follow.ts';
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

/** Steps that orders of a loft take together, one each: all of one season, or of none. */
export interface OrderSteps {
  loft_id: number;
  season_id: number | null;
  steps: readonly OrderStep[];
  act: LoftAct;
  /** Their customers are told nothing of it: another step follows at once, or it leads back to what was said before. */
  isQuiet: boolean;
}

/** Steps of orders of a season. */
export interface SeasonOrderSteps extends OrderSteps {
  season_id: number;
}

export const orderSteps = consequencesOf<OrderSteps>('an order');

/** What follows from the steps of orders of these kinds, and of no others. */
export function of(
  kinds: SeasonKind | readonly SeasonKind[],
  consequence: Consequence<SeasonOrderSteps>,
): Consequence<OrderSteps> {
  const isOf = new Set<OrderKind>([kinds].flat());
  const ofKinds: Consequence<OrderSteps> = async (tx, { season_id, ...together }) => {
    const steps = together.steps.filter(({ order }) => isOf.has(order.kind));
    if (season_id !== null && steps.length) await consequence(tx, { ...together, season_id, steps });
  };
  // Traces and tests name what is done, not that it is of a kind.
  return Object.defineProperty(ofKinds, 'name', { value: consequence.name });
}

/** Those of the orders that have ended with their step, by their ids. */
export function endedOf(steps: readonly OrderStep[]): number[] {
  return steps.filter(({ order }) => !holdsPlaces(order.status)).map(({ order }) => order.id);
}
