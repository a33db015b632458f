/**
 * The worker beside the pages: it keeps the last races a reader has looked at, and shows them with their age while the
 * network or the server is away. It never stands between a reader and an answer that comes in time.
 */
import {
  type Asked,
  era,
  fetchFile,
  fetchPage,
  findPage,
  forgetOldVersions,
  forgetPages,
  keepPage,
  offlinePage,
} from './cached.ts';
import { hearPushes } from './push.ts';
import { isFile, mayBeCached, standsBy } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that is kept is shown when the network takes longer than this. */
const patience_ms = 4000;

hearPushes(self);

self.addEventListener('install', (event) => {
  // At once: pages that are open find the files of their own version among what is kept.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim()));
});

/** A page tells what its reader looks at; see lib/keep.ts. */
self.addEventListener('message', (event) => {
  const asked = event.data as Asked;
  const paths = mayBeCached(pathOf(asked.path)) ? [asked.path, offlinePage] : [offlinePage];
  // The network may be gone already.
  event.waitUntil(Promise.allSettled(paths.map((path) => fetchPage({ ...asked, path }))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'GET' && isFile(pathname)) event.respondWith(fetchFile(request));
  else if (request.mode !== 'navigate') return;
  else if (request.method === 'GET' && standsBy(pathname)) event.respondWith(openPage(event));
  else if (pathname === '/logout') event.waitUntil(forgetPages());
});

/** The network first; what is kept when it fails, does not answer in time, or the server cannot. */
async function openPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const path = pathname === offlinePage ? offlinePage : pathname + search;
  const begun = era;
  const asking = fetch(event.request);
  event.waitUntil(asking.then((answer) => cacheIfPublic(path, answer.clone(), begun)).catch(() => {}));
  const kept = path === offlinePage || mayBeCached(pathname) ? await findPage(path) : undefined;
  try {
    const answer = await (kept ? Promise.race([asking, silence()]) : asking);
    if (answer && (answer.status < 500 || !kept)) return answer;
  } catch {
    // Nobody answers.
  }
  return kept ?? toOfflinePage(path);
}

/** A page that was made for everybody is as good to keep as one that is fetched for it. */
async function cacheIfPublic(path: string, answer: Response, begun: number): Promise<void> {
  const isPublic = answer.headers.get('cache-control')?.includes('public');
  if (isPublic && mayBeCached(pathOf(path))) await keepPage(path, answer, { begun });
}

async function toOfflinePage(path: string): Promise<Response> {
  if (path === offlinePage || !(await findPage(offlinePage))) return Response.error();
  return Response.redirect(`${self.location.origin}${offlinePage}?to=${encodeURIComponent(path)}`, 302);
}

function silence(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), patience_ms));
}

function pathOf(path: string): string {
  return path.split('?', 1)[0]!;
}
