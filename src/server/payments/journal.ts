/** Writes facts about money into the journal. */
import { type EntryKind, postingsOf } from '#domain/payments/journal.ts';
import type { PaymentMethod } from '#domain/payments/payment.ts';
import type { Tx } from '#server/db/database.ts';

export interface Fact {
  loft_id: number;
  season_id: number;
  order_id: number;
  /** Null: it is about the order. */
  payment_id: number | null;
  kind: EntryKind;
  /** Which try to give the payment back it is about; 1 for all other facts. */
  attempt?: number;
  amount_cents: number;
  currency: string;
  /** Where the money lies that moves. */
  method?: PaymentMethod;
  at: string;
}

/** Write a fact down, once; one about nothing leaves nothing. */
export async function enterFact(tx: Tx, { amount_cents, method, ...entry }: Fact): Promise<void> {
  if (amount_cents === 0) return;
  const { id } = await tx.insertInto('journal_entries').values(entry).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('postings')
    .values(
      postingsOf(entry.kind, amount_cents, method).map((one) => ({ loft_id: entry.loft_id, entry_id: id, ...one })),
    )
    .execute();
}
