/**
 * The program as several processes: all serve, one that ends is replaced, and all are shut down and replaced without
 * interruption.
 */

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Connection, connect } from '#server/db/database.ts';
import { startOf } from '#server/db/embedded-processes.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { freePort, gone, kill, type Program, startProgram, stopProgram } from '#testing/program.ts';

let database: TestDatabase;
let connection: Connection;
let race: BuiltRace;
let program: Program;
let sequence = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db, { birds: 20 });
  return async () => {
    await connection.close();
    await database.drop();
  };
});
afterEach(async () => {
  await stopProgram(program);
});

const token = 'only for these tests';

function start(env: Record<string, string> = {}): Promise<string> {
  program = startProgram({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ROLE: 'all',
    PROCESSES: '3',
    LOG_LEVEL: 'info',
    METRICS_TOKEN: token,
    ...env,
  });
  return program.up;
}

/** The workers in the supervisor's log: the last process id of each place. */
function workers(): Record<string, number> {
  const said = program.output().matchAll(/"worker":"([\w-]+)","worker_pid":(\d+),"msg":"a process serves"/g);
  return Object.fromEntries([...said].map(([, name, pid]) => [name, Number(pid)]));
}

/** A request over a new connection, so that each may reach another process. */
const ask = (address: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, { headers: { connection: 'close', ...headers } });

const figures = async (address: string) =>
  (await ask(address, '/metrics', { authorization: `Bearer ${token}` })).text();

async function land(address: string, bird: number): Promise<void> {
  sequence += 1;
  const answer = await fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ readings: [readingOf(race, bird, 300 + bird, { sequence })] }),
  });
  expect(answer.status).toBe(200);
}

/** Follows the race as a page does: closed with 1012, it reconnects and continues after its last row. */
function follow(address: string) {
  const seen = { rows: [] as number[], closed: [] as number[], is_open: false, stop: () => {} };
  let stopped = false;
  const open = (after: number, epoch?: number) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
    seen.stop = () => {
      stopped = true;
      socket.terminate();
    };
    let head = { after, epoch };
    socket.on('error', () => {});
    socket.on('open', () =>
      socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, after, ...(epoch && { epoch }) })),
    );
    socket.on('message', (raw: Buffer) => {
      const frame = JSON.parse(raw.toString()) as { epoch: number; seq: number; rows: [number, number, number][] };
      seen.is_open = true;
      head = { after: frame.seq, epoch: frame.epoch };
      seen.rows.push(...frame.rows.map(([seq]) => seq));
    });
    socket.on('close', (code) => {
      seen.is_open = false;
      seen.closed.push(code);
      if (!stopped) setTimeout(() => open(head.after, head.epoch), 50);
    });
  };
  open(0);
  return seen;
}

describe.runIf(hasPages)('several processes', () => {
  it('answer on one port, sockets in one of them, and report their metrics together', async () => {
    const address = await start();
    expect(Object.keys(workers()).sort()).toEqual(['all', 'live', 'web']);
    const follower = follow(address);
    await expect.poll(() => follower.is_open, { timeout: 20_000 }).toBe(true);
    await Promise.all(Array.from({ length: 40 }, () => ask(address, '/livez')));
    const metrics = await figures(address);
    const served = (name: string) =>
      Number(
        new RegExp(`loftline_request_seconds_count\\{.*route="/livez".*process="${name}".*\\} (\\d+)`).exec(
          metrics,
        )?.[1],
      );
    expect(served('all')).toBeGreaterThan(0);
    expect(served('web')).toBeGreaterThan(0);
    expect(served('all') + served('web')).toBe(40);
    expect(metrics).toContain('loftline_live_sockets{process="live"} 1');
    expect(metrics).toContain('loftline_live_sockets{process="all"} 0');
    // A page, and an arrival that another process received, at the follower of a third.
    expect((await ask(address, `/lofts/${race.loft.id}/flights/${race.flight_id}`)).status).toBe(200);
    await land(address, 0);
    await expect.poll(() => follower.rows.length).toBeGreaterThan(0);
    follower.stop();
  });

  it('serve sockets at LIVE_PORT, and those of PORT too', async () => {
    const LIVE_PORT = String(await freePort());
    const address = await start({ LIVE_PORT });
    const there = `http://127.0.0.1:${LIVE_PORT}`;
    const followers = [follow(there), follow(address)];
    await expect.poll(() => followers.every(({ is_open }) => is_open), { timeout: 20_000 }).toBe(true);
    expect((await ask(there, '/livez')).status).toBe(200);
    const metrics = await figures(address);
    expect(metrics).toContain('loftline_live_sockets{process="live"} 2');
    expect(metrics).toMatch(/loftline_request_seconds_count\{.*route="\/livez".*process="live".*\} 1/);
    for (const { stop } of followers) stop();
  });

  it('go on when one is killed, and are complete again', async () => {
    const address = await start();
    const before = workers();
    kill(before.web!);
    await gone(before.web!);
    // One connection may have been assigned to it as it died.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${address}/livez`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(10_000) }).then(
          ({ status }) => status,
          () => 'none',
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 200).length).toBeGreaterThanOrEqual(19);
    await expect.poll(() => workers().web, { timeout: 30_000 }).not.toBe(before.web);
    await expect.poll(() => program.output()).toContain('a process ended; it is started again');
    expect(workers()).toMatchObject({ all: before.all, live: before.live });
  });

  it('replace one that hangs', async () => {
    const address = await start({ HANG_SECONDS: '3' });
    const before = workers();
    kill(before.live!, 'SIGSTOP');
    await gone(before.live!);
    await expect.poll(() => program.output()).toContain('a process hangs and is killed');
    await expect.poll(() => workers().live, { timeout: 30_000 }).not.toBe(before.live);
    const follower = follow(address);
    await expect.poll(() => follower.is_open, { timeout: 20_000 }).toBe(true);
    follower.stop();
  });

  it('are replaced on SIGHUP; a follower reconnects and misses nothing', async () => {
    const address = await start();
    const before = workers();
    const follower = follow(address);
    await expect.poll(() => follower.is_open, { timeout: 20_000 }).toBe(true);
    const rows = follower.rows.length;
    kill(program.pid, 'SIGHUP');
    await expect.poll(() => program.output(), { timeout: 60_000 }).toContain('Every process was replaced');
    const after = workers();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [name, pid] of Object.entries(before)) {
      expect(after[name]).not.toBe(pid);
      await gone(pid);
    }
    await land(address, 1);
    await land(address, 2);
    await expect.poll(() => follower.rows.length, { timeout: 20_000 }).toBe(rows + 2);
    expect(follower.closed).toEqual([1012]);
    expect(follower.rows).toEqual(follower.rows.toSorted((a, b) => a - b));
    follower.stop();
  });

  it('shut down gracefully on SIGTERM: not ready first, then all end', async () => {
    const address = await start({ DRAIN_SECONDS: '2' });
    const pids = Object.values(workers());
    kill(program.pid, 'SIGTERM');
    await expect.poll(async () => (await ask(address, '/readyz')).status).toBe(503);
    expect((await ask(address, '/api/lofts')).status).toBe(200);
    expect(await program.ended).toBe(0);
    for (const pid of pids) expect(startOf(pid)).toBeNull();
  });

  it('end with their supervisor, in whatever way it ends', async () => {
    await start();
    const pids = Object.values(workers());
    kill(program.pid);
    await Promise.all(pids.map(gone));
  });

  it('report a failed start once, with its exit code', async () => {
    start({ AUTH_SECRET: 'short' }).catch(() => {});
    expect(await program.ended).toBe(78);
    start({ DATABASE_URL: 'postgres://loftline:x@127.0.0.1:1/loftline' }).catch(() => {});
    expect(await program.ended).toBe(78);
    expect(program.output().match(/the database cannot be entered/g)).toHaveLength(1);
    expect(program.output()).not.toMatch(/^ +at /m);
  });
});
