/**
 * Prefetches the scripts of the pages that the page links to, once the browser is idle, and later those of a link that
 * is pointed at or focused: a click needs no second round trip, and without a network it finds its page instead of the
 * browser's own error. They are fetched and not run. Not on slow or metered connections (2.36).
 */
import { matchRoutes, type RouteObject } from 'react-router';
import { isSlowConnection } from './slow-connection.ts';

/** A page in React Router's own manifest. */
interface PageRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  /** The scripts that its module imports. */
  imports?: readonly string[];
}

declare global {
  interface Window {
    __reactRouterManifest?: { routes: Readonly<Record<string, PageRoute | undefined>> };
  }
}

export function prefetchPages(): void {
  const pages = window.__reactRouterManifest?.routes ?? {};
  const routes = treeOf(Object.values(pages).filter((page) => page !== undefined));
  const links = 'a[href^="/"]:not([download])';
  const known = new Set<string>();

  const prefetch = (link: Element) => {
    // Links of a drawing know no `pathname`. Pages of one kind differ in their numbers alone.
    const path = new URL(link.getAttribute('href')!, location.origin).pathname.replace(/\d+/g, '0');
    if (known.has(path) || !navigator.onLine || isSlowConnection()) return;
    known.add(path);
    for (const { route } of matchRoutes(routes, path) ?? []) {
      const { module, imports = [] } = pages[route.id!]!;
      for (const script of [module, ...imports]) preload(script);
    }
  };
  const prefetchAll = () => document.querySelectorAll(links).forEach(prefetch);
  const prefetchAt = ({ target }: Event) => {
    const link = target instanceof Element && target.closest(links);
    if (link) prefetch(link);
  };

  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(prefetchAll, { timeout: 10_000 });
  else setTimeout(prefetchAll, 3000);
  for (const event of ['pointerover', 'focusin']) addEventListener(event, prefetchAt, { passive: true });
}

/** The routes as React Router matches them. */
function treeOf(pages: readonly PageRoute[], parent?: string): RouteObject[] {
  return pages
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: treeOf(pages, id) }));
}

const preloaded = new Set<string>();

function preload(script: string): void {
  if (preloaded.has(script)) return;
  preloaded.add(script);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href: script, fetchPriority: 'low' });
  document.head.append(link);
}
