/** A file that somebody sent, made anew and kept: by a call of its own, or with the form of a page. */

import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { countTry } from '#server/limits.ts';
import { createTurns } from '#server/turns.ts';
import { keepFile } from './files.ts';
import { makeFile } from './making.ts';
import type { Storage } from './storage.ts';

/** Who sends a file, and for which loft it is kept. */
export interface Sender {
  user_id: number;
  loft_id: number;
  /** What the file was called. */
  name: string;
}

/**
 * Makes a file anew and keeps it, in one transaction with what is done with it.
 * @throws Refusal `file_too_large`, `import_invalid_file`, `too_often`.
 */
export type Keep = (
  sender: Sender,
  sent: { file: string; as: 'document' | 'image' },
  then: (tx: Tx, file_id: number) => Promise<void>,
) => Promise<Awaited<ReturnType<typeof keepFile>>>;

export function createKeep(db: Database, storage: Storage): Keep {
  /** One picture at a time is unfolded and painted. */
  const making = createTurns(1);
  return async (sender, { file, as }, then) => {
    await countTry(db, 'upload', { person: sender.user_id });
    const made = await making(() => makeFile(file, as));
    return transact(db, async (tx) => {
      const kept = await keepFile(tx, storage, { ...sender, made, is_private: as === 'document' });
      await then(tx, kept.id);
      return kept;
    });
  };
}
