/**
 * The door of the clocks. Requests in flight together share a commit: while a loft's transaction runs, further batches
 * of that loft wait and then go together, each in a savepoint, so that one that fails takes no other with it.
 */

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Head } from './ledger.ts';
import { advanceLedger, type Batch, lockLedger, type Recorded, recordReadings } from './readings.ts';

interface Waiting {
  batch: Batch;
  resolve(reply: Recorded['reply']): void;
  reject(error: unknown): void;
}

/** More batches in one transaction only make the first ones wait longer for their answer. */
const mostTogether = 16;

export type Ingest = (batch: Batch) => Promise<Recorded['reply']>;

/** What happened, for the metrics. */
export interface IngestCounts {
  stored(count: number): void;
  conflict(count: number): void;
  committed(batches: number): void;
}

/** A function that records one batch and answers when it is committed. */
export function createIngest(db: Database, log: FastifyBaseLogger, counts: IngestCounts): Ingest {
  const lofts = new Map<number, Waiting[]>();

  return (batch) =>
    new Promise((resolve, reject) => {
      const { loft_id } = batch.device;
      const queue = lofts.get(loft_id);
      if (queue) {
        queue.push({ batch, resolve, reject });
        return;
      }
      const own: Waiting[] = [{ batch, resolve, reject }];
      lofts.set(loft_id, own);
      void drain(loft_id, own);
    });

  async function drain(loft_id: number, queue: Waiting[]): Promise<void> {
    while (queue.length) {
      const together = queue.splice(0, mostTogether);
      try {
        const outcomes = await db.transaction().execute((tx) => recordTogether(tx, loft_id, together));
        counts.committed(together.length);
        for (const [i, outcome] of outcomes.entries()) answer(together[i]!, outcome);
      } catch (error) {
        // Nothing was committed, or the answer to the commit was lost: the clocks do not know and send again.
        for (const { reject } of together) reject(error);
      }
    }
    lofts.delete(loft_id);
  }

  function answer({ batch, resolve, reject }: Waiting, outcome: Recorded | { error: unknown }): void {
    if ('error' in outcome) {
      reject(outcome.error);
      return;
    }
    counts.stored(outcome.reply.readings.filter((reading) => reading.status === 'stored').length);
    if (outcome.conflicts) {
      counts.conflict(outcome.conflicts);
      log.warn(
        { device_id: batch.device.device_id, conflicts: outcome.conflicts },
        'a clock told other content for readings it had told before',
      );
    }
    resolve(outcome.reply);
  }
}

async function recordTogether(
  tx: Database,
  loft_id: number,
  together: readonly Waiting[],
): Promise<(Recorded | { error: unknown })[]> {
  let head: Head = await lockLedger(tx, loft_id);
  const start = head.number;
  const outcomes: (Recorded | { error: unknown })[] = [];
  for (const { batch } of together) {
    await sql`savepoint batch`.execute(tx);
    try {
      const recorded = await recordReadings(tx, batch, head);
      await sql`release savepoint batch`.execute(tx);
      head = recorded.head;
      outcomes.push(recorded);
    } catch (error) {
      await sql`rollback to savepoint batch`.execute(tx);
      outcomes.push({ error });
    }
  }
  if (head.number > start) await advanceLedger(tx, loft_id, head);
  return outcomes;
}
