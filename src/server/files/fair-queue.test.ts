import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Tasks that end by `end`, and the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, task, end: (name: string) => ends.get(name)!() };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('persons alternate: many tasks of one wait for one task of each other', async () => {
  const queue = createFairQueue({ most: 1, mostWaitingOfOne: 9, mostWaiting: 9 });
  const { begun, task, end } = tasks();
  const all = [1, 1, 1, 2, 3].map((person, i) => queue(person, task(`${person}.${i}`)));
  for (const next of ['1.0', '2.3', '3.4', '1.1', '1.2']) {
    await settled();
    expect(begun.at(-1)).toBe(next);
    end(next);
  }
  expect(await Promise.all(all)).toEqual(['1.0', '1.1', '1.2', '2.3', '3.4']);
});

it('one task per person runs at a time, even with free slots', async () => {
  const queue = createFairQueue({ most: 2, mostWaitingOfOne: 9, mostWaiting: 9 });
  const { begun, task, end } = tasks();
  const all = [queue(1, task('a')), queue(1, task('b')), queue(2, task('c'))];
  await settled();
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await settled();
  expect(begun).toEqual(['a', 'c']);
  end('a');
  await settled();
  expect(begun).toEqual(['a', 'c', 'b']);
  end('b');
  await Promise.all(all);
});

it('too many are refused at once, per person and altogether, and accepted again when one has ended', async () => {
  const queue = createFairQueue({ most: 1, mostWaitingOfOne: 2, mostWaiting: 3 });
  const { task, end } = tasks();
  const first = queue(1, task('a'));
  const waiting = [queue(1, task('b')), queue(1, task('c'))];
  await expect(queue(1, task('d'))).rejects.toThrow('uploads_waiting');
  waiting.push(queue(2, task('e')));
  await expect(queue(3, task('f'))).rejects.toThrow('uploads_waiting');
  end('a');
  expect(await first).toBe('a');
  const late = queue(3, task('g'));
  for (const name of ['e', 'b', 'g', 'c']) {
    await settled();
    end(name);
  }
  expect(await Promise.all([...waiting, late])).toEqual(['b', 'c', 'e', 'g']);
});

it('a task that fails frees its slot', async () => {
  const queue = createFairQueue({ most: 1, mostWaitingOfOne: 1, mostWaiting: 1 });
  const failing = queue(1, () => Promise.reject(new Error('no')));
  const next = queue(2, async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
