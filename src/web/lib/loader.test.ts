import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { answers, idFrom, oneOf, pageFrom } from './loader.ts';

function statusOfThrown(work: () => unknown): number | undefined {
  try {
    work();
  } catch (error) {
    return (error as { init?: { status?: number } }).init?.status;
  }
}

test.each(['', '0', '-1', '1.5', 'abc', '1e3', '99999999999999999'])('the id "%s" is invalid: 404 (5.22)', (text) => {
  expect(statusOfThrown(() => idFrom(text))).toBe(404);
});

test.each(['page=0', 'page=x', 'per_page=10', 'per_page=', 'page=1&per_page=1000'])(
  '?%s is refused: 404 (5.22, 9.4)',
  (query) => {
    expect(statusOfThrown(() => pageFrom(new URLSearchParams(query)))).toBe(404);
  },
);

test('pages have 25, 50 or 100 rows, 50 by default (9.4)', () => {
  expect(pageFrom(new URLSearchParams(''))).toEqual({ page: 1, per_page: 50 });
  expect(pageFrom(new URLSearchParams('page=3&per_page=100'))).toEqual({ page: 3, per_page: 100 });
});

test('an unknown tab is refused: 404 (5.22)', () => {
  expect(oneOf(['arrivals', 'info'], null)).toBe('arrivals');
  expect(oneOf(['arrivals', 'info'], 'info')).toBe('info');
  expect(statusOfThrown(() => oneOf(['arrivals', 'info'], 'aces'))).toBe(404);
});

test.each([
  ['not_found', 404],
  ['sign_in_first', 401],
  ['forbidden', 403],
  ['readings_missing', 409],
] as const)('the refusal "%s" becomes a page of status %i', async (code, status) => {
  const thrown = await answers(() => Promise.reject(new Refusal(code))).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ data: { error: code }, init: { status } });
});

test('an error that is not a refusal stays an error', async () => {
  await expect(answers(() => Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError);
});
