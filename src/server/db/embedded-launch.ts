/** The PostgreSQL process: found running in our cluster, or started on a port of 127.0.0.1. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, commandLine, identity, type Place, type Running, reasonOf, run } from './embedded-cluster.ts';
import { rememberedPort, urlsOf } from './embedded-folder.ts';
import { orphansIn, startOf, stillRuns, worksIn } from './embedded-processes.ts';

/**
 * Ports for PostgreSQL are below those of outgoing connections (from 32768 on Linux): while it is down, its port is not
 * taken by chance, and a client that keeps trying does not connect to itself.
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

/** The PostgreSQL that runs in our folder, ready for queries; null when there is none (any more). */
export async function findRunning(place: Place): Promise<Running | null> {
  const since = Date.now();
  let reported_ms = since;
  for (;;) {
    const { pid, port } = readPidFile(place.cluster);
    const start = startOf(pid);
    if (start === null) return null;
    const ours = worksIn(pid, place.cluster);
    if (ours === false) return null;
    const answer = port > 0 ? await knock(place, port) : 'not yet';
    if (answer === 'ready') return { pid, start, port, adopted: true };
    // Where the system does not name the owner of a process, a server that rejects our password is not ours.
    if (ours === undefined && answer === 'stranger') return null;
    if (answer === 'stranger')
      throw new Error(
        `The PostgreSQL in ${place.cluster} (process ${pid}) does not know the passwords in ${place.dataDir}.`,
      );
    if (Date.now() - reported_ms > 10_000) {
      reported_ms = Date.now();
      place.log(
        `PostgreSQL (process ${pid}) is starting, recovering or stopping; waiting for it since ${Math.round((reported_ms - since) / 1000)} s`,
      );
    }
    await sleep(50);
  }
}

/** postmaster.pid: process, folder, start, port, sockets, address, shared memory, status. */
export function readPidFile(cluster: string): { pid: number; port: number; status: string } {
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

/**
 * Starts PostgreSQL in a cluster where none is running.
 * @param port the required port, because programs are connected there; 0: the last one, if free.
 */
export async function launch(place: Place, port: number): Promise<Running> {
  await checkVersion(place);
  await clearDeadOne(place);
  const until = Date.now() + 20_000;
  // A port of another program gets time to become free only where connections depend on it.
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
 * Cleans up after a killed PostgreSQL: its pid file (a zombie's or a reused number would prevent the next start) and
 * its children, which hold the shared memory. Most end by themselves; one in a long query would stay until it is done.
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

/** @returns the running server, or PostgreSQL's own message why it did not start. */
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
    // A session of its own, so that Ctrl-C reaches the program only, which then stops PostgreSQL gracefully.
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

/** Recovery may take minutes: it is waited for as long as the process lives. */
async function untilReady(place: Place, child: ChildProcess): Promise<Running | string> {
  for (let reported_ms = Date.now(); ; ) {
    await sleep(10);
    // An ended child is reported by `ended`.
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    const { pid, port, status } = readPidFile(place.cluster);
    // A stale file contains "ready" too: its first line must be this child.
    const start = pid === child.pid && status === 'ready' ? startOf(pid) : null;
    if (start !== null) return { pid, start, port, adopted: false };
    if (Date.now() - reported_ms > 10_000) {
      reported_ms = Date.now();
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
    // The cause stands before the consequence ("could not create any TCP/IP sockets").
    return lines.find((line) => /FATAL|PANIC|error while loading|could not/.test(line)) ?? lines.at(-1) ?? '';
  };
  return { fd, tail };
}

/** SIGINT: connections are cut, everything is written, PostgreSQL ends gracefully (some 50 ms). */
export async function stopCluster(place: Place): Promise<void> {
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
    // A checkpoint on a slow disk may take long; SIGQUIT leaves the rest to the recovery of the next start.
    if (step === 0 && waited > 60_000) signal(pid, 'SIGQUIT');
    if (step === 1 && waited > 65_000) signal(pid, 'SIGKILL');
    step = waited > 65_000 ? 2 : waited > 60_000 ? 1 : 0;
    await sleep(10);
  }
}
