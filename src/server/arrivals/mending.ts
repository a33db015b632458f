/** Waiting readings, looked at again when the database says that their cause may be mended. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { mendReadings } from '#server/ledger/matching.ts';

export interface Mending {
  /** Look at a loft's waiting readings; when that is being done, once more afterwards. */
  look(loft_id: number): void;
  /** Look at every loft that has waiting readings. */
  lookEverywhere(): Promise<void>;
}

export function createMending(db: Database, log: FastifyBaseLogger): Mending {
  /** Lofts that are being looked at; true when another look is due. */
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
    void mend(db, loft_id)
      .then((mended) => mended && log.info({ loft_id, mended }, 'waiting readings became arrivals'))
      .catch((error) => log.error({ err: error, loft_id }, 'mending readings failed'))
      .finally(() => {
        const again = looking.get(loft_id);
        looking.delete(loft_id);
        if (again) look(loft_id);
      });
  }
}

/** A part at a time, each in a transaction of its own: the clocks get in between. */
async function mend(db: Database, loft_id: number): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const start: number = after;
    const { mended, next } = await transact(db, async (tx) => {
      await lockLedger(tx, loft_id);
      return mendReadings(tx, loft_id, start);
    });
    total += mended;
    after = next;
  }
  return total;
}
