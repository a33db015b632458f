import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { createUploads, type Upload } from './uploads.ts';

/** Files are names here; each waits until the test lets it go or fail. */
function begin() {
  const asked: string[] = [];
  let all: readonly Upload<string>[] = [];
  const sending = new Map<string, { done(): void; fail(error: Error): void; onPart(part: number): void }>();
  const uploads = createUploads<string>({
    changed: (now) => {
      all = now;
    },
    send: (name, { onPart, signal }) =>
      new Promise((resolve, reject) => {
        asked.push(name);
        sending.set(name, { done: resolve, fail: reject, onPart });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  const told = () => all.map(({ file, state }) => `${file} ${state}`);
  const idOf = (name: string) => all.find(({ file }) => file === name)!.id;
  return { uploads, asked, sending, told, idOf, all: () => all };
}

test('files go one after the other, and what is done makes room for the next choice', async () => {
  const { uploads, asked, sending, told, all } = begin();
  uploads.take(['a', 'b']);
  await expect.poll(told).toEqual(['a sending', 'b waiting']);
  sending.get('a')!.onPart(0.5);
  expect(all()[0]!.part).toBe(0.5);
  sending.get('a')!.done();
  await expect.poll(told).toEqual(['a done', 'b sending']);
  expect(asked).toEqual(['a', 'b']);
  uploads.take(['c']);
  expect(told()).toEqual(['b sending', 'c waiting']);
});

test('one that is cancelled on its way is stopped, one that waits is never sent, and the others go on', async () => {
  const { uploads, asked, told, idOf } = begin();
  uploads.take(['a', 'b', 'c']);
  await expect.poll(told).toEqual(['a sending', 'b waiting', 'c waiting']);
  uploads.cancel(idOf('b'));
  uploads.cancel(idOf('a'));
  await expect.poll(told).toEqual(['c sending']);
  expect(asked).toEqual(['a', 'c']);
});

test('one that failed says why, is sent anew when asked for, and can be forgotten', async () => {
  const { uploads, asked, sending, told, idOf, all } = begin();
  uploads.take(['a', 'b']);
  await expect.poll(() => sending.has('a')).toBe(true);
  sending.get('a')!.fail(new Error('no answer'));
  await expect.poll(told).toEqual(['a failed', 'b sending']);
  expect(all()[0]!.failed).toEqual({ code: 'no_answer', params: {} });
  uploads.again(idOf('a'));
  expect(told()).toEqual(['a waiting', 'b sending']);
  // Asked for twice it is not sent twice.
  uploads.again(idOf('a'));
  sending.get('b')!.fail(new Refusal('file_too_large', { max: 10 }));
  await expect.poll(told).toEqual(['a sending', 'b failed']);
  expect(all()[1]!.failed).toEqual({ code: 'file_too_large', params: { max: 10 } });
  sending.get('a')!.done();
  uploads.cancel(idOf('b'));
  await expect.poll(told).toEqual(['a done']);
  expect(asked).toEqual(['a', 'b', 'a']);
});
