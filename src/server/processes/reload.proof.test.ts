/**
 * Proves that a reload loses nothing: while clocks send readings and customers order, every process is replaced again
 * and again. Acknowledged readings and orders are stored, every request is answered, and a follower gets every arrival.
 * In the control the processes end without retiring first: then requests fail.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as http, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type BuiltOffer, buildCustomer, buildOffer } from '#testing/orders.ts';
import { freePort, kill, type Program, startProgram, stopProgram, workersOf } from '#testing/program.ts';
import { proveSize, reportProof } from '#testing/proof.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let program: Program | undefined;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

afterEach(async () => {
  if (program) await stopProgram(program);
});

const reloads = proveSize(1, 100);
/** Beside which two cores can still start a process. */
const readings_per_s = proveSize(25, 50);
const orders_per_s = proveSize(8, 20);
/** A process starts within a second or two; within ten on a busy machine. */
const timeout_ms = proveSize(400_000, 3_600_000);

interface Outcome {
  asked: number;
  acknowledged: Set<number>;
  /** The number of replies by status; of requests without a reply, by error. */
  answers: Record<string, number>;
  /** Neither 2xx nor 409, nor 503 with a retry time. */
  refused: number;
}

const outcome = (): Outcome => ({ asked: 0, acknowledged: new Set(), answers: {}, refused: 0 });

/** Connections as a proxy keeps them: few, each reused. */
const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 40, scheduling: 'fifo' });

interface Request {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** Over a new connection, so that those are tested too. */
  own: boolean;
}

/** One counted request. @returns the body of a successful reply. */
async function ask(to: Outcome, request: Request): Promise<unknown> {
  to.asked += 1;
  const answer = await post(request).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  const said = typeof answer === 'string' ? answer : String(answer.status);
  to.answers[said] = (to.answers[said] ?? 0) + 1;
  if (typeof answer === 'string') {
    to.refused += 1;
    return undefined;
  }
  const is_ok = answer.status >= 200 && answer.status < 300;
  if (!is_ok && answer.status !== 409 && !(answer.status === 503 && answer.retry_after)) to.refused += 1;
  return is_ok ? JSON.parse(answer.body) : undefined;
}

async function post({ url, headers, body, own }: Request) {
  const payload = JSON.stringify(body);
  const sent = http(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...headers },
    agent: own ? false : keepAliveAgent,
    // Far longer than any request takes: a hanging one counts as failed.
    signal: AbortSignal.timeout(30_000),
  });
  sent.end(payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, retry_after: answer.headers['retry-after'], body: await text(answer) };
}

/** The most requests of one kind in progress: a slow machine gets fewer. */
const most_underway = 20;

/** Runs work this many times a second until it is stopped; then waits for all of it. */
function keepDoing(per_second: number, act: (n: number) => Promise<void>): () => Promise<void> {
  const underway = new Set<Promise<void>>();
  let n = 0;
  const timer = setInterval(() => {
    if (underway.size >= most_underway) return;
    const one = act(n).finally(() => underway.delete(one));
    underway.add(one);
    n += 1;
  }, 1000 / per_second);
  return async () => {
    clearInterval(timer);
    await Promise.all(underway);
  };
}

interface Traffic {
  readings: Outcome;
  orders: Outcome;
  stop(): Promise<void>;
}

/** Readings and orders against the program, every third over a new connection. */
async function traffic(address: string, race: BuiltRace): Promise<Traffic> {
  // More places than are ordered: a season has 9,999 at most.
  const offers: BuiltOffer[] = [];
  for (let i = 0; i < 10; i += 1) offers.push(await buildOffer(connection.db, { max_pigeons: 9999 }));
  const customers = await Promise.all(Array.from({ length: 10 }, () => buildCustomer(connection.db)));
  const [readings, orders] = [outcome(), outcome()];
  const stops = [
    keepDoing(readings_per_s, async (n) => {
      const sequence = n + 1;
      const reading = readingOf(race, n % race.chips.length, 300 + n / 60, { sequence });
      const said = await ask(readings, {
        url: `${address}/api/devices/readings`,
        headers: { authorization: `Bearer ${race.key}` },
        body: { readings: [reading] },
        own: n % 3 === 0,
      });
      if (said) readings.acknowledged.add(sequence);
    }),
    keepDoing(orders_per_s, async (n) => {
      const offer = offers[n % offers.length]!;
      const said = await ask(orders, {
        url: `${address}/api/lofts/${offer.loft.id}/seasons/${offer.season.season_id}/registration`,
        headers: customers[Math.trunc(n / 10) % customers.length]!.headers,
        body: {
          request_key: randomUUID(),
          lines: [{ product_id: offer.two, quantity: 1 }],
          team_id: null,
          team: `Team ${n}`,
          country: 'BE',
          contract_id: offer.contract_id,
        },
        own: n % 3 === 0,
      });
      if (said) orders.acknowledged.add((said as { order_id: number }).order_id);
    }),
  ];
  return { readings, orders, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** What was acknowledged and is not stored. */
async function lost(race: BuiltRace, { readings, orders }: Traffic): Promise<number> {
  const stored = await connection.db
    .selectFrom('readings')
    .select('sequence')
    .where('device_id', '=', race.device.device_id)
    .execute();
  const sequences = new Set(stored.map(({ sequence }) => Number(sequence)));
  const ordered = new Set((await connection.db.selectFrom('orders').select('id').execute()).map(({ id }) => id));
  const missing = (acknowledged: Set<number>, there: Set<number>) =>
    [...acknowledged].filter((one) => !there.has(one)).length;
  return missing(readings.acknowledged, sequences) + missing(orders.acknowledged, ordered);
}

/** A follower like a page: whenever its socket is closed it reconnects and continues after its last row. */
function follow(address: string, flight_id: number) {
  const seen = { pigeons: new Set<number>(), gone: {} as Record<string, number>, stop: () => {} };
  let stopped = false;
  let head: { epoch?: number; after: number } = { after: 0 };
  const open = () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
    seen.stop = () => {
      stopped = true;
      socket.terminate();
    };
    socket.on('error', () => {});
    socket.on('open', () => socket.send(JSON.stringify({ subscribe: `flight:${flight_id}`, ...head })));
    socket.on('message', (raw: Buffer) => {
      const { epoch, seq, rows = [] } = JSON.parse(raw.toString());
      if (seq !== undefined) head = { epoch, after: seq };
      for (const [, pigeon_id] of rows) seen.pigeons.add(pigeon_id);
    });
    socket.on('close', (code) => {
      seen.gone[code] = (seen.gone[code] ?? 0) + 1;
      if (!stopped) setTimeout(open, 100);
    });
  };
  open();
  return seen;
}

/** On a fixed port, although nothing listens on it for a moment. */
async function start(processes: number): Promise<Program> {
  program = startProgram({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ROLE: 'all',
    PROCESSES: String(processes),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  });
  return program;
}

const timesReloaded = (program: Program) => program.output().split('Every process was replaced').length - 1;

describe.runIf(hasPages)('a reload', () => {
  // One process that accepts by itself; and several that are given connections, with separate live processes.
  it.each([1, 3])(
    `under traffic, ${reloads} in turn, refuses nobody and loses nothing, %i processes`,
    { timeout: timeout_ms },
    async (processes) => {
      const race = await buildRace(connection.db, { birds: 200 });
      const program = await start(processes);
      const address = await program.up;
      const follower = follow(address, race.flight_id);
      const under = await traffic(address, race);
      for (let n = 1; n <= reloads; n += 1) {
        kill(program.pid, 'SIGHUP');
        while (timesReloaded(program) < n) await sleep(20);
      }
      await under.stop();
      const { readings, orders } = under;
      const figures = { reloads, lost: await lost(race, under), refused: readings.refused + orders.refused };
      const home = Math.min(readings.acknowledged.size, race.pigeon_ids.length);
      await expect.poll(() => follower.pigeons.size, { timeout: 20_000 }).toBe(home);
      follower.stop();
      reportProof('reload', {
        processes,
        ...figures,
        readings: readings.acknowledged.size,
        orders: orders.acknowledged.size,
        answers: JSON.stringify([readings.answers, orders.answers]),
        sent_away: JSON.stringify(follower.gone),
      });
      expect(figures, JSON.stringify([readings.answers, orders.answers])).toEqual({ reloads, lost: 0, refused: 0 });
      expect(readings.acknowledged.size).toBeGreaterThan(10 * reloads);
      expect(orders.acknowledged.size).toBeGreaterThan(5 * reloads);
      // Each reload closes the sockets of followers once, with the code for a restart.
      expect(follower.gone).toEqual({ 1012: reloads });
    },
  );

  it('without retiring first fails some requests (control)', { timeout: timeout_ms }, async () => {
    const race = await buildRace(connection.db, { birds: 5 });
    const program = await start(2);
    const address = await program.up;
    const under = await traffic(address, race);
    await expect.poll(() => under.readings.acknowledged.size).toBeGreaterThan(0);
    for (const pid of workersOf(program)) kill(pid);
    // A connection that was just assigned to a killed process is never answered.
    const alive = () =>
      fetch(`${address}/livez`, { signal: AbortSignal.timeout(1000) }).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(alive, { timeout: timeout_ms / 2 }).toBe(200);
    await under.stop();
    expect(under.readings.refused + under.orders.refused).toBeGreaterThan(0);
  });
});
