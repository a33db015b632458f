/** A file that somebody sent, made anew and kept: by a call of its own, or with the form of a page. */

import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { countTry } from '#server/limits.ts';
import { forgetFile, keepFile } from './files.ts';
import type { Maker } from './maker.ts';
import type { Storage } from './storage.ts';

/** Who sends a file, and for which loft it is kept. */
export interface Sender {
  user_id: number;
  loft_id: number;
  /** What the file was called. */
  name: string;
}

/**
 * Makes a file anew, keeps it and does something with it; what is refused then leaves no file.
 * @throws Refusal `too_often`, and what the maker of files says.
 */
export type Keep = (
  sender: Sender,
  sent: { file: string; as: 'document' | 'image' },
  then: (tx: Tx, file_id: number) => Promise<void>,
) => Promise<Awaited<ReturnType<typeof keepFile>>>;

export function createKeep(db: Database, storage: Storage, maker: Maker): Keep {
  return async (sender, { file, as }, then) => {
    await countTry(db, 'upload', { person: sender.user_id });
    const made = await maker.file(sender.user_id, file, as);
    const kept = await keepFile(db, storage, { ...sender, made, is_private: as === 'document' });
    try {
      await transact(db, (tx) => then(tx, kept.id));
    } catch (error) {
      await forgetFile(db, kept.id);
      throw error;
    }
    return kept;
  };
}
