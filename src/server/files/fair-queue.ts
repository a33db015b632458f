/** A fair queue: one task of each person at a time, and persons in turn. */
import { Refusal } from '#domain/refusal.ts';

/** The owner of a task. */
export type Person = number | string;

export interface QueueLimits {
  /** Tasks that run at once, each of another person. */
  most: number;
  /** Waiting tasks per person. */
  mostWaitingOfOne: number;
  /** Waiting tasks altogether. */
  mostWaiting: number;
}

/** Time to wait after a refusal. */
const again_s = 10;

/** Runs a task of a person when it is due. @throws Refusal `uploads_waiting` at once, when too many are waiting. */
export type Queue = <T>(person: Person, task: () => Promise<T>) => Promise<T>;

export function createFairQueue({ most, mostWaitingOfOne, mostWaiting }: QueueLimits): Queue {
  const working = new Set<Person>();
  /** Waiting tasks by person; the first person in the map is next. */
  const waiting = new Map<Person, (() => void)[]>();
  let waitingNow = 0;

  function begin(person: Person): Promise<void> {
    if (working.size < most && !working.has(person)) {
      working.add(person);
      return Promise.resolve();
    }
    const own = waiting.get(person) ?? [];
    if (own.length >= mostWaitingOfOne || waitingNow >= mostWaiting)
      throw new Refusal('uploads_waiting', { seconds: again_s });
    waiting.set(person, own);
    waitingNow += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  function end(person: Person): void {
    working.delete(person);
    // The person of the ended task moves behind all others.
    const own = waiting.get(person);
    if (own && waiting.delete(person)) waiting.set(person, own);
    for (const [next, starts] of waiting) {
      if (working.has(next)) continue;
      working.add(next);
      waitingNow -= 1;
      const start = starts.shift()!;
      if (starts.length === 0) waiting.delete(next);
      start();
      return;
    }
  }

  return async (person, task) => {
    await begin(person);
    try {
      return await task();
    } finally {
      end(person);
    }
  };
}
