/** A worker's process for tests, which does what its task says. */
import { Refusal } from '#domain/refusal.ts';
import { answerTasks } from '#server/worker-process.ts';

export type TestTask = { say: string } | { fail: string } | { refuse: number } | 'spin' | 'grow' | 'wait' | 'end';

answerTasks<TestTask>(async (task) => {
  if (task === 'spin') for (;;);
  if (task === 'grow') for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(1 << 20, 1));
  if (task === 'wait') return new Promise(() => {});
  if (task === 'end') process.exit();
  if ('refuse' in task) throw new Refusal('file_too_large', { max: task.refuse });
  if ('fail' in task) throw new Error(task.fail);
  return task.say;
});
