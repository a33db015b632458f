/**
 * The followers of one flight. A wake-up makes one query for the rows after the last one, one frame, and one write to
 * every socket; rows that come during a write-out go together into the next. Large channels are written in slices, so
 * that clocks get replies in between; a follower that joins meanwhile has received all rows already and waits for the
 * next write-out.
 */

import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { type CloseMark, marksAfter, marksBetween } from '#domain/arrivals/close-times.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Arrivals } from '#server/arrivals/arrivals.ts';
import { pingFrame } from './frame.ts';
import { createLog, type FlightLog } from './log.ts';
import type { Protocol } from './protocol.ts';

/** A reader with more bytes unread is cut off and resumes from where it was. */
const mostBuffered = 1 << 20;
/** A longer tail is fetched as the compressed snapshot, which is cached for all followers. */
const mostRows = 1000;
/** Sockets written in one tick of the event loop: some 5 ms. */
const slice = 1000;
/** Cached tails for other followers who resume from the same numbers. */
const mostTails = 256;
/** Birds that the clocks cannot tell apart are looked for so long after a landing, ms, and no more often than that. */
const marks_ms = 3000;
/** … and for no more than this part of the time: over thousands of birds it takes a tenth of a second. */
const marksShare = 1 / 20;
/** When the birds are expected is worked out at most so often, and so often where nobody lands. */
const expected_ms = 2_000;
const expected_again_ms = 30_000;
/** Marks of one frame; the others follow after the next look. */
const mostMarks = 500;
/** Where every change makes the followers reload the whole page, the least time between two changes. */
const headGap_ms = 3000;

/** A socket with its raw stream. */
export interface Follower {
  socket: WebSocket;
  /**
   * The stream of the socket. Frames are written to it directly: without compression and blobs, which this server never
   * uses, `ws` buffers nothing that they could overtake.
   */
  stream: Socket;
  protocol: Protocol;
  /** The cookies of its handshake. */
  cookie: string | undefined;
  /** By topic. */
  channels: Map<string, Channel>;
  /** Pings without an answer. */
  pings: number;
}

export interface Channel {
  topic: string;
  /** Brings a follower up to date and adds it, both in the same tick of the event loop. */
  enter(follower: Follower, resume: { epoch?: number; after: number }): void;
  leave(follower: Follower): void;
  /** There may be new rows. */
  wake(): void;
  /** Something other than the arrivals has changed. */
  change(): void;
  /** Sends the head of the stream and a ping. */
  beat(follower: Follower): void;
  size(): number;
  close(): void;
}

type FlightRows = Arrivals & { goes_live: boolean };

export interface ChannelOptions {
  topic: string;
  /** The frames of all its followers. */
  protocol: Pick<Protocol, 'joined' | 'rows' | 'changed'>;
  /** All rows so far. */
  start: FlightRows;
  /** The public rows after a number; none where they are not public. */
  read(after: number): Promise<FlightRows>;
  /** The birds that the clocks cannot tell apart now, as everybody may see them. */
  marks(): Promise<readonly CloseMark[]>;
  /** When the birds are expected now, as everybody may see it. */
  expected(): Promise<Expectation>;
  gap_ms(took_ms: number): number;
  delivered(rows: number): void;
  /** The head has changed, in a flight whose rows are not public. */
  headChanged(): void;
  failed(error: unknown): void;
}

export function createChannel(options: ChannelOptions): Channel {
  const { topic, protocol, start, read, gap_ms, delivered, headChanged, failed } = options;
  /** Streams instead of followers: for ten thousand, each further property access costs more than the loop itself. */
  const streams = new Set<Socket>();
  /** Followers that joined during a write-out already have its rows. */
  const newcomers = new Set<Socket>();
  const tails = new Map<number, Buffer>();
  let { epoch, goes_live } = start;
  let log = logOf(start);
  /** The head that followers know of, in a flight whose rows are not public. */
  let head_seq = start.seq;
  let head_sent_ms = Number.NEGATIVE_INFINITY;
  let head_timer: NodeJS.Timeout | undefined;
  let woken = false;
  let changed = false;
  let serving = false;
  let closed = false;
  let writing = false;
  /** Arrivals come faster than single write-outs: with a gap between them, more go together. */
  let gathering = false;
  /** The start and duration of the last write-out. */
  let written_ms = Number.NEGATIVE_INFINITY;
  let took_ms = 0;
  let head: Buffer | null = null;
  /** The marks that followers have: those of their pages, which are as of the opening of the channel or later. */
  let marks: ReadonlyMap<number, CloseMark> | null = null;
  /** Marks that are others now and are not sent yet. */
  let remarked: readonly CloseMark[] = [];
  let marking: NodeJS.Timeout | undefined;
  let marking_ms = 0;
  /** The expected times that are not sent yet, as JSON. */
  let expectation: string | null = null;
  let expected_text: string | null = null;
  let expecting: NodeJS.Timeout | undefined;
  let expected_at_ms = Number.NEGATIVE_INFINITY;

  const channel: Channel = {
    topic,
    enter(follower, resume) {
      const joined = protocol.joined(topic);
      if (joined) write(follower.stream, joined);
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
      head ??= Buffer.concat([rowsFrame(log.seq(), '[]'), pingFrame]);
      // A follower that the write-out has not reached yet would take the head for a gap.
      write(stream, writing ? pingFrame : head);
    },
    size: () => streams.size + newcomers.size,
    close() {
      closed = true;
      clearTimeout(head_timer);
      clearTimeout(marking);
      clearTimeout(expecting);
    },
  };
  if (goes_live) marking = setTimeout(() => void mark(), 0).unref();
  if (goes_live) expectIn(expected_ms);
  return channel;

  async function serve(): Promise<void> {
    serving = true;
    try {
      while ((woken || changed || remarked.length || expectation) && !closed) {
        const wait_ms = gathering ? written_ms + gap_ms(took_ms) - performance.now() : 0;
        if (wait_ms > 0) await sleep(wait_ms);
        if (changed) {
          changed = false;
          gathering = true;
          await writeOut(protocol.changed(topic));
        }
        if (woken) {
          woken = false;
          await pull();
        }
        if (remarked.length) {
          const close = JSON.stringify(remarked);
          remarked = [];
          await writeOut(rowsFrame(log.seq(), '[]', `,"close":${close}`));
        }
        if (expectation) {
          const expected = expectation;
          expectation = null;
          await writeOut(rowsFrame(log.seq(), '[]', `,"expected":${expected}`));
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
    const latest = await read(from);
    if (latest.epoch !== epoch) {
      const all = await read(0);
      ({ epoch, goes_live, seq: head_seq } = all);
      log = logOf(all);
      forgetTails();
      await writeOut(tailAfter(0));
      return;
    }
    if (!goes_live) {
      if (latest.seq !== head_seq) sendHead(latest.seq);
      return;
    }
    gathering = latest.rows.length > 1;
    if (!latest.rows.length) return;
    log.append(latest.rows);
    forgetTails();
    delivered(latest.rows.length * channel.size());
    await writeOut(tailAfter(from));
    markSoon();
    expectIn(expected_at_ms + expected_ms - performance.now());
  }

  /** Has the expected times sent after a while. */
  function expectIn(wait_ms: number): void {
    clearTimeout(expecting);
    expecting = setTimeout(() => void lookAhead(), Math.max(0, wait_ms)).unref();
  }

  /** Works out when the birds are expected, beside the arrivals: after landings, and as time goes by without one. */
  async function lookAhead(): Promise<void> {
    expected_at_ms = performance.now();
    try {
      const now = channel.size() ? await options.expected() : null;
      if (closed) return;
      expectIn(expected_again_ms);
      if (!now) return;
      const text = JSON.stringify(now);
      // Nothing is what pages say by themselves.
      const is_news = text !== expected_text && !(expected_text === null && now.times === null);
      expected_text = text;
      if (!is_news) return;
      expectation = text;
      if (!serving) void serve();
    } catch (error) {
      failed(error);
    }
  }

  function markSoon(): void {
    marking ??= setTimeout(() => void mark(), Math.max(marks_ms, marking_ms / marksShare)).unref();
  }

  /**
   * Looks which birds the clocks cannot tell apart, beside the arrivals, which never wait for it, and has sent what
   * differs: a landing changes the marks of the birds around it only.
   */
  async function mark(): Promise<void> {
    const since = performance.now();
    try {
      const now = new Map((await options.marks()).map((one) => [one[0], one]));
      const changes = marks ? marksBetween(marks, now) : [];
      const sent = changes.slice(0, mostMarks);
      marks = marks ? marksAfter(marks, sent) : now;
      remarked = [...remarked, ...sent];
      marking_ms = performance.now() - since;
      marking = undefined;
      if (closed) return;
      if (changes.length > sent.length) markSoon();
      if (remarked.length && !serving) void serve();
    } catch (error) {
      marking = undefined;
      failed(error);
    }
  }

  /** Sends only that something has changed: at once, and then at most every `headGap_ms`. */
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
    // Gives the kernel time to send; rows that come meanwhile go into the next frame.
    await setImmediate();
  }

  /** The rows after a number as one frame, or where there are too many, the hint to fetch the snapshot. */
  function tailAfter(from: number): Buffer {
    const known = tails.get(from);
    if (known) return known;
    const frame =
      log.countAfter(from) > mostRows
        ? protocol.rows(topic, `"epoch":${epoch},"seq":${log.seq()},"snapshot":true`)
        : rowsFrame(from, log.textAfter(from));
    if (tails.size >= mostTails) tails.clear();
    tails.set(from, frame);
    return frame;
  }

  function rowsFrame(from: number, rows: string, more = ''): Buffer {
    return protocol.rows(topic, `"epoch":${epoch},"from":${from},"seq":${log.seq()},"rows":${rows}${more}`);
  }
}

/** Writes a frame to an open stream, or cuts it off when it does not read. */
export function write(stream: Socket, frame: Buffer): void {
  if (stream.writableLength > mostBuffered) stream.destroy();
  else if (stream.writable) stream.write(frame);
}

function logOf({ rows }: Arrivals): FlightLog {
  const log = createLog();
  log.append(rows);
  return log;
}
