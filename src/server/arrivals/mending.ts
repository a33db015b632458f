/** Waiting readings, looked at again when the database says that their cause may be mended. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { mendReadings } from './matching.ts';
import { lockLedger } from './readings.ts';

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
    void db
      .transaction()
      .execute(async (tx) => {
        await lockLedger(tx, loft_id);
        return mendReadings(tx, loft_id);
      })
      .then((mended) => mended && log.info({ loft_id, mended }, 'waiting readings became arrivals'))
      .catch((error) => log.error({ err: error, loft_id }, 'mending readings failed'))
      .finally(() => {
        const again = looking.get(loft_id);
        looking.delete(loft_id);
        if (again) look(loft_id);
      });
  }
}
