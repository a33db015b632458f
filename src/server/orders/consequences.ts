/**
 * What follows from a step of an order, in its transaction. Most of it belongs to nouns that an order knows nothing of;
 * `server/consequences.ts` lists them all, in their order.
 */
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { Order } from './orders.ts';

/** A step that an order has taken: it stands at its new status. */
export interface OrderStep {
  order: Order;
  from: OrderStatus | 'new';
  /** The how many-th of its history. */
  n: number;
  act: Act & { time_zone: string };
  /** Its customer is told nothing of it: another step follows at once, or it leads back to what was said before. */
  isQuiet: boolean;
}

export type OrderConsequence = (tx: Tx, step: OrderStep) => Promise<void>;

let composed: readonly OrderConsequence[] | undefined;

/** Say, once for the program, what follows from every step of an order. */
export function composeOrders(consequences: readonly OrderConsequence[]): void {
  composed = consequences;
}

/** Do what follows from a step, one thing after the other. */
export async function followOrder(tx: Tx, step: OrderStep): Promise<void> {
  if (!composed) throw new Error('nothing follows from orders yet: server/consequences.ts was not imported');
  for (const consequence of composed) await consequence(tx, step);
}
