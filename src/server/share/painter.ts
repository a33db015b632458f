/**
 * Paints share pictures and makes files beside the server, so that no clock and no page waits for them. Each is
 * identified by its content: made once for all who ask, cached while there is space, and dropped when nobody waits any
 * more. Pictures and files have a process each, so that no picture waits for a list.
 */
import type { FastifyBaseLogger } from 'fastify';
import { isRefusal } from '#domain/refusal.ts';
import type { Card } from '#domain/share/card.ts';
import { createMaker, type Maker, type Urgency, urgency } from './maker.ts';
import type { ToFile, ToMake } from './paint.ts';

export type PaintedKind = 'picture' | 'file';

/** The options of a request for a file. */
export interface FileRequestOptions {
  /** A stranger by default. */
  urgency?: Urgency;
  /** Aborted when the reader has gone. */
  signal?: AbortSignal;
}

export interface Painter {
  /**
   * The picture of a card, as PNG. `key` identifies the content; `photoOf` is called only when it is painted.
   * @throws Refusal `too_often` when too many wait already; the signal's reason.
   */
  picture(
    key: string,
    card: Card,
    photoOf?: () => Promise<Uint8Array | null>,
    asked?: FileRequestOptions,
  ): Promise<Uint8Array>;
  /**
   * A list as a file, confirmations of orders, or a transport manifest. `key` identifies the content.
   * @throws Refusal `too_often` when too many wait already; the signal's reason.
   */
  file(key: string, what: ToFile, asked?: FileRequestOptions): Promise<Uint8Array>;
  /** Whether a file is cached or in progress, so that one more request costs nothing. */
  hasFile(key: string): boolean;
  /** The number of waiting orders. */
  waiting(kind: PaintedKind): number;
  /** Ends the child processes. */
  close(): void;
}

/** The outcome of an order, for the metrics. */
export type Outcome = 'made' | 'dropped' | 'refused' | 'failed';

export interface PainterFigures {
  waited(kind: PaintedKind, seconds: number): void;
  ended(kind: PaintedKind, how: Outcome): void;
}

/** Personal documents are not cached: they are asked for once. */
const isCached = (what: ToFile) => what.format === 'pdf' || what.format === 'xlsx';

/** The maximum of waiting orders, and of those by strangers: some ten seconds of work. */
const most_waiting = { picture: { all: 100, strangers: 100 }, file: { all: 100, strangers: 20 } };
const timeout_ms = { picture: 20_000, file: 60_000 };
const mostCached_bytes = { picture: 32 << 20, file: 64 << 20 };

export function createPainter(log: Pick<FastifyBaseLogger, 'error'>, figures?: PainterFigures): Painter {
  const [pictures, files] = [lane('picture'), lane('file')];
  return {
    picture: (key, card, photoOf = async () => null, asked = {}) =>
      pictures.get(key, async () => ({ card, photo: await photoOf() }), { keep: true, ...asked }),
    file: (key, what, asked = {}) => files.get(key, async () => what, { keep: isCached(what), ...asked }),
    hasFile: files.has,
    waiting: (kind) => (kind === 'picture' ? pictures : files).maker.waiting(),
    close() {
      pictures.maker.close();
      files.maker.close();
    },
  };

  function lane(kind: PaintedKind) {
    const maker = createMaker({
      log,
      timeout_ms: timeout_ms[kind],
      most_waiting: most_waiting[kind],
      begun: (waited_ms) => figures?.waited(kind, waited_ms / 1000),
    });
    const once = makeOnce(maker, mostCached_bytes[kind], (how) => figures?.ended(kind, how));
    return { maker, ...once };
  }
}

interface Job {
  id: string;
  urgency: Urgency;
  waiting: number;
  nobodyWaits: AbortController;
  made: Promise<Uint8Array>;
}

/** Makes each key once, for all who wait at the same time and for later requests while it is cached. */
function makeOnce(maker: Maker, most_bytes: number, ended: (how: Outcome) => void) {
  const cache = new Map<string, Uint8Array>();
  const jobs = new Map<string, Job>();
  let bytes = 0;
  let last = 0;

  return {
    has: (key: string) => cache.has(key) || jobs.has(key),
    async get(
      key: string,
      what: () => Promise<ToMake>,
      { keep, signal, urgency: urgent = urgency.stranger }: FileRequestOptions & { keep: boolean },
    ): Promise<Uint8Array> {
      const known = cache.get(key);
      if (known) {
        cache.delete(key);
        cache.set(key, known);
        return known;
      }
      signal?.throwIfAborted();
      const job = jobs.get(key) ?? begin(key, what, urgent, keep);
      if (urgent > job.urgency) {
        job.urgency = urgent;
        maker.hurry(job.id, urgent);
      }
      return waitFor(key, job, signal);
    },
  };

  function begin(key: string, what: () => Promise<ToMake>, urgent: Urgency, keep: boolean): Job {
    const id = String(++last);
    const nobodyWaits = new AbortController();
    const made = maker.make(what, { id, urgency: urgent, signal: nobodyWaits.signal });
    const job: Job = { id, urgency: urgent, waiting: 0, nobodyWaits, made };
    jobs.set(key, job);
    made.then(
      (one) => {
        ended('made');
        jobs.delete(key);
        if (keep) put(key, one);
      },
      (error) => {
        ended(nobodyWaits.signal.aborted ? 'dropped' : isRefusal(error) ? 'refused' : 'failed');
        if (jobs.get(key) === job) jobs.delete(key);
      },
    );
    return job;
  }

  async function waitFor(key: string, job: Job, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = () => {
      reject(signal!.reason);
      job.waiting -= 1;
      if (job.waiting > 0) return;
      // A later request begins anew.
      if (jobs.get(key) === job) jobs.delete(key);
      job.nobodyWaits.abort(signal!.reason);
    };
    job.waiting += 1;
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([job.made, gone]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Caches a result; the least recently used ones are evicted first. */
  function put(key: string, one: Uint8Array): void {
    cache.set(key, one);
    bytes += one.length;
    for (const [oldest, { length }] of cache) {
      if (bytes <= most_bytes) break;
      cache.delete(oldest);
      bytes -= length;
    }
  }
}
