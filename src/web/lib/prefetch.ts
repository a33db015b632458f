/**
 * Prefetches the scripts of the other pages when the browser is idle: a click needs no second round trip, and without a
 * network it finds its page instead of the browser's own error. Not on slow or metered connections (2.36).
 */
import { isSlowConnection } from './slow-connection.ts';

declare global {
  interface Window {
    /** React Router's own manifest of pages. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
  }
}

export function prefetchPages(): void {
  if (!navigator.onLine || isSlowConnection()) return;
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const fetchAll = () => {
    for (const route of routes) if (route) import(/* @vite-ignore */ route.module).catch(() => {});
  };
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAll, { timeout: 10_000 });
  else setTimeout(fetchAll, 3000);
}
