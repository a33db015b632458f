import { expect, test } from 'vitest';
import { isForm, keepUnsentForms } from './unsent-forms.ts';

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('a form without a reply is reported and stays; all else fails as ever', async () => {
  const around = { fetch: lost as typeof fetch };
  let notified = 0;
  keepUnsentForms(() => {
    notified += 1;
  }, around);
  const answer = await around.fetch('/lofts/1/news.data?index', { method: 'POST' });
  expect([answer.status, answer.headers.get('x-remix-response'), notified]).toEqual([503, 'yes', 1]);
  expect((await around.fetch(new Request('https://x/a.data', { method: 'POST' }))).status).toBe(503);
  await expect(around.fetch('/lofts/1/news.data')).rejects.toThrow('Failed to fetch');
  await expect(around.fetch('/api/favorites', { method: 'POST' })).rejects.toThrow('Failed to fetch');
  expect(notified).toBe(2);
});

test('an aborted request is no lost form, and a reply is passed on', async () => {
  const around = { fetch: (() => Promise.reject(new DOMException('gone', 'AbortError'))) as typeof fetch };
  keepUnsentForms(() => expect.unreachable(), around);
  await expect(around.fetch('/a.data', { method: 'POST' })).rejects.toThrow('gone');
  expect([isForm('/a.data', 'post'), isForm('/a.data', 'GET'), isForm('/api/a', 'POST')]).toEqual([true, false, false]);
});
