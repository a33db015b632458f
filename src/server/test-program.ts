/** For tests: the real program as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOf } from './db/embedded-processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * What `npm start` tells Node: a smaller nursery. Ten thousand handshakes would leave the default one full of what they
 * no longer need, some 3 kB for each socket.
 */
export const nodeFlags: readonly string[] =
  (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }).scripts.start.match(
    /--\S+/g,
  ) ?? [];

/** The real program as a process with a process group of its own. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Where it answers; rejects with what it said when it ends before. */
  up: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** The last of what it wrote. */
  said(): string;
}

const running = new Set<Program>();
// The last resort, when the test's own end did not come: nothing stays behind.
process.once('exit', () => {
  for (const program of running) kill(program.pid);
});

/** Start `main.ts` with this environment and no other; the API without pages unless ROLE says otherwise. */
export function startProgram(env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
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
  const program: Program = { child, pid: child.pid!, up, ended, said: () => text };
  running.add(program);
  return program;
}

/** End it in order, or after ten seconds at once. */
export async function stopProgram(program: Program): Promise<number | string> {
  kill(program.pid, 'SIGTERM');
  const how = await Promise.race([program.ended, sleep(10_000, undefined, { ref: false })]);
  if (how !== undefined) return how;
  kill(program.pid);
  return program.ended;
}

/** Kill one process of ours by its number; -9 unless said otherwise. One that has just gone is fine. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** The processes that a program's supervisor has started and that run (Linux). */
export function workersOf({ pid }: Program): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter(
      (child) => child > 0 && startOf(child) !== null && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(entry),
    );
}

/** Wait until a process is gone (a zombie counts as gone). */
export async function gone(pid: number): Promise<void> {
  while (startOf(pid) !== null) await sleep(5);
}
