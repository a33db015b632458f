import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#testing/show.tsx';
import { prefetchPages } from './prefetch.ts';

const routes = {
  root: { id: 'root', path: '', module: '/assets/root.js' },
  loft: {
    id: 'loft',
    parentId: 'root',
    path: 'lofts/:loft_id',
    module: '/assets/loft.js',
    imports: ['/assets/arc.js'],
  },
  bird: { id: 'bird', parentId: 'root', path: 'pigeons/:pigeon_id', module: '/assets/bird.js' },
  team: { id: 'team', parentId: 'root', path: 'teams/:team_id', module: '/assets/team.js' },
  work: { id: 'work', parentId: 'root', path: 'admin/work', module: '/assets/work.js' },
};

const prefetched = () =>
  [...document.querySelectorAll('link[rel="modulepreload"][href^="/assets/"]')].map((link) =>
    link.getAttribute('href'),
  );

/** A page with a link to two lofts, to a file, and from a drawing, on this connection. */
async function page(connection?: { saveData?: boolean; effectiveType?: string }, onLine = true) {
  vi.stubGlobal('__reactRouterManifest', { routes });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  const screen = await show(
    <>
      <a href="/lofts/1">One</a>
      <a href="/lofts/2">Two</a>
      <a href="/pigeons/3" download>
        File
      </a>
      <svg aria-hidden="true">
        <a href="/pigeons/4" tabIndex={-1}>
          <circle r="1" />
        </a>
      </svg>
    </>,
  );
  prefetchPages();
  return screen;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const link of document.querySelectorAll('link[rel="modulepreload"][href^="/assets/"]')) link.remove();
});

test.each([
  ['offline', undefined, false],
  ['on 2g', { effectiveType: '2g' }, true],
  ['on slow 2g', { effectiveType: 'slow-2g' }, true],
  ['with data saving', { saveData: true, effectiveType: '4g' }, true],
])('nothing is prefetched %s (2.36)', async (_, connection, onLine) => {
  await page(connection, onLine);
  expect(prefetched()).toEqual([]);
});

test('the scripts of the linked pages are prefetched on a good connection, and later those of a focused link (2.36)', async () => {
  const screen = await page({ saveData: false, effectiveType: '4g' });
  expect(prefetched()).toEqual(['/assets/root.js', '/assets/loft.js', '/assets/arc.js', '/assets/bird.js']);
  const link = document.createElement('a');
  link.href = '/teams/9';
  link.textContent = 'Later';
  screen.container.append(link);
  link.focus();
  expect(prefetched()).toContain('/assets/team.js');
  expect(prefetched()).not.toContain('/assets/work.js');
});
