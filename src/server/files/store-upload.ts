/** An uploaded file, re-encoded and stored: by a call of its own, or with the form of a page. */

import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { countTry } from '#server/limits.ts';
import { forgetFile, keepFile } from './files.ts';
import type { Maker, UploadKind } from './maker.ts';
import type { Storage } from './stored-content.ts';

/** The uploader of a file, and its loft. */
export interface Sender {
  user_id: number;
  loft_id: number;
  /** The original name of the file. */
  name: string;
}

/**
 * Re-encodes and stores a file, then runs `then` with its id and the hash of its content; its failure deletes the file.
 * @throws Refusal `too_often`, and those of the maker of files
 */
export type Keep = (
  sender: Sender,
  sent: { file: string; as: UploadKind },
  then: (tx: Tx, file_id: number, sha256: string) => Promise<void>,
) => Promise<Awaited<ReturnType<typeof keepFile>>>;

export function createKeep(db: Database, storage: Storage, maker: Maker): Keep {
  return async (sender, { file, as }, then) => {
    await countTry(db, 'upload', { person: sender.user_id });
    const made = await maker.file(sender.user_id, file, as);
    const stored = await keepFile(db, storage, { ...sender, made, is_private: as !== 'image' });
    try {
      await transact(db, (tx) => then(tx, stored.id, made.sha256));
    } catch (error) {
      await forgetFile(db, stored.id);
      throw error;
    }
    return stored;
  };
}
