/**
 * The followers of one flight. A poke makes one pull of the rows after the last one, one frame, and one write to every
 * socket; rows that come while a write-out runs go together into the next. Large rooms are written in slices, so that
 * clocks are answered in between; a follower that comes in meanwhile has been told everything already and waits for the
 * next.
 */
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Arrivals } from '#server/arrivals/arrivals.ts';
import { pingFrame, textFrame } from './frame.ts';
import { createLog, type FlightLog } from './log.ts';

/** A reader that lets this much pile up is cut off and resumes from where it was. */
const mostBuffered = 1 << 20;
/** A longer tail is fetched as the compressed snapshot, which is made once for all. */
const mostRows = 1000;
/** Sockets written in one turn of the event loop: some 5 ms. */
const slice = 1000;
/** Tails kept for other followers who resume from the same numbers. */
const mostTails = 256;
/** Where all news has the whole page made again, it is told at most so often. */
const headGap_ms = 3000;

/** One socket and where its bytes go. */
export interface Follower {
  socket: WebSocket;
  /**
   * What the socket writes to. Frames go there straight: without compression and blobs, which this server never uses,
   * `ws` keeps nothing back that they could overtake.
   */
  stream: Socket;
  /** The cookies it came with. */
  cookie: string | undefined;
  /** By topic. */
  channels: Map<string, Channel>;
  /** Pings since it was last heard. */
  pings: number;
}

export interface Channel {
  topic: string;
  /** Brings a follower up to date and lets it in, both in one turn of the event loop. */
  enter(follower: Follower, resume: { epoch?: number; after: number }): void;
  leave(follower: Follower): void;
  /** There may be new rows. */
  wake(): void;
  /** Something other than arrivals is new. */
  change(): void;
  /** The head of the stream and a ping. */
  beat(follower: Follower): void;
  size(): number;
  close(): void;
}

type FlightRows = Arrivals & { goes_live: boolean };

export interface ChannelOptions {
  topic: string;
  /** All rows so far. */
  start: FlightRows;
  /** What the followers are told; without rows where those are not for everybody. */
  read(after: number): Promise<FlightRows>;
  gap_ms(took_ms: number): number;
  delivered(rows: number): void;
  /** There is something new that the followers are not told bird by bird. */
  headChanged(): void;
  failed(error: unknown): void;
}

export function createChannel({ topic, start, read, gap_ms, delivered, headChanged, failed }: ChannelOptions): Channel {
  /** Streams and not followers: each further look at each of ten thousand costs more than the loop around it. */
  const streams = new Set<Socket>();
  /** Who came in during a write-out has what it brings. */
  const newcomers = new Set<Socket>();
  const tails = new Map<number, Buffer>();
  let { epoch, goes_live } = start;
  let log = logOf(start);
  /** Up to where followers know that there is something, where they are not told what. */
  let head_seq = start.seq;
  let head_sent_ms = Number.NEGATIVE_INFINITY;
  let head_timer: NodeJS.Timeout | undefined;
  let woken = false;
  let changed = false;
  let serving = false;
  let closed = false;
  let writing = false;
  /** Arrivals come faster than one write-out each: with a gap between them, more travel together. */
  let gathering = false;
  /** When the last write-out began, and how long it took. */
  let written_ms = Number.NEGATIVE_INFINITY;
  let took_ms = 0;
  let head: Buffer | null = null;

  const channel: Channel = {
    topic,
    enter(follower, resume) {
      const from = resume.epoch === epoch && resume.after <= log.seq() ? resume.after : 0;
      write(follower.stream, tailAfter(from));
      (writing ? newcomers : streams).add(follower.stream);
      follower.channels.set(topic, channel);
    },
    leave({ stream, channels }) {
      streams.delete(stream);
      newcomers.delete(stream);
      channels.delete(topic);
    },
    wake() {
      woken = true;
      if (!serving) void serve();
    },
    change() {
      changed = true;
      if (!serving) void serve();
    },
    beat({ stream }) {
      head ??= Buffer.concat([textFrame(frameText(log.seq(), '[]')), pingFrame]);
      // One that a write-out has not reached yet would take the head for a hole.
      write(stream, writing ? pingFrame : head);
    },
    size: () => streams.size + newcomers.size,
    close() {
      closed = true;
      clearTimeout(head_timer);
    },
  };
  return channel;

  async function serve(): Promise<void> {
    serving = true;
    try {
      while ((woken || changed) && !closed) {
        const wait_ms = gathering ? written_ms + gap_ms(took_ms) - performance.now() : 0;
        if (wait_ms > 0) await sleep(wait_ms);
        if (changed) {
          changed = false;
          gathering = true;
          await writeOut(textFrame(JSON.stringify({ topic, changed: true })));
        }
        if (woken) {
          woken = false;
          await pull();
        }
      }
    } catch (error) {
      failed(error);
    } finally {
      serving = false;
    }
  }

  async function pull(): Promise<void> {
    const from = goes_live ? log.seq() : head_seq;
    const news = await read(from);
    if (news.epoch !== epoch) {
      const all = await read(0);
      ({ epoch, goes_live, seq: head_seq } = all);
      log = logOf(all);
      forgetTails();
      await writeOut(tailAfter(0));
      return;
    }
    if (!goes_live) {
      if (news.seq !== head_seq) sendHead(news.seq);
      return;
    }
    gathering = news.rows.length > 1;
    if (!news.rows.length) return;
    log.append(news.rows);
    forgetTails();
    delivered(news.rows.length * channel.size());
    await writeOut(tailAfter(from));
  }

  /** That something is new, and no more: at once, and then seldom. */
  function sendHead(seq: number): void {
    head_seq = seq;
    head_timer ??= setTimeout(
      () => {
        head_timer = undefined;
        head_sent_ms = performance.now();
        headChanged();
        channel.change();
      },
      Math.max(0, head_sent_ms + headGap_ms - performance.now()),
    ).unref();
  }

  function forgetTails(): void {
    tails.clear();
    head = null;
  }

  async function writeOut(frame: Buffer): Promise<void> {
    writing = true;
    written_ms = performance.now();
    let left = slice;
    for (const stream of streams) {
      write(stream, frame);
      left -= 1;
      if (left === 0) {
        await setImmediate();
        left = slice;
      }
    }
    writing = false;
    took_ms = performance.now() - written_ms;
    for (const stream of newcomers) streams.add(stream);
    newcomers.clear();
    // Let the kernel take what was written; what arrives meanwhile goes into the next frame.
    await setImmediate();
  }

  /** The rows after a number as one frame, or where there are too many, that they are to be fetched. */
  function tailAfter(from: number): Buffer {
    const known = tails.get(from);
    if (known) return known;
    const frame = textFrame(
      log.countAfter(from) > mostRows
        ? JSON.stringify({ topic, epoch, seq: log.seq(), snapshot: true })
        : frameText(from, log.textAfter(from)),
    );
    if (tails.size >= mostTails) tails.clear();
    tails.set(from, frame);
    return frame;
  }

  function frameText(from: number, rows: string): string {
    return `{"topic":"${topic}","epoch":${epoch},"from":${from},"seq":${log.seq()},"rows":${rows}}`;
  }
}

/** Writes a frame to a follower who is not going, or cuts it off when it does not read. */
export function write(stream: Socket, frame: Buffer): void {
  if (stream.writableLength > mostBuffered) stream.destroy();
  else if (stream.writable) stream.write(frame);
}

function logOf({ rows }: Arrivals): FlightLog {
  const log = createLog();
  log.append(rows);
  return log;
}
