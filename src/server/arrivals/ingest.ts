/**
 * The door of the clocks. Requests in flight together share a commit: while a loft's transaction runs, further batches
 * of that loft wait and then go together, through the same few statements. Only when a statement fails each goes again
 * by itself, so that one that cannot be recorded takes no other with it.
 */
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { Contact } from '#server/devices/contacts.ts';
import { offsetOf } from '#server/devices/telemetry.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { type Batch, type Recorded, recordReadings } from './readings.ts';

interface Waiting {
  batch: Batch;
  resolve(reply: Recorded['reply']): void;
  reject(error: unknown): void;
}

/** Readings in one transaction, and at least one batch: more only make the first ones wait longer for their answer. */
const mostTogether = 1000;

export type Ingest = (batch: Batch) => Promise<Recorded['reply']>;

/** What happened, for the metrics and for who watches the clocks. */
export interface IngestCounts {
  stored(count: number): void;
  conflict(count: number): void;
  committed(batches: number): void;
  heard(contact: Contact): void;
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
    // What came in the same turn of the event loop goes along from the start.
    await setImmediate();
    try {
      while (queue.length) await record(loft_id, takeTogether(queue));
    } finally {
      lofts.delete(loft_id);
    }
  }

  async function record(loft_id: number, together: readonly Waiting[]): Promise<void> {
    let recorded: Recorded[];
    try {
      recorded = await transact(db, async (tx) => {
        const head = await lockLedger(tx, loft_id);
        const batches = together.map((one) => one.batch);
        return (await recordReadings(tx, loft_id, batches, head)).recorded;
      });
    } catch (error) {
      if (together.length > 1 && isRefusedByDatabase(error)) {
        for (const one of together) await record(loft_id, [one]);
        return;
      }
      // Nothing was committed, or the answer to the commit was lost: the clocks do not know and send again.
      for (const { reject } of together) reject(error);
      return;
    }
    for (const [i, { resolve }] of together.entries()) resolve(recorded[i]!.reply);
    try {
      counts.committed(together.length);
      for (const [i, { batch }] of together.entries()) note(batch, recorded[i]!);
    } catch (error) {
      // The readings are safe and answered; what is only counted may not keep the next ones waiting.
      log.error({ err: error, loft_id }, 'recorded readings could not be counted');
    }
  }

  function note({ device, sent_at, received_ms, readings: told }: Batch, { reply, conflicts }: Recorded): void {
    const antennas: Record<string, number> = {};
    let readings = 0;
    for (const [i, { status }] of reply.readings.entries()) {
      if (status !== 'stored') continue;
      readings += 1;
      const { antenna } = told[i]!;
      if (antenna) antennas[antenna] = (antennas[antenna] ?? 0) + 1;
    }
    counts.stored(readings);
    counts.heard({
      ...device,
      at_ms: received_ms,
      clock_offset_ms: offsetOf(sent_at, received_ms),
      readings,
      antennas,
    });
    if (!conflicts) return;
    counts.conflict(conflicts);
    log.warn({ device_id: device.device_id, conflicts }, 'a clock told other content for readings it had told before');
  }
}

function takeTogether(queue: Waiting[]): Waiting[] {
  let readings = 0;
  const fits = queue.findIndex((one) => {
    readings += one.batch.readings.length;
    return readings > mostTogether;
  });
  return queue.splice(0, fits < 0 ? queue.length : Math.max(1, fits));
}

/** A value or a constraint that the database would not take: SQLSTATE classes 22 and 23. Nothing was committed. */
function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
