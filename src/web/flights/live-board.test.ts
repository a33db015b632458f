import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readArrivals } from '#domain/arrivals/contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { pathOf } from '#domain/path.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { apiPath, createLiveBoard, isCurrent } from './live-board.ts';

const release_ms = Date.parse('2026-09-12T06:15:00Z');

const flight = {
  loft_id: 7,
  id: 9,
  status: 'released',
  release_time: new Date(release_ms).toISOString(),
  distance_m: 493_182,
  closed_intervals: [],
  day_starts: [],
  rules: defaultRules('km'),
} as unknown as Flight;

const deaf = { onChanged() {}, onLanded() {} };

const bird = (pigeon_id: number) => ({ pigeon_id, ring: `BE 26-40${pigeon_id}` });

/** The parts of a browser that the board uses. */
function browser() {
  const sockets: { onmessage?: (event: { data: string }) => void }[] = [];
  const asked: string[] = [];
  const server = {
    seq: 2,
    rows: [
      [1, 101, release_ms + 9_000_000],
      [2, 102, release_ms + 9_100_000],
    ] as unknown[],
    away: false,
    released_later: [] as [number, number][],
    close: [] as [number, number, number][],
    slow: Promise.resolve(),
  };
  vi.stubGlobal('location', { protocol: 'https:', host: 'loft.example' });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    hidden: false,
    visibilityState: 'visible',
    addEventListener() {},
    removeEventListener() {},
  });
  vi.stubGlobal(
    'WebSocket',
    class {
      onmessage?: (event: { data: string }) => void;
      constructor() {
        sockets.push(this);
      }
      close() {}
    },
  );
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (server.away) throw new TypeError('Failed to fetch');
    if (path.endsWith('close-birds')) await server.slow;
    const body = path.endsWith('close-birds')
      ? { birds: server.close }
      : path.endsWith('basketing')
        ? { pigeons: [101, 102, 103, 104].map(bird), released_later: server.released_later }
        : { epoch: 1, seq: server.seq, rows: server.rows };
    return { ok: true, json: async () => structuredClone(body) };
  });
  return {
    asked,
    server,
    sockets,
    mark: (...close: [number, number, number][]) => {
      const frame = { topic: 'flight:9', epoch: 1, from: server.seq, seq: server.seq, rows: [], close };
      sockets.at(-1)?.onmessage?.({ data: JSON.stringify(frame) });
    },
    land: (pigeon_id: number, after_ms: number) => {
      const row = [++server.seq, pigeon_id, release_ms + after_ms];
      server.rows.push(row);
      const frame = { topic: 'flight:9', epoch: 1, from: server.seq - 1, seq: server.seq, rows: [row] };
      sockets.at(-1)?.onmessage?.({ data: JSON.stringify(frame) });
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ now: release_ms + 9_200_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('stays shown while arrivals that a newer page has are on their way, but not without a socket', () => {
  const flight = { goes_live: true, status: 'released' } as const;
  const view = { ready: true, epoch: 1, seq: 41, lost_ms: null };
  const newer = { epoch: 1, seq: 45 };
  expect(isCurrent({ ...view, ready: false }, newer, flight)).toBe(false);
  expect(isCurrent(view, newer, flight)).toBe(true);
  expect(isCurrent({ ...view, lost_ms: 1 }, newer, flight)).toBe(false);
  expect(isCurrent({ ...view, lost_ms: 1, seq: 45 }, newer, flight)).toBe(true);
  // Nobody follows a flight that cannot change by itself.
  expect(isCurrent(view, newer, { ...flight, status: 'official' })).toBe(false);
  expect(isCurrent(view, newer, { ...flight, goes_live: false })).toBe(false);
});

test('fetches nothing until the first bird comes, then ranks all of them', async () => {
  const { asked, land } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
  expect(board.view().ready).toBe(false);
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([apiPath(flight, 'basketing'), apiPath(flight, 'arrivals?after=0')]);
  expect(board.view().ranked.map(({ pigeon_id, rank }) => [rank, pigeon_id])).toEqual([
    [1, 101],
    [2, 103],
    [3, 102],
  ]);
  expect([...board.view().events.fresh]).toEqual([103]);
  expect(board.view().announced).toEqual({ n: 1, count: 1, pigeon_id: 103, rank: 2 });
  stop();
});

test('ranks birds of a later group from their own release, also one that is said while it is open', async () => {
  const { land, server, sockets } = browser();
  server.released_later = [[103, release_ms + 120_000]];
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  land(103, 9_100_000);
  await vi.advanceTimersByTimeAsync(300);
  const order = () => board.view().ranked.map(({ pigeon_id, net_ms }) => [pigeon_id, net_ms]);
  expect(order()).toEqual([
    [103, 8_980_000],
    [101, 9_000_000],
    [102, 9_100_000],
  ]);
  server.released_later = [[102, release_ms + 300_000]];
  sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ topic: 'flight:9', changed: true }) });
  await vi.advanceTimersByTimeAsync(2000);
  expect(order()).toEqual([
    [102, 8_800_000],
    [101, 9_000_000],
    [103, 9_100_000],
  ]);
  expect(board.view().indexOf(103)).toBe(2);
  stop();
});

test('renders at most four times a second', async () => {
  const { land } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(1000);
  let paints = 0;
  let seen = board.view().seq;
  board.subscribe(() => {
    if (board.view().seq !== seen) paints += 1;
    seen = board.view().seq;
  });
  for (let i = 0; i < 100; i += 1) {
    land(104, 9_060_000 + i);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(paints).toBeGreaterThanOrEqual(3);
  expect(paints).toBeLessThanOrEqual(5);
  stop();
});

test('shows marks and expected times with the next rendering, not in one of their own', async () => {
  const { land, mark } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  let paints = 0;
  board.subscribe(() => paints++);
  const stop = board.start(deaf, true);
  await vi.advanceTimersByTimeAsync(0);
  board.readClose();
  await vi.advanceTimersByTimeAsync(1000);
  paints = 0;
  for (let n = 0; n < 20; n += 1) {
    if (n === 0) land(103, 9_050_000);
    mark([101, 0, n]);
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(250);
  expect(paints).toBeLessThanOrEqual(5);
  expect(board.view().close?.get(101)).toEqual([101, 0, 19]);
  stop();
});

test('renders less often where that costs much, so that most of the time is left for the reader', async () => {
  let now_ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
    frame(now_ms);
    now_ms += 60;
    return 0;
  });
  const { land } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(1000);
  let paints = 0;
  board.subscribe(() => {
    paints += 1;
  });
  for (let i = 0; i < 300; i += 1) {
    land(104, 9_060_000 + i);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(paints).toBeGreaterThanOrEqual(4);
  expect(paints).toBeLessThanOrEqual(8);
  stop();
});

test('shows nothing new while paused, counts arrivals, and shows them afterwards', async () => {
  const { land } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(1000);
  board.pause(true);
  land(104, 9_060_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(board.view().ranked).toHaveLength(3);
  expect(board.view().unseen).toBe(1);
  board.pause(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(board.view().ranked).toHaveLength(4);
  expect(board.view().unseen).toBe(0);
  stop();
});

test('keeps the shown rows while the server is unreachable, and continues by itself', async () => {
  const { land, server } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  server.away = true;
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(board.view().ready).toBe(false);
  server.away = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(board.view().ranked).toHaveLength(3);
  stop();
});

test('announces one sentence per five seconds, for all arrivals since', async () => {
  const { land } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  land(103, 9_050_000);
  await vi.advanceTimersByTimeAsync(1000);
  land(104, 9_060_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(board.view().announced?.n).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(board.view().announced).toMatchObject({ n: 2, count: 1, pigeon_id: 104 });
  stop();
});

test('opens no socket for a flight that cannot change any more', async () => {
  const { sockets } = browser();
  const stop = createLiveBoard({ ...flight, status: 'official' }, { epoch: 1, seq: 2 }).start(deaf, false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sockets).toEqual([]);
  stop();
});

test('uses the paths of the contracts', () => {
  const params = { loft_id: 7, flight_id: 9 };
  expect(apiPath(flight, 'basketing')).toBe(pathOf(readBasketing.path, params));
  expect(apiPath(flight, 'arrivals?after=0')).toBe(pathOf(readArrivals.path, params, { after: 0 }));
});

test('has the marks of close birds as they change, also where they changed while all of them were read', async () => {
  const { server, mark } = browser();
  const board = createLiveBoard(flight, { epoch: 1, seq: 2 });
  const stop = board.start(deaf, false);
  await vi.advanceTimersByTimeAsync(0);
  const marks = () => [...(board.view().close?.values() ?? [])];
  // Before all are read there is nothing to change.
  mark([101, 0, 1]);
  expect(board.view().close).toBeNull();
  server.close = [
    [101, 0, 2],
    [102, 1, 0],
  ];
  const slow = Promise.withResolvers<void>();
  server.slow = slow.promise;
  board.readClose();
  mark([101, 0, 3]);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(marks()).toEqual([
    [101, 0, 3],
    [102, 1, 0],
  ]);
  mark([102, 0, 0], [103, 1, 0]);
  await vi.advanceTimersByTimeAsync(250);
  expect(marks()).toEqual([
    [101, 0, 3],
    [103, 1, 0],
  ]);
  stop();
});
