/** Whether a loft demands two factors of its people; the effect on the rights of a session is in accounts/users.ts. */
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { LoftOfRights } from '#server/accounts/permissions.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * Demand two factors of the loft's people, or no longer.
 *
 * @param by the actor; to demand them, the actor's own session needs two factors, so that nobody locks themself out
 * @throws Refusal `second_factor_own_first`
 */
export async function demandSecondFactor(
  tx: Tx,
  by: { user_id: number; is_strong?: boolean },
  { loft_id, second_factor }: LoftOfRights,
  is_demanded: boolean,
): Promise<void> {
  if (is_demanded && !by.is_strong) throw new Refusal('second_factor_own_first');
  if (is_demanded === second_factor) return;
  await tx.updateTable('lofts').set({ second_factor: is_demanded }).where('id', '=', loft_id).execute();
  await writeAudit(tx, {
    loft_id,
    user_id: by.user_id,
    action: 'loft.second_factor',
    before: { is_demanded: second_factor },
    after: { is_demanded },
  });
}
