import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchPages } from './prefetch.ts';

/** A script of a page that records when it is fetched. */
const script = (name: string) => `data:text/javascript,globalThis.fetched?.push('${name}')`;
let fetched: string[];

beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetched', fetched);
});
afterEach(() => vi.unstubAllGlobals());

let pages = 0;
function keepWith(navigator: { onLine: boolean; connection?: { saveData?: boolean; effectiveType?: string } }): void {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', {
    __reactRouterManifest: { routes: { page: { module: script(`page ${++pages}`) } } },
    requestIdleCallback: (work: () => void) => work(),
  });
  prefetchPages();
}

test('the scripts of the other pages are prefetched on a good connection (2.36)', async () => {
  keepWith({ onLine: true });
  await vi.waitFor(() => expect(fetched).toHaveLength(1), 30_000);
  keepWith({ onLine: true, connection: { saveData: false, effectiveType: '4g' } });
  await vi.waitFor(() => expect(fetched).toHaveLength(2), 30_000);
});

test.each([
  ['offline', { onLine: false }],
  ['on 2g', { onLine: true, connection: { effectiveType: '2g' } }],
  ['on slow 2g', { onLine: true, connection: { effectiveType: 'slow-2g' } }],
  ['with data saving', { onLine: true, connection: { saveData: true, effectiveType: '4g' } }],
])('nothing is prefetched %s (2.36)', async (_, navigator) => {
  keepWith(navigator);
  // The control is fetched after anything that the first call would have fetched.
  keepWith({ onLine: true });
  await vi.waitFor(() => expect(fetched).toEqual([`page ${pages}`]), 30_000);
});
