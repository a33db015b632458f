/**
 * The scripts of the other pages, fetched when the browser has nothing else to do: a click needs no second trip, and
 * where the network goes away a click finds its page instead of the browser's own error. Not on slow or metered lines
 * (2.36).
 */
import { isThrifty } from './thrifty.ts';

declare global {
  interface Window {
    /** React Router's own list of pages. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
  }
}

export function keepPagesAtHand(): void {
  if (!navigator.onLine || isThrifty()) return;
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const fetchAll = () => {
    for (const route of routes) if (route) import(/* @vite-ignore */ route.module).catch(() => {});
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAll, { timeout: 10_000 });
  else setTimeout(fetchAll, 3000);
}
