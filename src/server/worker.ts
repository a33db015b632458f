/**
 * Work that must stop nothing else, however long it takes: done by a process of its own, one task after the other. The
 * process is started when there is a task, killed when a task goes beyond its limits, and ended after a while without one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#domain/refusal.ts';
import type { Answered, Asked, TaskLimits } from './worker-process.ts';

/** Why a task has no answer: it went beyond its limits, or nobody waits for it any more. */
const killed = 'the task was killed';

/** Whether the process was ended within the task, and did not fail by itself. */
export function isKilled(error: unknown): boolean {
  return error instanceof Error && error.message === killed;
}

export interface Worker<Task, Answer> {
  /**
   * What the process answers to a task. Tasks wait for each other in the order they came; who may wait at all is for the
   * caller to say. With the signal the task is given up: one that waits is never begun, one that is worked on is killed.
   * @throws Refusal as the process; Error that {@link isKilled} knows, or with the message of what failed in the process.
   */
  run(task: Task, signal?: AbortSignal): Promise<Answer>;
  /** The process, while there is one. */
  pid(): number | undefined;
  /** Ends the process; further tasks fail. */
  close(): void;
}

/** Without a task the process ends after so long. */
const idle_ms = 60_000;

interface Running {
  child: ChildProcess;
  started: boolean;
  /** Who waits for the task that is worked on. */
  settle: ((answered: Answered | 'ended') => void) | null;
}

/** A worker whose process runs a module, which calls `answerTasks` of worker-process.ts. */
export function createWorker<Task, Answer>(module: URL, limits: TaskLimits): Worker<Task, Answer> {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  return {
    run(task, signal) {
      const done = last.then(() => ask(task, signal));
      last = done.catch(() => {});
      return done;
    },
    pid: () => running?.child.pid,
    close() {
      closed = true;
      clearTimeout(idle);
      end();
    },
  };

  async function ask(task: Task, signal?: AbortSignal): Promise<Answer> {
    if (closed) throw new Error('the worker is closed');
    if (signal?.aborted) throw new Error(killed);
    clearTimeout(idle);
    running ??= start();
    const own = running;
    const timer = setTimeout(end, limits.wall_ms);
    signal?.addEventListener('abort', end);
    try {
      const answered = await new Promise<Answered | 'ended'>((resolve) => {
        own.settle = resolve;
        own.child.send({ task, limits } satisfies Asked, (error) => error && resolve('ended'));
      });
      if (answered === 'ended') throw own.started ? new Error(killed) : new Error(`${module.href} did not start`);
      if ('refused' in answered) throw new Refusal(answered.refused, answered.params);
      if ('error' in answered) throw new Error(answered.error);
      return answered.answer as Answer;
    } finally {
      own.settle = null;
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      idle = setTimeout(end, idle_ms).unref();
    }
  }

  function start(): Running {
    const child = fork(fileURLToPath(module), {
      // Nothing of the program's settings: what it needs it is told.
      env: {},
      execArgv: [`--max-old-space-size=${limits.memory_mb}`],
      serialization: 'advanced',
    });
    const own: Running = { child, started: false, settle: null };
    child.on('message', (message: Answered | 'started') => {
      if (message === 'started') own.started = true;
      else own.settle?.(message);
    });
    const onEnd = () => {
      if (running === own) running = undefined;
      own.settle?.('ended');
    };
    child.on('exit', onEnd).on('error', onEnd);
    child.unref();
    child.channel?.unref();
    return own;
  }

  /** The next task has another process. */
  function end(): void {
    running?.child.kill('SIGKILL');
    running = undefined;
  }
}
