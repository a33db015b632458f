/**
 * The clocks of the fan-out: they send arrivals one after the other. For the product they send readings, which go
 * through the ledger; a rival gets the finished frame and only broadcasts it.
 */
import { type Times, timesOf } from './figures.ts';
import { type Line, openLine } from './line.ts';

/** When the next arrival is sent: at a fixed rate, or as soon as every follower has the last one. */
export type Pace = { per_second: number; seconds: number; burst: number } | { in_flight: number; seconds: number };

export interface Shooting {
  port: number;
  /** The keys of the loft's clocks; empty for a rival, which gets frames. */
  keys: readonly string[];
  release_ms: number;
  topic: string;
  /** The birds that may arrive, `[pigeon, chip]`, in this order. */
  birds: readonly (readonly [number, string])[];
  most: number;
  pace: Pace;
  /** How long to wait at the end until every follower has every arrival. */
  timeout_ms: number;
}

export interface Answered extends Times {
  count: number;
  /** The latency of each request, ms. */
  each: number[];
}

/** Connections of the clocks; each has one request in flight. */
const lines = 16;

export class Clocks {
  readonly #now: () => number;
  #sentAt = new Float64Array(0);
  #index = new Map<number, number>();
  #landed: (() => void) | undefined;
  #boot = `bench-${process.pid}`;
  #sequences = new Map<string, number>();
  #rivals = new Map<number, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  sentAt(arrival: number): number {
    return this.#sentAt[arrival]!;
  }

  arrivalOf(pigeon_id: number): number {
    return this.#index.get(pigeon_id) ?? -1;
  }

  /** Called when the last follower has an arrival. */
  landed(): void {
    this.#landed?.();
  }

  async shoot(
    { port, keys, release_ms, topic, birds, most, pace, timeout_ms }: Shooting,
    complete: () => number,
  ): Promise<{ sent: [number, number][]; answers: Answered }> {
    this.#sentAt = new Float64Array(most);
    // The whole index is filled at the start: a follower may get a frame before this process runs again.
    this.#index = new Map(birds.slice(0, most).map(([pigeon_id], i) => [pigeon_id, i]));
    const each: number[] = [];
    const free: Line[] = await Promise.all(Array.from({ length: keys.length ? lines : 1 }, () => openLine(port)));
    const all = [...free];
    const queue: { body: string; key: string; since: number }[] = [];
    let failed: Error | undefined;
    let open = 0;
    let sent = 0;

    const push = () => {
      while (queue.length && free.length) {
        const { body, key, since } = queue.shift()!;
        const line = key ? free.pop()! : free[0]!;
        open += 1;
        line.waiting.push((status) => {
          open -= 1;
          each.push(this.#now() - since);
          if (status !== 200 && status !== 204) failed = new Error(`a clock was answered ${status}`);
          if (key) free.push(line);
          push();
        });
        line.socket.write(key ? readingsRequest(port, key, body) : framesRequest(port, body));
      }
    };
    const send = (count: number) => {
      const arrivals = Array.from({ length: Math.min(count, most - sent) }, () => sent++);
      if (!arrivals.length) return;
      const key = keys.length ? keys[sent % keys.length]! : '';
      const body = key
        ? this.#readings(
            key,
            arrivals.map((i) => birds[i]!),
            arrivals[0]!,
            release_ms,
          )
        : this.#frames(
            port,
            arrivals.map((i) => birds[i]!),
            topic,
            release_ms,
          );
      // Times count from the moment an arrival was due, so that a late reply also delays the ones after it.
      const since = this.#now();
      for (const arrival of arrivals) this.#sentAt[arrival] = since;
      queue.push({ body, key, since });
      push();
    };

    const start = this.#now();
    if ('in_flight' in pace) {
      this.#landed = () => {
        if (this.#now() - start < pace.seconds * 1000) send(1);
      };
      for (let i = 0; i < pace.in_flight; i++) send(1);
    } else {
      const every = (1000 * pace.burst) / pace.per_second;
      for (let next = 0; next * every < pace.seconds * 1000; ) {
        while (next * every <= this.#now() - start && next * every < pace.seconds * 1000) {
          send(pace.burst);
          next += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    let end = this.#now() + timeout_ms;
    if ('in_flight' in pace) end += pace.seconds * 1000;
    const enough = () =>
      complete() === sent &&
      open + queue.length === 0 &&
      (!('in_flight' in pace) || this.#now() - start > pace.seconds * 1000 || sent === most);
    while (!enough() && !failed && this.#now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
    this.#landed = undefined;
    for (const { socket } of all) socket.destroy();
    if (failed) throw failed;
    return {
      sent: birds.slice(0, sent).map(([pigeon_id], i) => [pigeon_id, this.#sentAt[i]!]),
      answers: { count: each.length, each, ...timesOf(each) },
    };
  }

  #readings(key: string, birds: (readonly [number, string])[], place: number, release_ms: number): string {
    let sequence = this.#sequences.get(key) ?? 0;
    const readings = birds.map(([pigeon_id, chip], i) => ({
      boot: this.#boot,
      sequence: ++sequence,
      chip,
      // A time of its own for each of ten thousand birds, a little over four hours after the release.
      device_time: new Date(release_ms + 4 * 3_600_000 + (pigeon_id % 100_000) * 37 + place + i).toISOString(),
      resolution_ms: 1,
    }));
    this.#sequences.set(key, sequence);
    return JSON.stringify({ readings });
  }

  /** Frames in the format of the live hub, one arrival per frame, one frame per line. */
  #frames(port: number, birds: (readonly [number, string])[], topic: string, release_ms: number): string {
    let seq = this.#rivals.get(port) ?? 0;
    const text = birds.map(([pigeon_id]) => {
      seq += 1;
      return JSON.stringify({
        topic,
        epoch: 1,
        from: seq - 1,
        seq,
        rows: [[seq, pigeon_id, release_ms + 14_400_000 + seq * 37]],
      });
    });
    this.#rivals.set(port, seq);
    return text.join('\n');
  }
}

/** The HTTP request of a clock with a batch of readings. */
export function readingsRequest(port: number, key: string, body: string): string {
  return `POST /api/devices/readings HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function framesRequest(port: number, body: string): string {
  return `POST /arrivals HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
