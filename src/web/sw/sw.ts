/**
 * The service worker: it caches the last races a reader has viewed, and shows them with their age while the network or
 * the server is unreachable. A reply that comes in time is always used.
 */

import { forgetDesks } from '#web/lib/desk-database.ts';
import {
  cachePage,
  deleteCachedPages,
  deleteOldCaches,
  era,
  fetchFile,
  fetchPage,
  findPage,
  offlinePage,
  type PageToCache,
} from './cached.ts';
import { handlePushes } from './push.ts';
import { handlesPage, isFile, isSameForAllQueries, isShell, keptWith, mayBeCached, shellFor } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** A cached page is shown when the network takes longer than this. */
const timeout_ms = 4000;

handlePushes(self);

self.addEventListener('install', (event) => {
  // At once: open pages find the files of their own version in the caches.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

/** A page sends the address that its reader views; see lib/service-worker.ts. */
self.addEventListener('message', (event) => {
  const asked = event.data as PageToCache;
  const path = pathOf(asked.path);
  const shelled = shellFor(path);
  const shell = shelled?.shell ?? (isShell(path) ? path : undefined);
  const own = shell ? [shell] : mayBeCached(path) ? [isSameForAllQueries(path) ? path : asked.path] : [];
  const paths = [...new Set([...own, ...keptWith(path), offlinePage])];
  // A page that came before the worker has loaded its parts past it. The network may be lost already.
  const files = Promise.allSettled((asked.files ?? []).filter((file) => isFile(pathOf(file))).map(fetchFile));
  event.waitUntil(Promise.allSettled([files, ...paths.map((path) => fetchPage({ ...asked, path }, files))]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'GET' && isFile(pathname)) event.respondWith(fetchFile(request));
  else if (request.mode !== 'navigate') return;
  else if (request.method === 'GET' && shellFor(pathname)) event.respondWith(openShelled(request));
  else if (request.method === 'GET' && handlesPage(pathname)) event.respondWith(openPage(event));
  else if (pathname === '/logout') event.waitUntil(Promise.all([deleteCachedPages(), forgetDesks()]));
});

/** Network first; the cached page when it fails, times out, or the server reports an error. */
async function openPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  // The shells are the same for every query.
  const isSame = pathname === offlinePage || isShell(pathname) || isSameForAllQueries(pathname);
  const path = isSame ? pathname : pathname + search;
  const begun = era;
  const reply = fetch(event.request);
  event.waitUntil(reply.then((answer) => cacheIfPublic(path, answer.clone(), begun)).catch(() => {}));
  const cached = isSame || mayBeCached(pathname) ? await findPage(path) : undefined;
  try {
    const answer = await (cached ? Promise.race([reply, silence()]) : reply);
    if (answer && (answer.status < 500 || !cached)) return answer;
  } catch {
    // No reply.
  }
  return cached ?? toOfflinePage(path);
}

/**
 * A basketing desk, a release or an agent's route: the page of the person, and without a reply the shell that is the same for everybody.
 * The page itself is never cached.
 */
async function openShelled(request: Request): Promise<Response> {
  const { shell: name, address } = shellFor(new URL(request.url).pathname)!;
  const shell = await findPage(name);
  const reply = fetch(request);
  try {
    const answer = await (shell ? Promise.race([reply, silence()]) : reply);
    if (answer && (answer.status < 500 || !shell)) return answer;
  } catch {
    // No reply.
  }
  return shell ? Response.redirect(self.location.origin + address, 302) : toOfflinePage(address);
}

/** A public page is cached as it is, instead of being fetched again. */
async function cacheIfPublic(path: string, answer: Response, begun: number): Promise<void> {
  const isPublic = answer.headers.get('cache-control')?.includes('public');
  if (isPublic && mayBeCached(pathOf(path))) await cachePage(path, answer, { begun });
}

async function toOfflinePage(path: string): Promise<Response> {
  if (path === offlinePage || !(await findPage(offlinePage))) return Response.error();
  return Response.redirect(`${self.location.origin}${offlinePage}?to=${encodeURIComponent(path)}`, 302);
}

function silence(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), timeout_ms));
}

function pathOf(path: string): string {
  return path.split('?', 1)[0]!;
}
