/**
 * A worker process for work that must block nothing else, one task after the other. The process is started for a task,
 * killed when a task exceeds its limits, and ended after a while without one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#domain/refusal.ts';
import type { TaskLimits, TaskMessage, TaskReply } from './worker-process.ts';

/** The error of a task that exceeded its limits or was aborted. */
const killed = 'the task was killed';

/** Whether the process was killed during the task, and did not fail by itself. */
export function isKilled(error: unknown): boolean {
  return error instanceof Error && error.message === killed;
}

export interface Worker<Task, Answer> {
  /**
   * Runs a task. Tasks wait for each other in their order; the caller limits how many wait. The signal aborts the task:
   * a waiting one is never begun, a running one is killed.
   * @throws Refusal of the process; Error that {@link isKilled} knows, or with the message of the error in the process.
   */
  run(task: Task, signal?: AbortSignal): Promise<Answer>;
  /** The id of the process, while there is one. */
  pid(): number | undefined;
  /** Ends the process; further tasks fail. */
  close(): void;
}

/** The process ends after this time without a task. */
const idle_ms = 60_000;

interface Running {
  child: ChildProcess;
  started: boolean;
  /** Resolves the running task. */
  onReply: ((answered: TaskReply | 'ended') => void) | null;
}

/** A worker whose process runs a module that calls `answerTasks` of worker-process.ts. */
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
      const answered = await new Promise<TaskReply | 'ended'>((resolve) => {
        own.onReply = resolve;
        own.child.send({ task, limits } satisfies TaskMessage, (error) => error && resolve('ended'));
      });
      if (answered === 'ended') throw own.started ? new Error(killed) : new Error(`${module.href} did not start`);
      if ('refused' in answered) throw new Refusal(answered.refused, answered.params);
      if ('error' in answered) throw new Error(answered.error);
      return answered.answer as Answer;
    } finally {
      own.onReply = null;
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      idle = setTimeout(end, idle_ms).unref();
    }
  }

  function start(): Running {
    const child = fork(fileURLToPath(module), {
      // The process gets none of the program's settings; a task carries what it needs.
      env: {},
      execArgv: [`--max-old-space-size=${limits.memory_mb}`],
      serialization: 'advanced',
    });
    const own: Running = { child, started: false, onReply: null };
    child.on('message', (message: TaskReply | 'started') => {
      if (message === 'started') own.started = true;
      else own.onReply?.(message);
    });
    const onEnd = () => {
      if (running === own) running = undefined;
      own.onReply?.('ended');
    };
    child.on('exit', onEnd).on('error', onEnd);
    child.unref();
    child.channel?.unref();
    return own;
  }

  /** The next task starts another process. */
  function end(): void {
    running?.child.kill('SIGKILL');
    running = undefined;
  }
}
