/**
 * The journal entries of order steps: a confirmed order is receivable from the customer; one that ended unpaid is no
 * longer; a paid one that was rejected is owed to the customer.
 */
import { entryKindOfStep } from '#domain/payments/journal.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderSteps } from '#server/orders/consequences.ts';
import { postEntries } from './journal.ts';
import { recordOwed } from './payments.ts';

/** Post the journal entries of order steps. */
export async function postOrderSteps(
  tx: Tx,
  { loft_id, season_id, steps, act: { now_ms } }: OrderSteps,
): Promise<void> {
  const entries = steps.flatMap(({ order: { id: order_id, amount_cents, currency, status }, from }) => {
    const kind = entryKindOfStep(from, status);
    return kind === null || amount_cents === 0 ? [] : [{ order_id, amount_cents, currency, kind }];
  });
  if (!entries.length) return;
  const at = new Date(now_ms).toISOString();
  await postEntries(
    tx,
    entries.map((entry) => ({ loft_id, season_id, payment_id: null, ...entry, at })),
  );
  const owed = entries.flatMap(({ kind, order_id }) => (kind === 'owed' ? [order_id] : []));
  if (!owed.length) return;
  const paid = await tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 'p.loft_id').onRef('o.id', '=', 'p.order_id'))
    .select(['p.id', 'p.loft_id', 'p.season_id', 'p.order_id', 'o.amount_cents'])
    .where('p.loft_id', '=', loft_id)
    .where('p.order_id', 'in', owed)
    .where('p.status', '=', 'succeeded')
    .orderBy('p.id')
    .execute();
  for (const payment of paid) await recordOwed(tx, payment, 'rejected', { now_ms });
}
