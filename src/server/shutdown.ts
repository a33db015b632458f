/** The shutdown of a process: everything it has started is stopped, the last one first. */

export interface Shutdown {
  /** Whether the shutdown has begun. */
  begun(): boolean;
  /** Adds a stop function, which runs before all that were added until now. */
  add(stop: () => Promise<unknown>): void;
  /** Sets the wait before anything is stopped, such as for load balancers that poll /readyz. */
  drain(wait: () => Promise<unknown>): void;
  /** Stops everything; errors are logged and ignored. */
  stopAll(): Promise<void>;
  /** Ends the process. A second call, later than a moment, ends it at once. */
  begin(why: string): Promise<void>;
}

/**
 * The limit for stopping everything; after it the first one, which is the database, is stopped regardless of the
 * others.
 */
const timeout_ms = 25_000;
/** npm forwards a signal that the terminal has already sent to this process. */
const same_moment_ms = 1000;

export function createShutdown(say: (line: string) => void): Shutdown {
  const stopping: (() => Promise<unknown>)[] = [];
  let wait: (() => Promise<unknown>) | undefined;
  let since: number | undefined;

  return {
    begun: () => since !== undefined,
    add: (stop) => void stopping.push(stop),
    drain(before) {
      wait = before;
    },
    stopAll,
    async begin(why) {
      if (since !== undefined) {
        if (Date.now() - since > same_moment_ms) process.exit(1);
        return;
      }
      since = Date.now();
      say(`${why}: the end begins`);
      await wait?.();
      const database = stopping[0];
      setTimeout(() => {
        setTimeout(() => process.exit(1), 5000).unref();
        void database?.().finally(() => process.exit(1));
      }, timeout_ms).unref();
      await stopAll();
      say('Loftline has ended.');
      process.exit(0);
    },
  };

  async function stopAll(): Promise<void> {
    for (let stop = stopping.pop(); stop; stop = stopping.pop())
      await stop().catch((error: Error) => process.stderr.write(`${error.stack}\n`));
  }
}
