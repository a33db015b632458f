/** Writes facts about money into the journal. */
import { type EntryKind, postingsOf } from '#domain/payments/journal.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderSeries } from '#server/orders/order.ts';

export interface Fact extends OrderSeries {
  order_id: number;
  /** Null: the fact concerns the order. */
  payment_id: number | null;
  kind: EntryKind;
  /** The number of the refund attempt; 1 for all other facts. */
  attempt?: number;
  amount_cents: number;
  currency: string;
  /** The account that the money moves from or to: card provider or cash. */
  method?: PaymentMethod;
  at: string;
}

/** Write a fact, once; a zero amount is not written. */
export function enterFact(tx: Tx, fact: Fact): Promise<void> {
  return enterFacts(tx, [fact]);
}

/** Write facts, at most one of a kind for an order; zero amounts are not written. */
export async function enterFacts(tx: Tx, facts: readonly Fact[]): Promise<void> {
  const some = facts.filter(({ amount_cents }) => amount_cents !== 0);
  if (!some.length) return;
  const entries = await tx
    .insertInto('journal_entries')
    .values(some.map(({ amount_cents: _a, method: _m, ...entry }) => entry))
    .returning(['id', 'order_id', 'kind'])
    .execute();
  const ids = new Map(entries.map(({ id, order_id, kind }) => [`${order_id} ${kind}`, id]));
  await tx
    .insertInto('postings')
    .values(
      some.flatMap(({ loft_id, order_id, kind, amount_cents, method }) => {
        const entry_id = ids.get(`${order_id} ${kind}`)!;
        return postingsOf(kind, amount_cents, method).map((one) => ({ loft_id, entry_id, ...one }));
      }),
    )
    .execute();
}
