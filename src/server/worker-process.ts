/**
 * The inside of a worker's process (worker.ts): runs one task after the other. A second thread watches the process and
 * kills it beyond the limits of the task, also when the task blocks the event loop.
 */
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker as Thread, workerData } from 'node:worker_threads';
import { isRefusal, type RefusalCode, type RefusalParams } from '#domain/refusal.ts';

/** The limits of one task. */
export interface TaskLimits {
  /** Processor time: other work on a busy machine does not count. */
  cpu_ms: number;
  /** The most memory that the process may grow by. */
  memory_mb: number;
  /** The longest run time. */
  wall_ms: number;
}

/** The message to the process. */
export interface TaskMessage {
  task: unknown;
  limits: TaskLimits;
}

/** The message from the process. */
export type TaskReply = { answer: unknown } | { refused: RefusalCode; params: RefusalParams } | { error: string };

/** The limits in absolute values; infinite while there is no task. */
interface Allowance {
  cpu_us: number;
  rss: number;
}

const watch_ms = 20;

/** Answers each task of the worker with the result of the function. */
export function answerTasks<Task>(answer: (task: Task) => Promise<unknown>): void {
  // Clocks and readers have priority.
  setPriority(10);
  const allowance = new Float64Array(new SharedArrayBuffer(16)).fill(Number.POSITIVE_INFINITY);
  new Thread(fileURLToPath(import.meta.url), { workerData: allowance, resourceLimits: { maxOldGenerationSizeMb: 8 } });
  process.on('disconnect', () => process.exit());
  process.on('message', ({ task, limits }: TaskMessage) => {
    allow(allowance, {
      cpu_us: cpuUsed_us() + limits.cpu_ms * 1000,
      rss: process.memoryUsage.rss() + limits.memory_mb * (1 << 20),
    });
    void answer(task as Task)
      .then(
        (made): TaskReply => ({ answer: made }),
        (error: unknown): TaskReply =>
          isRefusal(error)
            ? { refused: error.code, params: error.params }
            : { error: error instanceof Error ? error.message : String(error) },
      )
      .then((answered) => {
        allowance.fill(Number.POSITIVE_INFINITY);
        process.send!(answered);
      });
  });
  process.send!('started');
}

function allow(allowance: Float64Array, { cpu_us, rss }: Allowance): void {
  allowance[0] = cpu_us;
  allowance[1] = rss;
}

function cpuUsed_us(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

if (!isMainThread) {
  const allowance = workerData as Float64Array;
  setInterval(() => {
    if (cpuUsed_us() > allowance[0]! || process.memoryUsage.rss() > allowance[1]!) process.kill(process.pid, 'SIGKILL');
  }, watch_ms);
}
