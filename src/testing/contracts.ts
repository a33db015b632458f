/** Contracts for tests. */

import { publishContract, writeContract } from '#server/contracts/contracts.ts';
import type { Database } from '#server/db/database.ts';

/** A published contract of a loft; by default in force. */
export function buildContract(
  db: Database,
  { loft_id, user_id, valid_from = '2026-01-01' }: { loft_id: number; user_id: number; valid_from?: string },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const fields = {
      language: 'en' as const,
      title: 'Contract',
      text: 'Fair racing',
      file_id: null,
      valid_from,
    };
    const contract_id = await writeContract(tx, loft_id, user_id, fields);
    await publishContract(tx, { loft_id, contract_id }, user_id, Date.now());
  });
}
