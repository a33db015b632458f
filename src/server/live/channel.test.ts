/** Who receives what while a channel's write-out pauses for the clocks. */
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { CloseMark } from '#domain/arrivals/close-times.ts';
import type { ArrivalRow } from '#domain/arrivals/contract.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import { createChannel, type Follower } from './channel.ts';
import { own } from './message.ts';

/** More than one slice of a write-out. */
const many = 2500;

function follower(): Follower & { frames(): { from: number; rows: ArrivalRow[] }[] } {
  const bytes = new PassThrough({ highWaterMark: 1 << 20 });
  const frames = () => {
    const all = bytes.read() as Buffer | null;
    const texts = [];
    for (let at = 0; all && at < all.length; ) {
      const short = all[at + 1]!;
      const [start, length] = short < 126 ? [2, short] : [4, all.readUInt16BE(at + 2)];
      if (all[at] === 0x81) texts.push(JSON.parse(all.toString('utf8', at + start, at + start + length)));
      at += start + length;
    }
    return texts;
  };
  return {
    socket: null!,
    stream: bytes as unknown as Socket,
    protocol: own,
    cookie: undefined,
    channels: new Map(),
    pings: 0,
    frames,
  };
}

const nothing: Expectation = { times: null, made_from: null, wind: null, earlier_flights: 0, too_few: false };

async function openChannel({
  size = many,
  gap_ms = 0,
  marks = async (): Promise<CloseMark[]> => [],
  expected = async (): Promise<Expectation> => nothing,
} = {}) {
  const rows: ArrivalRow[] = [];
  const channel = createChannel({
    topic: 'flight:1',
    protocol: own,
    start: { epoch: 1, seq: 0, rows: [], goes_live: true },
    read: async (after) => ({ epoch: 1, seq: rows.length, rows: rows.slice(after), goes_live: true }),
    marks,
    expected,
    gap_ms: () => gap_ms,
    delivered: () => {},
    headChanged: () => {},
    failed: (error) => {
      throw error;
    },
  });
  const followers = Array.from({ length: size }, follower);
  for (const one of followers) channel.enter(one, { epoch: 1, after: 0 });
  for (const one of followers) one.frames();
  const add = () => rows.push([rows.length + 1, rows.length + 1, 1_780_000_000_000]);
  return { channel: channel, followers, add };
}

it('sends a follower that joins during a write-out every row once, and then each new one', async () => {
  const { channel, followers, add } = await openChannel();
  const seen = (one: ReturnType<typeof follower>) => one.frames().flatMap(({ rows }) => rows.map(([seq]) => seq));
  const [last, late] = [followers.at(-1)!, follower()];
  add();
  channel.wake();
  while (!followers[0]!.stream.readableLength) await setImmediate();
  // The first have it, the last do not: the write-out is in progress.
  expect(last.stream.readableLength).toBe(0);
  channel.enter(late, { epoch: 1, after: 0 });
  channel.beat(last);
  channel.leave(followers[many - 2]!);
  expect(channel.size()).toBe(many);
  while (!last.frames().length) await setImmediate();
  await setImmediate();
  expect(seen(late)).toEqual([1]);
  expect(seen(followers[many - 2]!)).toEqual([]);
  add();
  channel.wake();
  while (!late.stream.readableLength) await setImmediate();
  expect(seen(late)).toEqual([2]);
  expect(channel.size()).toBe(many);
  channel.close();
});

it('cuts off a follower that does not read, and writes nothing to one that is leaving', async () => {
  const { channel, followers, add } = await openChannel();
  const [deaf, going] = [followers[0]!, followers[1]!];
  while (deaf.stream.writableLength <= 1 << 20) deaf.stream.write(Buffer.alloc(1 << 16));
  going.stream.end();
  let failed = false;
  going.stream.on('error', () => {
    failed = true;
  });
  add();
  channel.wake();
  while (!followers[many - 1]!.stream.readableLength) await setImmediate();
  expect(deaf.stream.destroyed).toBe(true);
  expect(failed).toBe(false);
  channel.close();
});

it('gathers arrivals that come together, and delays none that comes alone', async () => {
  const { channel, followers, add } = await openChannel({ size: 1, gap_ms: 400 });
  const { stream } = followers[0]!;
  const written = async (rows: number) => {
    for (let n = 0; n < rows; n++) add();
    const before = stream.readableLength;
    const since = performance.now();
    channel.wake();
    while (stream.readableLength === before) await setImmediate();
    return performance.now() - since;
  };
  expect(await written(1)).toBeLessThan(200);
  expect(await written(1)).toBeLessThan(200);
  expect(await written(2)).toBeLessThan(200);
  expect(await written(1)).toBeGreaterThan(200);
  expect(await written(1)).toBeLessThan(200);
  channel.close();
});

it('sends the marks that differ a while after a landing, to all at once, and no arrival waits for them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let now: CloseMark[] = [
      [1, 0, 1],
      [2, 1, 0],
    ];
    let looks = 0;
    const { channel, followers, add } = await openChannel({
      size: 2,
      marks: async () => {
        looks += 1;
        return now;
      },
    });
    const [one, other] = followers as [(typeof followers)[number], (typeof followers)[number]];
    const settle = async () => {
      for (let n = 0; n < 10; n++) await setImmediate();
    };
    // Pages have those of the opening.
    await vi.advanceTimersByTimeAsync(0);
    await settle();
    expect([looks, one.frames()]).toEqual([1, []]);
    now = [
      [2, 1, 1],
      [3, 1, 0],
    ];
    add();
    channel.wake();
    await settle();
    expect(one.frames()).toMatchObject([{ from: 0, seq: 1, rows: [[1, 1, 1_780_000_000_000]] }]);
    other.frames();
    add();
    channel.wake();
    await settle();
    one.frames();
    other.frames();
    await vi.advanceTimersByTimeAsync(2900);
    expect([looks, one.frames()]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(200);
    await settle();
    const marked = {
      topic: 'flight:1',
      epoch: 1,
      from: 2,
      seq: 2,
      rows: [],
      close: [
        [2, 1, 1],
        [3, 1, 0],
        [1, 0, 0],
      ],
    };
    expect([looks, one.frames(), other.frames()]).toEqual([2, [marked], [marked]]);
    // Without a landing nobody looks again.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(2);
    channel.close();
  } finally {
    vi.useRealTimers();
  }
});

it('sends when the birds are expected soon after a landing and now and then without one, and nothing twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let now = nothing;
    const { channel, followers, add } = await openChannel({ size: 1, expected: async () => now });
    const [one] = followers as [(typeof followers)[number]];
    const later = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let n = 0; n < 10; n++) await setImmediate();
      return one.frames().filter((frame) => (frame as { expected?: unknown }).expected);
    };
    expect(await later(2100)).toEqual([]);
    now = {
      ...nothing,
      made_from: 'birds',
      wind: null,
      times: { home: 1, basketed: 9, first: null, next: null, half: null, last: null, out: null },
    };
    expect(await later(27_000)).toEqual([]);
    expect(await later(4000)).toMatchObject([{ rows: [], expected: now }]);
    expect(await later(40_000)).toEqual([]);
    now = { ...now, times: { ...now.times!, home: 2 } };
    add();
    channel.wake();
    expect(await later(0)).toEqual([]);
    expect(await later(2100)).toMatchObject([{ expected: { times: { home: 2 } } }]);
    channel.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
