/** Work that takes the processor for itself, so much of it at a time: what else waits is answered in between. */

/** Waits for something that needs no processor: others work meanwhile. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Runs work when its turn comes; at most so many at once, first come, first served. */
export function createTurns(most: number): <T>(work: (aside: Aside) => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: (() => void)[] = [];

  async function begin(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  const aside: Aside = async (wait) => {
    end();
    try {
      return await wait();
    } finally {
      await begin();
    }
  };

  return async (work) => {
    await begin();
    try {
      return await work(aside);
    } finally {
      end();
    }
  };
}
