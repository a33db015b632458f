import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ArrivalLog,
  type Frame,
  follow,
  homesOf,
  openArrivalLog,
  retryDelay,
  type Socket,
  takeAll,
  takeFrame,
} from './live.ts';

const topic = 'flight:1';
type Row = [seq: number, pigeon_id: number, time_ms: number | null];

/** A server with a ledger, as a browser sees it. */
function server() {
  let epoch = 1;
  let rows: Row[] = [];
  let sent = 0;
  return {
    land: (pigeon_id: number, time_ms: number | null) => rows.push([rows.length + 1, pigeon_id, time_ms]),
    /** The frame for all sockets of the channel: everything since the previous one. */
    broadcast(): Frame {
      const frame = { topic, epoch, from: sent, seq: rows.length, rows: rows.slice(sent) };
      sent = rows.length;
      return frame;
    },
    answer: (asked_epoch: number | null, after: number): Frame => {
      const from = asked_epoch === epoch ? after : 0;
      return { topic, epoch, from, seq: rows.length, rows: rows.slice(from) };
    },
    all: () => ({ epoch, seq: rows.length, rows }),
    /** The loft starts a new ledger, with other numbers. */
    restart() {
      epoch += 1;
      rows = rows.filter((_, index) => index % 2 === 0).map(([, id, time_ms], index) => [index + 1, id, time_ms]);
      sent = 0;
    },
    homes() {
      const last = new Map(rows.map(([, id, time_ms]) => [id, time_ms]));
      return [...last].flatMap(([pigeon_id, time_ms]) => (time_ms === null ? [] : [{ pigeon_id, time_ms }]));
    },
  };
}

const byPigeon = (homes: { pigeon_id: number; time_ms: number }[]) =>
  homes.toSorted((a, b) => a.pigeon_id - b.pigeon_id);

type Step =
  | { kind: 'land' | 'withdraw'; bird: number }
  | { kind: 'hear' | 'miss' | 'hear twice' | 'fetch all' | 'restart' };

const bird = fc.integer({ min: 1, max: 9 });
const does = (kind: Exclude<Step['kind'], 'land' | 'withdraw'>) => fc.constant<Step>({ kind });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('land' as const), bird }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), bird }) },
    { weight: 4, arbitrary: does('hear') },
    { weight: 2, arbitrary: does('miss') },
    { weight: 1, arbitrary: does('hear twice') },
    { weight: 1, arbitrary: does('fetch all') },
    { weight: 1, arbitrary: does('restart') },
  ),
  { maxLength: 60 },
);

/** Plays a history; `take` is the browser's merge. True when the browser ends with the server's state. */
function endsAlike(history: readonly Step[], take: typeof takeFrame): boolean {
  const loft = server();
  const log = openArrivalLog();
  const hear = (frame: Frame): void => {
    if (take(log, frame).ask) take(log, loft.answer(log.epoch, log.seq));
  };
  hear(loft.answer(null, 0));
  let time_ms = 0;
  for (const step of history) {
    time_ms += 1;
    if (step.kind === 'land') loft.land(step.bird, time_ms);
    if (step.kind === 'withdraw') loft.land(step.bird, null);
    if (step.kind === 'hear') hear(loft.broadcast());
    if (step.kind === 'miss') loft.broadcast();
    if (step.kind === 'hear twice') {
      const frame = loft.broadcast();
      hear(frame);
      hear(frame);
    }
    if (step.kind === 'fetch all') takeAll(log, loft.all());
    if (step.kind === 'restart') loft.restart();
  }
  hear(loft.broadcast());
  return JSON.stringify(byPigeon(homesOf(log))) === JSON.stringify(byPigeon(loft.homes()));
}

describe('merging', () => {
  test("ends with the server's state, whatever was missed, repeated or restarted", () => {
    fc.assert(fc.property(steps, (history) => endsAlike(history, takeFrame)));
  });

  test('loses arrivals when a gap is not requested (control)', () => {
    const blind = (log: ArrivalLog, frame: Frame) =>
      takeFrame(log, frame.epoch === log.epoch ? { ...frame, from: Math.min(frame.from, log.seq) } : frame);
    expect(fc.check(fc.property(steps, (history) => endsAlike(history, blind))).failed).toBe(true);
  });

  test('continues from the state of the page and is complete with the reply to everything', () => {
    const loft = server();
    loft.land(1, 100);
    loft.land(2, 200);
    const log = openArrivalLog({ epoch: 1, seq: 2 });
    loft.land(3, 300);
    expect(takeFrame(log, loft.answer(log.epoch, log.seq))).toEqual({ ask: false, birds: [3] });
    expect(log.whole).toBe(false);
    takeAll(log, loft.all());
    expect(log.whole).toBe(true);
    expect(byPigeon(homesOf(log))).toEqual(byPigeon(loft.homes()));
  });

  test('keeps a newer row when the reply to everything is late', () => {
    const loft = server();
    loft.land(1, 100);
    const late = structuredClone(loft.all());
    const log = openArrivalLog({ epoch: 1, seq: 1 });
    loft.land(1, 150);
    takeFrame(log, loft.answer(1, 1));
    takeAll(log, late);
    expect(homesOf(log)).toEqual([{ pigeon_id: 1, time_ms: 150 }]);
    expect(log.seq).toBe(2);
  });

  test('merges a heartbeat without changes', () => {
    const log = openArrivalLog({ epoch: 1, seq: 5 });
    expect(takeFrame(log, { topic, epoch: 1, from: 5, seq: 5, rows: [] })).toEqual({ ask: false, birds: [] });
    expect(takeFrame(log, { topic, epoch: 1, from: 6, seq: 6, rows: [] })).toEqual({ ask: true });
  });
});

test('waits between zero and a limit that grows from 1 s to 15 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 50].map((tries) => retryDelay(tries, () => 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  expect(retryDelay(9, () => 0)).toBe(0);
});

describe('following', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function wire() {
    const sockets: (Socket & { sent: unknown[]; closed: boolean })[] = [];
    const connect = () => {
      const socket = {
        sent: [] as unknown[],
        closed: false,
        send: (text: string) => void socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      } as unknown as (typeof sockets)[number];
      sockets.push(socket);
      return socket;
    };
    const last = () => sockets.at(-1)!;
    return {
      sockets,
      connect,
      last,
      open: () => last().onopen?.call(last() as never, {} as never),
      say: (said: unknown) => last().onmessage?.call(last() as never, { data: JSON.stringify(said) } as never),
      drop: (code = 1006) => last().onclose?.call(last() as never, { code } as never),
    };
  }

  function followed(shown?: { epoch: number; seq: number }) {
    const line = wire();
    const log = openArrivalLog(shown);
    const heard = { birds: [] as number[], changed: 0, missed: 0, lost: [] as boolean[] };
    const stop = follow({
      flight_id: 1,
      log: log,
      onBirds: (birds) => heard.birds.push(...birds),
      onChanged: () => {
        heard.changed += 1;
      },
      onMissed: () => {
        heard.missed += 1;
      },
      onConnection: (lost_ms) => heard.lost.push(lost_ms !== null),
      connect: line.connect,
    });
    vi.advanceTimersByTime(0);
    return { ...line, log: log, heard, stop };
  }

  test('resumes from its last number when the connection is restored', () => {
    const { sockets, last, open, say, drop, heard } = followed({ epoch: 1, seq: 5 });
    open();
    expect(last().sent).toEqual([{ subscribe: topic, epoch: 1, after: 5 }]);
    say({ topic, epoch: 1, from: 5, seq: 6, rows: [[6, 42, 1000]] });
    drop();
    expect(heard.lost).toEqual([true]);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    open();
    expect(last().sent).toEqual([{ subscribe: topic, epoch: 1, after: 6 }]);
    say({ topic, epoch: 1, from: 6, seq: 7, rows: [[7, 43, 2000]] });
    expect(heard).toEqual({ birds: [42, 43], changed: 0, missed: 0, lost: [true, false] });
  });

  test('increases the delay between attempts, and resets it after a message', () => {
    const { sockets, open, say, drop } = followed();
    drop();
    vi.advanceTimersByTime(500);
    drop();
    vi.advanceTimersByTime(999);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    open();
    say({ topic, epoch: 1, from: 0, seq: 0, rows: [] });
    drop();
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(4);
  });

  test('reconnects over three seconds when the server itself closed all connections', () => {
    const { sockets, open, drop } = followed();
    open();
    drop(1012);
    vi.advanceTimersByTime(1499);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  test('reports when everything has to be fetched', () => {
    const { open, say, heard } = followed({ epoch: 1, seq: 5 });
    open();
    say({ topic, epoch: 1, seq: 9000, snapshot: true });
    expect(heard).toMatchObject({ missed: 1, birds: [] });
  });

  test('closes a connection that has been silent for 45 s', () => {
    const { sockets, open, say } = followed();
    open();
    say({ topic, epoch: 1, from: 0, seq: 0, rows: [] });
    vi.advanceTimersByTime(44_000);
    say({ topic, epoch: 1, from: 0, seq: 0, rows: [] });
    vi.advanceTimersByTime(44_999);
    expect(sockets[0]?.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
  });

  test('reports a lost network when the device does, and reconnects at once when it is back', () => {
    const device = new EventTarget();
    vi.stubGlobal('addEventListener', device.addEventListener.bind(device));
    const { sockets, open, say, heard } = followed();
    vi.unstubAllGlobals();
    open();
    say({ topic, epoch: 1, from: 0, seq: 0, rows: [] });
    device.dispatchEvent(new Event('offline'));
    expect(sockets[0]?.closed).toBe(true);
    expect(heard.lost).toEqual([true]);
    device.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
    open();
    say({ topic, epoch: 1, from: 0, seq: 0, rows: [] });
    expect(heard.lost).toEqual([true, false]);
  });

  test('requests a gap once, and again when no reply comes', () => {
    const { last, open, say, heard } = followed({ epoch: 1, seq: 5 });
    open();
    say({ topic, epoch: 1, from: 5, seq: 5, rows: [] });
    say({ topic, epoch: 1, from: 7, seq: 8, rows: [[8, 42, 1000]] });
    say({ topic, epoch: 1, from: 8, seq: 9, rows: [[9, 43, 2000]] });
    expect(last().sent).toHaveLength(2);
    vi.advanceTimersByTime(20_000);
    say({ topic, epoch: 1, from: 9, seq: 9, rows: [] });
    expect(last().sent).toHaveLength(3);
    expect(heard.birds).toEqual([]);
    say({
      topic,
      epoch: 1,
      from: 5,
      seq: 9,
      rows: [
        [6, 40, 1],
        [7, 41, 2],
        [8, 42, 3],
        [9, 43, 4],
      ],
    });
    expect(heard.birds).toEqual([40, 41, 42, 43]);
  });

  test('reports that the flight has changed, and stops where there is none', () => {
    const { sockets, open, say, heard } = followed();
    open();
    say({ topic, changed: true });
    expect(heard.changed).toBe(1);
    say({ topic, error: 'not_found' });
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  test('is silent after it was stopped', () => {
    const { sockets, drop, stop, heard } = followed();
    stop();
    drop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard.lost).toEqual([]);
  });
});
