/** What was asked during a long run, how long each answer took and how it ended, cut into windows of time. */
import { type Times, timesOf } from './figures.ts';

/** Answered as meant; asked to come back later (429, or 503 with Retry-After); anything else. */
export type Outcome = 'answered' | 'refused' | 'failed';

export interface Window extends Times {
  /** The start of the window, minutes since the run began. */
  minute: number;
  count: number;
}

export class Samples {
  readonly #taken: { at_ms: number; ms: number }[] = [];
  readonly #outcomes: Record<Outcome, number> = { answered: 0, refused: 0, failed: 0 };

  /** `at_ms`: since the run began; `ms`: how long it took. */
  add(at_ms: number, ms: number, outcome: Outcome = 'answered'): void {
    this.#outcomes[outcome] += 1;
    if (outcome === 'answered') this.#taken.push({ at_ms, ms });
  }

  get outcomes(): Readonly<Record<Outcome, number>> {
    return this.#outcomes;
  }

  times(): Times {
    return timesOf(this.#taken.map(({ ms }) => ms));
  }

  /** The median, the slow hundredth and the slowest of each window in which something was answered. */
  windows(width_ms: number): Window[] {
    const groups = new Map<number, number[]>();
    for (const { at_ms, ms } of this.#taken) {
      const start = Math.floor(at_ms / width_ms);
      const group = groups.get(start);
      if (group) group.push(ms);
      else groups.set(start, [ms]);
    }
    return [...groups]
      .sort(([a], [b]) => a - b)
      .map(([start, list]) => ({ minute: (start * width_ms) / 60_000, count: list.length, ...timesOf(list) }));
  }
}
