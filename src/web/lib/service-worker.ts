/** Messages of a page to the service worker (sw/): the page that is shown, so that it can be read without a network. */
import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { followedView, messageDrafts, myBirds, releaseViews, routeView, store, storedNames } from './browser-store.ts';
import { forgetDesks } from './desk-database.ts';
import { usePage } from './page.ts';
import { isSlowConnection } from './slow-connection.ts';

/** Has each shown page cached, and again when the reader hides it: by then a race has continued. */
export function useCacheShownPage(): void {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const { theme } = usePage();
  useEffect(() => {
    if (state !== 'idle' || !('serviceWorker' in navigator) || isSlowConnection()) return;
    const notifyWorker = () => {
      if (!navigator.onLine) return;
      const { lang } = document.documentElement;
      void navigator.serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ path: pathname + search, lang, theme, files: loadedFiles() }),
      );
    };
    // A page that is unloaded is hidden too, but is not cached: the next page may be a sign-out.
    let left = false;
    const leave = ({ type }: Event) => {
      left = type === 'pagehide';
    };
    const turnAway = () => {
      if (document.hidden && !left) notifyWorker();
    };
    notifyWorker();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', leave);
    document.addEventListener('visibilitychange', turnAway);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', leave);
      document.removeEventListener('visibilitychange', turnAway);
    };
  }, [pathname, search, state, theme]);
}

/** The paths of the files that the page has loaded past the worker; none where the worker has seen them all. */
function loadedFiles(): string[] {
  if (cameWithWorker) return [];
  return performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    return origin === location.origin ? pathname : [];
  });
}

/** Whether a worker was there when the page was loaded. */
const cameWithWorker = typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);

export interface CachedPage {
  path: string;
  title: string;
  cached_at: number;
}

/** The cached pages, the newest first; those of one address with one title are one, at its shortest address. */
export async function cachedPages(): Promise<CachedPage[]> {
  const pages = new Map<string, CachedPage>();
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      const { pathname, search } = new URL(request.url);
      if (!page || ['/offline', '/basketing', '/release', '/route'].includes(pathname)) continue;
      const { title } = new DOMParser().parseFromString(await page.text(), 'text/html');
      const cached_at = Number(page.headers.get('x-kept-at'));
      const known = pages.get(pathname + title);
      pages.set(pathname + title, {
        path: known && known.path.length < (pathname + search).length ? known.path : pathname + search,
        title,
        cached_at: Math.max(known?.cached_at ?? 0, cached_at),
      });
    }
  }
  return [...pages.values()].sort((a, b) => b.cached_at - a.cached_at);
}

/** Whether a page is cached. */
export async function isCached(path: string): Promise<boolean> {
  for (const name of await pageCaches()) if (await (await caches.open(name)).match(path)) return true;
  return false;
}

/** Deletes all cached pages, when the person has signed out. */
export async function clearPageCaches(): Promise<void> {
  for (const name of await pageCaches()) await caches.delete(name);
  await forgetDesks();
  forgetViews();
}

/** Removes what the browser's store has for the person. */
export function forgetViews(): void {
  store(routeView, null);
  store(followedView, null);
  for (const name of storedNames())
    if ([releaseViews, messageDrafts, myBirds].some((kind) => name.startsWith(kind))) store(name, null);
}

async function pageCaches(): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  return (await caches.keys()).filter((name) => name.startsWith('pages-'));
}
