/**
 * Live updates of a flight: the arrival log in the browser, the merging of frames, and the socket that always
 * reconnects. Every row carries its flight's live number, which only grows; a browser knows up to which number it has
 * everything, and requests the rest whenever it may have missed something. So nothing is lost and nothing counts twice,
 * however often the network fails.
 */
import type { CloseMark } from '#domain/arrivals/close-times.ts';
import type { ArrivalRow } from '#domain/arrivals/contract.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';

/**
 * A message of the server about one flight. `from` is the number the frame continues from; without rows it is a
 * heartbeat.
 */
export interface Frame {
  topic: string;
  epoch: number;
  from: number;
  seq: number;
  rows: readonly ArrivalRow[];
  /** The marks that became others, of birds that the clocks cannot tell apart. */
  close?: readonly CloseMark[];
  /** When the birds that are out are expected now. */
  expected?: Expectation;
}

/** The arrivals of a flight that a browser has received. */
export interface ArrivalLog {
  /** The ledger to which the numbers belong; null before the first frame. */
  epoch: number | null;
  /** Everything up to this number has been received. */
  seq: number;
  /** The last row of each bird: its number, and its time, or null where the arrival was withdrawn. */
  last: Map<number, { seq: number; time_ms: number | null }>;
  /** Whether `last` has every bird, or only those since the page was rendered. */
  whole: boolean;
}

/** A log that continues from the state of the page. */
export function openArrivalLog(shown?: { epoch: number; seq: number }): ArrivalLog {
  return { epoch: shown?.epoch ?? null, seq: shown?.seq ?? 0, last: new Map(), whole: false };
}

/** The outcome of a frame: the changed birds, or that missing rows have to be requested. */
export type Taken = { ask: false; birds: number[] } | { ask: true };

/** Merges a frame of the socket. */
export function takeFrame(log: ArrivalLog, frame: Frame): Taken {
  if (frame.epoch !== log.epoch) {
    forget(log, frame.epoch);
    if (frame.from > 0) return { ask: true };
  }
  if (frame.from > log.seq) return { ask: true };
  if (frame.from === 0) log.whole = true;
  const birds: number[] = [];
  for (const [seq, pigeon_id, time_ms] of frame.rows) {
    if (seq > log.seq && enter(log, seq, pigeon_id, time_ms)) birds.push(pigeon_id);
  }
  log.seq = Math.max(log.seq, frame.seq);
  return { ask: false, birds };
}

/** Merges the reply to "everything so far". It may be older or newer than frames received meanwhile. */
export function takeAll(log: ArrivalLog, all: { epoch: number; seq: number; rows: readonly ArrivalRow[] }): void {
  if (all.epoch !== log.epoch) forget(log, all.epoch);
  for (const [seq, pigeon_id, time_ms] of all.rows) enter(log, seq, pigeon_id, time_ms);
  log.seq = Math.max(log.seq, all.seq);
  log.whole = true;
}

/** The birds at home. */
export function homesOf(log: ArrivalLog): { pigeon_id: number; time_ms: number }[] {
  const homes: { pigeon_id: number; time_ms: number }[] = [];
  for (const [pigeon_id, { time_ms }] of log.last) if (time_ms !== null) homes.push({ pigeon_id, time_ms });
  return homes;
}

function forget(log: ArrivalLog, epoch: number): void {
  log.epoch = epoch;
  log.seq = 0;
  log.last.clear();
  log.whole = false;
}

function enter(log: ArrivalLog, seq: number, pigeon_id: number, time_ms: number | null): boolean {
  const known = log.last.get(pigeon_id);
  if (known && known.seq >= seq) return false;
  log.last.set(pigeon_id, { seq, time_ms });
  return true;
}

/**
 * The delay before the nth attempt to reconnect: random up to a limit that doubles from 1 s to 15 s, or from 3 s where
 * the server itself closed all connections.
 */
export function retryDelay(tries: number, random: () => number = Math.random, first_ms = 1000): number {
  return random() * Math.min(15_000, first_ms * 2 ** Math.min(tries, 10));
}

/** The close codes of a server that stops: 1001 going away, 1012 restarting (RFC 6455, 7.4). */
const restarts: readonly (number | undefined)[] = [1001, 1012];

/** The part of a browser's WebSocket that is used here. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Follower {
  flight_id: number;
  log: ArrivalLog;
  /** Birds whose arrival is new or has changed. */
  onBirds: (birds: readonly number[]) => void;
  /** Other birds than before cannot be told apart by the clocks. */
  onClose?: (changes: readonly CloseMark[]) => void;
  /** The birds that are out are expected at other times than before. */
  onExpected?: (expected: Expectation) => void;
  /** Something else about the flight has changed: its status, its rules, its basketing list. */
  onChanged: () => void;
  /** More was missed than the socket sends: everything so far is to be fetched and merged into the log. */
  onMissed: () => void;
  /** Since when (epoch ms) the connection is lost, or null. */
  onConnection: (lost_ms: number | null) => void;
  connect?: () => Socket;
}

/** Heartbeats come every 20 s; after this long without one the connection is dead, whatever its state says. */
const silence_ms = 45_000;
const timeout_ms = 2_000;

/** Follows a flight until the returned function is called. */
export function follow({
  flight_id,
  log,
  onBirds,
  onClose = () => {},
  onExpected = () => {},
  onChanged,
  onMissed,
  onConnection,
  connect = connectLive,
}: Follower): () => void {
  const topic = `flight:${flight_id}`;
  let socket: Socket | null = null;
  let open = false;
  let asked_ms = 0;
  let heard_ms = 0;
  let tries = 0;
  let lost_ms: number | null = null;
  let stopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  // Deferred: a page that is left at once opens no connection.
  retry = setTimeout(begin, 0);
  globalThis.addEventListener?.('online', atOnce);
  globalThis.addEventListener?.('offline', goneOffline);
  globalThis.document?.addEventListener('visibilitychange', seenAgain);
  return stop;

  function begin(): void {
    clearTimeout(retry);
    const own = connect();
    socket = own;
    open = false;
    heard();
    own.onopen = () => {
      if (socket !== own) return;
      open = true;
      subscribe();
    };
    own.onmessage = ({ data }) => {
      if (socket === own) take(String(data));
    };
    own.onclose = ({ code }) => {
      if (socket === own) again(restarts.includes(code) ? 3000 : 1000);
    };
  }

  function subscribe(): void {
    asked_ms = Date.now();
    socket?.send(
      JSON.stringify({ subscribe: topic, ...(log.epoch === null ? {} : { epoch: log.epoch }), after: log.seq }),
    );
  }

  function take(text: string): void {
    heard();
    const message = JSON.parse(text) as
      | Frame
      | { topic: string; changed: true }
      | { topic: string; snapshot: true }
      | { topic: string; error: string };
    if (message.topic !== topic) return;
    if ('error' in message) {
      stop();
      return;
    }
    if (lost_ms !== null) {
      lost_ms = null;
      onConnection(null);
    }
    tries = 0;
    if ('changed' in message) {
      onChanged();
      return;
    }
    if ('snapshot' in message) {
      onMissed();
      return;
    }
    if (message.close) onClose(message.close);
    if (message.expected) onExpected(message.expected);
    const taken = takeFrame(log, message);
    if (taken.ask) {
      // Every frame until the reply shows the same gap: request once, and again only when no reply comes.
      if (Date.now() - asked_ms >= timeout_ms) subscribe();
      return;
    }
    asked_ms = 0;
    if (taken.birds.length) onBirds(taken.birds);
  }

  /** Dozens of frames come each second: one timer checks when the last of them came. */
  function heard(): void {
    heard_ms = Date.now();
    silence ??= setTimeout(listen, silence_ms);
  }

  function listen(): void {
    const left_ms = heard_ms + silence_ms - Date.now();
    silence = left_ms > 0 ? setTimeout(listen, left_ms) : undefined;
    if (left_ms <= 0) again(1000);
  }

  function again(first_ms: number): void {
    drop();
    if (stopped) return;
    if (lost_ms === null) {
      lost_ms = Date.now();
      onConnection(lost_ms);
    }
    retry = setTimeout(begin, retryDelay(tries, Math.random, first_ms));
    tries += 1;
  }

  /** The device knows of a lost network long before the connection times out. */
  function goneOffline(): void {
    again(1000);
  }

  /** The network is back: reconnect at once, because the old connection cannot be trusted. */
  function atOnce(): void {
    drop();
    if (!stopped) begin();
  }

  /** A sleeping phone runs no timers: check the connection when the page is shown. */
  function seenAgain(): void {
    if (document.visibilityState === 'visible' && !open) atOnce();
  }

  function drop(): void {
    clearTimeout(retry);
    clearTimeout(silence);
    silence = undefined;
    const old = socket;
    socket = null;
    open = false;
    asked_ms = 0;
    old?.close();
  }

  function stop(): void {
    stopped = true;
    globalThis.removeEventListener?.('online', atOnce);
    globalThis.removeEventListener?.('offline', goneOffline);
    globalThis.document?.removeEventListener('visibilitychange', seenAgain);
    drop();
  }
}

/** At the page's own origin, or at the origin for sockets that the page names. */
export function connectLive(): Socket {
  const { protocol, host } = location;
  const own = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}`;
  return new WebSocket(`${document.documentElement.dataset.live ?? own}/live`);
}
