/** The end of a process: what it has started is stopped, the last one first. */

export interface Shutdown {
  /** Whether the end has begun. */
  begun(): boolean;
  /** This has to be stopped too, before everything that was added until now. */
  add(stop: () => Promise<unknown>): void;
  /** What is waited for before anything is stopped, such as balancers that ask whether we are ready. */
  drain(wait: () => Promise<unknown>): void;
  /** Stop everything; what fails to stop is written down and left. */
  stopAll(): Promise<void>;
  /** End the process. Asked for a second time, and not at the same moment, it ends at once. */
  begin(why: string): Promise<void>;
}

/** So long everything may take to stop; then the last one, which is the database, is stopped whatever hangs before it. */
const patience_ms = 25_000;
/** npm passes on the signal that the terminal has sent to us already. */
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
      }, patience_ms).unref();
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
