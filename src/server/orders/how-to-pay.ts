/** How a loft wants to be paid for its orders: to which account, and in its own words. */
import type { HowToPay } from '#domain/bank.ts';
import type { Tx } from '#server/db/database.ts';

/** How the orders of a season are paid. */
export async function howToPay(
  tx: Tx,
  { loft_id, season_id }: { loft_id: number; season_id: number },
): Promise<HowToPay> {
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
