/** A slow connection, as far as a browser tells it (2.36). */
import { afterEach, expect, test, vi } from 'vitest';
import { isSlowConnection } from './slow-connection.ts';

afterEach(() => vi.unstubAllGlobals());

function browser(connection: object | undefined, took_ms: number | null): void {
  vi.stubGlobal('navigator', { connection });
  const page = took_ms === null ? [] : [{ responseStart: 100, responseEnd: 100 + took_ms }];
  vi.stubGlobal('performance', { getEntriesByType: () => page });
}

test.each([
  ['a fast line', { effectiveType: '4g' }, 40, false],
  ['2G', { effectiveType: 'slow-2g' }, 40, true],
  ['a reader who saves data', { effectiveType: '4g', saveData: true }, 40, true],
  ['a browser that does not tell, on a fast line', undefined, 40, false],
  ['a browser that does not tell, on a slow line', undefined, 3000, true],
  ['a page from the memory of the browser', undefined, null, false],
] as const)('%s', (_name, connection, took_ms, slow) => {
  browser(connection, took_ms);
  expect(isSlowConnection()).toBe(slow);
});
