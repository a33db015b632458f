/** The start and the end of the real program, as an operator meets them. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { kill, type Program, startProgram } from '#testing/program.ts';
import { startOf } from './db/embedded-processes.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'loftline-main-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody and must pass through
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

const onDatabase = () =>
  startProgram({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, LOG_LEVEL: 'silent' });

/** The program did not start: a sentence without a stack. */
async function expectRefused(program: Program, sentence: RegExp) {
  program.up.catch(() => {});
  expect(await program.ended).toBe(78);
  expect(program.output()).toMatch(sentence);
  expect(program.output()).not.toMatch(/^ +at /m);
}

describe('a start that fails', () => {
  it('because DATA_DIR is a file says so', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expectRefused(startProgram({ DATA_DIR: file }), /^The embedded database does not start\. .*file/m);
  });

  it('because the database is newer, or a migration was edited, says so', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`insert into migrations (name, hash) values ('9999_next.sql', 'x')`);
    await expectRefused(onDatabase(), /^The database is newer than this program: it ran 9999_next\.sql\.$/m);
    await owner.query(`delete from migrations where name = '9999_next.sql'`);
    const { rows } = await owner.query(`update migrations set hash = 'x' where name like '0001%' returning hash`);
    expect(rows).toHaveLength(1);
    await expectRefused(onDatabase(), /^The migration 0001_machines\.sql was edited after it ran/m);
    await owner.end();
    await database.drop();
    database = await testDatabase();
  });
});

describe('a process without the owner’s address', () => {
  const serving = () => startProgram({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const migrateByHand = (env: Record<string, string>) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('../../dev/migrate.ts', import.meta.url))], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    });

  it('starts once `npm run migrate` has prepared everything, and names that command before', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(
      'delete from migrations where name = (select max(name) from migrations) returning *',
    );
    const last = rows[0]!;
    await expectRefused(
      serving(),
      new RegExp(
        `^The migration ${last.name} has not run, and the role of DATABASE_URL may not do it: run "npm run migrate"`,
        'm',
      ),
    );
    expect(migrateByHand({})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`The migration ${last.name} has`),
    });
    await owner.query('insert into migrations values ($1, $2, $3)', [last.name, last.hash, last.ran_at]);
    await owner.end();

    await expectRefused(serving(), /^The job queue's tables are missing .*: run "npm run migrate"/m);
    expect(migrateByHand({ DATABASE_OWNER_URL: database.ownerUrl })).toMatchObject({
      status: 0,
      stdout: '0 migrations ran; the rights of the serving role are renewed.\n',
    });
    const program = serving();
    await program.up;
    kill(program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

describe('a start in production', () => {
  it('says what is wrong with the installation, and serves all the same', async () => {
    const program = startProgram({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ROLE: 'jobs' });
    await program.up;
    const checks = () => [...program.output().matchAll(/"check":"([\w-]+)","msg":"(.+?)"\}/g)].map(([, name]) => name);
    await expect.poll(checks, { timeout: 20_000 }).toEqual(expect.arrayContaining(['https', 'mail', 'fsync', 'admin']));
    kill(program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

describe('a tool without DATABASE_URL', () => {
  it('makes no database of its own where there is none', async () => {
    const dataDir = join(folder, 'nothing-here');
    for (const tool of ['device', 'migrate']) {
      const file = fileURLToPath(new URL(`../../dev/${tool}.ts`, import.meta.url));
      const args = tool === 'device' ? ['--list'] : [];
      const { status, stderr } = spawnSync(process.execPath, [file, ...args], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      });
      expect({ status, stderr: stderr.trim() }).toEqual({
        status: 1,
        stderr: `There is no database in ${dataDir}: set DATABASE_URL to the program's database, or DATA_DIR to its folder; "npm start" makes a new one.`,
      });
    }
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a shutdown', () => {
  it('is not delayed by half a request', async () => {
    const program = onDatabase();
    const { port } = new URL(await program.up);
    const socket = createConnection(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      'POST /api/devices/readings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const since = Date.now();
    kill(program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
    expect(Date.now() - since).toBeLessThan(15_000);
    socket.destroy();
  });

  it('in the middle of the start leaves no PostgreSQL behind', async () => {
    const dataDir = join(folder, 'data');
    const program = startProgram({ DATA_DIR: dataDir });
    program.up.catch(() => {});
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    let pid = 0;
    // From the first moment that PostgreSQL runs; the program is not up yet.
    await expect
      .poll(async () => (pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)), {
        timeout: 30_000,
        interval: 5,
      })
      .toBeGreaterThan(0);
    kill(program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toContain('is up');
    expect(startOf(pid)).toBeNull();
    await expect(readFile(pidFile)).rejects.toThrow();
  });
});

describe('a graceful shutdown', () => {
  it('is announced to a load balancer first: not ready, and still answering, until the seconds are over; a second signal ends at once', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, LOG_LEVEL: 'info' };
    for (const twice of [false, true]) {
      const program = startProgram({ ...env, DRAIN_SECONDS: twice ? '300' : '2' });
      const address = await program.up;
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      kill(program.pid, 'SIGTERM');
      while (!program.output().includes('SIGTERM')) await sleep(5);
      expect((await fetch(`${address}/readyz`)).status).toBe(503);
      expect((await fetch(`${address}/api/lofts`)).status).toBe(200);
      if (twice) {
        // A terminal's signal comes twice through npm; an intended second one comes later.
        await sleep(1100);
        kill(program.pid, 'SIGTERM');
      }
      expect(await program.ended).toBe(twice ? 1 : 0);
      // Nothing but log lines, each with the process that wrote it.
      const lines = program.output().trim().split('\n');
      const entries = lines.map(
        (line) => JSON.parse(line) as { role: string; version: string; pid: number; msg: string },
      );
      for (const line of entries)
        expect(line).toMatchObject({ role: 'live', version: expect.any(String), pid: program.pid });
      if (!twice) expect(entries.at(-1)!.msg).toBe('Loftline has ended.');
    }
  });
});
