/** What the steps of an order mean for its money: confirmed, it is owed by its customer; ended unpaid, it is not any more;
 * rejected when it was paid, the loft owes its customer. */
import { factOfStep } from '#domain/payments/journal.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderStep } from '#server/orders/consequences.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { enterFact } from './journal.ts';
import { owe } from './payments.ts';

/** Write down what a step of an order means for its money. */
export async function enterStep(tx: Tx, { order, from, act: { now_ms } }: OrderStep): Promise<void> {
  const kind = factOfStep(from, order.status);
  if (kind === null || order.amount_cents === 0) return;
  const { loft_id, season_id, id: order_id, amount_cents } = order;
  await enterFact(tx, {
    loft_id,
    season_id,
    order_id,
    payment_id: null,
    kind,
    amount_cents,
    currency: await currencyOf(tx, order),
    at: new Date(now_ms).toISOString(),
  });
  if (kind !== 'owed') return;
  const paid = await tx
    .selectFrom('payments')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', order_id)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  await owe(tx, { ...paid, loft_id, season_id, order_id, amount_cents }, 'rejected', { now_ms });
}
