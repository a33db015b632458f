/**
 * The door of the clocks. Requests in flight together share a commit: while a loft's transaction runs, further batches
 * of that loft wait and then go together, through the same few statements. The next transaction stands at the ledger's
 * lock by then, and takes what waits when it gets it. Only when a statement fails each goes again by itself, so that one
 * that cannot be recorded takes no other with it.
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

/** What waits of a loft, and how it goes on. */
interface Queue {
  waiting: Waiting[];
  /** Transactions under way. */
  transactions: number;
  /** Whether one of them has not taken its batches yet: it will take all that come until then. */
  takes: boolean;
}

/** Readings in one transaction, and at least one batch: more only make the first ones wait longer for their answer. */
const mostTogether = 1000;
/** Transactions of a loft at once: one that records, and one that waits for its lock. */
const mostTransactions = 2;

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
  const lofts = new Map<number, Queue>();

  return (batch) =>
    new Promise((resolve, reject) => {
      const { loft_id } = batch.device;
      const queue = lofts.get(loft_id) ?? { waiting: [], transactions: 0, takes: false };
      lofts.set(loft_id, queue);
      queue.waiting.push({ batch, resolve, reject });
      goOn(loft_id, queue);
    });

  function goOn(loft_id: number, queue: Queue): void {
    if (!queue.waiting.length && !queue.transactions) lofts.delete(loft_id);
    if (!queue.waiting.length || queue.takes || queue.transactions === mostTransactions) return;
    queue.takes = true;
    queue.transactions += 1;
    void recordNext(loft_id, queue).finally(() => {
      queue.transactions -= 1;
      goOn(loft_id, queue);
    });
  }

  async function recordNext(loft_id: number, queue: Queue): Promise<void> {
    // What came in the same turn of the event loop goes along from the start.
    await setImmediate();
    let together: Waiting[] | undefined;
    await record(loft_id, () => {
      if (together) return together;
      together = takeTogether(queue.waiting);
      queue.takes = false;
      goOn(loft_id, queue);
      return together;
    });
  }

  /** @param take what is recorded: asked under the ledger's lock, and the same each time */
  async function record(loft_id: number, take: () => readonly Waiting[]): Promise<void> {
    let recorded: Recorded[];
    try {
      recorded = await transact(db, async (tx) => {
        const head = await lockLedger(tx, loft_id);
        const batches = take().map((one) => one.batch);
        return (await recordReadings(tx, loft_id, batches, head)).recorded;
      });
    } catch (error) {
      const together = take();
      if (together.length > 1 && isRefusedByDatabase(error)) {
        for (const one of together) await record(loft_id, () => [one]);
        return;
      }
      // Nothing was committed, or the answer to the commit was lost: the clocks do not know and send again.
      for (const { reject } of together) reject(error);
      return;
    }
    const together = take();
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
