/** Rematches waiting readings when the database reports that their cause may have changed. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematchWaiting } from '#server/ledger/matching.ts';

export interface Rematching {
  /** Rematch a loft's waiting readings; when that is already running, once more afterwards. */
  look(loft_id: number): void;
  /** Rematch every loft that has waiting readings. */
  lookEverywhere(): Promise<void>;
}

export function createRematching(db: Database, log: FastifyBaseLogger): Rematching {
  /** Lofts that are being rematched; true when another run is due. */
  const looking = new Map<number, boolean>();

  return {
    look,
    async lookEverywhere() {
      const waiting = await db.selectFrom('unranked_readings').select('loft_id').distinct().execute();
      for (const { loft_id } of waiting) look(loft_id);
    },
  };

  function look(loft_id: number): void {
    if (looking.has(loft_id)) {
      looking.set(loft_id, true);
      return;
    }
    looking.set(loft_id, false);
    void rematchLoft(db, loft_id)
      .then((matched) => matched && log.info({ loft_id, matched }, 'waiting readings became arrivals'))
      .catch((error) => log.error({ err: error, loft_id }, 'rematching readings failed'))
      .finally(() => {
        const again = looking.get(loft_id);
        looking.delete(loft_id);
        if (again) look(loft_id);
      });
  }
}

/** One part at a time, each in a transaction of its own, so that the clocks get in between. */
async function rematchLoft(db: Database, loft_id: number): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const start: number = after;
    const { matched, next } = await transact(db, async (tx) => {
      await lockLedger(tx, loft_id);
      return rematchWaiting(tx, loft_id, start);
    });
    total += matched;
    after = next;
  }
  return total;
}
