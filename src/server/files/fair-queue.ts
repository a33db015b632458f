/** A queue in which nobody stands in the way of others: one file of each person at a time, and persons take turns. */
import { Refusal } from '#domain/refusal.ts';

/** Whoever a task is done for. */
export type Person = number | string;

export interface QueueLimits {
  /** How many tasks are worked on at once, each of somebody else. */
  most: number;
  /** How many tasks of one person may wait. */
  mostWaitingOfOne: number;
  /** How many tasks may wait altogether. */
  mostWaiting: number;
}

/** Who is refused may try again after so long. */
const again_s = 10;

/** Runs a task of a person when its turn comes. @throws Refusal `uploads_waiting` at once, when too many wait already. */
export type Queue = <T>(person: Person, task: () => Promise<T>) => Promise<T>;

export function createFairQueue({ most, mostWaitingOfOne, mostWaiting }: QueueLimits): Queue {
  const working = new Set<Person>();
  /** What waits of each person, who goes next first. */
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
    // Who has just been served goes behind all others.
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
