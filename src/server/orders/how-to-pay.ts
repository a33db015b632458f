/** How a loft's orders are paid: the bank account and a text of the loft. */
import type { HowToPay } from '#domain/bank.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderSeries } from './order.ts';

/** How the orders of a season are paid; empty for orders without a season. */
export async function howToPay(tx: Tx, { loft_id, season_id }: OrderSeries): Promise<HowToPay> {
  if (season_id === null) return { payment_text: null, bank: null };
  const { payment_text, bank_holder, bank_iban, bank_bic, bank_name } = await tx
    .selectFrom('seasons')
    .select(['payment_text', 'bank_holder', 'bank_iban', 'bank_bic', 'bank_name'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow();
  return {
    payment_text,
    bank:
      bank_iban === null || bank_holder === null
        ? null
        : { holder: bank_holder, iban: bank_iban, bic: bank_bic, name: bank_name },
  };
}
