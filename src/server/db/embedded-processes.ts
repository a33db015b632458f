/**
 * Process liveness: processes with their start time (a number alone is reused), the register of the programs that use
 * one data folder, and the lock for starting and stopping its PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * Distinguishes this process from a later one with the same number; null when it is dead. A zombie counts as dead: a
 * killed process can stay one for seconds, or for ever in a container whose first process does not collect them.
 */
export function startOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (linux) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name in parentheses may contain blanks; state is the first field after it, the start time the twentieth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  if (process.platform === 'win32') return 'alive';
  const [state, ...start] = ps(pid, 'stat=,lstart=').trim().split(/\s+/);
  return !state || state.startsWith('Z') ? null : start.join(' ');
}

/**
 * Whether this very process still runs; cheap enough for two calls a second (elsewhere than on Linux: any process with
 * this number).
 */
export function stillRuns(pid: number, start: string): boolean {
  if (linux) return startOf(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** Whether the process is a postgres of this cluster folder; `undefined` when the system does not say. */
export function worksIn(pid: number, cluster: string): boolean | undefined {
  if (startOf(pid) === null) return false;
  if (linux) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {}
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
    } catch {
      return startOf(pid) === null ? false : undefined;
    }
  }
  const command = process.platform === 'win32' ? '' : ps(pid, 'command=');
  return command === '' ? undefined : command.includes('postgres') && command.includes(cluster);
}

/**
 * The children of a dead postmaster: they hold its shared memory, and the next one refuses to start while they live.
 */
export function orphansIn(cluster: string): number[] {
  if (!linux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isPostgres(pid) && worksIn(pid, cluster) === true);
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/**
 * Runs work under an exclusive lock of all programs. The kernel holds the lock (SQLite's, on an empty file) and
 * releases it with the process, so that kill -9 leaves no stale lock.
 */
export async function withLock<T>(file: string, waiting: () => void, work: () => Promise<T>): Promise<T> {
  // SQLite accepts paths up to 512 bytes; for a longer one the lock is named by its hash, one for each user.
  const path = Buffer.byteLength(file) < 480 ? file : join(tmpdir(), `${process.getuid?.() ?? 0}-${hash(file)}.lock`);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    const since = Date.now();
    let reported = false;
    while (!tryLock(lock)) {
      if (!reported && Date.now() - since > 3000) {
        reported = true;
        waiting();
      }
      await sleep(25);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false; // SQLITE_BUSY: another program holds it
    throw error;
  }
}

/** Adds this process to the register. @returns the entry; one process may hold several. */
export async function enterUser(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const entry = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await writeWhole(entry, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  return entry;
}

/** The number of living programs in the register; entries of dead ones are removed. */
export async function countUsers(folder: string): Promise<number> {
  let living = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = join(folder, name);
    const alive = await readFile(entry, 'utf8')
      .then((text) => JSON.parse(text) as { pid: number; started: string })
      .then(({ pid, started }) => startOf(pid) === started)
      .catch(() => false);
    if (alive) living++;
    else await rm(entry, { force: true });
  }
  return living;
}

/** Writes a small file atomically, readable for its owner only. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600, flush: true });
  await rename(fresh, file);
}
