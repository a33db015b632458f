/**
 * What the followers wait for: birds that are read one after the other. The readings of the product go as a clock sends
 * them, through the ledger; a rival gets the finished frame and only has to pass it on.
 */
import { type Times, timesOf } from './figures.ts';
import { type Line, openLine } from './line.ts';

/** How arrivals follow each other: by the clock, or the next as soon as one has reached everybody. */
export type Pace = { per_second: number; seconds: number; burst: number } | { in_flight: number; seconds: number };

export interface Shooting {
  port: number;
  /** The keys of the loft's clocks; none: the server is a rival, and is given frames. */
  keys: readonly string[];
  release_ms: number;
  topic: string;
  /** The birds that may come home, `[pigeon, chip]`, in this order. */
  birds: readonly (readonly [number, string])[];
  most: number;
  pace: Pace;
  /** How long to wait at the end until everybody has everything. */
  patience_ms: number;
}

export interface Answered extends Times {
  count: number;
  /** How long each answer took, ms. */
  each: number[];
}

/** Connections of the clocks; each has one request on the way. */
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

  /** An arrival has reached the last follower. */
  landed(): void {
    this.#landed?.();
  }

  async shoot(
    { port, keys, release_ms, topic, birds, most, pace, patience_ms }: Shooting,
    complete: () => number,
  ): Promise<{ sent: [number, number][]; answers: Answered }> {
    this.#sentAt = new Float64Array(most);
    // All of them now: followers may hear of a bird before this process comes back to it.
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
      // From the moment it was due: a server that answers late makes the next ones late too.
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
    let end = this.#now() + patience_ms;
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
      // Four hours and a little: nobody of ten thousand has the time of another.
      device_time: new Date(release_ms + 4 * 3_600_000 + (pigeon_id % 100_000) * 37 + place + i).toISOString(),
      resolution_ms: 1,
    }));
    this.#sequences.set(key, sequence);
    return JSON.stringify({ readings });
  }

  /** The live hub's own frames, one arrival each, a line each. */
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

/** A batch as a clock sends it. */
export function readingsRequest(port: number, key: string, body: string): string {
  return `POST /api/devices/readings HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function framesRequest(port: number, body: string): string {
  return `POST /arrivals HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
