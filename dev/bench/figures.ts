/** Latency statistics of many samples: median, p99 and maximum. */

export interface Times {
  p50: number;
  p99: number;
  max: number;
}

/** Counts times in tenths of a millisecond, up to two minutes, in constant space. */
export class Histogram {
  readonly #buckets = new Uint32Array(1_200_000);
  #count = 0;
  #max = 0;

  add(ms: number): void {
    this.#buckets[Math.min(this.#buckets.length - 1, Math.max(0, Math.round(ms * 10)))]! += 1;
    this.#count += 1;
    if (ms > this.#max) this.#max = ms;
  }

  get count(): number {
    return this.#count;
  }

  times(): Times {
    return { p50: this.#at(0.5), p99: this.#at(0.99), max: this.#max };
  }

  #at(share: number): number {
    if (!this.#count) return Number.NaN;
    let left = Math.ceil(share * this.#count);
    for (let i = 0; ; i++) {
      left -= this.#buckets[i]!;
      if (left <= 0) return Math.min(i / 10, this.#max);
    }
  }
}

export function timesOf(list: readonly number[]): Times {
  const all = new Histogram();
  for (const one of list) all.add(one);
  return all.times();
}
