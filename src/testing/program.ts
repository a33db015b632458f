/** For tests: the real program as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOf } from '#server/db/embedded-processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = fileURLToPath(new URL('../server/main.ts', import.meta.url));

/**
 * The Node option of `npm start`: a smaller young generation. After ten thousand handshakes the default one would be
 * full of garbage, some 3 kB for each socket.
 */
export const nodeFlags: readonly string[] =
  (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }).scripts.start.match(
    /--\S+/g,
  ) ?? [];

/** The real program as a process with a process group of its own. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Its address; rejects with its output when it ends before. */
  up: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** The last of its output. */
  output(): string;
}

const running = new Set<Program>();
// The last resort when the test did not stop it: no process is left behind.
process.once('exit', () => {
  for (const program of running) kill(program.pid);
});

/** Starts `main.ts` with this environment and no other; the API without pages unless ROLE says otherwise. */
export function startProgram(env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      // Node keeps what it compiled of the program's files: a start takes a third less.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      NODE_ENV: 'production',
      ROLE: 'live',
      HOST: '127.0.0.1',
      PORT: '0',
      PROCESSES: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      AUTH_SECRET: 'only for tests: nothing is kept that it signs',
      ...env,
    },
  });
  let text = '';
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(program);
      resolve(code ?? signal ?? 'gone');
    });
  });
  const up = new Promise<string>((resolve, reject) => {
    const heard = (chunk: Buffer) => {
      text = (text + chunk).slice(-100_000);
      const address = /is up: http:\/\/localhost:(\d+)/.exec(text);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    void ended.then((how) => reject(new Error(`the program ended (${how}) before it was up:\n${text}`)));
  });
  up.catch(() => {});
  const program: Program = { child, pid: child.pid!, up, ended, output: () => text };
  running.add(program);
  return program;
}

/** Stops it gracefully, or after ten seconds at once. */
export async function stopProgram(program: Program): Promise<number | string> {
  kill(program.pid, 'SIGTERM');
  const how = await Promise.race([program.ended, sleep(10_000, undefined, { ref: false })]);
  if (how !== undefined) return how;
  kill(program.pid);
  return program.ended;
}

/** Kills one process by its id; SIGKILL by default. A process that has just ended is fine. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** The running processes of a program's supervisor (Linux). */
export function workersOf({ pid }: Program): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter(
      (child) => child > 0 && startOf(child) !== null && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(entry),
    );
}

/** Waits until a process is gone (a zombie counts as gone). */
export async function gone(pid: number): Promise<void> {
  while (startOf(pid) !== null) await sleep(5);
}
