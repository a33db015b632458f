/** Posts entries about money to the journal. */
import { type EntryKind, postingsOf } from '#domain/payments/journal.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderSeries } from '#server/orders/order.ts';

export interface JournalEntry extends OrderSeries {
  order_id: number;
  /** Null: the entry concerns the order. */
  payment_id: number | null;
  kind: EntryKind;
  /** The number of the refund attempt; 1 for all other entries. */
  attempt?: number;
  amount_cents: number;
  currency: string;
  /** How the money moves: its account is at the card provider, in cash or at the bank. */
  method?: PaymentMethod;
  at: string;
}

/** Post an entry, once; a zero amount is not posted. */
export function postEntry(tx: Tx, entry: JournalEntry): Promise<void> {
  return postEntries(tx, [entry]);
}

/** Post entries, at most one of a kind for an order; zero amounts are not posted. */
export async function postEntries(tx: Tx, entries: readonly JournalEntry[]): Promise<void> {
  const some = entries.filter(({ amount_cents }) => amount_cents !== 0);
  if (!some.length) return;
  const inserted = await tx
    .insertInto('journal_entries')
    .values(some.map(({ amount_cents: _a, method: _m, ...entry }) => entry))
    .returning(['id', 'order_id', 'kind'])
    .execute();
  const ids = new Map(inserted.map(({ id, order_id, kind }) => [`${order_id} ${kind}`, id]));
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
