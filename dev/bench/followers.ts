/**
 * The load: a process with thousands of followers on raw sockets, and the clocks that send the arrivals. One process
 * does both, because the next arrival may depend on the last follower's frame. It gets its orders over the IPC channel
 * of its parent and replies to each with one report.
 */
import { connect, type Socket } from 'node:net';
import { Clocks, type Shooting } from './clocks.ts';
import { Histogram } from './figures.ts';
import { clientFrame, expectedAccept, opcodes, readFrames, upgradeRequest } from './frames.ts';
import { sendReadings } from './ingest-load.ts';
import type { Gathered, Gathering, Order, Shot } from './orders.ts';
import { askPages } from './pages-load.ts';

// -- the followers ---------------------------------------------------------------------------------------------------

interface Follower {
  socket: Socket;
  state: 'new' | 'joining' | 'live';
  seq: number;
  rest: Buffer | null;
}

/** A frame with rows, parsed once for all followers that get the same bytes. */
interface ArrivalFrame {
  from: number;
  seq: number;
  /** The number of each row, and the index of its arrival in the running measurement, or -1. */
  numbers: number[];
  arrivals: Int32Array;
  round: number;
}

const monotonic0 = Number(process.hrtime.bigint()) / 1e6 - performance.now();
const now = () => monotonic0 + performance.now();
/** All followers read into one buffer: a frame is counted before the next read. */
const place = Buffer.allocUnsafe(1 << 18);
/** Source addresses: enough that the server's limit per address does not take the load for an attack. */
const addresses = 64;

const clocks = new Clocks(now);
let followers: Follower[] = [];
let gathering: Gathering;
let frames: { upgrade: Buffer; join(seq: number): Buffer };
let becameLive: (() => void) | undefined;
let isClosing = false;

let reads = 0;
let deliveries = 0;
let lost = 0;
let doubled = 0;
let each = new Histogram();
let got = new Int32Array(0);
let lastAt = new Float64Array(0);
let complete = 0;
let round = 0;
const parsedFrames = new Map<string, ArrivalFrame>();

function open(follower: Follower, index: number): void {
  follower.state = 'new';
  follower.rest = null;
  const socket = connect({
    port: gathering.port,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + (index % addresses)}`,
    noDelay: true,
    onread: {
      buffer: place,
      callback(length) {
        reads += 1;
        take(follower, place, length);
        return true;
      },
    },
  });
  follower.socket = socket;
  socket.once('connect', () => socket.write(frames.upgrade));
  socket.on('error', (error) => {
    if (!isClosing && follower.socket === socket) fail(`a follower's socket failed: ${error.message}`);
  });
  socket.on('close', () => {
    if (!isClosing && follower.socket === socket) fail('the server closed a follower');
  });
}

function take(follower: Follower, bytes: Buffer, length: number): void {
  let buffer = bytes;
  let end = length;
  let start = 0;
  if (follower.rest) {
    buffer = Buffer.concat([follower.rest, bytes.subarray(0, length)]);
    end = buffer.length;
    follower.rest = null;
  }
  if (follower.state === 'new') {
    const head = buffer.subarray(0, end).indexOf('\r\n\r\n');
    if (head < 0) {
      follower.rest = Buffer.from(buffer.subarray(0, end));
      return;
    }
    const answer = buffer.toString('latin1', 0, head);
    if (!answer.startsWith('HTTP/1.1 101') || !answer.includes(expectedAccept)) {
      fail(`no handshake: ${answer.slice(0, 200)}`);
      return;
    }
    start = head + 4;
    follower.state = 'joining';
    if (gathering.protocol === 'live') follower.socket.write(frames.join(follower.seq));
    if (gathering.protocol === 'ws') live(follower);
  }
  const left = readFrames(buffer, start, end, (opcode, from, to) => {
    if (opcode === opcodes.text) receive(follower, buffer.toString('latin1', from, to));
    else if (opcode === opcodes.ping) follower.socket.write(clientFrame(buffer.subarray(from, to), opcodes.pong));
    else if (opcode === opcodes.close && !isClosing)
      fail(`the server closed: ${buffer.toString('latin1', from + 2, to)}`);
  });
  if (left < end) follower.rest = Buffer.from(buffer.subarray(left, end));
}

function receive(follower: Follower, text: string): void {
  let frame = parsedFrames.get(text);
  if (!frame || frame.round !== round) {
    const parsed = parse(follower, text);
    if (!parsed) return;
    frame = parsed;
    if (parsedFrames.size > 2000) parsedFrames.clear();
    parsedFrames.set(text, frame);
  }
  if (frame.from > follower.seq) lost += frame.from - follower.seq;
  const at = now();
  for (let i = 0; i < frame.numbers.length; i++) {
    if (frame.numbers[i]! <= follower.seq) {
      doubled += 1;
      continue;
    }
    const arrival = frame.arrivals[i]!;
    deliveries += 1;
    if (arrival < 0) continue;
    each.add(at - clocks.sentAt(arrival));
    got[arrival]! += 1;
    lastAt[arrival] = at;
    if (got[arrival] === followers.length) {
      complete += 1;
      clocks.landed();
    }
  }
  follower.seq = Math.max(follower.seq, frame.seq);
  if (follower.state === 'joining') live(follower);
}

/** Parses a frame with rows, and handles the other messages of a server; undefined when there is nothing to count. */
function parse(follower: Follower, text: string): ArrivalFrame | undefined {
  let json = text;
  if (gathering.protocol === 'socket.io') {
    if (text === '2') follower.socket.write(clientFrame('3'));
    else if (text.startsWith('0')) follower.socket.write(clientFrame('40'));
    else if (text.startsWith('40')) live(follower);
    if (!text.startsWith('42')) return undefined;
    json = text.slice(text.indexOf(',') + 1, -1);
  }
  const { from, seq, rows, error } = JSON.parse(json) as {
    from?: number;
    seq?: number;
    rows?: [number, number, number][];
    error?: string;
  };
  if (error) fail(`a follower got an error: ${text}`);
  if (from === undefined || seq === undefined) return undefined;
  const list = rows ?? [];
  return {
    from,
    seq,
    round,
    numbers: list.map(([number]) => number),
    arrivals: Int32Array.from(list, ([, pigeon_id]) => clocks.arrivalOf(pigeon_id)),
  };
}

function live(follower: Follower): void {
  follower.state = 'live';
  becameLive?.();
}

/** Opens all given followers, `together` at a time. A follower is live when it has caught up. */
function openAll(list: readonly Follower[]): Promise<Gathered> {
  const since = now();
  let next = 0;
  let done = 0;
  lost = doubled = 0;
  return new Promise((resolve) => {
    const more = () => {
      if (next < list.length) open(list[next]!, next++);
    };
    becameLive = () => {
      done += 1;
      if (done === list.length) {
        becameLive = undefined;
        const most = list.reduce((seq, follower) => Math.max(seq, follower.seq), 0);
        const behind = list.filter((follower) => follower.seq < most).length;
        resolve({ ms: now() - since, live: done, lost, doubled, behind });
      } else more();
    };
    for (let i = 0; i < gathering.together; i++) more();
  });
}

function gather(wanted: Gathering): Promise<Gathered> {
  gathering = wanted;
  const { port, protocol, topic, epoch, count, after } = wanted;
  const path = protocol === 'socket.io' ? '/socket.io/?EIO=4&transport=websocket' : '/live';
  const joins = new Map<number, Buffer>();
  frames = {
    upgrade: upgradeRequest(`127.0.0.1:${port}`, path),
    join(seq) {
      let join = joins.get(seq);
      if (!join) {
        join = clientFrame(JSON.stringify({ subscribe: topic, ...(seq ? { epoch } : {}), after: seq }));
        joins.set(seq, join);
      }
      return join;
    },
  };
  isClosing = false;
  followers = Array.from({ length: count }, () => ({
    socket: undefined as never,
    state: 'new' as const,
    seq: protocol === 'live' ? after : 0,
    rest: null,
  }));
  return openAll(followers);
}

/** Resets all connections, without a close frame. */
async function scatter(): Promise<void> {
  isClosing = true;
  for (const { socket } of followers) socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
}

// -- the arrivals ----------------------------------------------------------------------------------------------------

async function shoot(order: Shooting): Promise<Shot> {
  round += 1;
  parsedFrames.clear();
  got = new Int32Array(order.most);
  lastAt = new Float64Array(order.most);
  complete = 0;
  reads = deliveries = lost = doubled = 0;
  each = new Histogram();
  const since = now();
  const { sent, answers } = await clocks.shoot(order, () => complete);
  return {
    arrivals: sent.length,
    complete,
    seconds: (now() - since) / 1000,
    deliveries,
    lost,
    doubled,
    reads,
    each: each.times(),
    answers,
    last: sent.map(([pigeon_id, at], i) => [pigeon_id, at, lastAt[i]!]),
  };
}

// -- orders ----------------------------------------------------------------------------------------------------------

function fail(message: string): void {
  process.send?.({ error: message });
  isClosing = true;
}

async function obey(order: Order): Promise<unknown> {
  switch (order.order) {
    case 'gather':
      return gather(order);
    case 'return':
      isClosing = false;
      return openAll(followers);
    case 'scatter':
      await scatter();
      return {};
    case 'shoot':
      return shoot(order);
    case 'ask':
      return askPages(order, now);
    case 'ingest':
      return sendReadings(order, now);
    case 'end':
      process.exit(0);
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  obey(order).then(
    (report) => process.send?.({ report }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
