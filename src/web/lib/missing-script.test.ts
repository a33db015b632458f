import { expect, test } from 'vitest';
import { reloadOnce, scriptIsMissing } from './missing-script.ts';

test.each([
  'Loading chunk 12 failed',
  'Failed to fetch dynamically imported module: https://x/assets/LoftPage-abc.js',
  'error loading dynamically imported module: https://x/assets/LoftPage-abc.js',
  'Importing a module script failed.',
])('"%s" is a missing script (8.9)', (message) => {
  expect(scriptIsMissing(new TypeError(message))).toBe(true);
});

test('other errors are not', () => {
  expect(scriptIsMissing(new TypeError('Failed to fetch'))).toBe(false);
  expect(scriptIsMissing('Loading chunk 12 failed')).toBe(false);
});

test('a missing script reloads the page at most once in 60 s (8.9, 9.13)', () => {
  const stored = new Map<string, string>();
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
  let reloads = 0;
  const at = (now_ms: number) => reloadOnce(now_ms, store, () => (reloads += 1));
  expect([at(1_000_000), at(1_000_001), at(1_059_999), at(1_060_000)]).toEqual([true, false, false, true]);
  expect(reloads).toBe(2);
});

test('a browser without storage does not reload at all', () => {
  const store = {
    getItem: () => null,
    setItem: () => {
      throw new Error('no storage');
    },
  };
  expect(reloadOnce(1_000_000, store, () => expect.unreachable())).toBe(false);
});
