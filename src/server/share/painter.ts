/**
 * Has share pictures painted and files made beside the server, so that no clock and no page waits for them. Each is known
 * by what is in it: made once for all who ask, kept while there is room, and dropped when nobody waits for it any more.
 * Pictures and files have a program each, so that no picture waits for a list.
 */
import type { FastifyBaseLogger } from 'fastify';
import { isRefusal } from '#domain/refusal.ts';
import type { Card } from '#domain/share/card.ts';
import { createMaker, type Maker, type Urgency, urgency } from './maker.ts';
import type { ToFile, ToMake } from './paint.ts';

export type PaintedKind = 'picture' | 'file';

/** Who asks. */
export interface Asked {
  /** By default a stranger. */
  urgency?: Urgency;
  /** They do not wait any more. */
  signal?: AbortSignal;
}

export interface Painter {
  /**
   * The picture of a card, as PNG. `key` is the same for the same card; `photoOf` is asked only when it is painted.
   * @throws Refusal `too_often` when too many wait already; the signal's reason.
   */
  picture(key: string, card: Card, photoOf?: () => Promise<Uint8Array | null>, asked?: Asked): Promise<Uint8Array>;
  /**
   * A list as a file, confirmations of orders, or what travels with birds. `key` is the same for the same content.
   * @throws Refusal `too_often` when too many wait already; the signal's reason.
   */
  file(key: string, what: ToFile, asked?: Asked): Promise<Uint8Array>;
  /** Whether a file is there, or on its way for somebody: one more who asks costs nothing. */
  hasFile(key: string): boolean;
  /** How many wait for their turn. */
  waiting(kind: PaintedKind): number;
  /** Ends the programs. */
  close(): void;
}

/** What becomes of those that are asked for, for the figures of the program. */
export type Outcome = 'made' | 'dropped' | 'refused' | 'failed';

export interface PainterFigures {
  waited(kind: PaintedKind, seconds: number): void;
  ended(kind: PaintedKind, how: Outcome): void;
}

/** Files of one person are not kept: they are asked for once. */
const isKept = (what: ToFile) => what.format === 'pdf' || what.format === 'xlsx';

/** How many may wait in all, and how many of them strangers: some ten seconds of work. */
const most_waiting = { picture: { all: 100, strangers: 100 }, file: { all: 100, strangers: 20 } };
const patience_ms = { picture: 20_000, file: 60_000 };
const mostKept_bytes = { picture: 32 << 20, file: 64 << 20 };

export function createPainter(log: Pick<FastifyBaseLogger, 'error'>, figures?: PainterFigures): Painter {
  const [pictures, files] = [lane('picture'), lane('file')];
  return {
    picture: (key, card, photoOf = async () => null, asked = {}) =>
      pictures.get(key, async () => ({ card, photo: await photoOf() }), { keep: true, ...asked }),
    file: (key, what, asked = {}) => files.get(key, async () => what, { keep: isKept(what), ...asked }),
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
      patience_ms: patience_ms[kind],
      most_waiting: most_waiting[kind],
      begun: (waited_ms) => figures?.waited(kind, waited_ms / 1000),
    });
    const once = makeOnce(maker, mostKept_bytes[kind], (how) => figures?.ended(kind, how));
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

/** Makes what has the same key once, for all who wait for it at the same time and who come while it is kept. */
function makeOnce(maker: Maker, most_bytes: number, ended: (how: Outcome) => void) {
  const kept = new Map<string, Uint8Array>();
  const jobs = new Map<string, Job>();
  let bytes = 0;
  let last = 0;

  return {
    has: (key: string) => kept.has(key) || jobs.has(key),
    async get(
      key: string,
      what: () => Promise<ToMake>,
      { keep, signal, urgency: urgent = urgency.stranger }: Asked & { keep: boolean },
    ): Promise<Uint8Array> {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
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
      // Whoever comes now begins anew.
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

  /** The one that was wanted longest ago goes first. */
  function put(key: string, one: Uint8Array): void {
    kept.set(key, one);
    bytes += one.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= most_bytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }
}
