/**
 * The site of the bench: a PostgreSQL of its own with fsync on, the real program in one or two processes, the rivals,
 * and the load. The servers run on the first core, the load on the last.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Connection, connect } from '#server/db/database.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { orphansIn, startOf } from '#server/db/embedded-processes.ts';
import { migrate } from '#server/db/migrate.ts';
import { nodeFlags, type Program, startProgram, stopProgram } from '#testing/program.ts';
import type { Shooting } from './clocks.ts';
import type { Ingest, Ingested } from './ingest-load.ts';
import { countAsOwn, family, loadCore, pin, serverCore } from './machine.ts';
import type { Gathered, Gathering, Order, Shot } from './orders.ts';
import type { PageRequests, PagesMeasured } from './pages-load.ts';

/** Not below /tmp, which is memory on many machines: a commit has to reach a disk. */
const folders = '/var/tmp';
const prefix = 'loftline-bench-';

export interface Site {
  database: Embedded;
  connection: Connection;
  /** The processes of PostgreSQL, for their CPU time. */
  postgres(): number[];
  /** The real program in a role, on its own port; `free`: not bound to the servers' core; `env`: further settings. */
  program(role: 'all' | 'web' | 'live', free?: 'free', env?: Readonly<Record<string, string>>): Promise<Server>;
  rival(kind: 'ws' | 'socket.io' | 'raw'): Promise<Server>;
  load(): Promise<Load>;
  close(): Promise<void>;
}

export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** The load process: one order at a time. */
export interface Load {
  pid: number;
  gather(order: Gathering): Promise<Gathered>;
  back(): Promise<Gathered>;
  scatter(): Promise<void>;
  shoot(order: Shooting): Promise<Shot>;
  ask(order: PageRequests): Promise<PagesMeasured>;
  ingest(order: Ingest): Promise<Ingested>;
  stop(): Promise<void>;
}

/** Starts the database; the servers and the load are started by the parts of the bench. */
export async function openSite(): Promise<Site> {
  await removeLeftovers();
  const folder = await mkdtemp(join(folders, `${prefix}${process.pid}-`));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody and must pass through
  const ending: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  ];
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await end().catch(() => {});
  };
  try {
    const database = await startEmbedded({
      dataDir: join(folder, 'data'),
      log: () => {},
      throwaway: true,
      settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', track_commit_timestamp: 'on' },
    });
    ending.push(() => database.stop());
    countAsOwn(database.pid);
    await migrate(database.ownerUrl, 'loftline');
    // `prepared` turns sequential scans off: one statement builds a race of 60,000 birds, and its plan must not count
    // on few rows.
    const connection = connect(database.url, () => {}, 4, null, 'prepared');
    ending.push(() => connection.close());

    const keep = <One extends { stop(): Promise<void> }>(one: One): One => {
      ending.push(() => one.stop());
      return one;
    };
    return {
      database,
      connection,
      postgres: () => family(database.pid),
      async program(role, free, env) {
        const port = await freePort();
        const program = startProgram({
          ROLE: role,
          PORT: String(port),
          DATABASE_URL: database.url,
          DATABASE_OWNER_URL: database.ownerUrl,
          DATA_DIR: join(folder, 'program'),
          ...env,
        });
        const server = keep({ port, pid: program.pid, stop: () => stopOnce(program) });
        await program.up;
        if (!free) pin(program.pid, serverCore);
        return server;
      },
      async rival(kind) {
        const port = await freePort();
        const child = node('rivals.ts', [kind, String(port)], 'pipe');
        const server = keep({ port, pid: child.pid!, stop: () => end(child) });
        await new Promise<void>((resolve, reject) => {
          child.stdout!.once('data', () => resolve());
          child.once('exit', (code) => reject(new Error(`the rival ${kind} ended: ${code}`)));
        });
        pin(child.pid!, serverCore);
        return server;
      },
      async load() {
        const child = node('followers.ts', [], 'inherit');
        pin(child.pid!, loadCore);
        return keep(loadOf(child));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const stopped = new WeakSet<Program>();
async function stopOnce(program: Program): Promise<void> {
  if (stopped.has(program)) return;
  stopped.add(program);
  await stopProgram(program);
}

function node(file: string, options: readonly string[], stdout: 'pipe' | 'inherit'): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, fileURLToPath(new URL(file, import.meta.url)), ...options], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
}

function loadOf(child: ChildProcess): Load {
  const ask = <Report>(order: Order): Promise<Report> =>
    new Promise((resolve, reject) => {
      const done = () => {
        child.off('message', heard);
        child.off('exit', ended);
      };
      const heard = (message: { report?: Report; error?: string }) => {
        done();
        if (message.error !== undefined) reject(new Error(message.error));
        else resolve(message.report as Report);
      };
      const ended = (code: number | null) => {
        done();
        reject(new Error(`the load ended: ${code}`));
      };
      child.on('message', heard);
      child.on('exit', ended);
      child.send(order);
    });
  return {
    pid: child.pid!,
    gather: (order) => ask({ order: 'gather', ...order }),
    back: () => ask({ order: 'return' }),
    scatter: () => ask({ order: 'scatter' }),
    shoot: (order) => ask({ order: 'shoot', ...order }),
    ask: (order) => ask({ order: 'ask', ...order }),
    ingest: (order) => ask({ order: 'ingest', ...order }),
    stop: () => end(child),
  };
}

/** Below the ephemeral ports of the kernel: a follower may use any of those. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 9000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** Removes the folders of benches that were killed; the process number is in the name. */
async function removeLeftovers(): Promise<void> {
  if (!existsSync(folders)) return;
  for (const name of readdirSync(folders).filter((one) => one.startsWith(prefix))) {
    const owner = Number(basename(name).slice(prefix.length).split('-')[0]);
    if (startOf(owner) !== null) continue;
    for (const pid of orphansIn(join(folders, name, 'data', 'postgres'))) process.kill(pid, 'SIGKILL');
    await sleep(200);
    await rm(join(folders, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
