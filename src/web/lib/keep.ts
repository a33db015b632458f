/** What a page says to the worker beside it (sw/): which page is looked at, so that it can be read without a network. */
import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { usePage } from './page.ts';
import { isThrifty } from './thrifty.ts';

/** Brings the worker, once the browser has nothing else to do. Browsers allow it on https and at home only. */
export function bringWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const bring = () => void navigator.serviceWorker.register('/sw.js').catch(console.error);
  if (document.readyState === 'complete') bring();
  else addEventListener('load', bring, { once: true });
}

/** Has each page that is shown kept, and once more when its reader turns away: by then a race has gone on. */
export function useKeepShown(): void {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const { theme } = usePage();
  useEffect(() => {
    if (state !== 'idle' || !('serviceWorker' in navigator) || isThrifty()) return;
    const notifyWorker = () => {
      if (!navigator.onLine) return;
      const { lang } = document.documentElement;
      void navigator.serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ path: pathname + search, lang, theme }),
      );
    };
    // A page that is left turns away too, but what comes next says whether it is to be kept: perhaps a sign-out.
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

export interface Kept {
  path: string;
  title: string;
  kept_at: number;
}

/** The pages that are kept, the newest first. */
export async function cachedPages(): Promise<Kept[]> {
  const pages = new Map<string, Kept>();
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      const { pathname, search } = new URL(request.url);
      if (!page || pathname === '/offline') continue;
      const { title } = new DOMParser().parseFromString(await page.text(), 'text/html');
      pages.set(pathname + search, { path: pathname + search, title, kept_at: Number(page.headers.get('x-kept-at')) });
    }
  }
  return [...pages.values()].sort((a, b) => b.kept_at - a.kept_at);
}

/** Whether a page is kept. */
export async function isKept(path: string): Promise<boolean> {
  for (const name of await pageCaches()) if (await (await caches.open(name)).match(path)) return true;
  return false;
}

/** Forgets every page: whoever was signed in here is not any more. */
export async function forgetCached(): Promise<void> {
  for (const name of await pageCaches()) await caches.delete(name);
}

async function pageCaches(): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  return (await caches.keys()).filter((name) => name.startsWith('pages-'));
}
