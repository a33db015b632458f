/**
 * A child process that makes one picture or file after the other (paint.ts), the most urgent first. Cancelled orders
 * are dropped; one in progress is cancelled by ending the process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { Refusal } from '#domain/refusal.ts';
import type { Painted, ToMake, ToPaint } from './paint.ts';

/** The order of urgency: people at work before people, people before strangers. */
export const urgency = { stranger: 0, person: 1, work: 2 } as const;
export type Urgency = (typeof urgency)[keyof typeof urgency];

export interface MakerOptions {
  log: Pick<FastifyBaseLogger, 'error'>;
  /** The time limit for one; the first also loads the fonts of the machine. */
  timeout_ms: number;
  /** The maximum of waiting orders, and of those by strangers. */
  most_waiting: Readonly<{ all: number; strangers: number }>;
  /** An order begins after this time of waiting. */
  begun(waited_ms: number): void;
}

export interface Order {
  /** Unique among the waiting orders. */
  id: string;
  urgency: Urgency;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal;
}

export interface Maker {
  /**
   * @param what gives the content, called when the order begins
   * @throws Refusal `too_often` when too many wait already; the reason of the signal; an error when making it failed
   */
  make(what: () => Promise<ToMake>, order: Order): Promise<Uint8Array>;
  /** Raises the urgency of an order. */
  hurry(id: string, urgency: Urgency): void;
  waiting(): number;
  /** Ends the child process; nothing is made any more. */
  close(): void;
}

/** The child process ends after this time without work. */
const idle_ms = 60_000;

export function createMaker({ log, timeout_ms, most_waiting, begun }: MakerOptions): Maker {
  const queue = new PQueue({ concurrency: 1, timeout: timeout_ms });
  let program: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let number = 0;
  /** The ids of orders that have not begun. */
  const waiting = new Set<string>();

  return {
    async make(what, { id, urgency: urgent, signal }) {
      const strangers = queue.sizeBy({ priority: urgency.stranger });
      if (queue.size >= most_waiting.all || (urgent === urgency.stranger && strangers >= most_waiting.strangers))
        throw new Refusal('too_often', { seconds: 10 });
      const since_ms = performance.now();
      waiting.add(id);
      return queue
        .add(
          async ({ signal: over }) => {
            waiting.delete(id);
            begun(performance.now() - since_ms);
            return run(await what(), over!);
          },
          { id, priority: urgent, signal },
        )
        .catch((error) => {
          if (!signal.aborted && !closed) log.error({ err: error }, 'a picture or a file could not be made');
          throw error;
        })
        .finally(() => waiting.delete(id));
    },
    hurry(id, urgent) {
      if (waiting.has(id)) queue.setPriority(id, urgent);
    },
    waiting: () => queue.size,
    close() {
      closed = true;
      end();
    },
  };

  async function run(what: ToMake, over: AbortSignal): Promise<Uint8Array> {
    over.throwIfAborted();
    if (closed) throw new Error('nothing is made any more');
    clearTimeout(idle);
    program ??= start();
    const maker = program;
    const own = ++number;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const onPainted = (painted: Painted) => {
      if (painted.number !== own) return;
      if ('error' in painted) return reject(new Error(painted.error));
      if (painted.spent) end();
      resolve(painted.picture);
    };
    const fail = (error: Error) => {
      if (program === maker) end();
      reject(error);
    };
    const onEnd = (code: number | null) => fail(new Error(`the program that makes pictures and files ended: ${code}`));
    // End it at once: the next order starts a new process.
    const onOver = () => fail(over.reason);
    maker.once('exit', onEnd).once('error', fail).on('message', onPainted);
    over.addEventListener('abort', onOver);
    maker.send({ number: own, what } satisfies ToPaint, (error) => error && fail(error));
    try {
      return await promise;
    } finally {
      over.removeEventListener('abort', onOver);
      maker.off('exit', onEnd).off('error', fail).off('message', onPainted);
      if (program === maker) idle = setTimeout(end, idle_ms).unref();
    }
  }

  function start(): ChildProcess {
    const started = fork(fileURLToPath(new URL('paint.ts', import.meta.url)), {
      // No settings of the server: the child process gets all it needs with each order.
      env: {},
      execArgv: [],
      serialization: 'advanced',
    });
    // An error without a listener would end the server; the next order reports it.
    started.on('error', () => {});
    started.once('exit', () => {
      if (program === started) program = undefined;
    });
    started.unref();
    started.channel?.unref();
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    program?.kill('SIGKILL');
    program = undefined;
  }
}
