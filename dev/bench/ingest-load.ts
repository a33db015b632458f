/** Clocks that send readings as fast as they get replies: each sends its next batch when the last one is stored. */
import { readingsRequest } from './clocks.ts';
import { Histogram, type Times } from './figures.ts';
import { openLine } from './line.ts';

export interface Ingest {
  port: number;
  keys: readonly string[];
  /** Readings in a batch. */
  batch: number;
  seconds: number;
  release_ms: number;
  /** The chips that are read, one after the other; the first reading of each is an arrival. */
  chips: readonly string[];
  boot: string;
  /** Batches per second of all clocks together; undefined: as fast as the replies come. */
  per_second?: number;
}

export interface Ingested extends Times {
  readings: number;
  arrivals: number;
  seconds: number;
}

export async function sendReadings(order: Ingest, now: () => number): Promise<Ingested> {
  const { port, keys, batch, seconds, release_ms, chips, boot, per_second } = order;
  const answers = new Histogram();
  const since = now();
  let place = 0;
  let readings = 0;
  await Promise.all(keys.map(ingestOn));
  return { readings, arrivals: Math.min(readings, chips.length), seconds: (now() - since) / 1000, ...answers.times() };

  async function ingestOn(key: string, index: number): Promise<void> {
    const line = await openLine(port);
    const every = per_second ? (1000 * keys.length) / per_second : 0;
    try {
      for (let n = 0; ; n++) {
        const due = since + (n + index / keys.length) * every;
        if (every && due > now()) await new Promise((resolve) => setTimeout(resolve, due - now()));
        if (now() - since > seconds * 1000) return;
        const body = JSON.stringify({
          readings: Array.from({ length: batch }, (_, i) => ({
            boot,
            sequence: n * batch + i + 1,
            chip: chips[place % chips.length]!,
            device_time: new Date(release_ms + 4 * 3_600_000 + place++ * 7).toISOString(),
            resolution_ms: 1,
          })),
        });
        const asked = every ? Math.min(due, now()) : now();
        const status = await new Promise<number>((resolve) => {
          line.waiting.push(resolve);
          line.socket.write(readingsRequest(port, key, body));
        });
        if (status !== 200) throw new Error(`a clock was answered ${status}`);
        answers.add(now() - asked);
        readings += batch;
      }
    } finally {
      line.socket.destroy();
    }
  }
}
