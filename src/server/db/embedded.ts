/**
 * The embedded database: a real PostgreSQL from npm, started beside the program on 127.0.0.1, its files in the data
 * folder. Several programs share one; whoever comes finds it running or starts it, the last one to leave stops it, and
 * each of them brings it back when it dies.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { clusterFolder, findBinaries, findWay, mayEnter, type RunAs, type Way } from './embedded-binaries.ts';
import {
  countUsers,
  enterUser,
  orphansIn,
  startOf,
  stillRuns,
  withLock,
  worksIn,
  writeWhole,
} from './embedded-processes.ts';

export { findDataDir } from './embedded-binaries.ts';

export interface Embedded {
  /** The role `loftline`: serves, owns nothing. */
  url: string;
  /** The role `loftline_owner`: owns the database `loftline` and migrates it. */
  ownerUrl: string;
  /** The role `postgres`: for tests and backups only. */
  superUrl: string;
  dataDir: string;
  port: number;
  pid: number;
  /** PostgreSQL was running already: another program's, or left over from one that was killed. */
  adopted: boolean;
  /** Told after PostgreSQL had died and is up again: connections are gone, LISTEN has to be said again. */
  onRestart(listener: () => void): void;
  /** Leave; the last program to leave stops PostgreSQL. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** More PostgreSQL settings, for whoever starts it (an adopter takes it as it runs). */
  settings?: Readonly<Record<string, string>>;
  /** For tests: nothing survives a power cut, and PostgreSQL dies with the program's process group. */
  throwaway?: boolean;
}

interface Passwords {
  postgres: string;
  loftline_owner: string;
  loftline: string;
}

/** Everything a start needs to know; fixed for the life of the program. */
interface Place extends Required<EmbeddedOptions> {
  cluster: string;
  way: Way;
  binaries: string;
  passwords: Passwords;
}

interface Running {
  pid: number;
  /** With the pid: which process this is. */
  start: string;
  port: number;
  adopted: boolean;
}

/**
 * Ports for PostgreSQL lie below those the system hands out to outgoing connections (from 32768 on Linux): while it is
 * down, nobody takes its port by chance, and a client that keeps trying does not end up connected to itself.
 */
const ports = { from: 21_000, to: 31_000 };

const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path is limited to 107 bytes, a project's is not
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  synchronous_commit: 'on',
};
const throwawaySettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

const logLimit = 20 * 1024 * 1024;

/**
 * Find PostgreSQL of this data folder running, or start it; make it first when the folder is new.
 * @throws Error in one sentence when it cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, way } = await openDataDir(options.dataDir);
  const cluster = join(dataDir, clusterFolder);
  const lock = {
    file: join(dataDir, 'lock'),
    waiting: () => options.log(`waiting for another program that starts or stops the database in ${dataDir}`),
  };
  const users = join(dataDir, 'users');

  let entry = '';
  const { place, running } = await withLock(lock.file, lock.waiting, async () => {
    const place: Place = {
      settings: {},
      throwaway: false,
      ...options,
      dataDir,
      cluster,
      way,
      binaries: await findBinaries(dataDir, way.runAs),
      passwords: await readPasswords(dataDir, cluster),
    };
    entry = await enterUser(users);
    try {
      if (!existsSync(cluster)) await initialise(place);
      const running = await enter(place);
      await remember(place, running.port);
      return { place, running };
    } catch (error) {
      await rm(entry, { force: true });
      throw error;
    } finally {
      await giveToOwner(dataDir);
    }
  });
  options.log(
    `PostgreSQL ${running.adopted ? 'was running' : 'started'} on 127.0.0.1:${running.port}, its files are in ${dataDir}`,
  );

  const listeners: (() => void)[] = [];
  let stopping = false;
  const embedded: Embedded = {
    ...urlsOf(place.passwords, running.port),
    dataDir,
    port: running.port,
    pid: running.pid,
    adopted: running.adopted,
    onRestart: (listener) => void listeners.push(listener),
    stop,
  };

  let current = running;
  let reviving = false;
  // Every half second, for adopters as for the one that started it: a look into /proc costs microseconds.
  const watchdog = setInterval(() => {
    if (!reviving && !stillRuns(current.pid, current.start)) void revive();
  }, 500);
  watchdog.unref();
  return embedded;

  /** Bring PostgreSQL back, as often as it takes: a full disk may have room again in a minute. */
  async function revive(): Promise<void> {
    reviving = true;
    options.log(`PostgreSQL died (process ${current.pid}); starting it again`);
    for (let pause = 250; !stopping; pause = Math.min(pause * 2, 30_000)) {
      try {
        await withLock(lock.file, lock.waiting, async () => {
          if (stopping) return;
          if (!existsSync(cluster)) throw new Error(`its files in ${cluster} are gone`);
          // Another program's watchdog may have been first.
          current = (await findRunning(place)) ?? (await launch(place, current.port));
          await remember(place, current.port);
          await giveToOwner(dataDir);
        });
        break;
      } catch (error) {
        options.log(`PostgreSQL could not be started again: ${(error as Error).message}; next try in ${pause} ms`);
        await sleep(pause, undefined, { ref: false });
      }
    }
    reviving = false;
    if (stopping) return;
    Object.assign(embedded, urlsOf(place.passwords, current.port), { port: current.port, pid: current.pid });
    options.log(`PostgreSQL is back on 127.0.0.1:${current.port}`);
    for (const listener of listeners) listener();
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    clearInterval(watchdog);
    await withLock(lock.file, lock.waiting, async () => {
      await rm(entry, { force: true });
      if ((await countUsers(users)) === 0) await stopCluster(place);
    });
  }
}

/**
 * Into a PostgreSQL with roles and database. It may be killed in this very moment, and the `create database` of a
 * program that was killed may still be at work: so more than once.
 */
async function enter(place: Place): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const running = (await findRunning(place)) ?? (await launch(place, 0));
    try {
      await makeRoles(place, running.port);
      return running;
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200);
    }
  }
}

/** Make the data folder, reachable for the user PostgreSQL runs as and writable for this program. */
async function openDataDir(wanted: string): Promise<{ dataDir: string; way: Way }> {
  try {
    const made = await mkdir(wanted, { recursive: true });
    const dataDir = await realpath(wanted);
    const way = findWay(dataDir);
    if (way.runAs) await openPath(made ? await realpath(made) : dataDir, dataDir, way.runAs);
    await mkdir(join(dataDir, 'users'), { recursive: true });
    await writeFile(join(dataDir, 'lock'), '', { flag: 'a' });
    return { dataDir, way };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new Error(
      `The data folder ${wanted} cannot be written by this user (${code}): start as the user it belongs to, or set DATA_DIR.`,
    );
  }
}

/**
 * Let a user pass through our own folders, whatever the umask said: from the first one that mkdir made down to the data
 * folder. What lies in it closes itself. Other people's folders are left alone.
 */
async function openPath(first: string, dataDir: string, user: NonNullable<RunAs>): Promise<void> {
  if (mayEnter(dataDir, user)) return;
  for (let folder = dataDir; folder.startsWith(first); folder = dirname(folder)) {
    await chmod(folder, (statSync(folder).mode & 0o777) | 0o111);
  }
  if (mayEnter(dataDir, user)) return;
  throw new Error(
    `PostgreSQL does not run as root, and the user it runs as instead (${user.uid}) cannot enter ${dataDir}: set DATA_DIR to a folder it can reach, or DATABASE_URL.`,
  );
}

/** Root leaves files behind that the folder's owner must be able to read at the next start. */
async function giveToOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  const names = (await readdir(dataDir)).filter((name) => !name.startsWith('postgres') || name.endsWith('.log'));
  for (const name of names) await chown(join(dataDir, name), uid, gid).catch(() => {});
}

/** Made before the cluster: one that exists can always be entered. */
async function readPasswords(dataDir: string, cluster: string): Promise<Passwords> {
  const file = join(dataDir, 'credentials.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  if (existsSync(cluster))
    throw new Error(
      `${file} is gone, and with it the passwords of the database in ${cluster}: put it back from a backup.`,
    );
  const password = () => randomBytes(24).toString('hex');
  const passwords = { postgres: password(), loftline_owner: password(), loftline: password() };
  await writeWhole(file, JSON.stringify(passwords));
  return passwords;
}

function urlsOf(passwords: Passwords, port: number) {
  // sslmode, because a PGSSLMODE in the environment would otherwise ask for TLS on the loopback.
  const url = (role: keyof Passwords, database: string) =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}?sslmode=disable`;
  return {
    url: url('loftline', 'loftline'),
    ownerUrl: url('loftline_owner', 'loftline'),
    superUrl: url('postgres', 'postgres'),
  };
}

/** For command-line tools beside the program, and for the next start, which asks for the same port. */
async function remember(place: Place, port: number): Promise<void> {
  const { url, ownerUrl } = urlsOf(place.passwords, port);
  const file = join(place.dataDir, 'connection.json');
  const text = `${JSON.stringify({ url, ownerUrl, port }, null, 2)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeWhole(file, text);
}

function rememberedPort(dataDir: string): number {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as { port: number }).port;
  } catch {
    return 0;
  }
}

/** initdb into a folder beside, then rename: what a kill in between leaves is half a folder nobody takes for a cluster. */
async function initialise(place: Place): Promise<void> {
  const { dataDir } = place;
  const { runAs } = place.way;
  for (const name of await readdir(dataDir)) {
    // The killed program's initdb may still be writing into it for some 100 ms.
    if (name.startsWith('cluster-new-'))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  const fresh = join(dataDir, `cluster-new-${randomBytes(4).toString('hex')}`);
  const target = join(fresh, 'cluster');
  const passwordFile = join(fresh, 'password');
  await mkdir(target, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, place.passwords.postgres, { mode: 0o600 });
  if (runAs) for (const path of [fresh, target, passwordFile]) await chown(path, runAs.uid, runAs.gid);

  const options = [
    '-D',
    target,
    '-U',
    'postgres',
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
  ];
  options.push('--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--data-checksums', '--no-instructions');
  if (place.throwaway) options.push('--no-sync');
  try {
    await run(place, 'initdb', options);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }); // a full disk needs the room
    throw new Error(`PostgreSQL could not make its files in ${dataDir}: ${reasonOf(error)}`, { cause: error });
  }
  await rename(target, place.cluster);
  await rm(fresh, { recursive: true, force: true });
}

function commandLine(place: Place, name: string, options: readonly string[]): [string, ...string[]] {
  const program = join(place.binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const [first = program, ...rest] = [...place.way.through, program, ...options];
  return [first, ...rest];
}

function run(place: Place, name: string, options: readonly string[]) {
  const [command, ...rest] = commandLine(place, name, options);
  return promisify(execFile)(command, rest, { ...identity(place), timeout: 120_000 });
}

/** A small environment: what PG… variables the machine has set are none of this PostgreSQL's business. */
function identity(place: Place) {
  const libraries = join(place.binaries, 'lib');
  const windows = { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, PATH: process.env.PATH };
  const unix = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries };
  return {
    ...place.way.runAs,
    ...(process.platform === 'win32' ? {} : { cwd: '/' }), // the program's own folder may be closed to that user
    // TEST_RUN, so that the test run finds what one of its programs leaves behind.
    env: { LC_ALL: 'C', TZ: 'UTC', TEST_RUN: process.env.TEST_RUN, ...(process.platform === 'win32' ? windows : unix) },
  };
}

function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
  if (code === 'ENOENT')
    return 'its programs do not run on this system (they need glibc); set DATABASE_URL to a PostgreSQL 18 of your own';
  const lines = (stderr ?? '').trim().split('\n');
  return lines.find((line) => /error|fatal|panic/i.test(line)) ?? (lines.at(-1) || message);
}

/** The PostgreSQL that works in our folder, ready for queries; null when there is none (any more). */
async function findRunning(place: Place): Promise<Running | null> {
  const since = Date.now();
  let told = since;
  for (;;) {
    const { pid, port } = readPidFile(place.cluster);
    const start = startOf(pid);
    if (start === null) return null;
    const ours = worksIn(pid, place.cluster);
    if (ours === false) return null;
    const answer = port > 0 ? await knock(place, port) : 'not yet';
    if (answer === 'ready') return { pid, start, port, adopted: true };
    // Where the system does not tell whose process it is, one that does not let us in is not ours.
    if (ours === undefined && answer === 'stranger') return null;
    if (answer === 'stranger')
      throw new Error(
        `The PostgreSQL in ${place.cluster} (process ${pid}) does not know the passwords in ${place.dataDir}.`,
      );
    if (Date.now() - told > 10_000) {
      told = Date.now();
      place.log(
        `PostgreSQL (process ${pid}) is starting, recovering or stopping; waiting for it since ${Math.round((told - since) / 1000)} s`,
      );
    }
    await sleep(50);
  }
}

/** postmaster.pid: the process, the folder, the start, the port, the sockets, the address, shared memory, the status. */
function readPidFile(cluster: string): { pid: number; port: number; status: string } {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? '' };
  } catch {
    return { pid: 0, port: 0, status: '' };
  }
}

async function knock(place: Place, port: number): Promise<'ready' | 'not yet' | 'stranger'> {
  try {
    const [row] = await ask<{ data_directory: string }>(urlsOf(place.passwords, port).superUrl, 'show data_directory');
    return row && (await realpath(row.data_directory)) === place.cluster ? 'ready' : 'stranger';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === '28P01' || code === '28000' ? 'stranger' : 'not yet';
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the statement that was running tells it
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Start PostgreSQL in a cluster where none is running.
 * @param port where it has to be again, because programs are connected there; 0: where it was last time, if free.
 */
async function launch(place: Place, port: number): Promise<Running> {
  await checkVersion(place);
  await clearDeadOne(place);
  const until = Date.now() + 20_000;
  // A port of someone else's gets time to become free only where connections depend on it.
  const insist = port > 0 ? Date.now() + 10_000 : 0;
  let wanted = port || rememberedPort(place.dataDir);
  for (;;) {
    if (wanted === 0 || !(await isFree(wanted))) {
      if (wanted > 0 && Date.now() < insist) {
        await sleep(250);
        continue;
      }
      wanted = await freePort();
    }
    const started = await launchOn(place, wanted);
    if (typeof started !== 'string') return started;
    if (/could not (bind|create any TCP)/.test(started)) {
      if (Date.now() > insist) wanted = 0;
    } else if (!/shared memory block|lock file|killed by/.test(started) || Date.now() > until) {
      throw new Error(`PostgreSQL did not start: ${started} (see ${join(place.dataDir, 'postgres.log')})`);
    }
    await sleep(250);
  }
}

async function checkVersion(place: Place): Promise<void> {
  const files = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => '?')).trim();
  const { stdout } = await run(place, 'postgres', ['--version']).catch((error) => {
    throw new Error(`PostgreSQL does not run here: ${reasonOf(error)}`, { cause: error });
  });
  const programs = /(\d+)/.exec(stdout)?.[1];
  if (files !== programs)
    throw new Error(
      `The files in ${place.cluster} are PostgreSQL ${files}'s, this program brings ${programs}: restore a backup into a new DATA_DIR.`,
    );
}

/**
 * What a killed PostgreSQL left: its pid file (a zombie's or a reused number would keep the next one from starting) and
 * its children, which hold the shared memory. Most leave by themselves; one in a long query would stay for its length.
 */
async function clearDeadOne(place: Place): Promise<void> {
  await rm(join(place.cluster, 'postmaster.pid'), { force: true });
  const since = Date.now();
  for (let orphans = orphansIn(place.cluster); orphans.length > 0; orphans = orphansIn(place.cluster)) {
    if (Date.now() - since > 1000) for (const pid of orphans) signal(pid, 'SIGKILL');
    await sleep(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {} // it has just gone
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`PostgreSQL found no free port on 127.0.0.1 between ${ports.from} and ${ports.to}.`);
}

/** @returns the running server, or the reason in PostgreSQL's words why it did not start. */
async function launchOn(place: Place, port: number): Promise<Running | string> {
  const log = openLog(place.dataDir);
  const settings = {
    ...fixedSettings,
    ...(place.throwaway ? throwawaySettings : {}),
    ...place.settings,
    port: String(port),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, ...rest] = commandLine(place, 'postgres', ['-D', place.cluster, ...options]);
  const child = spawn(command, rest, {
    ...identity(place),
    stdio: ['ignore', log.fd, log.fd],
    // A session of its own, so that Ctrl-C reaches the program only, which then stops PostgreSQL in order.
    detached: !place.throwaway,
    windowsHide: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(reasonOf(error)));
    child.once('exit', (_, name) => resolve(name ? `killed by ${name}` : log.tail()));
  });
  closeSync(log.fd);
  const started = await Promise.race([ended, untilReady(place, child)]);
  child.unref();
  return started;
}

/** Recovery may take minutes: as long as the process lives it is waited for. */
async function untilReady(place: Place, child: ChildProcess): Promise<Running | string> {
  for (let told = Date.now(); ; ) {
    await sleep(10);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return new Promise(() => {}); // `ended` tells
    const { pid, port, status } = readPidFile(place.cluster);
    // A stale file says "ready" too: its first line must be this child.
    const start = pid === child.pid && status === 'ready' ? startOf(pid) : null;
    if (start !== null) return { pid, start, port, adopted: false };
    if (Date.now() - told > 10_000) {
      told = Date.now();
      place.log('PostgreSQL is still starting (it may be recovering)');
    }
  }
}

function openLog(dataDir: string): { fd: number; tail(): string } {
  const file = join(dataDir, 'postgres.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(file, `${file}.1`);
  const fd = openSync(file, 'a', 0o600);
  const from = statSync(file).size;
  const tail = () => {
    const lines = readFileSync(file).subarray(from).toString('utf8').trim().split('\n');
    // The cause is told before the consequence ("could not create any TCP/IP sockets").
    return lines.find((line) => /FATAL|PANIC|error while loading|could not/.test(line)) ?? lines.at(-1) ?? '';
  };
  return { fd, tail };
}

/** Both roles and the database; a start that was killed halfway is completed by the next. */
async function makeRoles(place: Place, port: number): Promise<void> {
  const { superUrl } = urlsOf(place.passwords, port);
  const [found] = await ask<{ names: string[] }>(
    superUrl,
    `select array(
      select 'role ' || rolname from pg_roles
      union all select 'database ' || datname from pg_database
      union all select 'closed ' || datname from pg_database where datacl is not null
    ) as names`,
  );
  const missing = (name: string) => !found?.names.includes(name);
  const statements: string[] = [];
  for (const role of ['loftline_owner', 'loftline'] as const) {
    if (missing(`role ${role}`)) statements.push(`create role ${role} login password '${place.passwords[role]}'`);
  }
  if (missing('database loftline')) statements.push('create database loftline owner loftline_owner');
  if (missing('closed loftline')) statements.push(...serveFrom('loftline'));
  if (statements.length > 0) await ask(superUrl, ...statements);
}

/** What the serving role may do with a database as a whole; its tables are granted by the migrations. */
export function serveFrom(database: string): string[] {
  return [`revoke all on database "${database}" from public`, `grant connect on database "${database}" to loftline`];
}

/** SIGINT: connections are cut, everything is written, PostgreSQL ends in order (some 50 ms). */
async function stopCluster(place: Place): Promise<void> {
  const { pid } = readPidFile(place.cluster);
  const start = startOf(pid);
  if (start === null || worksIn(pid, place.cluster) === false) return;
  const alive = () => stillRuns(pid, start);
  if (process.platform === 'win32') {
    // Windows has no signals: a kill there is a crash.
    await run(place, 'pg_ctl', ['stop', '-m', 'fast', '-D', place.cluster]).catch(() => {});
  } else {
    signal(pid, place.throwaway ? 'SIGQUIT' : 'SIGINT');
  }
  const since = Date.now();
  for (let step = 0; alive(); ) {
    const waited = Date.now() - since;
    // A checkpoint on a slow disk may take its time; SIGQUIT leaves the rest to the next start's recovery.
    if (step === 0 && waited > 60_000) signal(pid, 'SIGQUIT');
    if (step === 1 && waited > 65_000) signal(pid, 'SIGKILL');
    step = waited > 65_000 ? 2 : waited > 60_000 ? 1 : 0;
    await sleep(10);
  }
}
