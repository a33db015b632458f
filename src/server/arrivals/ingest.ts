/**
 * The ingest of readings from the clocks. Requests in flight together share a commit: while a loft's transaction runs,
 * further batches of that loft wait and then go together, through the same few statements. The next transaction already
 * waits for the ledger's lock, and takes all waiting batches once it has it. Only when a statement fails, each batch is
 * retried alone, so that one that cannot be recorded does not fail the others.
 */
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { Contact } from '#server/devices/contacts.ts';
import { comparisonsIn, offsetOf } from '#server/devices/telemetry.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { type Batch, type Recorded, recordReadings } from './readings.ts';

interface Waiting {
  batch: Batch;
  resolve(reply: Recorded['reply']): void;
  reject(error: unknown): void;
}

/** The waiting batches of a loft, and the state of their processing. */
interface Queue {
  waiting: Waiting[];
  /** Running transactions. */
  transactions: number;
  /** Whether one of them has not taken its batches yet: it will take all that come until then. */
  takes: boolean;
}

/**
 * The maximum of readings in one transaction, which holds at least one batch: more would only delay the first replies.
 */
const mostTogether = 1000;
/** Transactions of a loft at once: one that records, and one that waits for its lock. */
const mostTransactions = 2;

export type Ingest = (batch: Batch) => Promise<Recorded['reply']>;

/** Counters, for the metrics and for the watch of the devices. */
export interface IngestCounts {
  stored(count: number): void;
  conflict(count: number): void;
  committed(batches: number): void;
  heard(contact: Contact): void;
}

/** A function that records one batch and resolves when it is committed. */
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
    // Batches that arrive in the same tick of the event loop share the first transaction.
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

  /** @param take gives the batches to record: called under the ledger's lock, the same result each time */
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
      // Nothing was committed, or the commit's reply was lost: the clocks cannot know which, and send again.
      for (const { reject } of together) reject(error);
      return;
    }
    const together = take();
    for (const [i, { resolve }] of together.entries()) resolve(recorded[i]!.reply);
    try {
      counts.committed(together.length);
      for (const [i, { batch }] of together.entries()) note(batch, recorded[i]!);
    } catch (error) {
      // The readings are stored and acknowledged; a failing counter must not block the next ones.
      log.error({ err: error, loft_id }, 'recorded readings could not be counted');
    }
  }

  function note({ device, received_ms, readings: sent, ...own }: Batch, { reply, conflicts }: Recorded): void {
    const antennas: Record<string, number> = {};
    let readings = 0;
    for (const [i, { status }] of reply.readings.entries()) {
      if (status !== 'stored') continue;
      readings += 1;
      const { antenna } = sent[i]!;
      if (antenna) antennas[antenna] = (antennas[antenna] ?? 0) + 1;
    }
    counts.stored(readings);
    counts.heard({
      ...device,
      at_ms: received_ms,
      clock_offset_ms: offsetOf(own.sent_at, received_ms),
      comparisons: comparisonsIn(own, received_ms),
      readings,
      antennas,
    });
    if (!conflicts) return;
    counts.conflict(conflicts);
    log.warn(
      { device_id: device.device_id, conflicts },
      'a clock sent other content for readings that it had sent before',
    );
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

/** A value or a constraint that the database refused: SQLSTATE classes 22 and 23. Nothing was committed. */
function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
