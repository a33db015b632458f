import { beforeEach, expect, it, vi } from 'vitest';
import { longest } from '#domain/errors/report.ts';

let sent: Record<string, string>[];
let reportError: (error: unknown) => void;
beforeEach(async () => {
  vi.resetModules();
  const { report } = await import('./report.ts');
  sent = [];
  reportError = (error) =>
    report(error, { path: '/lofts', request_id: 'r-1', send: (body) => sent.push(JSON.parse(body)) });
});

it('an error is reported once, with its page and the request that brought it (8.4)', () => {
  const broken = new RangeError('too far');
  reportError(broken);
  reportError(broken);
  expect(sent).toEqual([
    { name: 'RangeError', message: 'too far', stack: broken.stack, path: '/lofts', request_id: 'r-1' },
  ]);
});

it('any thrown value is reported, and long texts are cut', () => {
  reportError('x'.repeat(5000));
  expect(sent).toMatchObject([{ name: 'Error', message: 'x'.repeat(longest.message), stack: '' }]);
});

it('a page sends at most ten reports', () => {
  for (let n = 0; n < 15; n++) reportError(new Error(`fault ${n}`));
  expect(sent).toHaveLength(10);
});

it.each([
  ['a request that was aborted (8.5)', new DOMException('The user aborted a request.', 'AbortError')],
  ['a lost network', new TypeError('Failed to fetch')],
  ['a script that was replaced (8.9)', new TypeError('Failed to fetch dynamically imported module: /assets/x.js')],
  ['an answer that the server gave', { status: 404, statusText: '', internal: false, data: {} }],
  ['a fault that the server has noted', new Error('Unexpected Server Error')],
])('%s is not reported', (_name, error) => {
  reportError(error);
  expect(sent).toEqual([]);
});
