/**
 * Proves that hostile sockets are dropped while the rest is served (R6): foreign origins, frames of a megabyte,
 * messages in a hundred thousand pieces, compressed bombs, readers that never read and dead connections, while honest
 * followers watch and clocks send readings. The control is a socket server with the library's defaults: it keeps them.
 */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { anonymous } from '#domain/policy.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { startLive } from './live.ts';
import { isHandshake } from './protocols.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
/** All raw sockets of this file. */
const opened: Socket[] = [];
let connection: Connection;
let clocks: App;
let race: BuiltRace;
let sequence = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  clocks = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  race = await buildRace(connection.db, { birds: 1500 });
  await land(950);
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await clocks?.app.close();
  await connection?.close();
  await database?.drop();
});

/** The next birds come home. */
async function land(birds: number, address?: string): Promise<void> {
  const readings = Array.from({ length: birds }, () => {
    sequence += 1;
    return readingOf(race, sequence - 1, 300 + sequence / 60, { sequence });
  });
  for (let at = 0; at < birds; at += 500) {
    const request = {
      method: 'POST' as const,
      headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: readings.slice(at, at + 500) }),
    };
    const { status } = address
      ? await fetch(`${address}/api/devices/readings`, request)
      : await clocks.app
          .inject({ ...request, url: '/api/devices/readings' })
          .then(({ statusCode }) => ({ status: statusCode }));
    expect(status).toBe(200);
  }
}

/** A raw connection to the live socket. `status`: that of the handshake. */
async function open(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ socket: Socket; status: number }> {
  const { hostname, port, host } = new URL(address);
  const socket = dial({ host: hostname, port: Number(port) });
  opened.push(socket);
  socket.on('error', () => {});
  const lines = Object.entries({
    Host: host,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /live HTTP/1.1\r\n${lines.join('')}\r\n`);
  const first = await new Promise<Buffer>((resolve) => {
    socket.once('data', resolve);
    socket.once('close', () => resolve(Buffer.alloc(0)));
  });
  return { socket, status: Number(/^HTTP\/1.1 (\d+)/.exec(first.toString())?.[1] ?? 0) };
}

/** A frame as a browser sends it, with a mask of zeros. */
function frame(payload: Buffer | string, { opcode = 1, fin = true, compressed = false } = {}): Buffer {
  const body = Buffer.from(payload);
  const first = (fin ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode;
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.concat([
          Buffer.from([0x80 | 127]),
          Buffer.from(new BigUint64Array([BigInt(body.length)]).buffer).reverse(),
        ]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), body]);
}

const subscribe = (after: number) => frame(JSON.stringify({ subscribe: `flight:${race.flight_id}`, epoch: 1, after }));

const bomb = deflateRawSync(Buffer.alloc(64 << 20, 0x20)).subarray(0, -4);

/** The attacks, each made after the handshake. */
const attacks: Record<string, (socket: Socket) => void> = {
  'a frame of a megabyte': (socket) => void socket.write(frame(Buffer.alloc(1 << 20, 0x20))),
  'a message in a hundred thousand pieces': (socket) => {
    socket.write(frame(' ', { fin: false }));
    const piece = frame(' ', { opcode: 0, fin: false });
    socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => piece)));
  },
  'a compressed bomb': (socket) => void socket.write(frame(bomb, { compressed: true })),
  'a reader that asks and never reads': (socket) => {
    socket.pause();
    for (let i = 0; i < 250; i++) socket.write(subscribe(0));
  },
  'a reader that sends too many messages': (socket) => {
    socket.resume();
    for (let i = 0; i < 1000; i++) socket.write(frame(JSON.stringify({ unsubscribe: 'flight:1' })));
  },
};

const offers = { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' };

/** Runs all attacks on an address at once. @returns how many sockets survived of each kind. */
async function attack(address: string, times: number): Promise<Record<string, number>> {
  const survivors = await Promise.all(
    Object.entries(attacks).map(async ([name, strike]) => {
      const sockets = await Promise.all(Array.from({ length: times }, () => open(address, offers)));
      for (const { socket, status } of sockets) {
        expect(status).toBe(101);
        strike(socket);
      }
      await sleep(2500);
      // A paused socket notices its end only once it reads what came before.
      for (const { socket } of sockets) socket.resume();
      await sleep(1000);
      const left = sockets.filter(({ socket }) => !socket.closed).length;
      for (const { socket } of sockets) socket.destroy();
      return [name, left] as const;
    }),
  );
  return Object.fromEntries(survivors);
}

const origins = [
  'null',
  'https://evil.example',
  'http://loft.example',
  ...Array.from({ length: 27 }, (_, i) => `https://${['loft.example.evil', 'evil-loft', 'x.loft'][i % 3]}${i}.example`),
];

/** A server with the library's defaults, whose followers get the same rows as ours. */
function bare(): WebSocketServer {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true });
  const rows = Array.from({ length: 950 }, (_, i) => [i + 1, race.pigeon_ids[i], race.release_ms + i]);
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', () => socket.send(JSON.stringify(rows), { compress: false }));
  });
  return server;
}

const figuresToken = 'for the figures of this proof';

/** The replies to the clocks by the program's own metrics: the attacking process is too busy to measure. */
async function answersOf(address: string): Promise<{ all: number; within_100_ms: number }> {
  const figures = await (
    await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${figuresToken}` } })
  ).text();
  const of = (name: string) =>
    figures
      .split('\n')
      .filter(
        (line) => line.startsWith(name) && line.includes('route="/api/devices/readings"') && !/le="(?!0.1")/.test(line),
      )
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return { all: of('loftline_request_seconds_count'), within_100_ms: of('loftline_request_seconds_bucket') };
}

const followers = proveSize(150, 5000);
const neverReading = followers / 10;
const times = proveSize(3, 50);
const memory = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

describe('hostile sockets', () => {
  it(`are dropped while ${followers} followers are served (R6)`, async () => {
    const program: Program = startProgram({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      ORIGINS: 'https://loft.example',
      SOCKETS_PER_ADDRESS: '100000',
      METRICS_TOKEN: figuresToken,
    });
    const control = bare();
    const address = await program.up;
    const watching: { socket: Socket; heard: number }[] = [];
    try {
      for (let at = 0; at < followers; at += 250) {
        const some = await Promise.all(Array.from({ length: Math.min(250, followers - at) }, () => open(address)));
        for (const { socket } of some) {
          const one = { socket, heard: 0 };
          socket.on('data', (part) => {
            for (const [, seq] of part.toString('latin1').matchAll(/"seq":(\d+),"rows":\[\[/g)) one.heard = Number(seq);
          });
          socket.write(subscribe(950));
          watching.push(one);
        }
      }
      const silent = await Promise.all(Array.from({ length: neverReading }, () => open(address)));
      for (const { socket } of silent) {
        socket.pause();
        socket.write(subscribe(0));
      }
      await sleep(1000);
      const before = memory(program.pid);
      let peak = before;
      const looking = setInterval(() => {
        peak = Math.max(peak, memory(program.pid));
      }, 50);
      let attacking = true;
      const landing = (async () => {
        while (attacking) {
          await land(1, address);
          await sleep(100);
        }
      })();
      const survivors = await attack(address, times);
      const foreign = await Promise.all(origins.map((origin) => open(address, { Origin: origin })));
      const own = await open(address, { Origin: 'https://loft.example' });
      own.socket.destroy();
      attacking = false;
      await landing;
      clearInterval(looking);
      const answers = await answersOf(address);
      const { port } = control.address() as AddressInfo;
      const keptByControl = await attack(`http://127.0.0.1:${port}`, 1);
      const foreignAtControl = await Promise.all(
        origins.map((origin) => open(`http://127.0.0.1:${port}`, { Origin: origin })),
      );
      const admitted = (all: typeof foreign) => all.filter(({ status }) => status === 101).length;
      await expect.poll(() => watching.filter(({ heard }) => heard < sequence).length, { timeout: 10_000 }).toBe(0);
      const figures = {
        followers,
        never_reading: neverReading,
        attacks: times * Object.keys(attacks).length,
        kept: Object.values(survivors).reduce((sum, n) => sum + n, 0),
        foreign: admitted(foreign),
        own: own.status,
      };
      reportProof('R6', {
        ...figures,
        memory_before_mb: Math.round(before),
        memory_growth_mb: Math.round(peak - before),
        readings: answers.all,
        within_100_ms: answers.within_100_ms,
        control_kept: Object.values(keptByControl).reduce((sum, n) => sum + n, 0),
        control_foreign: admitted(foreignAtControl),
      });
      expect(survivors).toEqual(Object.fromEntries(Object.keys(attacks).map((name) => [name, 0])));
      expect(figures).toMatchObject({ foreign: 0, own: 101 });
      expect(peak - before, 'MB of memory while under attack').toBeLessThan(150);
      expect(keptByControl, 'the library as it comes must keep them').toEqual(
        Object.fromEntries(Object.keys(attacks).map((name) => [name, name.includes('pieces') ? 0 : 1])),
      );
      expect(admitted(foreignAtControl)).toBe(origins.length);
    } finally {
      for (const { socket } of watching) socket.destroy();
      for (const socket of control.clients) socket.terminate();
      control.close();
      await stopProgram(program);
    }
  });

  it('that answer no pings or follow nothing are dropped, and others stay', async () => {
    const server = createServer({ shouldUpgradeCallback: isHandshake }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const live = startLive({
      server,
      db: connection.db,
      databaseUrl: database.url,
      log: clocks.app.log,
      origins: [],
      trustProxy: () => false,
      most_per_address: 1000,
      identify: async () => anonymous,
      delivered: () => {},
      changed: () => {},
      rightsChanged: () => {},
      toSend: () => {},
      heartbeat_ms: 200,
    });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const honest = new WebSocket(`${address.replace('http', 'ws')}/live`);
    honest.on('open', () => honest.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, after: 0 })));
    const silent = await Promise.all(Array.from({ length: 20 }, () => open(address)));
    for (const { socket } of silent) {
      socket.resume();
      socket.write(subscribe(0));
    }
    const idle = await open(address);
    await expect.poll(() => live.sockets()).toBe(22);
    await expect.poll(() => live.sockets()).toBe(1);
    await sleep(1000);
    expect([live.sockets(), honest.readyState]).toEqual([1, honest.OPEN]);
    for (const { socket } of [...silent, idle]) socket.destroy();
    const closeCode = new Promise((resolve) => honest.once('close', resolve));
    await live.stop();
    expect(await closeCode).toBe(1012);
    server.close();
  });
});
