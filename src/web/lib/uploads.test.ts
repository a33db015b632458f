import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { createUploads, type Upload } from './uploads.ts';

/** Files are names here; each upload waits until the test completes it or lets it fail. */
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
  const states = () => all.map(({ file, state }) => `${file} ${state}`);
  const idOf = (name: string) => all.find(({ file }) => file === name)!.id;
  return { uploads, asked, sending, states, idOf, all: () => all };
}

test('files are sent one after the other, and completed ones are removed by the next choice', async () => {
  const { uploads, asked, sending, states, all } = begin();
  uploads.take(['a', 'b']);
  await expect.poll(states).toEqual(['a sending', 'b waiting']);
  sending.get('a')!.onPart(0.5);
  expect(all()[0]!.part).toBe(0.5);
  sending.get('a')!.done();
  await expect.poll(states).toEqual(['a done', 'b sending']);
  expect(asked).toEqual(['a', 'b']);
  uploads.take(['c']);
  expect(states()).toEqual(['b sending', 'c waiting']);
});

test('a running upload is stopped when cancelled, a waiting one is never sent, and the others continue', async () => {
  const { uploads, asked, states, idOf } = begin();
  uploads.take(['a', 'b', 'c']);
  await expect.poll(states).toEqual(['a sending', 'b waiting', 'c waiting']);
  uploads.cancel(idOf('b'));
  uploads.cancel(idOf('a'));
  await expect.poll(states).toEqual(['c sending']);
  expect(asked).toEqual(['a', 'c']);
});

test('a failed upload has its reason, can be retried, and can be removed', async () => {
  const { uploads, asked, sending, states, idOf, all } = begin();
  uploads.take(['a', 'b']);
  await expect.poll(() => sending.has('a')).toBe(true);
  sending.get('a')!.fail(new Error('no answer'));
  await expect.poll(states).toEqual(['a failed', 'b sending']);
  expect(all()[0]!.failed).toEqual({ code: 'no_answer', params: {} });
  uploads.again(idOf('a'));
  expect(states()).toEqual(['a waiting', 'b sending']);
  // A second retry does not send it twice.
  uploads.again(idOf('a'));
  sending.get('b')!.fail(new Refusal('file_too_large', { max: 10 }));
  await expect.poll(states).toEqual(['a sending', 'b failed']);
  expect(all()[1]!.failed).toEqual({ code: 'file_too_large', params: { max: 10 } });
  sending.get('a')!.done();
  uploads.cancel(idOf('b'));
  await expect.poll(states).toEqual(['a done']);
  expect(asked).toEqual(['a', 'b', 'a']);
});
