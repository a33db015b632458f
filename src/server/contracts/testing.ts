/** Contracts for tests. */
import type { Database } from '#server/db/database.ts';
import { publishContract, writeContract } from './contracts.ts';

/** A contract of a loft that is in force. */
export function buildContract(db: Database, { loft_id, user_id }: { loft_id: number; user_id: number }): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const fields = {
      language: 'en',
      title: 'Contract',
      text: 'Fair racing',
      file_id: null,
      valid_from: '2026-01-01',
    } as const;
    const contract_id = await writeContract(tx, loft_id, user_id, fields);
    await publishContract(tx, { loft_id, contract_id }, user_id, Date.now());
  });
}
