/**
 * The machine under the measurements: its description, CPU time and memory of processes, and waiting for a quiet
 * moment.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Machine {
  cpu: string;
  cores: number;
  memory_gb: number;
  kernel: string;
  node: string;
  postgresql: string;
}

export function describeMachine(postgresql: string): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    node: process.version.slice(1),
    postgresql,
  };
}

/** The server runs on this core, the load on the last one. */
export const serverCore = 0;
export const loadCore = cpus().length - 1;

/** Binds a process and all its threads to a core; a machine with one core is left as it is. */
export function pin(pid: number, core: number): void {
  if (cpus().length > 1) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/** Clock ticks are hundredths of a second on every Linux that Node runs on. */
const tick_ms = 10;

/** User and system time of a process, ms; 0 for one that has ended. */
export function cpuTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' ? 0 : (Number(fields[11]) + Number(fields[12])) * tick_ms;
}

/** A process and all its descendants. */
export function family(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (let i = 0; i < found.length; i++) found.push(...(children.get(found[i]!) ?? []));
  return found;
}

/** Resident memory of a process, bytes. */
export function residentSet(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** The CPU use of a period, in cores: of each named process, and of all processes that do not belong to the bench. */
export interface Spent {
  seconds: number;
  /** ms of CPU by name. */
  of: Record<string, number>;
  /** Cores used by processes outside of the bench. */
  foreign: number;
}

/** Begins a period; the returned function ends it. A name stands for one process, or for a family that may change. */
export function measure(processes: Readonly<Record<string, number | (() => readonly number[])>>): () => Spent {
  const since = performance.now();
  const before = all();
  const busy = busyTime();
  const own = ownTime();
  return () => {
    const seconds = (performance.now() - since) / 1000;
    const of: Record<string, number> = {};
    for (const [name, times] of Object.entries(all())) {
      of[name] = 0;
      for (const [pid, ms] of times) of[name] += ms - (before[name]!.get(pid) ?? 0);
    }
    // The CPU time of processes that ended is lost: the rest is limited to the number of cores.
    const foreign = Math.min(cpus().length, Math.max(0, busyTime() - busy - (ownTime() - own)) / 1000 / seconds);
    return { seconds, of, foreign };
  };
  function all(): Record<string, Map<number, number>> {
    return Object.fromEntries(
      Object.entries(processes).map(([name, pids]) => [
        name,
        new Map((typeof pids === 'number' ? [pids] : pids()).map((pid) => [pid, cpuTime(pid)])),
      ]),
    );
  }
}

/** The CPU time that all cores together spent on processes, ms. */
function busyTime(): number {
  const [, user = 0, nice = 0, system = 0] = (read('/proc/stat').split('\n')[0] ?? '').split(/\s+/).map(Number);
  return (user + nice + system) * tick_ms;
}

/** Databases: they leave the process tree of the bench, whose other processes are found by it. */
const adopted = new Set<number>();
export function countAsOwn(pid: number): void {
  adopted.add(pid);
}

function ownTime(): number {
  const pids = new Set([process.pid, ...adopted].flatMap(family));
  return [...pids].reduce((total, pid) => total + cpuTime(pid), 0);
}

/** On a machine that never gets quiet, the whole run waits no longer than this. */
let waitLeft_ms = 60_000;

/** Waits until the processes outside of the bench are quiet, at most `most_ms`. */
export async function calm(most_ms: number): Promise<void> {
  const since = performance.now();
  const until = since + Math.min(most_ms, waitLeft_ms);
  while (performance.now() < until) {
    const end = measure({});
    await sleep(250);
    if (end().foreign < 0.12) break;
  }
  waitLeft_ms -= performance.now() - since;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
