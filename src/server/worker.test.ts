import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TestTask } from '#testing/worker-process.ts';
import { createWorker, type Worker } from './worker.ts';

const program = new URL('../testing/worker-process.ts', import.meta.url);
const limits = { cpu_ms: 300, memory_mb: 100, wall_ms: 60_000 };
let worker: Worker<TestTask, string>;
beforeEach(() => {
  worker = createWorker(program, limits);
});
afterEach(() => worker.close());

it('runs one task after the other in the same process', async () => {
  expect(await Promise.all([worker.run({ say: 'a' }), worker.run({ say: 'b' })])).toEqual(['a', 'b']);
  const pid = worker.pid();
  await expect(worker.run({ fail: 'no such thing' })).rejects.toThrow('no such thing');
  await expect(worker.run({ refuse: 5 })).rejects.toMatchObject({ code: 'file_too_large', params: { max: 5 } });
  expect(await worker.run({ say: 'c' })).toBe('c');
  expect(worker.pid()).toBe(pid);
});

it.each<[string, TestTask]>([
  ['seconds of the processor, and never lets go', 'spin'],
  ['memory', 'grow'],
  ['nothing, and ends', 'end'],
])('a task that takes %s is killed, and the next has another process', async (_what, task) => {
  expect(await worker.run({ say: 'a' })).toBe('a');
  const pid = worker.pid();
  await expect(worker.run(task)).rejects.toThrow('killed');
  expect(await worker.run({ say: 'b' })).toBe('b');
  expect(worker.pid()).not.toBe(pid);
});

it('a task that neither works nor ends is killed after a while', async () => {
  const unhurried = createWorker<TestTask, string>(program, { ...limits, wall_ms: 1000 });
  await expect(unhurried.run('wait')).rejects.toThrow();
  unhurried.close();
});

it('a task that was aborted is killed, or never begun', async () => {
  const abandoned = new AbortController();
  const running = worker.run('wait', abandoned.signal);
  const waiting = worker.run('spin', abandoned.signal);
  const next = worker.run({ say: 'next' });
  await vi.waitFor(() => expect(worker.pid()).toBeDefined(), 30_000);
  abandoned.abort();
  await expect(running).rejects.toThrow();
  await expect(waiting).rejects.toThrow('killed');
  expect(await next).toBe('next');
});

it('a program that does not start is an internal error, not one of the task', async () => {
  const none = createWorker(new URL('no-such-program.ts', import.meta.url), limits);
  await expect(none.run('spin')).rejects.toThrow('did not start');
  none.close();
});
