/** The requests of a long run with latency and outcome, grouped by windows of time. */
import { type Times, timesOf } from './figures.ts';

/** Answered as expected; told to come back later (429, or 503 with Retry-After); anything else. */
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

  /** Median, p99 and maximum of each window with at least one reply. */
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
