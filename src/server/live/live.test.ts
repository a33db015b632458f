import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { anonymous } from '#domain/policy.ts';
import { type App, buildApp } from '#server/app.ts';
import { arrivalsView } from '#server/arrivals/arrivals.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { startLive } from './live.ts';
import { isHandshake } from './protocols.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
const connections: Connection[] = [];
const apps: App[] = [];
const addresses: string[] = [];

/** Another program on the same database. */
async function startProgram(): Promise<void> {
  const connection = connect(database.url, () => {});
  const app = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  addresses.push(await app.app.listen({ port: 0, host: '127.0.0.1' }));
  connections.push(connection);
  apps.push(app);
}

beforeAll(async () => {
  database = await testDatabase();
  await startProgram();
  await startProgram();
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  for (const connection of connections) await connection.close();
  await database?.drop();
});

interface Frame {
  topic: string;
  epoch: number;
  from: number;
  seq: number;
  rows: [number, number, number | null][];
  changed?: boolean;
  error?: string;
}

/** A follower of a flight that collects all frames. */
async function follow(program: number, flight_id: number, said: object = { epoch: 1, after: 0 }, headers = {}) {
  const socket = new WebSocket(`${addresses[program]!.replace('http', 'ws')}/live`, { headers });
  const frames: Frame[] = [];
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString())));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.on('open', () => resolve());
    socket.on('close', () => resolve());
  });
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ subscribe: `flight:${flight_id}`, ...said }));
  return { socket, frames, closed, rows: () => frames.flatMap((frame) => frame.rows ?? []) };
}

const send = async (program: number, race: BuiltRace, readings: object[]) => {
  const answer = await fetch(`${addresses[program]}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(answer.status).toBe(200);
};

describe('a follower', () => {
  it('receives an arrival that came in through another process', async () => {
    const race = await buildRace(connections[0]!.db);
    const follower = await follow(1, race.flight_id);
    await expect.poll(() => follower.frames.length).toBeGreaterThan(0);
    await send(0, race, [readingOf(race, 0, 300, { sequence: 1 })]);
    await expect.poll(follower.rows).toEqual([[1, race.pigeon_ids[0], race.release_ms + 300 * 60_000]]);
    follower.socket.close();
  });

  it('receives every arrival once and in order, whenever and through whichever process it came', async () => {
    const race = await buildRace(connections[0]!.db, { birds: 400 });
    const followers = [await follow(0, race.flight_id), await follow(1, race.flight_id)];
    const batches = Array.from({ length: 40 }, (_, boot) =>
      Array.from({ length: 10 }, (_, i) => readingOf(race, boot * 10 + i, 300 + i, { boot, sequence: i + 1 })),
    );
    const sending = Promise.all(batches.map((batch, i) => send(i % 2, race, batch)));
    for (let late = 0; late < 6; late++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      followers.push(await follow(late % 2, race.flight_id));
    }
    await sending;
    const numbers = Array.from({ length: 400 }, (_, i) => i + 1);
    for (const follower of followers) {
      // A follower skips the rows that it has, as the browser does.
      const seen = () => [...new Set(follower.rows().map(([seq]) => seq))];
      await expect.poll(seen).toEqual(numbers);
      let reached = 0;
      for (const frame of follower.frames.filter((one) => one.rows)) {
        expect(frame.from).toBeLessThanOrEqual(reached);
        reached = Math.max(reached, frame.seq);
      }
      follower.socket.close();
    }
  });

  it('resumes after its last number, and starts over in a new epoch', async () => {
    const race = await buildRace(connections[0]!.db);
    await send(
      0,
      race,
      [0, 1, 2].map((bird) => readingOf(race, bird, 300 + bird, { sequence: bird + 1 })),
    );
    const resumed = await follow(0, race.flight_id, { epoch: 1, after: 2 });
    await expect
      .poll(() => resumed.frames[0])
      .toMatchObject({ epoch: 1, from: 2, seq: 3, rows: [[3, race.pigeon_ids[2]!, expect.any(Number)]] });
    const stale = await follow(0, race.flight_id, { epoch: 7, after: 2 });
    await expect.poll(() => stale.frames[0]).toMatchObject({ epoch: 1, from: 0, seq: 3 });
    const ahead = await follow(0, race.flight_id, { epoch: 1, after: 99 });
    await expect.poll(() => ahead.frames[0]).toMatchObject({ epoch: 1, from: 0, seq: 3 });
    for (const one of [resumed, stale, ahead]) one.socket.close();
  });

  it('receives a change of the flight’s status', async () => {
    const race = await buildRace(connections[0]!.db, { until: 'basketing' });
    const follower = await follow(1, race.flight_id);
    await expect.poll(() => follower.frames.length).toBeGreaterThan(0);
    const { releaseFlight } = await import('#server/flights/lifecycle.ts');
    const { lockFlight } = await import('#server/flights/locked-flight.ts');
    await connections[0]!.db.transaction().execute(async (tx) => {
      await releaseFlight(
        tx,
        await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id }),
        new Date().toISOString(),
      );
    });
    await expect.poll(() => follower.frames.some((frame) => frame.changed)).toBe(true);
    follower.socket.close();
  });

  it('of a missing flight gets an error', async () => {
    const follower = await follow(0, 99_999_999);
    await expect.poll(() => follower.frames).toEqual([{ topic: 'flight:99999999', error: 'not_found' }]);
    follower.socket.close();
  });

  it('continues after the bus was lost', async () => {
    const race = await buildRace(connections[0]!.db);
    const follower = await follow(0, race.flight_id);
    await expect.poll(() => follower.frames.length).toBeGreaterThan(0);
    const killer = connect(database.superUrl, () => {});
    await killer.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query ilike '%listen%' and pid <> pg_backend_pid()",
    );
    await killer.close();
    await send(1, race, [readingOf(race, 0, 300, { sequence: 1 })]);
    await expect.poll(() => follower.rows().length, { timeout: 10_000 }).toBe(1);
    follower.socket.close();
  });
});

describe('a socket', () => {
  it('from a foreign origin is refused', async () => {
    const race = await buildRace(connections[0]!.db);
    const foreign = await follow(0, race.flight_id, {}, { origin: 'https://evil.example' });
    expect(foreign.frames).toEqual([]);
    expect(await foreign.closed).toBe(1006);
    const own = await follow(0, race.flight_id, {}, { origin: addresses[0] });
    await expect.poll(() => own.frames.length).toBeGreaterThan(0);
    own.socket.close();
  });

  it.each(['', 'not json', '{}', '{"subscribe":"loft:1"}', '{"subscribe":"flight:1","after":-1}', '[]', 'null'])(
    'that sends %j is closed',
    async (text) => {
      const socket = new WebSocket(`${addresses[0]!.replace('http', 'ws')}/live`);
      socket.on('open', () => socket.send(text));
      expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1007);
    },
  );

  it('with an unreadable path gets an error and is closed', async () => {
    const { server } = apps[0]!.app;
    const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    const before = await open();
    const socket = new WebSocket(`${addresses[0]!.replace('http', 'ws')}/%`);
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode));
    });
    expect(status).toBe(400);
    socket.on('error', () => {});
    socket.terminate();
    await expect.poll(open).toBe(before);
  });

  it('that sends too many messages is closed', async () => {
    const socket = new WebSocket(`${addresses[0]!.replace('http', 'ws')}/live`);
    socket.on('error', () => {});
    socket.on('open', () => socket.send('x'.repeat(5000)));
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1009);
  });
});

describe('a channel', () => {
  it('opened for a socket that has gone is closed again', async () => {
    const race = await buildRace(connections[0]!.db);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const server = createServer({ shouldUpgradeCallback: isHandshake }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const live = startLive({
      server,
      db: connections[0]!.db,
      databaseUrl: database.url,
      log: apps[0]!.app.log,
      origins: [],
      trustProxy: () => false,
      most_per_address: 10,
      identify: async () => anonymous,
      delivered: () => {},
      changed: () => {},
      rightsChanged: () => {},
      toSend: () => {},
      linger_ms: 0,
      read: async (tx, key, after) => {
        asked.resolve();
        await answered.promise;
        const view = await arrivalsView(tx, key, after);
        read.resolve();
        return view;
      },
    });
    try {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`);
      socket.on('open', () => socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}` })));
      await asked.promise;
      socket.terminate();
      await expect.poll(live.sockets).toBe(0);
      answered.resolve();
      await read.promise;
      // The channel exists by the next tick.
      await setImmediate();
      await expect.poll(live.channels).toBe(0);
    } finally {
      await live.stop();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
