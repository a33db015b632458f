/**
 * The journal entries of order steps: a confirmed order is receivable from the customer; one that ended unpaid is no
 * longer; a paid one that was rejected is owed to the customer.
 */
import { factOfStep } from '#domain/payments/journal.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderSteps } from '#server/orders/consequences.ts';
import { enterFacts } from './journal.ts';
import { owe } from './payments.ts';

/** Write the journal entries of order steps. */
export async function enterSteps(tx: Tx, { loft_id, season_id, steps, act: { now_ms } }: OrderSteps): Promise<void> {
  const facts = steps.flatMap(({ order: { id: order_id, amount_cents, currency, status }, from }) => {
    const kind = factOfStep(from, status);
    return kind === null || amount_cents === 0 ? [] : [{ order_id, amount_cents, currency, kind }];
  });
  if (!facts.length) return;
  const at = new Date(now_ms).toISOString();
  await enterFacts(
    tx,
    facts.map((fact) => ({ loft_id, season_id, payment_id: null, ...fact, at })),
  );
  const owed = facts.flatMap(({ kind, order_id }) => (kind === 'owed' ? [order_id] : []));
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
  for (const payment of paid) await owe(tx, payment, 'rejected', { now_ms });
}
