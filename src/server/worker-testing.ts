/** A worker's process for tests, which does what it is told. */
import { Refusal } from '#domain/refusal.ts';
import { answerTasks } from './worker-process.ts';

export type Told = { say: string } | { fail: string } | { refuse: number } | 'spin' | 'grow' | 'wait' | 'end';

answerTasks<Told>(async (told) => {
  if (told === 'spin') for (;;);
  if (told === 'grow') for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(1 << 20, 1));
  if (told === 'wait') return new Promise(() => {});
  if (told === 'end') process.exit();
  if ('refuse' in told) throw new Refusal('file_too_large', { max: told.refuse });
  if ('fail' in told) throw new Error(told.fail);
  return told.say;
});
