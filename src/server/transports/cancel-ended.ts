/** The open transport request of an order ends with the order. */
import type { Tx } from '#server/db/database.ts';
import { endedOf, type SeasonOrderSteps } from '#server/orders/consequences.ts';
import { moveTransport, openOf } from './transports.ts';

/** Cancel the open requests of orders that have ended, and notify their agents. */
export async function endTransports(tx: Tx, { loft_id, steps, act: { by, now_ms } }: SeasonOrderSteps): Promise<void> {
  const ended = endedOf(steps);
  if (!ended.length) return;
  for (const open of await openOf(tx, loft_id, ended)) await moveTransport(tx, open, 'cancel', { by, now_ms });
}
